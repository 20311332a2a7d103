// The words of saved games, in both languages.

/** @type {Record<string, {en: string, fr: string}>} */
export const words = {
  "library.lead": {
    en: "What you play and analyse is kept here, in this browser and nowhere else.",
    fr: "Ce que vous jouez et analysez est gardé ici, dans ce navigateur et nulle part ailleurs.",
  },
  "library.analysis": { en: "Analysis", fr: "Analyse" },
  "library.search": { en: "Search", fr: "Chercher" },
  "library.all": { en: "All", fr: "Tous" },
  "library.game": { en: "Game", fr: "Jeu" },
  "library.kind": { en: "Kind", fr: "Sorte" },
  "library.kind.play": { en: "Matches here", fr: "Parties ici" },
  "library.kind.table": { en: "With somebody elsewhere", fr: "Parties à distance" },
  "library.kind.analyse": { en: "Analyses", fr: "Analyses" },
  "library.state": { en: "Result", fr: "Résultat" },
  "library.state.open": { en: "Unfinished", fr: "Inachevées" },
  "library.state.won": { en: "Won", fr: "Gagnées" },
  "library.state.lost": { en: "Lost", fr: "Perdues" },
  "library.state.draw": { en: "Drawn", fr: "Nulles" },
  "library.won": { en: "Won", fr: "Gagnée" },
  "library.lost": { en: "Lost", fr: "Perdue" },
  "library.open": { en: "Add games from files", fr: "Ajouter des parties de fichiers" },
  "library.save-all": { en: "Save all as a file", fr: "Tout enregistrer dans un fichier" },
  "library.none": {
    en: "Nothing yet: the first move that you make is kept here.",
    fr: "Rien encore : le premier coup que vous jouez est gardé ici.",
  },
  "library.none-found": { en: "No game is like that.", fr: "Aucune partie n’est ainsi." },
  "library.name": { en: "Name", fr: "Nom" },
  "library.name-of": { en: "Name of this game of {game}", fr: "Nom de cette partie de {game}" },
  "library.delete": { en: "Delete", fr: "Effacer" },
  "library.deleted": { en: "{game} is deleted.", fr: "{game} : effacé." },
  "library.taken": { en: "Games added: {n}.", fr: "Parties ajoutées : {n}." },
};
