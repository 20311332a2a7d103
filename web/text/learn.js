// The words of lessons, in both languages.

/** @type {Record<string, {en: string, fr: string}>} */
export const words = {
  "learn.title": { en: "Learn {game}", fr: "Apprendre {game}" },
  "lesson.step": { en: "Step {step} of {steps}", fr: "Étape {step} sur {steps}" },
  "lesson.next": { en: "Next", fr: "Suite" },
  "lesson.back": { en: "Back", fr: "Retour" },
  "lesson.show": { en: "Show me", fr: "Montrez-moi" },
  "lesson.anew": { en: "Begin again", fr: "Recommencer" },
  "lesson.done": { en: "You know how to play {game}.", fr: "Vous savez jouer à {game}." },
  "lesson.play": { en: "Play against level 1", fr: "Jouer contre le niveau 1" },
  "lesson.problem": { en: "Solve a first problem", fr: "Résoudre un premier problème" },
};
