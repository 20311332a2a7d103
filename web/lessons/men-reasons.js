// What is said of moves of men in games in which White, side 0, learns, whose men are `w` and those of Black `b`.

import { charAt } from "../boards/grid.js";

/** @typedef {import("./lesson.js").Reason} Reason */

/** @param {string} cell @returns {[number, number]} column and row */
export function place(cell) {
  return [cell.charCodeAt(0), Number(cell.slice(1))];
}

/** Why nobody goes from a cell, where no man of White stands on it. @param {string[][]} rows @param {string} from @returns {Reason | null} */
export function notYours(rows, from) {
  const man = charAt(rows, from);
  if (man === ".")
    return { text: { en: `Nobody stands on ${from}.`, fr: `Il n’y a personne en ${from}.` }, marks: [from] };
  return man === "b"
    ? { text: { en: "That man is Black’s; you are White.", fr: "Ce pion est à Noir ; vous êtes Blanc." } }
    : null;
}

/** A man of White stands where one is to go. @param {string} to @returns {Reason} */
export function yourOwn(to) {
  return { text: { en: "A man of your own stands there.", fr: "L’un de vos pions est là." }, marks: [to] };
}
