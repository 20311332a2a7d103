// Men of any game, by their looks: discs, stones, rings, discs with a letter, hollows with counters, blocks, cards.

import { s } from "../dom.js";
import { disc } from "./grid.js";

/** @typedef {"disc" | "stone" | "ring" | "block" | "area" | "crowned" | {half: [number, number]} | {letter: string} | {number: string} | {sign: string} | {chessman: string} | {card: [number, number][], name?: string}} ManLook */

/** Full figures, which the style fills with the side’s colour. @type {Record<string, string>} */
const CHESSMEN = { K: "♚", Q: "♛", R: "♜", B: "♝", N: "♞", P: "♟" };

/** The place of a chessman among those of his side, the king first. @param {string | undefined} letter */
export function chessRank(letter) {
  return Object.keys(CHESSMEN).indexOf(letter ?? "");
}

/** The figure of a chessman. @param {string} letter */
export function chessFigure(letter) {
  // The second sign asks for a figure of text, not for a picture.
  return `${CHESSMEN[letter] ?? letter}\ufe0e`;
}

/**
 * @param {ManLook} look
 * @param {string} colour class of style
 * @param {{w?: number, h?: number}} [cell] on which it stands
 */
export function man(look, colour, { w = 1, h = 1 } = {}) {
  if (look === "disc") return disc(colour);
  const g = s("g", { class: `man ${colour}` });
  if (look === "stone") {
    g.append(
      s("circle", { class: "shadow", cx: 0.03, cy: 0.06, r: 0.44 }),
      s("circle", { class: "body", r: 0.44 }),
      s("ellipse", { class: "gloss", cx: -0.13, cy: -0.16, rx: 0.15, ry: 0.1, transform: "rotate(-40 -.13 -.16)" }),
    );
  } else if (look === "ring") {
    g.append(s("circle", { class: "rim", r: 0.31 }), s("circle", { class: "hoop", r: 0.31 }));
  } else if (look === "crowned") {
    g.append(
      ...disc(colour).childNodes,
      s("path", { class: "crown", d: "M-.2 .14L-.24 -.14L-.1 -.02L0 -.2L.1 -.02L.24 -.14L.2 .14z" }),
    );
  } else if (look === "block") {
    g.append(s("rect", { class: "block", x: -w / 2, y: -h / 2, width: w, height: h }));
  } else if (look === "area") {
    g.append(s("rect", { class: "block", x: -0.15, y: -0.15, width: 0.3, height: 0.3 }));
  } else if ("half" in look) {
    g.append(half(look.half));
  } else if ("chessman" in look) {
    g.append(s("text", { class: "chessman", y: 0.03 }, chessFigure(look.chessman)));
  } else if ("sign" in look) {
    g.append(s("text", { class: "sign-on-cell", y: 0.03 }, look.sign));
  } else if ("card" in look) {
    g.append(...card(look.card, look.name));
  } else if ("number" in look) {
    g.append(
      s("circle", { class: "hollow", r: 0.42 }),
      s("text", { class: look.number === "0" ? "counters none" : "counters", y: 0.02 }, look.number),
    );
  } else {
    g.append(
      s("circle", { class: "shadow", cx: 0.02, cy: 0.05, r: 0.4 }),
      s("circle", { class: "body", r: 0.4 }),
      s("text", { class: "letter", y: 0.02 }, look.letter),
    );
  }
  return g;
}

/**
 * Half of a block, continued by the other half.
 * @param {[number, number]} to how far to the right and downwards the other half lies
 */
function half([right, down]) {
  const [far, round] = [0.43, 0.1];
  // The half that lies below, turned as it is.
  const d = `M${-far} .51V${round - far}a${round} ${round} 0 0 1 ${round} ${-round}H${far - round}a${round} ${round} 0 0 1 ${round} ${round}V.51`;
  const angle = (Math.atan2(-right, down) * 180) / Math.PI;
  return s("path", { class: "block", d, transform: `rotate(${angle})` });
}

/**
 * A card that says where men go: five by five cells, the man in the middle, and its name below.
 * @param {[number, number][]} ways cells to the right and ahead
 * @param {string} [name]
 */
function card(ways, name = "") {
  const [size, top] = [0.13, -0.07];
  const cell = (/** @type {[number, number]} */ [right, ahead], /** @type {string} */ kind) =>
    s("rect", { class: kind, x: (right - 0.5) * size, y: top + (-ahead - 0.5) * size, width: size, height: size });
  const all = [-2, -1, 0, 1, 2];
  return [
    s("rect", { class: "card", x: -0.44, y: -0.44, width: 0.88, height: 0.88, rx: 0.08 }),
    ...all.flatMap((right) => all.map((ahead) => cell([right, ahead], "card-cell"))),
    cell([0, 0], "card-man"),
    ...ways.map((way) => cell(way, "card-way")),
    s("text", { class: "card-name", y: 0.35 }, name),
  ];
}
