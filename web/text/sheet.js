// The words of a sheet of problems, in both languages.

/** @type {Record<string, {en: string, fr: string}>} */
export const words = {
  "sheet.lead": {
    en: "In each position exactly one move wins. Stars: how hard it is, of 5.",
    fr: "Dans chaque position un seul coup gagne. Étoiles : la difficulté, sur 5.",
  },
  "sheet.solutions": { en: "Solutions", fr: "Solutions" },
  "sheet.solutions.note": {
    en: "Bold: the only move that wins. Then a defence that holds out longest. Tries are moves that fail to a single answer.",
    fr: "En gras : le seul coup qui gagne, puis une défense qui résiste le plus longtemps. Les essais sont des coups qu’une seule réponse réfute.",
  },
  "sheet.tries": { en: "Tries", fr: "Essais" },
};
