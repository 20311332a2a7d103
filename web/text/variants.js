// The words of rules side by side, in both languages.

/** @type {Record<string, {en: string, fr: string}>} */
export const words = {
  variants: { en: "Rules side by side", fr: "Règles côte à côte" },
  "variants.played": {
    en: "{count} sets of rules, by each of which `{player}` played {games} games of each strength against itself and {pairs} pairs between neighbouring strengths; seed {seed}. Intervals are 95 %.",
    fr: "{count} jeux de règles ; pour chacun `{player}` a joué {games} parties de chaque force contre elle-même et {pairs} paires entre forces voisines ; graine {seed}. Les intervalles sont à 95 %.",
  },
  "variants.unchanged": { en: "as they are", fr: "telles quelles" },
  "variants.fair": { en: "Which are fair?", fr: "Lesquelles sont équitables ?" },
  "variants.nearest": {
    en: "Fair with the smallest change: `{rules}`, where the first side scores {share}.",
    fr: "Équitable avec le moindre changement : `{rules}`, où le premier camp marque {share}.",
  },
  "variants.perhaps": {
    en: "Perhaps fair with the smallest change: `{rules}`, where the first side scores {share}.",
    fr: "Peut-être équitable avec le moindre changement : `{rules}`, où le premier camp marque {share}.",
  },
  "variants.none": {
    en: "None of these rules is fair, as far as these games show.",
    fr: "Aucune de ces règles n’est équitable, autant que ces parties le montrent.",
  },
  "variants.undecided": {
    en: "Not decided yet: {open} of {all}.",
    fr: "Pas encore tranché : {open} sur {all}.",
  },
  "variants.more": {
    en: "That would take some {more} more games of each strength in all, {times} times what was played for this page.",
    fr: "Il faudrait environ {more} parties de plus de chaque force en tout, {times} fois ce qui a été joué pour cette page.",
  },
  "variants.never": {
    en: "For {never} of them no number can be told: the score lies at an end of what is fair.",
    fr: "Pour {never} d’entre elles on ne peut dire combien : le score est au bord de l’équitable.",
  },
  "variants.rules": { en: "Rules", fr: "Règles" },
  "variants.score": {
    en: "Score of the first side; fair is what is shaded",
    fr: "Score du premier camp ; l’équitable est grisé",
  },
  "variants.draws": { en: "Share of draws", fr: "Part des nulles" },
  "variants.length": { en: "Length in moves", fr: "Longueur en coups" },
  "variants.doubling": {
    en: "Depth: Elo of twice as many simulations",
    fr: "Profondeur : Elo de deux fois plus de simulations",
  },
  "variants.table": { en: "All figures", fr: "Tous les chiffres" },
  "variants.first-side": { en: "first side", fr: "premier camp" },
  "variants.verdict": { en: "favours", fr: "avantage" },
  "variants.verdict.fair": { en: "nobody: fair", fr: "personne : équitable" },
  "variants.verdict.first_side": { en: "the first side", fr: "le premier camp" },
  "variants.verdict.second_side": { en: "the second side", fr: "le second camp" },
  "variants.verdict.unknown": { en: "not known yet", fr: "pas encore connu" },
  "variants.cut-off": { en: "ended by the cap", fr: "coupées à la limite" },
  "variants.elo": { en: "Elo of a doubling", fr: "Elo d’un doublement" },
  "variants.copying": { en: "score of who copies", fr: "score de qui imite" },
  "variants.games": { en: "games", fr: "parties" },
  "variants.note": {
    en: "Of the strongest games. Rules are fair where the whole interval of the first side's score lies within the shaded part; where it reaches over an end, nothing is known yet. The dark line marks the fair rules with the smallest change. Where the rules allow no copying, there is a dash.",
    fr: "Sur les parties les plus fortes. Des règles sont équitables si tout l’intervalle du score du premier camp est dans la partie grisée ; s’il en dépasse un bord, rien n’est encore connu. La ligne foncée marque les règles équitables au moindre changement. Un tiret : les règles ne permettent pas d’imiter.",
  },
};
