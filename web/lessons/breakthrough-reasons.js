// Why a man of Breakthrough cannot go where it was sent. White, side 0, goes up.

import { charAt, unpack } from "../boards/grid.js";

/** @typedef {import("./lesson.js").Reason} Reason */

/** @param {string} cell @returns {[number, number]} column and row */
function place(cell) {
  return [cell.charCodeAt(0), Number(cell.slice(1))];
}

/**
 * @param {string} position in which White is to move
 * @param {string} tried `d4-e5`, or one cell
 * @returns {Reason | null}
 */
export function reason(position, tried) {
  const rows = unpack(position.split(" ")[0] ?? "");
  const [from = "", to = ""] = tried.split("-");
  const man = charAt(rows, from);
  if (man === ".")
    return { text: { en: `Nobody stands on ${from}.`, fr: `Il n’y a personne en ${from}.` }, marks: [from] };
  if (man === "b")
    return { text: { en: "That man is Black’s; you are White.", fr: "Ce pion est à Noir ; vous êtes Blanc." } };
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
  if (target === "w")
    return { text: { en: "A man of your own stands there.", fr: "L’un de vos pions est là." }, marks: [to] };
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
