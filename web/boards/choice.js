// The next choices on a board. A move is a way: spots, or signs beside the board, one after the other.

/** @typedef {import("./drawing.js").Shape} Shape */
/** @typedef {{move: string, parts: string[]}} Way */

/**
 * The ways to make a move.
 * @param {string} move
 * @param {Shape} shape
 * @returns {Way[]}
 */
export function waysOf(move, { from, via = [], to, either }) {
  if (from === null) return [{ move, parts: [to] }];
  const parts = [from, ...via, to];
  return either
    ? [
        { move, parts },
        { move, parts: [...parts].reverse() },
      ]
    : [{ move, parts }];
}

/** @param {Way} way @param {string[]} begun */
function begins({ parts }, begun) {
  return begun.every((part, index) => parts[index] === part);
}

/**
 * The choices that may follow a beginning, each with the move that it completes; `null` where more is to be chosen. A
 * move that
 * another one continues is not complete by itself: see {@link confirmed}.
 * @param {Way[]} ways
 * @param {string[]} begun
 * @returns {Map<string, string | null>}
 */
export function nexts(ways, begun) {
  /** @type {Map<string, string | null>} */
  const found = new Map();
  for (const way of ways) {
    const next = way.parts[begun.length];
    if (next === undefined || !begins(way, begun)) continue;
    const whole = way.parts.length === begun.length + 1 && found.get(next) !== null;
    found.set(next, whole ? way.move : null);
  }
  return found;
}

/**
 * The move that a beginning is already, made by choosing its last part again.
 * @param {Way[]} ways
 * @param {string[]} begun
 */
export function confirmed(ways, begun) {
  return ways.find((way) => way.parts.length === begun.length && begins(way, begun))?.move;
}
