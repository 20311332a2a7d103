// Why an amazon cannot go, or shoot, where it was meant to. White, side 0, learns.

import { charAt, unpack } from "../boards/grid.js";
import { notYours, place, yourOwn } from "./men-reasons.js";

/** @typedef {import("./lesson.js").Reason} Reason */

/**
 * The cells from one to another, without the first, if they lie on a line.
 * @param {string} from
 * @param {string} to
 * @returns {string[] | null}
 */
function way(from, to) {
  const [[column, row], [endColumn, endRow]] = [place(from), place(to)];
  const [across, up] = [endColumn - column, endRow - row];
  const count = Math.max(Math.abs(across), Math.abs(up));
  if (count === 0 || (across !== 0 && up !== 0 && Math.abs(across) !== Math.abs(up))) return null;
  return Array.from({ length: count }, (_, index) => {
    const step = index + 1;
    return `${String.fromCharCode(column + (across / count) * step)}${row + (up / count) * step}`;
  });
}

/** @param {string[][]} rows @param {string} cell @returns {Reason} */
function inTheWay(rows, cell) {
  return charAt(rows, cell) === "x"
    ? {
        text: {
          en: `${cell} is burnt: neither amazons nor arrows pass over it.`,
          fr: `${cell} est brûlée : ni amazones ni flèches ne passent par-dessus.`,
        },
        marks: [cell],
      }
    : {
        text: {
          en: `An amazon stands on ${cell}: neither amazons nor arrows pass over it.`,
          fr: `Une amazone est en ${cell} : ni amazones ni flèches ne passent par-dessus.`,
        },
        marks: [cell],
      };
}

/** @param {string[][]} rows @param {string} cell that is not empty @returns {Reason} */
function noEnd(rows, cell) {
  return charAt(rows, cell) === "x"
    ? { text: { en: `${cell} is burnt.`, fr: `${cell} est brûlée.` }, marks: [cell] }
    : {
        text: {
          en: `An amazon stands on ${cell}; nobody is taken, and arrows land on empty cells.`,
          fr: `Une amazone est en ${cell} ; on ne prend rien, et les flèches tombent sur des cases vides.`,
        },
        marks: [cell],
      };
}

/**
 * Why an amazon does not shoot from a cell at another one. It has gone there, but the position is that before.
 * @param {string[][]} rows
 * @param {string} amazon
 * @param {string} from
 * @param {string} to
 * @returns {Reason | null}
 */
function shot(rows, amazon, from, to) {
  const flight = way(from, to);
  if (!flight)
    return {
      text: {
        en: "An arrow flies as amazons go: along a row, a column or a diagonal.",
        fr: "Une flèche vole comme se déplacent les amazones : en rangée, en colonne ou en diagonale.",
      },
    };
  // The cell that the amazon has left is empty.
  const stop = flight.find((cell) => cell !== amazon && charAt(rows, cell) !== ".");
  if (stop === undefined) return null;
  return stop === to ? noEnd(rows, stop) : inTheWay(rows, stop);
}

/**
 * @param {string} position in which White is to move
 * @param {string} tried `d1-d7`; of an arrow `d7-g7`, from an empty cell where an amazon has gone; or one cell
 * @param {string} began where the amazon stands
 * @returns {Reason | null}
 */
export function reason(position, tried, began = "") {
  const rows = unpack(position.split(" ")[0] ?? "");
  const [from = "", to = ""] = tried.split("-");
  const man = charAt(rows, from);
  if (man === "x") return noEnd(rows, from);
  if (man === "." && to) return shot(rows, began, from, to);
  const other = notYours(rows, from);
  if (other) return other;
  if (!to)
    return {
      text: { en: `The amazon on ${from} is shut in.`, fr: `L’amazone en ${from} est enfermée.` },
      marks: [from],
    };
  const walk = way(from, to);
  if (!walk)
    return {
      text: {
        en: "An amazon goes along a row, a column or a diagonal.",
        fr: "Une amazone se déplace en rangée, en colonne ou en diagonale.",
      },
    };
  const stop = walk.find((cell) => charAt(rows, cell) !== ".");
  if (stop === undefined) return null;
  if (stop !== to) return inTheWay(rows, stop);
  return charAt(rows, to) === "w" ? yourOwn(to) : noEnd(rows, to);
}
