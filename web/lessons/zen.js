// The lesson of Zen l'initié. Black, side 0, learns.

import { reason } from "./lines-reasons.js";

const START = "w4b4b/4w1w4/3b3b3/2w5w2/1b7b1/w4z4w/1b7b1/2w5w2/3b3b3/4w1w4/b4b4w 0 - 0";

/** @type {import("./lesson.js").Lesson} */
export const lesson = {
  reason,
  steps: [
    {
      text: {
        en: "You are Black. You win as soon as all your pawns and the red piece, the Zen, are joined: each touches another one, by a side or a corner. The Zen is nobody’s: White wants it, too.",
        fr: "Vous avez les Noirs. Vous gagnez dès que tous vos pions et la pièce rouge, le Zen, sont reliés : chacun en touche un autre, par un côté ou par un coin. Le Zen n’est à personne : Blanc le veut aussi.",
      },
      marks: ["f6"],
    },
    {
      text: {
        en: "A pawn goes straight in any direction, exactly as many cells as pieces stand on that whole line: of both colours, and the Zen. Choose the pawn in the corner.",
        fr: "Un pion va tout droit, dans toute direction, d’exactement autant de cases qu’il y a de pièces sur toute cette ligne : des deux couleurs, et le Zen. Choisissez le pion du coin.",
      },
      see: "a1",
      after: {
        en: "Three pieces stand on each of its lines. On the long diagonal they are a1, the Zen and k11: three cells.",
        fr: "Il y a trois pièces sur chacune de ses lignes. Sur la grande diagonale : a1, le Zen et k11, donc trois cases.",
      },
    },
    {
      text: {
        en: "Corners are far from everything. Bring this pawn to the middle along the diagonal.",
        fr: "Un coin est loin de tout. Amenez ce pion vers le centre, par la diagonale.",
      },
      marks: ["a1"],
      moves: ["a1-d4"],
      replies: ["k1-h4"],
      after: {
        en: "White does the same: three pieces, three cells.",
        fr: "Blanc fait de même : trois pièces, trois cases.",
      },
      otherwise: {
        en: "That is a move, but take the pawn on a1, along the diagonal.",
        fr: "C’est un coup, mais jouez le pion a1, par la diagonale.",
      },
    },
    {
      position: "11/11/6b4/2b1w1w4/11/5z5/11/2w5w2/3b7/6w4/11 0 - 30",
      text: {
        en: "A pawn may pass over its own side’s pawns, never over the other side’s. Choose c8: can it go to the right?",
        fr: "Un pion passe par-dessus les siens, jamais par-dessus ceux de l’adversaire. Choisissez c8 : peut-il aller vers la droite ?",
      },
      see: "c8",
      after: {
        en: "No. Row 8 holds three pieces, but White’s e8 stands in the way of the three cells. So one blocks a line.",
        fr: "Non. La rangée 8 porte trois pièces, mais le blanc e8 barre la voie. C’est ainsi qu’on bloque une ligne.",
      },
    },
    {
      position: "11/11/6b4/2bb2w3w/11/5z5/11/2w5w2/3b7/6w4/11 0 - 30",
      text: {
        en: "Ending on a white pawn takes it. Row 8 holds four pieces: which pawn of yours takes g8?",
        fr: "Finir sur un pion blanc, c’est le prendre. La rangée 8 porte quatre pièces : lequel de vos pions prend g8 ?",
      },
      marks: ["g8"],
      moves: ["c8xg8"],
      after: {
        en: "Four cells, over your own pawn on d8. But think before you take: fewer pawns are easier to join.",
        fr: "Quatre cases, par-dessus votre pion d8. Mais réfléchissez avant de prendre : moins de pions sont plus faciles à relier.",
      },
      otherwise: {
        en: "That does not take g8. Count four cells to the left of it.",
        fr: "Cela ne prend pas g8. Comptez quatre cases vers la gauche.",
      },
    },
    {
      position: START,
      text: {
        en: "In your turn you may move the Zen as if it were yours. Choose it to see where it can go.",
        fr: "À votre tour, vous pouvez jouer le Zen comme s’il était à vous. Choisissez-le pour voir où il peut aller.",
      },
      see: "f6",
      after: {
        en: "It counts as pawns do: three pieces on each of its lines. And it goes only to cells with a pawn beside them.",
        fr: "Il compte comme les pions : trois pièces sur chacune de ses lignes. Et il ne va que sur une case voisine d’un pion.",
      },
    },
    {
      text: {
        en: "Move the Zen to any of these cells.",
        fr: "Jouez le Zen sur l’une de ces cases.",
      },
      marks: ["f6"],
      moves: ["f6-f9"],
      also: (move) => move.startsWith("f6-"),
      after: {
        en: "White may move it in turn, but not straight back: the cross marks the cell where it may not go now. Both sides may also take the Zen; then the pawns alone must be joined.",
        fr: "Blanc peut le jouer à son tour, mais pas le remettre aussitôt : la croix marque la case interdite. Chacun peut aussi prendre le Zen ; alors il suffit de relier les pions.",
      },
      otherwise: {
        en: "Move the Zen this time.",
        fr: "Cette fois, jouez le Zen.",
      },
    },
    {
      position: "11/11/2w8/4bb5/5bz3w/11/1b9/11/2w5w2/8b2/11 0 - 50",
      text: {
        en: "Three pawns and the Zen are joined, two pawns are far. Bring the marked one beside them.",
        fr: "Trois pions et le Zen sont reliés, deux pions sont loin. Amenez à côté d’eux celui qui est marqué.",
      },
      marks: ["b5"],
      moves: ["b5-d7"],
      after: {
        en: "Two pieces on that diagonal, b5 and e8: two cells, and it touches e8.",
        fr: "Deux pièces sur cette diagonale, b5 et e8 : deux cases, et il touche e8.",
      },
      otherwise: {
        en: "It is not with the others yet. Look for the line that ends beside e8.",
        fr: "Il n’est pas encore avec les autres. Cherchez la ligne qui finit à côté de e8.",
      },
    },
    {
      position: "11/11/2w8/4bb1w3/5bz4/6b4/11/2b8/2w5w2/11/11 0 - 60",
      text: {
        en: "Only the pawn on c4 is missing. Join it, and win.",
        fr: "Il ne manque que le pion c4. Reliez-le, et gagnez.",
      },
      marks: ["c4"],
      moves: ["c4-e6"],
      after: {
        en: "Pawns and Zen are one group: won. A move that joins both sides at once would be a draw.",
        fr: "Pions et Zen ne font qu’un groupe : gagné. Un coup qui relie les deux camps à la fois ferait partie nulle.",
      },
    },
    {
      position: "11/11/2w8/4bb5/5bb3w/6b4/11/6z4/2w5w2/11/11 0 - 60",
      text: {
        en: "All your pawns are joined, but the Zen stands apart: not won yet. You can send a pawn to it, or bring the Zen itself. Win.",
        fr: "Tous vos pions sont reliés, mais le Zen est à part : ce n’est pas encore gagné. Envoyez-lui un pion, ou amenez le Zen lui-même. Gagnez.",
      },
      marks: ["g4"],
      moves: ["g4-f5", "g4-h5", "e8-h5", "f7-f5"],
      after: {
        en: "You have won. In a game: gather in the middle, count before you move, and look at every turn what the Zen can do for you, and for White.",
        fr: "Vous avez gagné. En partie : rassemblez au centre, comptez avant de jouer, et voyez à chaque tour ce que le Zen peut faire pour vous, et pour Blanc.",
      },
      otherwise: {
        en: "Not all are joined now. Bring the Zen beside your pawns.",
        fr: "Tout n’est pas relié. Amenez le Zen à côté de vos pions.",
      },
    },
  ],
};
