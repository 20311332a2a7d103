// The names of cells: letters and numbers along the edges where names are such pairs, otherwise in the cells.

import { s } from "../dom.js";
import { isSlot, same, short } from "./tiles.js";

/** @typedef {import("./tiles.js").Cell} Cell */

/** From the middle of a tile to a name beside it, and of a point to one beyond the edge of the board, in cells. */
const [BESIDE, BEYOND] = [0.75, 0.9];

/**
 * The boards of which this is made: cells that touch each other.
 * @param {Cell[]} cells
 */
function parts(cells) {
  const left = new Set(cells);
  const found = [];
  for (const first of left) {
    const part = [first];
    left.delete(first);
    for (const cell of part)
      for (const other of left)
        if (Math.abs(other.x - cell.x) < 1.1 && Math.abs(other.y - cell.y) < 1.1) {
          left.delete(other);
          part.push(other);
        }
    found.push(part);
  }
  return found;
}

/**
 * Column and row of each cell by its name, if the names are letters and a number, of which on each board one follows
 * the columns and the other the rows. Narrow places between cells have none.
 * @param {import("./tiles.js").Geometry} board
 * @returns {Map<Cell, [string, string]> | null}
 */
export function pairs({ cells, tile }) {
  const boards = tile === "point" ? [cells] : parts(cells);
  const named = boards.map((part) => onOne(part, false) ?? onOne(part, true));
  return named.every((one) => one !== null) ? new Map(named.flatMap((one) => [...(one ?? [])])) : null;
}

/**
 * @param {Cell[]} cells
 * @param {boolean} turned letters name rows
 */
function onOne(cells, turned) {
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
    if (isSlot(cell)) continue;
    const [, letters = "", digits = ""] = /^([A-Za-z]+)(\d+)$/.exec(cell.name) ?? [];
    const [column, row] = turned ? [digits, letters] : [letters, digits];
    const [x, y] = [short(cell.x), short(cell.y)];
    const regular =
      letters &&
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
 * The names as texts. Each run of tiles is named at its lower and left end, points at the edges of the board.
 * @param {import("./tiles.js").Geometry} board
 * @param {(cell: Cell) => [number, number]} place
 * @param {boolean} flipped
 * @returns {SVGElement[]}
 */
export function coordinates(board, place, flipped) {
  const { cells, tile } = board;
  const named = pairs(board);
  if (!named)
    return cells.map((cell) => {
      const [x, y] = place(cell);
      // A man hides the name of its cell, and not half of it.
      const [dx, dy] = tile === "point" ? [0.3, 0.34] : [0, 0.28];
      return s("text", { class: "cell-name", x: x + dx, y: y + dy }, cell.name);
    });
  const places = cells.map(place);
  const [left, low] = [Math.min(...places.map(([x]) => x)), Math.max(...places.map(([, y]) => y))];
  const width = Math.max(...places.map(([x]) => x)) - left + 1;
  const kind = width > 8 ? "coordinate small" : width < 6 ? "coordinate tiny" : "coordinate";
  const step = flipped ? 1 : -1;
  const uneven = cells.some(({ w, h }) => w !== undefined || h !== undefined);
  const beyond = (uneven ? BESIDE : BEYOND) + Math.max(0, ...(board.loops ?? []));
  const has = (/** @type {number} */ x, /** @type {number} */ y) =>
    cells.some((cell) => same(cell.x, x) && same(cell.y, y));
  /** @type {Map<string, SVGElement>} */
  const texts = new Map();
  const write = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ text) =>
    texts.set(`${short(x)} ${short(y)}`, s("text", { class: kind, x, y }, text));
  for (const [cell, [column, row]] of named) {
    const [x, y] = place(cell);
    if (tile === "point" || uneven) {
      write(x, low + beyond, column);
      write(left - beyond, y, row);
      continue;
    }
    if (!has(cell.x, cell.y + step)) write(x, y + BESIDE, column);
    if (!has(cell.x + step, cell.y)) write(x - BESIDE, y, row);
  }
  return [...texts.values()];
}
