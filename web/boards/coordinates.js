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

/** How far apart two places are. @param {[number, number]} one @param {[number, number]} other */
const apart = ([x, y], [otherX, otherY]) => Math.hypot(x - otherX, y - otherY);

/**
 * The names of lines of hexagons, if those of cells are a letter and a number that follow such lines: each beyond the
 * left or upper end of its line, and beyond the other end, too, where the line bends or is broken. They turn round with
 * the board: letters and numbers keep apart so.
 * @param {import("./tiles.js").Geometry} board
 * @returns {Cell[] | null}
 */
export function lineNames({ cells, tile, borders = [] }) {
  if (tile !== "hexagon") return null;
  const places = new Map(cells.map(({ name, x, y }) => [name, /** @type {[number, number]} */ ([x, y])]));
  /** The lines of letters, and those of numbers. @type {Map<string, [number, number][]>[]} */
  const families = [new Map(), new Map()];
  for (const [name, at] of places) {
    const [, letter = "", digits = ""] = /^([a-z])(\d+)$/i.exec(name) ?? [];
    const next = [letter + (Number(digits) + 1), String.fromCharCode(letter.charCodeAt(0) + 1) + digits];
    const follows = next.every((other) => !places.has(other) || same(apart(at, places.get(other) ?? at), 1));
    if (!letter || !follows) return null;
    [letter, digits].forEach((key, index) => families[index]?.set(key, [...(families[index].get(key) ?? []), at]));
  }
  const away = borders.length > 0 ? 0.86 : 0.74;
  return families.flatMap((family) => {
    /** The ways out at both ends: a cell that is a line by itself has those of the others. @type {number[][]} */
    const ways = [];
    const lines = [...family].sort(([, one], [, other]) => other.length - one.length);
    return lines.flatMap(([name, line]) => {
      line.sort((one, other) => one[0] - one[1] - other[0] + other[1]);
      const isStraight = same(apart(line[0] ?? [0, 0], line.at(-1) ?? [0, 0]), line.length - 1);
      return [line, line.toReversed()].flatMap(([end = [0, 0], next = end], index) => {
        if (same(apart(end, next), 1)) ways[index] = [end[0] - next[0], end[1] - next[1]];
        const [x = 0, y = 0] = ways[index] ?? [];
        return index > 0 && isStraight ? [] : [{ name, x: end[0] + away * x, y: end[1] + away * y }];
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
  if (lines)
    return lines.map((line) => {
      const [x, y] = place(line).map(short);
      return s("text", { class: kind, x, y }, line.name);
    });
  const named = pairs(board);
  if (!named)
    return cells.map((cell) => {
      const [x, y] = place(cell);
      // A man hides the name of its cell, and not half of it.
      const [dx, dy] = tile === "point" ? [0.3, 0.34] : [0, 0.28];
      return s("text", { class: "cell-name", x: x + dx, y: y + dy }, cell.name);
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
