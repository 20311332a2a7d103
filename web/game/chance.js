// Chances and their wording.

import { t } from "../text.js";

/** @typedef {import("./tree.js").Evaluation} Evaluation */
/** @typedef {import("../engine/engine.js").Analysis} Analysis */
/** @typedef {import("../engine/engine.js").Proof} Proof */

/**
 * An expected score in [-1, 1] as a chance in [0, 1]; a draw counts half.
 * @param {number} score
 */
export function chance(score) {
  return (Math.max(-1, Math.min(1, score)) + 1) / 2;
}

/** @param {Evaluation} evaluation for side 0 */
export function chanceOf({ win, draw }) {
  return win + draw / 2;
}

/**
 * What an analysis, which sees the side to act, says for side 0.
 * @param {Analysis} analysis
 * @returns {Evaluation}
 */
export function evaluation({ side, win, draw, loss, simulations }) {
  return side === 0 ? { win, draw, loss, simulations } : { win: loss, draw, loss: win, simulations };
}

/** @param {Proof} proof */
export function proofText({ result, moves }) {
  return t(`proven.${result}`, { moves });
}
