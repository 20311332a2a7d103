// The words for files that are dropped on the page, in both languages.

/** @type {Record<string, {en: string, fr: string}>} */
export const words = {
  "drop.picture": {
    en: "“{name}” is a picture: no game can be read from it. Records of games and rules files can be dropped here.",
    fr: "« {name} » est une image : aucune partie ne peut y être lue. On peut déposer ici des parties et des fichiers de règles.",
  },
  "drop.net": {
    en: "“{name}” is a net, which this page does not open. In a terminal: ardoise play {game} --against {name}",
    fr: "« {name} » est un réseau, que cette page n’ouvre pas. Dans un terminal : ardoise play {game} --against {name}",
  },
  "drop.other": {
    en: "“{name}” is nothing that this page reads. It reads records of games (SGF, PGN, JSON lines, moves as text) and rules files (.rbg).",
    fr: "« {name} » n’est rien que cette page lise. Elle lit des parties (SGF, PGN, lignes JSON, coups en texte) et des fichiers de règles (.rbg).",
  },
  "drop.unreadable": {
    en: "No game can be read from “{name}”. {why}",
    fr: "Aucune partie ne peut être lue dans « {name} ». {why}",
  },
  "drop.rules": {
    en: "“{name}” is a new draft; your other drafts are kept.",
    fr: "« {name} » est un nouveau brouillon ; vos autres brouillons sont gardés.",
  },
  "drop.game": { en: "“{name}” is one of your saved games now.", fr: "« {name} » est maintenant parmi vos parties." },
  "drop.games": { en: "Games added from files: {n}.", fr: "Parties ajoutées depuis des fichiers : {n}." },
};
