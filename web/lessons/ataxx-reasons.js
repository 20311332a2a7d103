// Why a man of Ataxx cannot go where it was sent, or come to a cell. Red, side 0, learns.

import { charAt, unpack } from "../boards/grid.js";
import { place } from "./men-reasons.js";

/** @typedef {import("./lesson.js").Reason} Reason */

/** How far a cell is from another one, in steps to neighbouring cells. @param {string} from @param {string} to */
function distance(from, to) {
  const [[column, row], [endColumn, endRow]] = [place(from), place(to)];
  return Math.max(Math.abs(endColumn - column), Math.abs(endRow - row));
}

/** @param {string} cell @returns {Reason} */
function taken(cell) {
  return {
    text: {
      en: `Somebody stands on ${cell}: choose an empty cell.`,
      fr: `La case ${cell} est occupée : choisissez une case vide.`,
    },
    marks: [cell],
  };
}

/**
 * Why nothing begins at a cell.
 * @param {string[][]} rows
 * @param {string} cell
 * @returns {Reason | null}
 */
function alone(rows, cell) {
  const cells = rows.flatMap((row, y) => row.map((_, x) => `${String.fromCharCode(97 + x)}${rows.length - y}`));
  const some = (/** @type {string} */ man, /** @type {number} */ far) =>
    cells.some((other) => charAt(rows, other) === man && distance(cell, other) === far);
  if (charAt(rows, cell) === "r")
    return some(".", 2)
      ? null
      : {
          text: {
            en: `No empty cell is two cells away from ${cell}: it cannot leap.`,
            fr: `Aucune case vide n’est à deux cases de ${cell} : ce pion ne peut pas sauter.`,
          },
          marks: [cell],
        };
  if (some("r", 1)) return null;
  return some("r", 2)
    ? {
        text: {
          en: `No man of yours stands beside ${cell}. One that is two cells away can leap there: choose it first.`,
          fr: `Aucun pion à vous ne touche ${cell}. Un pion à deux cases peut y sauter : choisissez-le d’abord.`,
        },
        marks: [cell],
      }
    : {
        text: {
          en: `No man of yours reaches ${cell}: all are more than two cells away.`,
          fr: `Aucun pion à vous n’atteint ${cell} : tous sont à plus de deux cases.`,
        },
        marks: [cell],
      };
}

/**
 * @param {string} position in which Red is to move
 * @param {string} tried `a7-c5`, or one cell
 * @returns {Reason | null}
 */
export function reason(position, tried) {
  const rows = unpack(position.split(" ")[0] ?? "");
  const [from = "", to = ""] = tried.split("-");
  const man = charAt(rows, from);
  if (man === "b")
    return { text: { en: "That man is Blue’s; you are Red.", fr: "Ce pion est à Bleu ; vous êtes Rouge." } };
  if (!to) return alone(rows, from);
  if (man === ".")
    return { text: { en: `Nobody stands on ${from}.`, fr: `Il n’y a personne en ${from}.` }, marks: [from] };
  if (charAt(rows, to) !== ".") return taken(to);
  const far = distance(from, to);
  if (far === 1)
    return {
      text: {
        en: `A man does not step. Choose ${to} alone: a new man comes there, and ${from} stays.`,
        fr: `Un pion n’avance pas d’une case. Choisissez ${to} seule : un nouveau pion y naît, et ${from} reste.`,
      },
      marks: [to],
    };
  return far === 2
    ? null
    : {
        text: {
          en: `${to} is too far: a man leaps two cells.`,
          fr: `${to} est trop loin : un pion saute de deux cases.`,
        },
        marks: [to],
      };
}
