// Men of any game, by their looks: discs, stones, rings, and discs with a letter.

import { s } from "../dom.js";
import { disc } from "./grid.js";

/** @typedef {"disc" | "stone" | "ring" | {letter: string}} ManLook */

/**
 * @param {ManLook} look
 * @param {string} colour class of style
 */
export function man(look, colour) {
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
  } else {
    g.append(
      s("circle", { class: "shadow", cx: 0.02, cy: 0.05, r: 0.4 }),
      s("circle", { class: "body", r: 0.4 }),
      s("text", { class: "letter", y: 0.02 }, look.letter),
    );
  }
  return g;
}
