// Why a man of Clobber cannot go where it was sent. White, side 0, learns.

import { charAt, unpack } from "../boards/grid.js";
import { notYours, place, yourOwn } from "./men-reasons.js";

/** @typedef {import("./lesson.js").Reason} Reason */

/**
 * @param {string[][]} rows
 * @param {string} man
 * @returns {Reason | null}
 */
function alone(rows, man) {
  const [column, row] = place(man);
  const beside = [
    [column + 1, row],
    [column - 1, row],
    [column, row + 1],
    [column, row - 1],
  ];
  return beside.some(([x = 0, y = 0]) => charAt(rows, `${String.fromCharCode(x)}${y}`) === "b")
    ? null
    : {
        text: {
          en: `No black man stands beside ${man}: it has nothing to take.`,
          fr: `Aucun pion noir ne touche ${man} : il n’a rien à prendre.`,
        },
        marks: [man],
      };
}

/**
 * @param {string} position in which White is to move
 * @param {string} tried `c4-d4`, or one cell
 * @returns {Reason | null}
 */
export function reason(position, tried) {
  const rows = unpack(position.split(" ")[0] ?? "");
  const [from = "", to = ""] = tried.split("-");
  const other = notYours(rows, from);
  if (other) return other;
  if (!to) return alone(rows, from);
  const target = charAt(rows, to);
  if (target === ".")
    return {
      text: {
        en: "Nobody goes to an empty cell: every move takes a man.",
        fr: "On ne va jamais sur une case vide : tout coup prend un pion.",
      },
      marks: [to],
    };
  if (target === "w") return yourOwn(to);
  const [[column, row], [endColumn, endRow]] = [place(from), place(to)];
  return Math.abs(endColumn - column) + Math.abs(endRow - row) === 1
    ? null
    : {
        text: {
          en: "A man takes right beside it only: above, below, left or right, never diagonally.",
          fr: "Un pion ne prend que juste à côté : au-dessus, au-dessous, à gauche ou à droite, jamais en diagonale.",
        },
      };
}
