// What a person notes of a position of a tree: words, a sign for the move that led there, arrows and circles on the
// board. Immutable: each change gives a new value.

/** @typedef {import("../boards/drawing.js").Sketch} Sketch */

/**
 * @typedef {object} Notes
 * @property {string} comment one line; empty: none
 * @property {string} sign one of `SIGNS`, or empty
 * @property {Sketch[]} sketches
 */

/** Signs of moves, as chess players write them: from good to bad. */
export const SIGNS = ["!!", "!", "!?", "?!", "?", "??"];

/** @type {Notes} */
export const NONE = Object.freeze({ comment: "", sign: "", sketches: [] });

/** Whether nothing was noted. @param {Notes} notes */
export function isBare({ comment, sign, sketches }) {
  return !comment && !sign && sketches.length === 0;
}

/** A comment as it is kept: braces would end it in a text of moves. @param {string} text */
export function proper(text) {
  return text.replaceAll("{", "(").replaceAll("}", ")").replace(/\s+/g, " ").trim();
}

/** @param {Sketch} a */
function same(a) {
  return (/** @type {Sketch} */ b) => a.from === b.from && a.to === b.to;
}

/**
 * Draws an arrow or a circle, in another colour where it is there. In the same colour it goes.
 * @param {Sketch[]} sketches
 * @param {Sketch} one
 */
export function sketched(sketches, one) {
  const there = sketches.find(same(one));
  const others = sketches.filter((other) => other !== there);
  return there?.colour === one.colour ? others : [...others, one];
}

/** Whether all that some notes say is in others. @param {Notes} all @param {Notes} some */
export function notesHold(all, some) {
  return (
    (!some.comment || some.comment === all.comment) &&
    (!some.sign || some.sign === all.sign) &&
    some.sketches.every((one) => all.sketches.find(same(one))?.colour === one.colour)
  );
}
