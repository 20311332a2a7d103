// The names of cells: letters and numbers along the edges where names are such pairs, otherwise in the cells.

import { s } from "../dom.js";
import { same, short } from "./tiles.js";

/** @typedef {import("./tiles.js").Cell} Cell */

/** How a name lies beside its cell, in cells. */
const BESIDE = 0.75;

/**
 * Column and row of each cell by its name, if the names are letters with a number, letters follow columns and numbers rows.
 * @param {Cell[]} cells
 * @returns {Map<Cell, [string, string]> | null}
 */
export function pairs(cells) {
  /** @type {Map<string, string>} */
  const known = new Map();
  const agrees = (/** @type {string} */ key, /** @type {string} */ value) => {
    const was = known.get(key) ?? value;
    known.set(key, value);
    return was === value;
  };
  /** @type {Map<Cell, [string, string]>} */
  const found = new Map();
  for (const cell of cells) {
    const [, column, row] = /^([A-Za-z]+)(\d+)$/.exec(cell.name) ?? [];
    const [x, y] = [short(cell.x), short(cell.y)];
    const regular =
      column !== undefined &&
      row !== undefined &&
      agrees(`column ${column}`, x) &&
      agrees(`x ${x}`, column) &&
      agrees(`row ${row}`, y) &&
      agrees(`y ${y}`, row);
    if (!regular) return null;
    found.set(cell, [column, row]);
  }
  return found;
}

/**
 * The names as texts. Each run of cells is named at its lower and left end.
 * @param {import("./tiles.js").Geometry} board
 * @param {(cell: Cell) => [number, number]} place
 * @param {boolean} flipped
 * @param {number} width of the board, in cells
 */
export function coordinates({ cells, tile }, place, flipped, width) {
  const kind = width > 8 ? "coordinate small" : width < 6 ? "coordinate tiny" : "coordinate";
  const named = pairs(cells);
  if (!named)
    return cells.map((cell) => {
      const [x, y] = place(cell);
      const [dx, dy] = tile === "point" ? [0.3, 0.34] : [0, tile === "hexagon" ? 0.42 : 0.4];
      return s("text", { class: "cell-name", x: x + dx, y: y + dy }, cell.name);
    });
  const step = flipped ? 1 : -1;
  const has = (/** @type {number} */ x, /** @type {number} */ y) =>
    cells.some((cell) => same(cell.x, x) && same(cell.y, y));
  return [...named].flatMap(([cell, [column, row]]) => {
    const [x, y] = place(cell);
    return [
      has(cell.x, cell.y + step) ? [] : [s("text", { class: kind, x, y: y + BESIDE }, column)],
      has(cell.x + step, cell.y) ? [] : [s("text", { class: kind, x: x - BESIDE, y }, row)],
    ].flat();
  });
}
