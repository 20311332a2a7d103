// The lesson of Connect Four. Red, side 0, learns.

import { fullColumn } from "./taken-reasons.js";

/** @type {import("./lesson.js").Lesson} */
export const lesson = {
  reason: fullColumn,
  steps: [
    {
      text: {
        en: "You are Red. Whoever gets four stones in a row wins: upright, level or diagonal. Choose a column, and a stone falls down it. Begin in the middle, column d.",
        fr: "Vous avez les Rouges. Qui aligne quatre jetons gagne : debout, à plat ou en diagonale. Choisissez une colonne, un jeton y tombe. Commencez au milieu, colonne d.",
      },
      moves: ["d1"],
      replies: ["d2"],
      after: {
        en: "It fell to the bottom, and Yellow’s stone came to lie on it. Most rows of four go through the middle.",
        fr: "Il est tombé au fond, et celui de Jaune s’est posé dessus. La plupart des alignements passent par le milieu.",
      },
      otherwise: {
        en: "That is a move, but take the middle: column d.",
        fr: "C’est un coup, mais prenez le milieu : la colonne d.",
      },
    },
    {
      position: "......./......./r....../yr...../ryr..../yry.y.. 0 1,1 3@0 10",
      text: {
        en: "Three of your stones lie on one diagonal. Find the fourth place, and win.",
        fr: "Trois de vos jetons sont sur une même diagonale. Trouvez la quatrième case, et gagnez.",
      },
      moves: ["d1"],
      after: {
        en: "Four from a4 down to d1: won. Diagonals are easily missed, Yellow’s as well.",
        fr: "Quatre de a4 à d1 : gagné. Les diagonales échappent facilement, celles de Jaune aussi.",
      },
      otherwise: {
        en: "Not four yet. Follow the diagonal down from a4.",
        fr: "Pas encore quatre. Descendez la diagonale depuis a4.",
      },
    },
    {
      position: "......./......./......./......./..r.r../.ryyy.. 0 1,1 3@0 6",
      text: {
        en: "Look before each move: could Yellow complete four? Stop it.",
        fr: "Avant chaque coup, regardez : Jaune peut-il en aligner quatre ? Empêchez-le.",
      },
      moves: ["f1"],
      after: {
        en: "Right: b1 is yours, and f1 was the only other end.",
        fr: "Bien : b1 est à vous, et f1 était le seul autre bout.",
      },
      otherwise: {
        en: "Yellow drops a stone on f1: four in a row, and you have lost.",
        fr: "Jaune lâche un jeton en f1 : quatre alignés, et vous avez perdu.",
      },
    },
    {
      position: "......./......./......./..rr.../.ryyy../.yryr.. 0 1,1 3@0 10",
      text: {
        en: "Yellow wants the marked cell, but no stone can lie there yet: below it is empty. Play anything that does not help Yellow to it.",
        fr: "Jaune veut la case marquée, mais aucun jeton ne peut encore s’y poser : dessous, c’est vide. Jouez où vous voulez, sans l’y aider.",
      },
      marks: ["f2"],
      moves: ["d4", "e3"],
      also: (move) => move !== "f1",
      after: {
        en: "Good. Look at the cell above before you drop a stone: it is there for the other side.",
        fr: "Bien. Avant de lâcher un jeton, regardez la case au-dessus : elle s’ouvre à l’adversaire.",
      },
      otherwise: {
        en: "Your stone on f1 carries Yellow’s: f2, four in a row.",
        fr: "Votre jeton en f1 porte celui de Jaune : f2, quatre alignés.",
      },
    },
    {
      position: "......./......./......./......./...y.../...rr.y 0 1,1 3@0 4",
      text: {
        en: "Yellow can fill one place, not two. Make three in a row with both ends free.",
        fr: "Jaune peut boucher une case, pas deux. Alignez-en trois, les deux bouts libres.",
      },
      moves: ["c1"],
      replies: ["b1"],
      after: {
        en: "You threatened b1 and f1. Yellow has filled one of them.",
        fr: "Vous menaciez b1 et f1. Jaune en a bouché une.",
      },
      otherwise: {
        en: "That does not threaten two places at once. Three in a row, with a free cell left and right of them.",
        fr: "Cela ne menace pas deux cases à la fois. Trois alignés, avec une case libre à gauche et à droite.",
      },
    },
    {
      text: { en: "Play the other one, and win.", fr: "Jouez l’autre, et gagnez." },
      moves: ["f1"],
      after: {
        en: "Two threats at once: that is how most games are won.",
        fr: "Deux menaces à la fois : c’est ainsi que se gagnent la plupart des parties.",
      },
      otherwise: { en: "The other end is still free.", fr: "L’autre bout est encore libre." },
    },
    {
      position: "......./......./....rr./..r.ry./..y.yy./y.r.ry. 0 1,1 3@0 12",
      text: {
        en: "On d2 you would complete a diagonal, and Yellow a row. Whoever fills d1 gives d2 away. Make Yellow fill it: threaten four on d1.",
        fr: "En d2, vous achèveriez une diagonale, et Jaune une rangée. Qui remplit d1 offre d2. Obligez Jaune à le faire : menacez d’aligner quatre en d1.",
      },
      marks: ["d2"],
      moves: ["b1"],
      replies: ["d1"],
      after: {
        en: "b1, c1 and e1 are yours: Yellow had to fill d1.",
        fr: "b1, c1 et e1 sont à vous : Jaune a dû remplir d1.",
      },
      otherwise: {
        en: "Yellow need not play d1 then. Look at the lowest row: which stone makes d1 a place for four?",
        fr: "Jaune n’est pas obligé de jouer d1. Regardez la rangée du bas : quel jeton ferait de d1 une case gagnante ?",
      },
    },
    {
      text: { en: "Now d2 is open, and it is your turn.", fr: "Maintenant d2 est ouverte, et c’est à vous." },
      moves: ["d2"],
      after: {
        en: "Two places one above the other: the lower one must be filled, and that opens the upper one.",
        fr: "Deux cases gagnantes l’une sur l’autre : il faut boucher celle du bas, et celle du haut s’ouvre.",
      },
      otherwise: { en: "You can win at once: on d2.", fr: "Vous pouvez gagner tout de suite : en d2." },
    },
    {
      position: "r..yyrr/y.yrryy/r.yyyrr/y.rrryy/y.ryrry/ryyrryr 0 1,1 3@0 36",
      text: {
        en: "The end of a game. You need b3, but whoever plays b2 opens it for the other. Two columns are left: count, and leave b2 to Yellow.",
        fr: "Une fin de partie. Il vous faut b3, mais qui joue b2 l’ouvre à l’autre. Il reste deux colonnes : comptez, et laissez b2 à Jaune.",
      },
      marks: ["b3"],
      moves: ["c6"],
      replies: ["b2"],
      after: {
        en: "Column c is full: Yellow had no other move.",
        fr: "La colonne c est pleine : Jaune n’avait pas d’autre coup.",
      },
      otherwise: {
        en: "Now Yellow fills b3. Play the other column.",
        fr: "Jaune bouche alors b3. Jouez l’autre colonne.",
      },
    },
    {
      text: { en: "b3 is open. Win.", fr: "b3 est ouverte. Gagnez." },
      moves: ["b3"],
      after: {
        en: "You have won. Keep such places: as all columns fill up, a place in row 3 or 5 mostly falls to Red, who began.",
        fr: "Vous avez gagné. Gardez de telles cases : quand les colonnes se remplissent, une case en rangée 3 ou 5 revient le plus souvent à Rouge, qui a commencé.",
      },
    },
  ],
};
