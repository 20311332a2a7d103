// How the page shows each game: the one place where games have a name. Any other game is shown by the board that the
// engine tells of, or by the engine's drawing in characters where it tells of none.

import { drawingOf } from "../boards/generic.js";
import { look as dualite } from "./dualite.js";
import { look as lCalculus } from "./l-calculus.js";
import { look as loa } from "./loa.js";
import { look as logitac } from "./logitac.js";
import { look as zen } from "./zen.js";

/** @typedef {import("../engine/engine.js").Variant} Variant */
/** @typedef {{position: string, text: string, moves?: string[]}} Illustration `text` is a key of the caption */

/**
 * How a game is shown.
 * @typedef {object} Look
 * @property {import("../boards/board.js").Drawing | null} drawing none: in characters
 * @property {[string, string]} colours of both sides: classes of style
 * @property {(variant: Variant) => string} [sides] what the sides are called: `side.` and this; absent: as the engine says
 * @property {boolean} [told] drawings need what the engine tells of a position, its text is not enough
 * @property {boolean} [folded] pictures are laid out as for phones
 * @property {Record<string, string>} [samples] for each variant a position that shows what the game is about
 * @property {Record<string, Illustration[]>} [illustrations] for each variant pictures beside its rules
 */

/** By the family's name. @type {Record<string, Look>} */
const looks = { dualite, "l-calculus": lCalculus, loa, logitac, zen };

/** @type {WeakMap<object, Look>} */
const made = new WeakMap();

/**
 * The look of a variant.
 * @param {Pick<Variant, "family" | "board">} variant
 * @returns {Look}
 */
export function lookOf(variant) {
  const own = looks[variant.family] ?? made.get(variant);
  if (own) return own;
  const look = anyLook(variant.board);
  made.set(variant, look);
  return look;
}

/** @param {Variant["board"]} board @returns {Look} */
function anyLook(board) {
  if (!board) return { drawing: null, colours: ["accent", "focus"], told: true };
  return { drawing: drawingOf(board), colours: board.dark === 0 ? ["black", "white"] : ["white", "black"], told: true };
}
