// Figures in words, with their intervals.

import { h } from "../dom.js";
import { number, percent, signed } from "../text.js";

/** @typedef {import("./format.js").Figure} Figure */
/** @typedef {[value: string, interval: string]} Said */

/** @param {Figure} figure @returns {Said} */
export function share({ value, low, high }) {
  // Intervals of mean shares may lie beyond what a share can be.
  const [least, most] = [Math.max(0, low), Math.min(1, high)];
  return [percent(value, 1), `${number(100 * least)}–${number(100 * most)}`];
}

/** @param {Figure} figure @returns {Said} */
export function mean({ value, low, high }) {
  return [number(value, 1), `${number(low, 1)}–${number(high, 1)}`];
}

/** @param {Figure} figure @param {number} [digits] @returns {Said} */
export function difference({ value, low, high }, digits = 0) {
  return [signed(value, digits), `${signed(low, digits)} … ${signed(high, digits)}`];
}

/** @param {Said} said */
export function text([value, interval]) {
  return `${value} (${interval})`;
}

/**
 * A figure in a table; nothing where it is not known.
 * @param {Figure | null | undefined} figure
 * @param {(figure: Figure) => Said} say
 */
export function cell(figure, say) {
  if (!figure) return null;
  const [value, interval] = say(figure);
  return h("span", {}, `${value} `, h("small", {}, `(${interval})`));
}
