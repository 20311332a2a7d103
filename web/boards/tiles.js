// The ground of any board: squares, hexagons, or points with lines between them.

import { s } from "../dom.js";

/** A cell by its middle; `w` and `h` where it is no unit wide or high. @typedef {{name: string, x: number, y: number, w?: number, h?: number}} Cell */

/** A line on the rim that belongs to a side. @typedef {{line: [number, number][], side: number}} Border */

/**
 * A kind of man. Where kinds have letters, positions begin with a character for each cell, in order, `.` for an empty
 * one, with `/` between rows.
 * @typedef {{name: string, look: import("./men.js").ManLook, side: number | null, letter?: string}} Kind
 */

/**
 * A game's display, from `hello`. x goes to the right, y upwards, one unit a cell.
 * @typedef {object} Geometry
 * @property {Cell[]} cells
 * @property {"square" | "hexagon" | "point"} tile
 * @property {[number, number][]} edges
 * @property {number} [grid] after so many rows and columns each there is a heavy line
 * @property {boolean} [is_won_by_lines] whether a part within heavy lines belongs to the side that has a whole line of
 * it
 * @property {number[]} [loops] how far from each corner the lines are that loops round it join
 * @property {Border[]} [borders] none in reports of older programs
 * @property {Kind[]} kinds
 * @property {[number, number][]} [zones] cells that belong to a side
 * @property {[number, number][]} [tens] cells with counters, each with the cell that holds tens of them and is not
 * drawn
 * @property {string} [begin] what a turn begins with, where that is not plain
 * @property {string} [next] the prompt when a turn continues
 * @property {[number, string][]} [targets] signs for cells that are chosen when a turn continues
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
 * @returns {(x: number, y: number, cell?: {w?: number, h?: number}) => string}
 */
export function outlines({ tile, cells }) {
  if (tile === "square")
    return (x, y, { w = 1, h = 1 } = {}) =>
      `M${short(x - w / 2)} ${short(y - h / 2)}h${short(w)}v${short(h)}h${short(-w)}z`;
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
  const [left, low] = [Math.min(...cells.map(({ x }) => x)), Math.min(...cells.map(({ y }) => y))];
  // The lower left cell is dark, as on a chessboard.
  if (tile !== "hexagon") return ({ x, y }) => (Math.round(x - left) + Math.round(y - low) + 1) % 2;
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
 * @param {(at: {x: number, y: number}) => [number, number]} place where the middle of a cell is drawn
 * @returns {SVGElement[]}
 */
export function tiles(board, place) {
  const at = (/** @type {number} */ index) => {
    const cell = board.cells[index];
    return cell ? place(cell).map(short).join(" ") : "0 0";
  };
  const lines = board.edges.map(([from, to]) => `M${at(from)}L${at(to)}`).join("") + loops(board, place);
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
    ...board.cells.map((cell) =>
      s("path", { class: shades[isSlot(cell) ? 1 : colour(cell)], d: outline(...place(cell), cell) }),
    ),
    ...joints,
    ...heavyLines(board, place),
  ];
}

/**
 * @param {Geometry} board
 * @param {(at: {x: number, y: number}) => [number, number]} place
 */
function heavyLines({ grid = 0, cells }, place) {
  if (!grid) return [];
  const [width, height] = [Math.max(...cells.map(({ x }) => x)) + 1, Math.max(...cells.map(({ y }) => y)) + 1];
  const every = (/** @type {number} */ size) =>
    Array.from({ length: Math.ceil(size / grid) - 1 }, (_, index) => (index + 1) * grid - 0.5);
  const line = (/** @type {{x: number, y: number}[]} */ ...ends) =>
    `M${ends.map((end) => place(end).map(short).join(" ")).join("L")}`;
  const d = [
    ...every(width).map((x) => line({ x, y: -0.5 }, { x, y: height - 0.5 })),
    ...every(height).map((y) => line({ x: -0.5, y }, { x: width - 0.5, y })),
  ];
  return [s("path", { class: "heavy", d: d.join("") })];
}

/**
 * The parts within heavy lines that men of one kind have won, each by its middle: a whole row, column or diagonal is
 * theirs.
 * @param {Geometry} board
 * @param {Map<number, number>} on the kinds on cells
 * @returns {{x: number, y: number, kind: number}[]}
 */
export function wonParts({ grid = 0, is_won_by_lines: byLines = false, cells }, on) {
  if (!byLines) return [];
  const at = new Map(cells.map(({ x, y }, index) => [`${x} ${y}`, on.get(index)]));
  const places = Array.from({ length: grid }, (_, place) => place);
  const lines = [
    ...places.flatMap((one) => [places.map((other) => [one, other]), places.map((other) => [other, one])]),
    places.map((place) => [place, place]),
    places.map((place) => [place, grid - 1 - place]),
  ];
  return cells
    .filter(({ x, y }) => x % grid === 0 && y % grid === 0)
    .flatMap((corner) => {
      const owners = lines.map((line) => {
        const [kind, ...others] = line.map(([x = 0, y = 0]) => at.get(`${corner.x + x} ${corner.y + y}`));
        return others.every((other) => other === kind) ? kind : undefined;
      });
      const kind = owners.find((owner) => owner !== undefined);
      const middle = (grid - 1) / 2;
      return kind === undefined ? [] : [{ x: corner.x + middle, y: corner.y + middle, kind }];
    });
}

/** Whether a cell is narrow, as those between others. @param {Cell} cell */
export function isSlot({ w = 1, h = 1 }) {
  return Math.min(w, h) < 1;
}

/**
 * The loops round the corners, as a path: each leads from a line of one direction to that of the other.
 * @param {Geometry} board
 * @param {(at: {x: number, y: number}) => [number, number]} place
 */
function loops({ loops = [], cells }, place) {
  const [xs, ys] = [cells.map(({ x }) => x), cells.map(({ y }) => y)];
  const ends = (/** @type {number[]} */ all) => [Math.min(...all), Math.max(...all)];
  const corners = ends(xs).flatMap((x, right) => ends(ys).map((y, high) => ({ x, y, right, high })));
  return corners
    .flatMap(({ x, y, right, high }) =>
      loops.map((r) => {
        const [from, to] = [
          { x, y: high ? y - r : y + r },
          { x: right ? x - r : x + r, y },
        ];
        const [a, b, c] = [from, to, { x, y }].map(place);
        if (!a || !b || !c) return "";
        // Seen from the corner, whether the end lies clockwise of the beginning by a quarter: the arc is the rest.
        const turn = (a[0] - c[0]) * (b[1] - c[1]) - (a[1] - c[1]) * (b[0] - c[0]) > 0 ? 0 : 1;
        return `M${a.map(short).join(" ")}A${r} ${r} 0 1 ${turn} ${b.map(short).join(" ")}`;
      }),
    )
    .join("");
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
