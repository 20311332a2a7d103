// The lesson of Reversi. Black, side 0, learns.

import { reason } from "./reversi-reasons.js";

/** @type {import("./lesson.js").Lesson} */
export const lesson = {
  reason,
  steps: [
    {
      text: {
        en: "You are Black. In the end the most men win. Put a man so that white men lie in an unbroken line between it and another one of yours: they turn black. Try it.",
        fr: "Vous avez les Noirs. À la fin, le plus grand nombre de pions l’emporte. Posez-en un de sorte que des blancs se trouvent, sans trou, entre lui et un autre à vous : ils deviennent noirs. Essayez.",
      },
      moves: ["d3"],
      also: () => true,
      after: {
        en: "A white man was shut in, and is yours. A move that shuts in nobody is not allowed.",
        fr: "Un pion blanc était enfermé : il est à vous. Un coup qui n’enferme personne n’est pas permis.",
      },
    },
    {
      position: "......../..bw..../bbbwbb../..wwbb../...wwb../...w..../......../........ 0 9,7 1@11 12",
      text: {
        en: "Rows, columns and diagonals count, all at once. Find the move that turns four men.",
        fr: "Rangées, colonnes et diagonales comptent, toutes à la fois. Trouvez le coup qui retourne quatre pions.",
      },
      moves: ["c5"],
      after: {
        en: "One upwards, one on the diagonal, two along the row: four.",
        fr: "Un vers le haut, un en diagonale, deux dans la rangée : quatre.",
      },
      otherwise: {
        en: "That turns fewer. Look for a cell from which three lines lead over white men to black ones.",
        fr: "Cela en retourne moins. Cherchez une case d’où trois lignes mènent, par-dessus des blancs, à des noirs.",
      },
    },
    {
      position: "...bbb../...wb.../.wwbwb../bbwwbb../.bwwwb../...ww.../....w.../........ 0 12,12 1@17 20",
      text: {
        en: "A man in a corner can never be turned again. The cells beside it, above all b2, open it to the other side. Play anything that does not give a corner away.",
        fr: "Un pion dans un coin ne se retourne plus jamais. Les cases voisines, surtout b2, ouvrent le coin à l’adversaire. Jouez où vous voulez, sans offrir de coin.",
      },
      marks: ["a1", "a8", "h1", "h8"],
      moves: ["c6", "c7"],
      also: (move) => move !== "b2",
      after: {
        en: "Good: White cannot take a corner now. As long as a corner is empty, keep away from it.",
        fr: "Bien : Blanc ne peut prendre aucun coin. Tant qu’un coin est vide, restez-en loin.",
      },
      otherwise: {
        en: "White shuts b2 in by taking the corner a1, and keeps it for the rest of the game.",
        fr: "Blanc enferme b2 en prenant le coin a1, et le garde jusqu’à la fin.",
      },
    },
    {
      position: "....w.../....ww../bbwwwww./bbbwww../bbbbw.../bbwwbw../bbbb.w../bbbbbw.. 0 21,17 1@61 34",
      text: {
        en: "What counts before the end is to have many moves, and to leave few. One move leaves White nothing but to open the corner a1. Look along row 7.",
        fr: "Avant la fin, il faut avoir beaucoup de coups et en laisser peu. Un coup ne laisse à Blanc que d’ouvrir le coin a1. Regardez la rangée 7.",
      },
      marks: ["a1"],
      moves: ["e7"],
      replies: ["a2"],
      after: {
        en: "White had only this move, beside the corner.",
        fr: "Blanc n’avait que ce coup, à côté du coin.",
      },
      otherwise: {
        en: "Then White has a better move. Take the empty cell beside your men in row 7.",
        fr: "Blanc a alors un meilleur coup. Prenez la case vide à côté de vos pions, en rangée 7.",
      },
    },
    {
      text: { en: "Take the corner.", fr: "Prenez le coin." },
      marks: ["a1"],
      moves: ["a1"],
      replies: ["pass"],
      after: {
        en: "Yours for good. White has no move at all, and must pass: only who cannot move passes.",
        fr: "À vous pour toujours. Blanc n’a plus aucun coup et doit passer : on ne passe que si l’on ne peut pas jouer.",
      },
      otherwise: {
        en: "That may wait. The corner a1 is open.",
        fr: "Cela peut attendre. Le coin a1 est ouvert.",
      },
    },
    {
      text: {
        en: "So you move once more. Play what you like.",
        fr: "Vous jouez donc encore une fois. Jouez ce qui vous plaît.",
      },
      moves: ["b2"],
      also: () => true,
      after: {
        en: "Two moves in a row. And once a corner is yours, the cells beside it are no danger any more.",
        fr: "Deux coups de suite. Et une fois le coin à vous, les cases voisines ne sont plus un danger.",
      },
    },
    {
      position: "wbbbbbbb/wwwwwwbw/wwwbwbbw/wbwwbwbw/wbwbwwww/wwbwwbww/wbwbbb.w/bbbbbb.. 0 28,33 1@55 58",
      text: {
        en: "Three cells are left, and White leads by 33 to 28. One of your two moves wins: which one can White not turn back?",
        fr: "Il reste trois cases, et Blanc mène 33 à 28. Un de vos deux coups gagne : lequel Blanc ne peut-il pas défaire ?",
      },
      moves: ["h8"],
      replies: ["g7"],
      after: {
        en: "Column h is yours for good. White has turned some men back, but the last cell is yours.",
        fr: "La colonne h est à vous pour toujours. Blanc a repris quelques pions, mais la dernière case est à vous.",
      },
      otherwise: {
        en: "Then White takes the corner h8, and wins. Take it yourself.",
        fr: "Blanc prend alors le coin h8 et gagne. Prenez-le vous-même.",
      },
    },
    {
      text: { en: "Fill it, and count.", fr: "Remplissez-la, et comptez." },
      moves: ["g8"],
      after: {
        en: "37 to 27: you have won. In a game: few men do no harm before the end, corners do good, and the last move often decides.",
        fr: "37 à 27 : vous avez gagné. En partie : peu de pions ne nuit pas avant la fin, les coins servent toujours, et le dernier coup décide souvent.",
      },
    },
  ],
};
