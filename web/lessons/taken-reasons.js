// Why a cell cannot be played in games where men are put on any empty cell, or on any column that is not full.

/** @typedef {import("./lesson.js").Reason} Reason */

/** All empty cells may be played. @param {string} _ @param {string} tried one cell @returns {Reason} */
export function takenCell(_, tried) {
  return {
    text: {
      en: `Somebody stands on ${tried}: choose an empty cell.`,
      fr: `La case ${tried} est occupée : choisissez une case vide.`,
    },
    marks: [tried],
  };
}

/** Any cell of a column that is not full may be chosen. @returns {Reason} */
export function fullColumn() {
  return {
    text: {
      en: "This column is full: drop your stone into another one.",
      fr: "Cette colonne est pleine : lâchez votre jeton dans une autre.",
    },
  };
}
