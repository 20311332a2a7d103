// The words of games of one's own, in both languages.

/** @type {Record<string, {en: string, fr: string}>} */
export const words = {
  "invent.lead": {
    en: "Write the rules of a game, or drop a file of rules here: a text in the language Regular Boardgames (docs/rules-files.md). It can be played as soon as it is read.",
    fr: "Écrivez les règles d’un jeu, ou déposez ici un fichier de règles : un texte dans le langage Regular Boardgames (docs/rules-files.md). On peut y jouer dès qu’il est lu.",
  },
  "invent.name": { en: "Name", fr: "Nom" },
  "invent.text": { en: "Rules", fr: "Règles" },
  "invent.file": { en: "Open a file", fr: "Ouvrir un fichier" },
  "invent.use": { en: "Read the rules", fr: "Lire les règles" },
  "invent.save": { en: "Save as a file", fr: "Enregistrer le fichier" },
  "invent.teach": { en: "Teach it", fr: "L’enseigner" },
  "invent.forget": { en: "Forget this game", fr: "Oublier ce jeu" },
  "invent.forgotten": { en: "{game} is forgotten.", fr: "{game} est oublié." },
  "invent.kept": {
    en: "This browser keeps the rules. The ardoise program can learn the game: ardoise study {file}",
    fr: "Ce navigateur garde les règles. Le programme ardoise peut apprendre le jeu : ardoise study {file}",
  },
  "invent.train": {
    en: "This browser keeps the rules. To teach the game on this computer, save the file, then: ardoise study {file}",
    fr: "Ce navigateur garde les règles. Pour que cet ordinateur apprenne le jeu, enregistrez le fichier, puis : ardoise study {file}",
  },
};
