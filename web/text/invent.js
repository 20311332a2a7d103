// The words of games of one's own, in both languages.

/** @type {Record<string, {en: string, fr: string}>} */
export const words = {
  "invent.lead": {
    en: "Write the rules of a game, or drop a file of rules here: a text in the language Regular Boardgames. It can be played as soon as it is read. Each draft is kept as you write.",
    fr: "Écrivez les règles d’un jeu, ou déposez ici un fichier de règles : un texte dans le langage Regular Boardgames. On peut y jouer dès qu’il est lu. Chaque brouillon est gardé au fil de la frappe.",
  },
  "invent.name": { en: "Name", fr: "Nom" },
  "invent.text": { en: "Rules", fr: "Règles" },
  "invent.file": { en: "Open a file", fr: "Ouvrir un fichier" },
  "invent.drafts": { en: "Drafts", fr: "Brouillons" },
  "invent.new": { en: "New draft", fr: "Nouveau brouillon" },
  "invent.delete": { en: "Delete", fr: "Effacer" },
  "invent.delete-of": { en: "Delete the draft {name}", fr: "Effacer le brouillon {name}" },
  "invent.deleted": { en: "Deleted", fr: "Effacés" },
  "invent.draft-deleted": { en: "The draft {name} is deleted.", fr: "Le brouillon {name} est effacé." },
  "invent.restore-of": { en: "Bring back the draft {name}", fr: "Rétablir le brouillon {name}" },
  "invent.examples": { en: "Games to begin from", fr: "Des jeux pour commencer" },
  "invent.reference": { en: "The language in short", fr: "Le langage en bref" },
  "invent.no-reference": { en: "The reference could not be loaded.", fr: "L’aide n’a pas pu être chargée." },
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
