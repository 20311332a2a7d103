// Why a man of Lines of Action or Zen l'initié cannot go where it was sent: what a person has to count and to see.

import { charAt } from "../boards/grid.js";
import { ends, read } from "../boards/lines.js";

/** @typedef {import("./lesson.js").Reason} Reason */

/** @param {string} cell @returns {[number, number]} column and row, from 0 */
function place(cell) {
  return [cell.charCodeAt(0) - 97, Number(cell.slice(1)) - 1];
}

/** @param {number} column @param {number} row */
function name(column, row) {
  return `${String.fromCharCode(97 + column)}${row + 1}`;
}

/**
 * All cells of the line through a cell.
 * @param {number} size
 * @param {string} cell
 * @param {[number, number]} direction
 */
function lineThrough(size, cell, [right, up]) {
  let [column, row] = place(cell);
  const inside = () => column >= 0 && row >= 0 && column < size && row < size;
  while (inside()) [column, row] = [column - right, row - up];
  const cells = [];
  for ([column, row] = [column + right, row + up]; inside(); [column, row] = [column + right, row + up])
    cells.push(name(column, row));
  return cells;
}

/** The cells that touch a cell; some may lie outside of the board. @param {string} cell */
function around(cell) {
  const [column, row] = place(cell);
  const near = [-1, 0, 1];
  return near.flatMap((right) => near.map((up) => name(column + right, row + up))).filter((other) => other !== cell);
}

/** @param {number} count @returns {import("./lesson.js").Words} */
function counted(count) {
  return count === 1
    ? {
        en: "Nobody else stands on this line: it goes one cell.",
        fr: "Rien d’autre sur cette ligne : on y avance d’une case.",
      }
    : {
        en: `${count} men stand on this line, so it goes exactly ${count} cells.`,
        fr: `Il y a ${count} pièces sur cette ligne : on y avance d’exactement ${count} cases.`,
      };
}

/**
 * @param {string} position in which Black, side 0, is to move
 * @param {string} tried `b1-b4`, or one cell
 * @returns {Reason | null}
 */
export function reason(position, tried) {
  const { rows, barred } = read(position);
  const at = (/** @type {string} */ cell) => charAt(rows, cell);
  const move = ends(tried);
  if (!move) {
    if (at(tried) === "w")
      return { text: { en: "That man is White’s; you are Black.", fr: "Ce pion est à Blanc ; vous êtes Noir." } };
    return at(tried) === "."
      ? { text: { en: `Nobody stands on ${tried}.`, fr: `Il n’y a personne en ${tried}.` }, marks: [tried] }
      : null;
  }
  const { from, to } = move;
  const [[x, y], [endX, endY]] = [place(from), place(to)];
  const [dx, dy] = [endX - x, endY - y];
  const distance = Math.max(Math.abs(dx), Math.abs(dy));
  if (dx !== 0 && dy !== 0 && Math.abs(dx) !== Math.abs(dy))
    return {
      text: {
        en: "It goes in a straight line only: along a row, a column or a diagonal.",
        fr: "On se déplace en ligne droite : en rangée, en colonne ou en diagonale.",
      },
    };
  const line = lineThrough(rows.length, from, [Math.sign(dx), Math.sign(dy)]);
  const men = line.filter((cell) => at(cell) !== ".");
  if (men.length !== distance) return { text: counted(men.length), marks: men };
  if (at(to) === "b")
    return { text: { en: "A man of your own stands there.", fr: "L’un de vos pions est là." }, marks: [to] };
  const [start, end] = [line.indexOf(from), line.indexOf(to)];
  const white = line.slice(Math.min(start, end) + 1, Math.max(start, end)).find((cell) => at(cell) === "w");
  if (white)
    return {
      text: {
        en: `White’s man on ${white} is in the way: it cannot be passed.`,
        fr: `Le pion blanc en ${white} barre la voie : on ne passe pas par-dessus.`,
      },
      marks: [white],
    };
  if (to === barred)
    return { text: { en: "Not back to where it just came from.", fr: "Pas là d’où il vient de partir." }, marks: [to] };
  const lonely = at(from) === "z" && !around(to).some((cell) => "bw".includes(at(cell)));
  return lonely
    ? {
        text: {
          en: "The Zen goes only where a man stands beside.",
          fr: "Le Zen ne va que là où un pion le côtoie.",
        },
        marks: [to],
      }
    : null;
}
