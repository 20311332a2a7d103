// Why a man of Reversi cannot be put on a cell. Black, side 0, learns.

import { unpack } from "../boards/grid.js";

/** @typedef {import("./lesson.js").Reason} Reason */

const STEPS = [-1, 0, 1];

/**
 * @param {string} position in which Black is to move
 * @param {string} tried one cell; row 1 is the uppermost
 * @returns {Reason | null}
 */
export function reason(position, tried) {
  const rows = unpack(position.split(" ")[0] ?? "");
  const [x, y] = [tried.charCodeAt(0) - 97, Number(tried.slice(1)) - 1];
  const at = (/** @type {number} */ column, /** @type {number} */ row) => rows[row]?.[column] ?? "";
  if (at(x, y) === "") return null;
  if (at(x, y) !== ".")
    return {
      text: {
        en: `Somebody stands on ${tried}: choose an empty cell.`,
        fr: `La case ${tried} est occupée : choisissez une case vide.`,
      },
      marks: [tried],
    };
  let beside = false;
  for (const right of STEPS)
    for (const down of STEPS) {
      let far = 1;
      while (at(x + right * far, y + down * far) === "w") far += 1;
      if (far > 1 && at(x + right * far, y + down * far) === "b") return null;
      beside ||= far > 1;
    }
  return {
    text: beside
      ? {
          en: "This shuts nobody in: behind the white men in line there must be one of yours.",
          fr: "Cela n’enferme personne : derrière les pions blancs alignés, il faut un pion à vous.",
        }
      : {
          en: "This shuts nobody in: no white man stands beside it.",
          fr: "Cela n’enferme personne : aucun pion blanc n’est à côté.",
        },
    marks: [tried],
  };
}
