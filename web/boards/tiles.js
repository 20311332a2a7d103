// The ground of any board: squares, hexagons, or points with lines between them.

import { s } from "../dom.js";

/** @typedef {{name: string, x: number, y: number}} Cell */

/** A line on the rim that belongs to a side. @typedef {{line: [number, number][], side: number}} Border */

/**
 * A kind of man. Where kinds have letters, positions begin with a character for each cell, in order, `.` for an empty
 * one, with `/` between rows.
 * @typedef {{name: string, look: import("./men.js").ManLook, side: number | null, letter?: string}} Kind
 */

/**
 * How a game looks, as `hello` tells it. x goes to the right, y upwards, one unit a cell.
 * @typedef {object} Geometry
 * @property {Cell[]} cells
 * @property {"square" | "hexagon" | "point"} tile
 * @property {[number, number][]} edges
 * @property {Border[]} [borders] none in reports of older programs
 * @property {Kind[]} kinds
 * @property {boolean} chequered
 * @property {number} dark the side whose men are dark
 */

/** From the middle of a hexagon to its corners. */
const RADIUS = 1 / Math.sqrt(3);

/** @param {number} value */
export const short = (value) => String(Math.round(value * 1000) / 1000);

/** Whether two numbers are one, as far as they are drawn. @param {number} a @param {number} b */
export const same = (a, b) => Math.abs(a - b) < 0.01;

/**
 * Whether hexagons stand on a corner, with neighbours beside them, or lie on a side, with neighbours below.
 * @param {Cell[]} cells
 */
function standing(cells) {
  return cells.some((one) => cells.some((other) => same(other.y, one.y) && same(other.x - one.x, 1)));
}

/**
 * The outline of a tile around a point, as a path.
 * @param {Geometry} board
 * @returns {(x: number, y: number) => string}
 */
export function outlines({ tile, cells }) {
  if (tile === "square") return (x, y) => `M${short(x - 0.5)} ${short(y - 0.5)}h1v1h-1z`;
  if (tile === "point") return (x, y) => `M${short(x - 0.48)} ${short(y)}a.48 .48 0 1 1 .96 0a.48 .48 0 1 1 -.96 0z`;
  const turn = standing(cells) ? 0.5 : 0;
  const corners = [0, 1, 2, 3, 4, 5].map((k) => {
    const angle = ((k + turn) * Math.PI) / 3;
    return [RADIUS * Math.cos(angle), RADIUS * Math.sin(angle)];
  });
  return (x, y) => `M${corners.map(([dx = 0, dy = 0]) => `${short(x + dx)} ${short(y + dy)}`).join("L")}z`;
}

/**
 * The colour of each cell: 0 and 1, of hexagons 0 to 2, so that neighbours differ.
 * @param {Geometry} board
 * @returns {(cell: Cell) => number}
 */
function colours({ tile, cells, chequered }) {
  const [first] = cells;
  if (!chequered || !first) return () => 0;
  if (tile !== "hexagon") return ({ x, y }) => Math.abs(Math.round(x - first.x) + Math.round(y - first.y) + 1) % 2;
  const upright = standing(cells);
  return (cell) => {
    const [along, across] = upright ? [cell.x - first.x, cell.y - first.y] : [cell.y - first.y, cell.x - first.x];
    const row = Math.round(across / (1.5 * RADIUS));
    return (((Math.round(along - row / 2) - row) % 3) + 3) % 3;
  };
}

/**
 * The tiles, and the lines between them.
 * @param {Geometry} board
 * @param {(cell: Cell) => [number, number]} place where the middle of a cell is drawn
 * @returns {SVGElement[]}
 */
export function tiles(board, place) {
  const at = (/** @type {number} */ index) => {
    const cell = board.cells[index];
    return cell ? place(cell).map(short).join(" ") : "0 0";
  };
  const lines = board.edges.map(([from, to]) => `M${at(from)}L${at(to)}`).join("");
  const joints = lines ? [s("path", { class: "joints", d: lines })] : [];
  if (board.tile === "point") {
    const points = board.cells.map((cell) => {
      const [cx, cy] = place(cell);
      return s("circle", { class: "joint", cx, cy, r: 0.07 });
    });
    return [...joints, ...points];
  }
  const outline = outlines(board);
  const colour = colours(board);
  const shades = ["tile", "tile shade", "tile third"];
  return [
    ...board.cells.map((cell) => s("path", { class: shades[colour(cell)], d: outline(...place(cell)) })),
    ...joints,
  ];
}

/**
 * The lines on the rim that belong to the sides, each in their colour.
 * @param {Geometry} board
 * @param {(at: {x: number, y: number}) => [number, number]} place
 * @param {(side: number) => string} colour
 * @returns {SVGElement[]}
 */
export function borders({ borders = [] }, place, colour) {
  const path = (/** @type {Border} */ { line }) =>
    `M${line.map(([x, y]) => place({ x, y }).map(short).join(" ")).join("L")}`;
  return [...new Set(borders.map(({ side }) => side))].map((side) => {
    const own = borders.filter((border) => border.side === side);
    return s("path", { class: `border ${colour(side)}`, d: own.map(path).join("") });
  });
}
