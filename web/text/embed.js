// The words of a game within another page, in both languages.

/** @type {Record<string, {en: string, fr: string}>} */
export const words = {
  "embed.open": { en: "Analyse with ardoise", fr: "Analyser avec ardoise" },
  "embed.at": { en: "{n} of {of}: {move}", fr: "{n} sur {of} : {move}" },
};
