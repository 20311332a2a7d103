// The lesson of Yavalath. White, side 0, learns.

import { takenCell } from "./taken-reasons.js";

/** @type {import("./lesson.js").Lesson} */
export const lesson = {
  reason: takenCell,
  steps: [
    {
      position: "...../....../....b../......../..ww.w.../..b...../....b../....../..... 0 1,1 3@0 6",
      text: {
        en: "You are White. Four of your men in a row win, in any of the three directions. Complete four.",
        fr: "Vous avez les Blancs. Quatre pions alignés gagnent, dans l’une des trois directions. Complétez un alignement de quatre.",
      },
      moves: ["e5"],
      after: { en: "Four in a row: won.", fr: "Quatre alignés : gagné." },
      otherwise: {
        en: "That is not four. There is a gap in row e.",
        fr: "Ce n’est pas quatre. Il y a un trou dans la rangée e.",
      },
    },
    {
      position: "...../....../...w.w./.b...b../..b....../......b./..ww.../....../..... 0 1,1 3@0 8",
      text: {
        en: "But whoever makes three in a row, and not four, loses at once. Three cells are forbidden to you here. Play on any other.",
        fr: "Mais qui en aligne trois, et non quatre, perd aussitôt. Ici, trois cases vous sont interdites. Jouez sur une autre.",
      },
      moves: ["e5"],
      also: (move) => !["c2", "c5", "g5"].includes(move),
      after: {
        en: "Right. c2, c5 and g5 would have made three. Before each move look along its three lines.",
        fr: "Bien. c2, c5 et g5 en auraient aligné trois. Avant chaque coup, regardez ses trois lignes.",
      },
      otherwise: {
        en: "Three in a row: lost. A man between two others counts, too.",
        fr: "Trois alignés : perdu. Un pion entre deux autres compte aussi.",
      },
    },
    {
      position: "...../....../......./..b...../...ww..../.....b../......./....../..... 0 1,1 3@0 4",
      text: {
        en: "How does one get from two to four, then? Leave a gap. Put a man in row e so that one cell between makes four.",
        fr: "Comment passer de deux à quatre ? En laissant un trou. Posez un pion dans la rangée e pour qu’une case entre eux en fasse quatre.",
      },
      moves: ["e7", "e2"],
      after: {
        en: "A threat: next you would fill the gap. Black must do so.",
        fr: "Une menace : au prochain coup, vous bouchez le trou. Noir doit le faire avant vous.",
      },
      otherwise: {
        en: "That is no threat, and three in a row would lose. Leave one empty cell beside e4 and e5, and play behind it.",
        fr: "Ce n’est pas une menace, et trois alignés perdraient. Laissez une case vide à côté de e4 et e5, et jouez derrière.",
      },
    },
    {
      position: "...../....../......./.....w../...bb.b../..w...../...w.../....../..... 0 1,1 3@0 6",
      text: {
        en: "Now Black threatens. Stop it.",
        fr: "Maintenant, Noir menace. Arrêtez-le.",
      },
      moves: ["e6"],
      after: {
        en: "Stopped. Against such a threat there is only this one cell.",
        fr: "Arrêté. Contre une telle menace, il n’y a que cette case.",
      },
      otherwise: {
        en: "Black fills the gap on e6: four in a row.",
        fr: "Noir bouche le trou en e6 : quatre alignés.",
      },
    },
    {
      position: "...../....../......./...w..../...ww..../..bwbb../...b.../....../..... 0 1,1 3@0 8",
      text: {
        en: "If the one cell that stops a threat makes three for Black, Black is lost. c4 and d5 are black, with e6 behind them: threaten four on e6.",
        fr: "Si la seule case qui arrête la menace en aligne trois à Noir, Noir est perdu. c4 et d5 sont noirs, et e6 est derrière : menacez d’aligner quatre en e6.",
      },
      marks: ["e6"],
      moves: ["e7"],
      replies: ["e6"],
      after: {
        en: "Black had to play e6, and made three: you have won. This is the heart of the game.",
        fr: "Noir devait jouer e6 et en a aligné trois : vous avez gagné. C’est le cœur du jeu.",
      },
      otherwise: {
        en: "That does not threaten e6. In row e you have e4 and e5: play behind the gap.",
        fr: "Cela ne menace pas e6. Dans la rangée e, vous avez e4 et e5 : jouez derrière le trou.",
      },
    },
    {
      position: "...../..w.../......b/.bb.ww../........./.b....../...w.../....../..... 0 1,1 3@0 8",
      text: {
        en: "Two threats at once win as well. One cell makes two gaps: one in line with h3, one in line with c4.",
        fr: "Deux menaces à la fois gagnent aussi. Une case fait deux trous : l’un aligné avec h3, l’autre avec c4.",
      },
      marks: ["h3", "f5", "c4", "f6"],
      moves: ["e6"],
      replies: ["g4"],
      after: {
        en: "You threatened g4 and d5. Black has filled one.",
        fr: "Vous menaciez g4 et d5. Noir en a bouché une.",
      },
      otherwise: {
        en: "Not both at once. Where do the line from h3 over f5 and the line from c4 to f6 meet?",
        fr: "Pas les deux à la fois. Où se coupent la ligne de h3 par f5 et celle de c4 à f6 ?",
      },
    },
    {
      text: { en: "Fill the other, and win.", fr: "Bouchez l’autre, et gagnez." },
      moves: ["d5"],
      after: { en: "Four in a row: won.", fr: "Quatre alignés : gagné." },
      otherwise: { en: "The other gap is d5.", fr: "L’autre trou est d5." },
    },
    {
      position: "...../....../....w../.b....../......wb./....ww../....b../.b..../..... 0 1,1 3@0 8",
      text: {
        en: "Put both ideas together. First drive a black man to f7: threaten four on the line of d6 and e7.",
        fr: "Réunissez les deux idées. D’abord, amenez un pion noir en f7 : menacez d’aligner quatre avec d6 et e7.",
      },
      marks: ["d6", "e7", "f7"],
      moves: ["g7"],
      replies: ["f7"],
      after: {
        en: "Forced. But now f7 and e8 are black: on g6 Black would make three.",
        fr: "Forcé. Mais maintenant f7 et e8 sont noirs : en g6, Noir en alignerait trois.",
      },
      otherwise: {
        en: "That does not force Black to f7. Play on the same line, behind f7.",
        fr: "Cela n’oblige pas Noir à jouer f7. Jouez sur la même ligne, derrière f7.",
      },
    },
    {
      text: {
        en: "So threaten four on g6, in row g.",
        fr: "Menacez donc d’aligner quatre en g6, dans la rangée g.",
      },
      marks: ["g6"],
      moves: ["g4"],
      replies: ["d4"],
      after: {
        en: "Black may not play g6, and cannot stop you otherwise.",
        fr: "Noir ne peut pas jouer g6, et rien d’autre ne vous arrête.",
      },
      otherwise: {
        en: "That is no threat on g6. You have g5 and g7: which man of row g is missing?",
        fr: "Cela ne menace pas g6. Vous avez g5 et g7 : quel pion manque dans la rangée g ?",
      },
    },
    {
      text: { en: "Win.", fr: "Gagnez." },
      moves: ["g6"],
      after: {
        en: "You have won. In a game: build with gaps, look along three lines before each move, and drive the other side to where it makes three.",
        fr: "Vous avez gagné. En partie : laissez des trous, regardez trois lignes avant chaque coup, et poussez l’adversaire là où il en aligne trois.",
      },
    },
  ],
};
