// L-Calculus: one line of pieces, its chains, and both totals. A swap is made by choosing both ends of a stretch, whose
// halves then change places.

import { s } from "../dom.js";
import { t } from "../text.js";

/** @typedef {import("./drawing.js").Drawing} Drawing */
/** @typedef {import("./drawing.js").Spot} Spot */

/** @param {string} position */
export function read(position) {
  const [line = "", side, phase, white, black, left] = position.split(" ");
  return { line: [...line], side: Number(side), phase, totals: [Number(white), Number(black)], left: Number(left) };
}

/**
 * The runs of one colour: first index and length.
 * @param {string[]} line
 */
export function chains(line) {
  /** @type {{colour: string, at: number, length: number}[]} */
  const found = [];
  line.forEach((colour, at) => {
    const last = found.at(-1);
    if (last && last.colour === colour) last.length += 1;
    else found.push({ colour, at, length: 1 });
  });
  return found;
}

/**
 * What a side scores for a line: the product of its chains' lengths, nothing for a single chain.
 * @param {string[]} line
 * @param {string} colour
 */
export function product(line, colour) {
  const lengths = chains(line)
    .filter((chain) => chain.colour === colour)
    .map((chain) => chain.length);
  return { lengths, score: lengths.length < 2 ? 0 : lengths.reduce((a, b) => a * b, 1) };
}

/**
 * The line after a move.
 * @param {string[]} line
 * @param {string} move
 */
export function after(line, move) {
  const swap = /^(\d+)x(\d+)$/.exec(move);
  if (swap) {
    const [i, k] = [Number(swap[1]) - 1, Number(swap[2])];
    return [...line.slice(0, i), ...line.slice(i + k, i + 2 * k), ...line.slice(i, i + k), ...line.slice(i + 2 * k)];
  }
  const remove = /^([LR])(\d+)$/.exec(move);
  if (!remove) return line;
  const count = Number(remove[2]);
  return remove[1] === "L" ? line.slice(count) : line.slice(0, line.length - count);
}

const GAP = 0.9;
const TOP = 1.15;

/**
 * Where pieces stand: rows that are read from the left, one below the other.
 * @param {number} length
 * @param {boolean} narrow
 */
function layout(length, narrow) {
  const most = narrow ? 10 : 20;
  const rows = Math.max(1, Math.ceil(length / most));
  const across = Math.min(length, Math.ceil(length / rows));
  const width = Math.max(across + 0.5, narrow ? 10.5 : 14);
  const left = (width - across) / 2;
  return {
    width,
    rows,
    across,
    /** @param {number} index @returns {[number, number]} */
    at: (index) => [left + (index % across), TOP + Math.floor(index / across) * (1 + GAP)],
    bottom: TOP + rows * (1 + GAP) - 0.2,
  };
}

/** @param {string} colour */
function piece(colour) {
  return s(
    "g",
    { class: `man ${colour === "W" ? "white" : "black"}` },
    s("circle", { class: "shadow", cx: 0.02, cy: 0.05, r: 0.4 }),
    s("circle", { class: "body", r: 0.4 }),
  );
}

/**
 * Brackets over the chains of two and more, with their lengths.
 * @param {string[]} line
 * @param {ReturnType<typeof layout>} place
 */
function brackets(line, place) {
  /** @type {SVGElement[]} */
  const nodes = [];
  for (const chain of chains(line)) {
    if (chain.length < 2) continue;
    const kind = chain.colour === "W" ? "white" : "black";
    let labelled = false;
    for (let from = chain.at; from < chain.at + chain.length;) {
      const end = Math.min(chain.at + chain.length, (Math.floor(from / place.across) + 1) * place.across);
      const [x, y] = place.at(from);
      const width = end - from;
      nodes.push(
        s("rect", { class: `chain ${kind}`, x: x + 0.03, y: y + 0.03, width: width - 0.06, height: 0.94, rx: 0.47 }),
      );
      if (!labelled) nodes.push(s("text", { class: "chain-length", x: x + width / 2, y: y - 0.17 }, chain.length));
      labelled = true;
      from = end;
    }
  }
  return nodes;
}

/**
 * Both totals and how the present line would score.
 * @param {number[]} totals
 * @param {string[]} line
 * @param {ReturnType<typeof layout>} place
 * @param {number[] | null} gain added by the move shown
 */
function scores(totals, line, place, gain) {
  const y = place.bottom + 0.65;
  return ["W", "B"].flatMap((colour, side) => {
    const { lengths, score } = product(line, colour);
    const x = place.width * (side === 0 ? 0.06 : 0.53);
    const shown = lengths.filter((length) => length > 1).join("×") || "1";
    const sum = lengths.length < 2 ? t("lcalculus.single") : gain ? `+${score} = ${shown}` : `${shown} = ${score}`;
    return [
      s("g", { transform: `translate(${x + 0.3} ${y}) scale(.62)` }, piece(colour)),
      s("text", { class: "total", x: x + 0.75, y: y + 0.02 }, totals[side] ?? 0),
      s("text", { class: gain ? "sum gained" : "sum", x: x + 0.75, y: y + 0.62 }, sum),
    ];
  });
}

/** @type {Drawing} */
export const drawing = {
  scene({ position, legal, narrow }) {
    const state = read(position);
    const place = layout(state.line.length, narrow);
    const moves = new Set(legal);
    /** @type {Spot[]} */
    const spots = state.line.map((colour, index) => {
      const [x, y] = place.at(index);
      return { id: `p${index + 1}`, x, y, w: 1, h: 1, label: `${index + 1}, ${t(`lcalculus.${colour}`)}` };
    });
    const under = [
      s("rect", { class: "ground", x: 0, y: 0, width: place.width, height: place.bottom + 1.6, rx: 0.25 }),
    ];
    const numbers = state.line.map((_, index) => {
      const [x, y] = place.at(index);
      return s("text", { class: "coordinate small", x: x + 0.5, y: y + 1.2 }, index + 1);
    });
    const hints =
      state.phase === "remove"
        ? spots
            .filter((_, index) => moves.has(`L${index + 1}`) || moves.has(`R${state.line.length - index}`))
            .map((spot) => spot.id)
        : [];
    return {
      width: place.width,
      height: place.bottom + 1.6,
      spots,
      under: [...under, ...brackets(state.line, place), ...numbers],
      men: state.line.map((colour, index) => ({ at: `p${index + 1}`, node: piece(colour) })),
      over: [s("g", { class: "scores" }, scores(state.totals, state.line, place, null))],
      hints,
    };
  },
  shape(move, position) {
    const swap = /^(\d+)x(\d+)$/.exec(move);
    if (swap) {
      const [i, k] = [Number(swap[1]), Number(swap[2])];
      return { from: `p${i}`, to: `p${i + 2 * k - 1}`, either: true };
    }
    const remove = /^([LR])(\d+)$/.exec(move);
    if (!remove) return { from: null, to: move };
    const { line } = read(position);
    const count = Number(remove[2]);
    return { from: null, to: remove[1] === "L" ? `p${count}` : `p${line.length - count + 1}` };
  },
  text(from, to) {
    const [a, b] = [Number(from.slice(1)), Number(to.slice(1))].sort((x, y) => x - y);
    if (!from || a === undefined || b === undefined) return to.slice(1);
    return `${a}x${(b - a + 1) / 2}`;
  },
  moved(move) {
    /** @type {Map<string, string>} */
    const came = new Map();
    const swap = /^(\d+)x(\d+)$/.exec(move);
    if (!swap) return came;
    const [i, k] = [Number(swap[1]), Number(swap[2])];
    for (let at = i; at < i + k; at++) came.set(`p${at}`, `p${at + k}`).set(`p${at + k}`, `p${at}`);
    return came;
  },
  refusal(from, to) {
    if (!from) return t("lcalculus.no-move", { piece: to.slice(1) });
    return (Number(from.slice(1)) - Number(to.slice(1))) % 2 === 0 ? t("lcalculus.odd") : null;
  },
  replaces: true,
  preview({ position, narrow }, move) {
    const state = read(position);
    const line = after(state.line, move);
    // Laid out as the line that is seen, so that nothing jumps while one looks around.
    const place = layout(state.line.length, narrow);
    const swap = move.includes("x") || move === "pass";
    const gain = swap ? [product(line, "W").score, product(line, "B").score] : null;
    const totals = swap ? state.totals.map((total, side) => total + (gain?.[side] ?? 0)) : state.totals;
    const found = /^(\d+)x(\d+)$/.exec(move);
    const nodes = [...brackets(line, place)];
    line.forEach((colour, index) => {
      const [x, y] = place.at(index);
      nodes.push(s("g", { transform: `translate(${x + 0.5} ${y + 0.5})` }, piece(colour)));
    });
    if (found) {
      const [i, k] = [Number(found[1]) - 1, Number(found[2])];
      for (let index = i; index < i + 2 * k; index++) {
        const [x, y] = place.at(index);
        nodes.push(
          s("path", { class: index < i + k ? "group first" : "group second", d: `M${x + 0.05} ${y + 1.04}h.9` }),
        );
      }
    }
    nodes.push(...scores(totals, line, place, gain));
    return [s("g", { class: "lcalculus-preview" }, nodes)];
  },
  guide(position, legal) {
    const { phase } = read(position);
    if (legal[0] === "pass") return t("lines.pass");
    return t(phase === "remove" ? "lcalculus.remove" : "lcalculus.swap");
  },
  brushes: [
    { id: "W", text: () => t("lcalculus.W") },
    { id: "B", text: () => t("lcalculus.B") },
    { id: "remove", text: () => t("lcalculus.take-away") },
  ],
  paint(position, spot, brush) {
    const [line = "", side, , ...rest] = position.split(" ");
    const index = Number(spot.slice(1)) - 1;
    const changed = line.slice(0, index) + (brush === "remove" ? "" : brush) + line.slice(index + 1);
    // A swap back is only forbidden in a line that a swap has led to.
    return [changed, side, "swap", ...rest.slice(0, 3), "-"].join(" ");
  },
  turn: (position, side) => position.replace(/ [01] /, ` ${side} `),
};
