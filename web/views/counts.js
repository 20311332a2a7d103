// The counts of a position: points or men of both sides, and numbers of a rules file, such as walls left.

import { h } from "../dom.js";
import { sideName } from "../names.js";
import { word } from "../said.js";
import { counted, number, t } from "../text.js";

/** @typedef {import("../engine/engine.js").Position} Position */

/** @param {string} words @param {string} is */
const named = (words, is) => t("colon", { what: word(words), is });

/** A side's count, next to its name. @param {Position} position @param {number} side */
export function ofSide({ totals, numbers = [] }, side) {
  const own = numbers.filter((one) => one.side === side).map(({ words, value }) => named(words, number(value)));
  const points = totals ? [counted("points", totals[side] ?? 0)] : [];
  return [...points, ...own].map((text) => h("span", { class: "points" }, text));
}

/** Counts of neither side, after the side to move; those that have not begun are left out. @param {Position} position */
export function ofNobody({ numbers = [] }) {
  const shared = numbers.filter(({ side, value }) => side === null && value > 0);
  return shared.map(({ words, value }) => ` · ${named(words, number(value))}`).join("");
}

/**
 * All of it, where no names of sides stand beside the board.
 * @param {import("../engine/engine.js").Variant} variant
 * @param {Position} position
 */
export function ofAll(variant, position) {
  const { outcome, numbers = [] } = position;
  // The outcome contains the score.
  const totals = outcome?.score ? undefined : position.totals;
  const each = (/** @type {[number, number][]} */ values) =>
    values.map(([side, value]) => `${sideName(variant, side)} ${number(value)}`).join(", ");
  const owned = numbers.filter(({ side }) => side !== null);
  const kinds = [...new Set(owned.map(({ words }) => words))].map((words) => {
    const own = owned.filter((one) => one.words === words);
    return named(words, each(own.map(({ side, value }) => [side ?? 0, value])));
  });
  const points = totals ? [each(totals.map((total, side) => [side, total]))] : [];
  return [...points, ...kinds].map((text) => ` · ${text}`).join("") + ofNobody(position);
}
