// The names of cells: letters and numbers along the edges, or at the ends of lines of hexagons, where names are such
// pairs, otherwise in the cells.

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

/** How far apart two cells are. @param {Cell} one @param {Cell} other */
const apart = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);

/**
 * The names of lines of hexagons, if those of cells are a letter and a number that follow such lines: each beyond the
 * left or upper end of its line, and beyond the other end, too, where the line bends or is broken. They turn round with
 * the board: letters and numbers keep apart so.
 * @param {import("./tiles.js").Geometry} board
 * @returns {Cell[] | null}
 */
export function lineNames({ cells, tile, borders = [] }) {
  if (tile !== "hexagon") return null;
  const named = new Map(cells.map((cell) => [cell.name, cell]));
  /** The lines of letters, and those of numbers. @type {Record<string, Cell[]>[]} */
  const families = [{}, {}];
  for (const cell of cells) {
    const [, letter = "", digits = ""] = /^([a-z])(\d+)$/i.exec(cell.name) ?? [];
    const next = [letter + (+digits + 1), String.fromCharCode(letter.charCodeAt(0) + 1) + digits];
    const follows = next.every((name) => same(apart(cell, named.get(name) ?? { ...cell, x: cell.x + 1 }), 1));
    if (!letter || !follows) return null;
    [letter, digits].forEach((key, index) => ((families[index] ??= {})[key] ??= []).push(cell));
  }
  const away = borders.length > 0 ? 0.86 : 0.74;
  return families.flatMap((family) => {
    /** The ways out at both ends: a cell that is a line by itself has those of the others. @type {Cell[]} */
    const ways = [];
    const lines = Object.entries(family).sort(([, one], [, other]) => other.length - one.length);
    return lines.flatMap(([name, line]) => {
      line.sort((one, other) => one.x - one.y - other.x + other.y);
      return [line, line.toReversed()].flatMap((cells, index) => {
        const [end, next = end] = cells;
        const last = cells.at(-1);
        if (!end || !next || !last || (index && same(apart(end, last), cells.length - 1))) return [];
        if (same(apart(end, next), 1)) ways[index] = { name, x: end.x - next.x, y: end.y - next.y };
        const { x, y } = ways[index] ?? end;
        return [{ name, x: end.x + away * x, y: end.y + away * y }];
      });
    });
  });
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
  const places = cells.map(place);
  const [left, low] = [Math.min(...places.map(([x]) => x)), Math.max(...places.map(([, y]) => y))];
  const width = Math.max(...places.map(([x]) => x)) - left + 1;
  const kind = width > 8 ? "coordinate small" : width < 6 ? "coordinate tiny" : "coordinate";
  const lines = lineNames(board);
  const named = pairs(board);
  if (lines || !named)
    return (lines ?? cells).map((cell) => {
      const [x, y] = place(cell);
      // A man hides the name of its cell, and not half of it.
      const [dx, dy] = lines ? [0, 0] : tile === "point" ? [0.3, 0.34] : [0, 0.28];
      return s("text", { class: lines ? kind : "cell-name", x: x + dx, y: y + dy }, cell.name);
    });
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
