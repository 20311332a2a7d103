// A move that is chosen before it is one's turn, as spots in the order in which they are chosen on the board. The
// future legal moves are unknown, so any spots can be chosen.

/** @typedef {import("../engine/engine.js").Position} Position */

/** How many spots the longest known move of a game has. @param {Position[]} positions */
export function longest(positions) {
  return Math.max(1, ...positions.flatMap(({ moves = [] }) => moves.map(({ parts }) => parts.length)));
}

/**
 * The legal move that was chosen; `null` where it is none.
 * @param {Position} position
 * @param {string[]} spots
 */
export function planned({ moves = [] }, spots) {
  return moves.find(({ parts }) => parts.join("\n") === spots.join("\n"))?.move ?? null;
}
