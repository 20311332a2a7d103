// Square grids: cells, coordinates along the edges, rows and columns as notation names them.

import { s } from "../dom.js";

/** Room for the coordinates left of and below a grid, in cells. */
export const MARGIN = 0.5;

/**
 * The cells of one grid, upper left first.
 * @typedef {object} Grid
 * @property {number} x left edge of the upper left cell
 * @property {number} y
 * @property {string[]} columns names, from the left
 * @property {string[]} rows names, from the top
 * @property {(column: string, row: string) => string} name of a cell
 */

/**
 * @param {Grid} grid
 * @returns {{id: string, x: number, y: number, column: number, row: number}[]}
 */
export function cells(grid) {
  return grid.rows.flatMap((row, y) =>
    grid.columns.map((column, x) => ({ id: grid.name(column, row), x: grid.x + x, y: grid.y + y, column: x, row: y })),
  );
}

/**
 * The ground of a grid and the names of its rows and columns.
 * @param {Grid} grid
 * @param {{checkered?: boolean, lines?: boolean, small?: boolean, named?: boolean}} [look]
 * @returns {SVGElement[]}
 */
export function ground(grid, { checkered = false, lines = true, small = false, named = true } = {}) {
  const [w, h] = [grid.columns.length, grid.rows.length];
  /** @type {SVGElement[]} */
  const nodes = [s("rect", { class: "ground", x: grid.x, y: grid.y, width: w, height: h, rx: checkered ? 0 : 0.12 })];
  if (checkered) {
    for (const cell of cells(grid)) {
      if ((cell.column + cell.row) % 2)
        nodes.push(s("rect", { class: "shade", x: cell.x, y: cell.y, width: 1, height: 1 }));
    }
  }
  if (lines) {
    let path = "";
    for (let x = 1; x < w; x++) path += `M${grid.x + x} ${grid.y}v${h}`;
    for (let y = 1; y < h; y++) path += `M${grid.x} ${grid.y + y}h${w}`;
    nodes.push(s("path", { class: "lines", d: path }));
  }
  if (!named) return nodes;
  // About as large in pixels on a small grid as on a large one.
  const kind = small ? "coordinate small" : w < 6 ? "coordinate tiny" : "coordinate";
  grid.columns.forEach((name, x) =>
    nodes.push(s("text", { class: kind, x: grid.x + x + 0.5, y: grid.y + h + 0.25 }, name)),
  );
  grid.rows.forEach((name, y) => nodes.push(s("text", { class: kind, x: grid.x - 0.25, y: grid.y + y + 0.5 }, name)));
  return nodes;
}

/**
 * The grid of a board that is one square, with columns `a`, `b`, ... and rows `1`, `2`, ... from the bottom.
 * @param {number} size
 * @param {boolean} flipped seen from the other side
 * @returns {Grid}
 */
export function square(size, flipped) {
  const columns = Array.from({ length: size }, (_, i) => String.fromCharCode(97 + i));
  const rows = Array.from({ length: size }, (_, i) => String(size - i));
  if (flipped) {
    columns.reverse();
    rows.reverse();
  }
  return { x: MARGIN, y: 0.12, columns, rows, name: (column, row) => column + row };
}

/**
 * The character of a cell of such a board, `.` where there is none.
 * @param {string[][]} rows the uppermost first, as {@link unpack} gives them
 * @param {string} id
 */
export function charAt(rows, id) {
  return rows[rows.length - Number(id.slice(1))]?.[id.charCodeAt(0) - 97] ?? ".";
}

/**
 * The characters of rows in which numbers count empty cells, one for each cell; `.` is an empty one.
 * @param {string} rows joined by `/`, the uppermost first
 * @returns {string[][]}
 */
export function unpack(rows) {
  return rows.split("/").map((row) => [...row.replace(/\d+/g, (count) => ".".repeat(Number(count)))]);
}

/**
 * A round man, as in draughts.
 * @param {string} kind
 */
export function disc(kind) {
  return s(
    "g",
    { class: `man ${kind}` },
    s("circle", { class: "shadow", cx: 0.02, cy: 0.05, r: 0.4 }),
    s("circle", { class: "body", r: 0.4 }),
    s("circle", { class: "groove", r: 0.27 }),
  );
}
