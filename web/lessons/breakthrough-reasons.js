// Why a man of Breakthrough cannot go where it was sent. White, side 0, goes up.

import { charAt, unpack } from "../boards/grid.js";
import { notYours, place, yourOwn } from "./men-reasons.js";

/** @typedef {import("./lesson.js").Reason} Reason */

/**
 * @param {string} position in which White is to move
 * @param {string} tried `d4-e5`, or one cell
 * @returns {Reason | null}
 */
export function reason(position, tried) {
  const rows = unpack(position.split(" ")[0] ?? "");
  const [from = "", to = ""] = tried.split("-");
  const other = notYours(rows, from);
  if (other) return other;
  if (!to) return null;
  const [[column, row], [endColumn, endRow]] = [place(from), place(to)];
  if (endRow <= row) return { text: { en: "Men only go ahead.", fr: "Les pions ne font qu’avancer." } };
  if (endRow - row > 1 || Math.abs(endColumn - column) > 1)
    return {
      text: {
        en: "A man goes one cell ahead, straight or diagonally.",
        fr: "Un pion avance d’une case, tout droit ou en diagonale.",
      },
    };
  const target = charAt(rows, to);
  if (target === "w") return yourOwn(to);
  return target === "b" && column === endColumn
    ? {
        text: {
          en: "Straight ahead it takes nobody: men take diagonally only.",
          fr: "Tout droit, il ne prend pas : on ne prend qu’en diagonale.",
        },
        marks: [to],
      }
    : null;
}
