// Why nothing begins on a spot, in one sentence.

import { t } from "../text.js";

/** So many spots are named. */
const MOST_NAMED = 4;

/**
 * @param {string} cell
 * @param {import("./drawing.js").May} may
 */
export function noBeginning(cell, { taken, men, put }) {
  if (put && !taken) return t("board.not-there", { cell });
  if (put && men.length === 0) return t("board.taken", { cell });
  if (men.length === 0 || men.length > MOST_NAMED) return t("board.no-move", { cell });
  return t("board.only-from", { cell, cells: men.join(", ") });
}
