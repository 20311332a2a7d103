// How a game is shown: its board, colours, words and rule page; and what is made of the engine's words where the page
// knows none of these.

import { named, ofSides } from "../boards/colours.js";
import { drawingOf } from "../boards/generic.js";

/** @typedef {import("../engine/engine.js").Variant} Variant */

/**
 * How a game is shown.
 * @typedef {object} Look
 * @property {import("../boards/drawing.js").Drawing | null} drawing none: in characters
 * @property {[string, string]} colours of both sides: classes of style
 * @property {(variant: Pick<Variant, "seats">) => string} [sides] what the sides are called: `side.` and this; absent:
 *   as the engine says
 * @property {boolean} [told] drawings need what the engine tells of a position, its text is not enough
 * @property {boolean} [folded] pictures are laid out as for phones
 * @property {Record<string, string>} [samples] for each variant a position that shows what the game is about
 * @property {string} [rules] the name of its rule pages, `rules/NAME.LANGUAGE.md`; absent: what the engine tells of
 *   them
 */

/**
 * What the look of a game depends on.
 * @typedef {Pick<Variant, "family" | "board"> & Partial<Pick<Variant, "seats">>} Told
 */

/**
 * The look of a game of which the engine alone tells.
 * @param {Told} variant
 * @returns {Look}
 */
export function anyLook({ board, seats = [] }) {
  if (!board) return { drawing: null, colours: ["accent", "focus"], told: true };
  const names = [0, 1].map((side) => named(seats.find((seat) => seat.side === side)?.name ?? ""));
  const colours = ofSides(names, board.dark);
  return { drawing: drawingOf(board, colours), colours, told: true };
}
