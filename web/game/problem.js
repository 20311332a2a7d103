// Problems on the page: their requests and wording.

import { seatName } from "../names.js";
import { t } from "../text.js";

/** @typedef {import("../engine/engine.js").Engine} Engine */
/** @typedef {import("../engine/engine.js").Variant} Variant */

/**
 * @typedef {object} Problem
 * @property {number} number from 1
 * @property {import("../engine/engine.js").GameSpec} game
 * @property {import("../engine/engine.js").Shown} shown its position
 * @property {number} seat who solves
 * @property {boolean} points whether points decide at the end of the game
 * @property {number} win_in turns
 * @property {number} difficulty 1 to 5
 * @property {string[]} line the solution
 * @property {{move: string, refutation: string}[]} tries
 */

/**
 * What a move of an attempt leads to.
 * @typedef {{right: true, move: string, key: boolean, answers: string[], solved: boolean, turns: number}
 *   | {right: false, move: string, why: "refuted" | "ends" | "defended" | "late", by?: string, wins?: boolean, of?:
 * number, turns?: number}} Judgement
 */

/** @typedef {{winning: number, of: number, begins: string | null}} Hint moves that keep the win, and how the only one begins */

/** Days since 1 January 1970, the same everywhere at a time: in UTC. */
export function day() {
  return Math.floor(Date.now() / 86_400_000);
}

/**
 * The problems of a variant, and the number of today's.
 * @param {Engine} engine
 * @param {string} variant
 * @returns {Promise<{problems: Problem[], today: number | null}>}
 */
export function problemsOf(engine, variant) {
  return engine.ask({ do: "problems", variant, day: day() });
}

/**
 * The day's problem of a variant.
 * @param {Engine} engine
 * @param {string} variant
 * @returns {Promise<Problem | undefined>}
 */
export async function problemOfDay(engine, variant) {
  const { problems } = await engine.ask({ do: "problems", variant, day: day(), only_today: true });
  return problems[0];
}

/** The stipulation in words. @param {import("../names.js").Told} variant @param {Problem} problem */
export function stipulation(variant, { seat, points, win_in: turns }) {
  const side = seatName(variant, seat);
  if (points) return t("problem.ask-points", { side });
  return t(turns === 1 ? "problem.ask-one" : "problem.ask", { side, turns });
}
