// The board of any game, from what the engine tells of it.

import { s } from "../dom.js";
import { t } from "../text.js";
import { coordinates, pairs } from "./coordinates.js";
import { man } from "./men.js";
import { outlines, tiles } from "./tiles.js";

/** @typedef {import("./tiles.js").Geometry} Geometry */
/** @typedef {import("./board.js").Shape} Shape */

/**
 * The way of a move over its parts.
 * @param {string[]} parts
 * @returns {Shape}
 */
function way(parts) {
  const [from = "", ...rest] = parts;
  const to = rest.pop();
  return to === undefined ? { from: null, to: from } : { from, via: rest, to };
}

/**
 * Finds the names of cells in a text, the longest first, so that `a11` is not read as `a1`.
 * @param {string[]} names
 */
function finder(names) {
  const escaped = [...names]
    .sort((one, other) => other.length - one.length)
    .map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const any = new RegExp(escaped.join("|"), "g");
  return (/** @type {string} */ text) => text.match(any) ?? [];
}

/**
 * @param {Geometry} board
 * @returns {import("./board.js").Drawing}
 */
export function drawingOf(board) {
  const { cells, kinds, tile, dark } = board;
  const [xs, ys] = [cells.map(({ x }) => x), cells.map(({ y }) => y)];
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [low, high] = [Math.min(...ys), Math.max(...ys)];
  const around = tile === "hexagon" ? 0.6 : tile === "point" ? 0.65 : 0.5;
  const margin = pairs(board) ? 0.5 : 0.06;
  const outline = outlines(board);
  const named = finder(cells.map(({ name }) => name));

  /** @param {number} kind */
  const colour = (kind) => {
    const side = kinds[kind]?.side ?? null;
    return side === null ? "neutral" : side === dark ? "black" : "white";
  };

  return {
    scene({ men = [], flipped }) {
      /** @param {import("./tiles.js").Cell} cell @returns {[number, number]} */
      const place = ({ x, y }) => {
        const [across, down] = flipped ? [right - x, y - low] : [x - left, high - y];
        return [margin + around + across, 0.06 + around + down];
      };
      const [inner, tall] = [right - left + 2 * around, high - low + 2 * around];
      const on = new Map(men);
      const ground =
        tile === "point"
          ? [s("rect", { class: "ground", x: margin, y: 0.06, width: inner, height: tall, rx: 0.2 })]
          : [];
      return {
        width: margin + inner + 0.06,
        height: 0.06 + tall + margin,
        spots: cells.map((cell, index) => {
          const [x, y] = place(cell);
          const kind = on.get(index);
          const what =
            kind === undefined ? t("generic.empty") : t(`generic.${colour(kind)}`, { man: kinds[kind]?.name ?? "" });
          const label = `${cell.name}, ${what}`;
          return { id: cell.name, x: x - 0.5, y: y - 0.5, w: 1, h: 1, outline: outline(x, y), label };
        }),
        under: [...ground, ...tiles(board, place), ...coordinates(board, place, flipped)],
        men: men.map(([cell, kind]) => ({
          at: cells[cell]?.name ?? "",
          node: man(kinds[kind]?.look ?? "disc", colour(kind)),
          size: tile === "square" ? 1 : 0.9,
        })),
        over: [],
      };
    },
    // Of moves further on in a line the parts are not told: their cells are then read from their text.
    shape(move, _, parts) {
      const known = parts ?? named(move);
      return known.length > 0 ? way(known) : { from: null, to: move };
    },
    text: (from, to) => (from ? `${from}-${to}` : to),
    refusal: (from, to) => (from ? t("generic.no-way", { from, to }) : t("generic.no-move", { cell: to })),
    flips: true,
  };
}
