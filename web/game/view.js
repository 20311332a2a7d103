// Positions as boards show them.

/** @typedef {import("../boards/drawing.js").View} View */

/**
 * A position to look at; no move may be made.
 * @param {import("../engine/engine.js").Shown} shown
 * @returns {View}
 */
export function still({ position, men, drawing }) {
  return { position, legal: [], last: null, before: null, ...(men && { men }), ...(drawing && { drawn: drawing }) };
}

/**
 * A position with its legal moves, its last move and the position before.
 * @param {import("../engine/engine.js").Position} position
 * @param {import("../engine/engine.js").Position | null} before
 * @returns {View}
 */
export function viewOf(position, before) {
  const { last, outcome, moves = [] } = position;
  const legal = outcome ? [] : moves;
  const fell = (before?.moves ?? []).find(({ move }) => move === last?.move)?.falls_from;
  return {
    ...still(position),
    legal: legal.map(({ move }) => move),
    parts: new Map(legal.map(({ move, parts }) => [move, parts])),
    falls: new Map(legal.flatMap(({ move, falls_from: from }) => (from === undefined ? [] : [[move, from]]))),
    unordered: new Set(legal.flatMap(({ move, unordered }) => (unordered ? [move] : []))),
    side: position.side,
    rests: new Map(legal.flatMap(({ move, rests }) => (rests ? [[move, rests]] : []))),
    last: last?.move ?? null,
    ...(last && { lastParts: last.parts }),
    ...(fell !== undefined && { lastFell: fell }),
    ...(outcome?.cells && { decided: outcome.cells }),
    before: before?.position ?? null,
  };
}
