// How the page shows each game: the one place where games have a name. Any other game is shown by the board that the
// engine tells of, or by the engine's drawing in characters where it tells of none.

import { look as dualite } from "./dualite.js";
import { look as lCalculus } from "./l-calculus.js";
import { look as loa } from "./loa.js";
import { look as logitac } from "./logitac.js";
import { anyLook } from "./look.js";
import { look as zen } from "./zen.js";

/** @typedef {import("./look.js").Look} Look */

/** By the family's name. @type {Record<string, Look>} */
const looks = { dualite, "l-calculus": lCalculus, loa, logitac, zen };

/** Games from files with a rule page of their own name. */
const written = [
  "abalone",
  "amazons",
  "ataxx",
  "brandubh",
  "breakthrough",
  "chinese-checkers",
  "clobber",
  "connect-four",
  "dodgem",
  "domineering",
  "draughts",
  "einstein",
  "fanorona",
  "go",
  "gomoku",
  "havannah",
  "international-draughts",
  "kalah",
  "knightthrough",
  "konane",
  "los-alamos-chess",
  "mini-chess",
  "nine-mens-morris",
  "onitama",
  "oware",
  "pentago",
  "pig",
  "quoridor",
  "reversi",
  "slither",
  "surakarta",
  "teeko",
  "tic-tac-toe",
  "ultimate-tic-tac-toe",
  "y",
  "yavalath",
];

/** The rule pages of games from files, by the family's name. */
const pages = new Map([
  ...written.map((name) => /** @type {[string, string]} */ ([name, name])),
  ["hex-5", "hex"],
  ["hex-7", "hex"],
  ["hex-11", "hex"],
]);

/** @type {WeakMap<object, Look>} */
const made = new WeakMap();

/**
 * The look of a variant.
 * @param {import("./look.js").Told} variant
 * @returns {Look}
 */
export function lookOf(variant) {
  const own = looks[variant.family] ?? made.get(variant);
  if (own) return own;
  const rules = pages.get(variant.family);
  const look = { ...anyLook(variant), ...(rules === undefined ? {} : { rules }) };
  made.set(variant, look);
  return look;
}
