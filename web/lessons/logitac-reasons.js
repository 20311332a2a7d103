// Why a man of Logitac cannot go where it was sent, as far as the board tells. The engine alone knows the rules in
// full.

import { BOARDS, boardOf, LETTERS } from "../boards/logitac-places.js";
import { read } from "../boards/logitac.js";

/** @typedef {import("./lesson.js").Reason} Reason */
/** @typedef {import("./lesson.js").Words} Words */

/** How men go, by their letters. @type {Record<string, Words>} */
const WAYS = {
  p: {
    en: "A pawn goes one cell, on board 1 straight forward only, and captures one cell diagonally.",
    fr: "Un pion va d’une case, sur le plateau 1 tout droit vers l’avant, et prend d’une case en diagonale.",
  },
  y: {
    en: "The pyramid goes one cell in any direction.",
    fr: "La pyramide va d’une case, dans toutes les directions.",
  },
  c: {
    en: "The cube goes along its row or its column only.",
    fr: "Le cube va le long de sa rangée ou de sa colonne, sans plus.",
  },
  n: { en: "The cylinder goes along its diagonals only.", fr: "Le cylindre va le long de ses diagonales, sans plus." },
  d: {
    en: "The double pawn leaps two cells along and one across.",
    fr: "Le double pion saute de deux cases tout droit et d’une de côté.",
  },
};

/** @param {string} cell @returns {[number, number]} row and column */
function place(cell) {
  return [LETTERS.indexOf(cell.charAt(0)), Number(cell.slice(1))];
}

/** The cells between two that lie in one line. @param {string} from @param {string} to */
function between(from, to) {
  const [[row, column], [endRow, endColumn]] = [place(from), place(to)];
  const [up, right] = [Math.sign(endRow - row), Math.sign(endColumn - column)];
  const steps = Math.max(Math.abs(endRow - row), Math.abs(endColumn - column));
  return Array.from({ length: steps - 1 }, (_, i) => `${LETTERS[row + up * (i + 1)]}${column + right * (i + 1)}`);
}

/**
 * Why a cell was chosen in vain.
 * @param {ReturnType<typeof read>} state
 * @param {string} cell
 * @returns {Reason | null}
 */
function ofCell({ men, side }, cell) {
  const man = men.get(cell);
  if (boardOf(cell) < 0) return null;
  if (!man) return { text: { en: `Nobody stands on ${cell}.`, fr: `Il n’y a personne en ${cell}.` }, marks: [cell] };
  if ((man === man.toUpperCase()) === (side === 0)) return null;
  return { text: { en: "That man is Black’s; you are White.", fr: "C’est une pièce de Noir ; vous êtes Blanc." } };
}

/**
 * @param {string} position
 * @param {string} tried `b4-c5`, or one cell
 * @returns {Reason | null}
 */
export function reason(position, tried) {
  const state = read(position);
  const [from = "", to = ""] = tried.split("-");
  if (!to) return ofCell(state, from);
  const man = state.men.get(from);
  if (!man || boardOf(to) < 0) return null;
  if (boardOf(from) !== boardOf(to))
    return {
      text: {
        en: "A man moves on its own board. Up it goes by an ascent only.",
        fr: "On se déplace sur son propre plateau. On n’en monte que par une montée.",
      },
    };
  const target = state.men.get(to);
  if (target && (target === target.toUpperCase()) === (man === man.toUpperCase()))
    return { text: { en: "A man of your own stands there.", fr: "L’une de vos pièces est là." }, marks: [to] };
  const kind = man.toLowerCase();
  const [[row, column], [endRow, endColumn]] = [place(from), place(to)];
  const [high, wide] = [Math.abs(endRow - row), Math.abs(endColumn - column)];
  const [straight, diagonal] = [high === 0 || wide === 0, high === wide];
  const slides = ("cst".includes(kind) && straight) || ("nst".includes(kind) && diagonal);
  if (!slides) {
    const text = WAYS[kind];
    return text ? { text } : null;
  }
  for (const cell of between(from, to)) {
    if (BOARDS.some(({ chimneys }) => chimneys.includes(cell)))
      return {
        text: { en: `The chimney ${cell} stops it.`, fr: `La cheminée ${cell} l’arrête.` },
        marks: [cell],
      };
    if (state.men.has(cell))
      return {
        text: { en: `Somebody on ${cell} is in the way.`, fr: `La voie est barrée en ${cell}.` },
        marks: [cell],
      };
  }
  return null;
}
