// Rule options may give a game another board than the usual one. The engine sends it with the positions; which board a
// position is on is seen by its number of cells.

import { writtenCells } from "./written.js";

/** @typedef {import("./tiles.js").Geometry} Geometry */
/** @typedef {import("./drawing.js").Drawing} Drawing */

/** Boards by other rule options, by the game and their number of cells. @type {Map<string, Map<number, Geometry>>} */
const others = new Map();

/**
 * Keeps the board that a reply of the engine brings.
 * @template R
 * @param {R} reply
 * @returns {R}
 */
export function withBoard(reply) {
  const { board, variant, positions } = /** @type {any} */ (reply) ?? {};
  const name = variant ?? positions?.[0]?.variant;
  if (board?.cells && name) {
    const own = others.get(name) ?? new Map();
    others.set(name, own.set(board.cells.length, board));
  }
  return reply;
}

/**
 * The board of a position.
 * @param {string} game
 * @param {Geometry} usual
 * @param {string} position
 */
export function boardOf(game, usual, position) {
  return others.get(game)?.get(writtenCells(position).length) ?? usual;
}

/**
 * A drawing that draws each position on its own board.
 * @param {string} game
 * @param {Geometry} usual
 * @param {(board: Geometry) => Drawing} draw
 * @returns {Drawing}
 */
export function byPosition(game, usual, draw) {
  /** @type {Map<Geometry, Drawing>} */
  const drawings = new Map();
  const on = (/** @type {string} */ position) => {
    const board = boardOf(game, usual, position);
    const drawing = drawings.get(board) ?? draw(board);
    drawings.set(board, drawing);
    return drawing;
  };
  const drawing = on("");
  return {
    ...drawing,
    scene: (frame) => on(frame.position).scene(frame),
    column: (from, to, position) => on(position).column?.(from, to, position) ?? [],
    shape: (move, position, parts) => on(position).shape(move, position, parts),
    came: (move, before, parts, fell) => on(before).came?.(move, before, parts, fell) ?? new Map(),
    ...(drawing.changed && { changed: (before, position) => on(position).changed?.(before, position) ?? null }),
    ...(drawing.paint && { paint: (position, spot, brush) => on(position).paint?.(position, spot, brush) ?? position }),
  };
}
