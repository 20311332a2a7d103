// Positions that write a character for each cell, as those of games from files of rules: what stands where, and how to
// change it.

import { t } from "../text.js";

/** @typedef {import("./tiles.js").Geometry} Geometry */

/** Whether positions of a game do so. @param {Geometry} board */
export function isWritten({ kinds }) {
  return kinds.every(({ letter }) => letter !== undefined);
}

/** The character of each cell in such a position. @param {string} position */
export function writtenCells(position) {
  const [rows = ""] = position.split(" ");
  return [...rows.replaceAll("/", "")];
}

/**
 * The men of such a position: cells and kinds.
 * @param {Geometry} board
 * @param {string} position
 * @returns {[number, number][]}
 */
export function menIn({ kinds }, position) {
  return writtenCells(position).flatMap((written, cell) => {
    const kind = kinds.findIndex(({ letter }) => letter === written);
    return kind < 0 ? [] : [/** @type {[number, number]} */ ([cell, kind])];
  });
}

/**
 * How such positions are set up.
 * @param {Geometry} board
 * @param {(kind: number) => string} label
 * @returns {Pick<import("./drawing.js").Drawing, "brushes" | "paint">}
 */
export function painting({ cells, kinds }, label) {
  return {
    brushes: [
      ...kinds.map(({ letter = "" }, kind) => ({ id: letter, text: () => label(kind) })),
      { id: ".", text: () => t("generic.empty") },
    ],
    paint(position, spot, brush) {
      const [rows = "", ...rest] = position.split(" ");
      let left = cells.findIndex(({ name }) => name === spot);
      const painted = [...rows].map((written) => (written !== "/" && left-- === 0 ? brush : written));
      return [painted.join(""), ...rest].join(" ");
    },
  };
}
