// The lesson of Clobber. White, side 0, learns.

import { reason } from "./clobber-reasons.js";

/** @type {import("./lesson.js").Lesson} */
export const lesson = {
  reason,
  steps: [
    {
      text: {
        en: "You are White. The board is full at the start. A man takes a man of the other colour beside it: above, below, left or right. Choose c4.",
        fr: "Vous avez les Blancs. Au départ, le plateau est plein. Un pion prend un pion de l’autre couleur à côté de lui : au-dessus, au-dessous, à gauche ou à droite. Choisissez c4.",
      },
      see: "c4",
      after: {
        en: "It may take on c5, c3, b4 or d4. Never diagonally.",
        fr: "Il peut prendre en c5, c3, b4 ou d4. Jamais en diagonale.",
      },
    },
    {
      text: {
        en: "You must take: there are no other moves. Take the man on d4 with c4.",
        fr: "Il faut prendre : il n’y a pas d’autres coups. Prenez d4 avec c4.",
      },
      marks: ["d4"],
      moves: ["c4xd4"],
      after: {
        en: "The black man leaves the game, and yours stands in its place. c4 stays empty for good: nobody goes to an empty cell.",
        fr: "Le pion noir quitte la partie, et le vôtre prend sa place. c4 restera vide : on ne va jamais sur une case vide.",
      },
      otherwise: {
        en: "That is a move, but take d4 with c4 this time.",
        fr: "C’est un coup, mais cette fois prenez d4 avec c4.",
      },
    },
    {
      position: "...w./...../.bwbb/...../w..../..... 0 0,1 1@0 24",
      text: {
        en: "Whoever must move and has nothing to take has lost. You have two moves; one of them leaves Black nothing to take. Find it.",
        fr: "Qui a le trait et n’a rien à prendre a perdu. Vous avez deux coups ; l’un ne laisse rien à prendre à Noir. Trouvez-le.",
      },
      moves: ["c4xb4"],
      after: {
        en: "Black cannot move: you have won. a2 and d6 had only empty cells beside them. Such men are out of play for good, for nobody can ever come to them.",
        fr: "Noir ne peut pas jouer : vous avez gagné. a2 et d6 n’avaient que des cases vides autour d’eux. De tels pions sont hors jeu pour toujours : personne ne peut les rejoindre.",
      },
      otherwise: {
        en: "Now e4 takes your man, and you have nothing left to take. Take on the other side.",
        fr: "Alors e4 prend votre pion, et vous n’avez plus rien à prendre. Prenez de l’autre côté.",
      },
    },
    {
      position: "wb.../...b./b..w./...../.bw../....w 0 0,1 1@0 22",
      text: {
        en: "Two men of different colours that touch nobody else are a pair: one move, for whoever takes it. Here are three pairs; a4 and e1 are out of play. Take any pair.",
        fr: "Deux pions de couleurs différentes qui ne touchent personne d’autre forment une paire : un seul coup, pour qui la prend. En voici trois ; a4 et e1 sont hors jeu. Prenez-en une.",
      },
      moves: ["d4xd5", "a6xb6", "c2xb2"],
      after: {
        en: "Two pairs are left: Black takes one, you take the last, and Black cannot move. Leave an even number of such moves, and you win.",
        fr: "Il reste deux paires : Noir prend l’une, vous prenez la dernière, et Noir ne peut plus jouer. Laissez un nombre pair de ces coups, et vous gagnez.",
      },
    },
    {
      position: ".b.../.w..w/.b.../.b.../...../..wbw 0 0,1 1@0 22",
      text: {
        en: "Three in a line, the middle man of the other colour, as in row 1: one move as well, whoever takes. In column b you choose what you leave: a pair or nothing. Leave an even number of moves.",
        fr: "Trois pions alignés, celui du milieu de l’autre couleur, comme en rangée 1 : un seul coup aussi, peu importe qui prend. En colonne b, vous laissez une paire ou rien. Laissez un nombre pair de coups.",
      },
      moves: ["b5xb4"],
      after: {
        en: "A pair in column b, one move in row 1: two moves. Black makes one, and the last is yours.",
        fr: "Une paire en colonne b, un coup en rangée 1 : deux coups. Noir en joue un, et le dernier est à vous.",
      },
      otherwise: {
        en: "Now one move is left, and Black makes it. Leave a pair in column b.",
        fr: "Il reste un seul coup, et Noir le joue. Laissez une paire en colonne b.",
      },
    },
    {
      position: "wbwb./...../wwb.w/....b/bbw../..... 0 0,1 1@0 18",
      text: {
        en: "A whole ending. In row 4 you take and nothing is left; if Black takes, a pair is. In row 2 it is the other way round. These two are twins: leave them. Column e is a pair. So what must row 6 leave?",
        fr: "Toute une fin de partie. En rangée 4, si vous prenez, il ne reste rien ; si Noir prend, une paire. En rangée 2, c’est l’inverse. Laissez ces deux jumelles. La colonne e est une paire. Que doit-il rester en rangée 6 ?",
      },
      marks: ["a6", "b6", "c6", "d6"],
      moves: ["c6xd6"],
      replies: ["b2xc2"],
      after: {
        en: "Right: a pair, so there are two pairs and two twins. Black has ended row 2.",
        fr: "Bien : une paire. Il y a donc deux paires et deux jumelles. Noir a fini la rangée 2.",
      },
      otherwise: {
        en: "Now Black has an answer that wins. Take in row 6 so that a pair is left there, to match column e.",
        fr: "Noir a alors une réponse qui gagne. Prenez en rangée 6 pour y laisser une paire, comme en colonne e.",
      },
    },
    {
      text: {
        en: "Black took in one twin, and nothing is left there. Answer in the other twin.",
        fr: "Noir a pris dans une jumelle, et il n’y reste rien. Répondez dans l’autre.",
      },
      moves: ["b4xc4"],
      replies: ["e3xe4"],
      after: {
        en: "Two pairs were left: even again. Black has taken one.",
        fr: "Il restait deux paires : pair de nouveau. Noir en a pris une.",
      },
      otherwise: {
        en: "Now Black takes in row 4 and leaves two pairs: then the last move is Black’s. End row 4 yourself.",
        fr: "Noir prend alors en rangée 4 et laisse deux paires : le dernier coup sera le sien. Finissez vous-même la rangée 4.",
      },
    },
    {
      text: { en: "Take the last pair.", fr: "Prenez la dernière paire." },
      moves: ["a6xb6"],
      after: {
        en: "Black cannot move: you have won. In a game: see where men fall apart into groups, match them by twos, and leave an even number of last moves.",
        fr: "Noir ne peut pas jouer : vous avez gagné. En partie : voyez où les pions se séparent en groupes, assortissez-les deux à deux, et laissez un nombre pair de derniers coups.",
      },
    },
  ],
};
