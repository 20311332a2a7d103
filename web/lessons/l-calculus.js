// The lesson of L-Calculus. White, side 0, learns.

/** @type {import("./lesson.js").Lesson} */
export const lesson = {
  steps: [
    {
      text: {
        en: "One line of pieces, white and black by turns. In every turn both sides score; in the end the higher total, shown below the line, wins. You are White.",
        fr: "Une ligne de pièces, blanches et noires en alternance. À chaque tour, les deux camps marquent ; à la fin, le total le plus haut, sous la ligne, gagne. Vous êtes Blanc.",
      },
    },
    {
      text: {
        en: "A turn begins with a swap: two groups of equal size, side by side, change places. The smallest: swap pieces 4 and 5. Choose 4, then 5.",
        fr: "Un tour commence par un échange : deux groupes voisins de même taille changent de place. Le plus petit : échangez les pièces 4 et 5. Choisissez 4, puis 5.",
      },
      marks: ["p4", "p5"],
      moves: ["4x1"],
      after: {
        en: "Neighbours of one colour form a chain. Each side scores the lengths of its chains, multiplied: here 2 × 1 × 1 … = 2 for both.",
        fr: "Des voisines de même couleur forment une chaîne. Chacun marque le produit des longueurs de ses chaînes : ici 2 × 1 × 1 … = 2 pour les deux.",
      },
      otherwise: {
        en: "That is a swap, but begin with pieces 4 and 5.",
        fr: "C’est un échange, mais commencez par les pièces 4 et 5.",
      },
    },
    {
      text: {
        en: "If black pieces stand at an end of the line, you may then remove some of them, from the outside in. Remove the marked one.",
        fr: "S’il y a des pièces noires à un bout de la ligne, vous pouvez ensuite en retirer, en partant du bord. Retirez celle qui est marquée.",
      },
      moves: ["R1"],
      after: {
        en: "A black piece less: Black’s chains become shorter. Now it would be Black’s turn.",
        fr: "Une pièce noire de moins : les chaînes de Noir raccourcissent. Ce serait maintenant à Noir.",
      },
      otherwise: {
        en: "You may keep it, but a black piece less is worth more to you. Remove it.",
        fr: "Vous pouvez la laisser, mais une pièce noire de moins vous est utile. Retirez-la.",
      },
    },
    {
      position: "WWBWWBBWB 0 swap 24 30 60 -",
      text: {
        en: "Groups may be larger. Choose both ends of a stretch: its two halves change places. Swap pieces 4 and 5 with 6 and 7: choose 4, then 7.",
        fr: "Les groupes peuvent être plus grands. Choisissez les deux bouts d’un segment : ses deux moitiés changent de place. Échangez 4 et 5 avec 6 et 7 : choisissez 4, puis 7.",
      },
      marks: ["p4", "p7"],
      moves: ["4x2"],
      after: {
        en: "Your chains are 2 and 3 now: 2 × 3 = 6. Black has 3 and 1: 3.",
        fr: "Vos chaînes sont maintenant 2 et 3 : 2 × 3 = 6. Noir a 3 et 1 : 3.",
      },
      otherwise: {
        en: "That is a swap, too, but try the stretch from 4 to 7.",
        fr: "C’est aussi un échange, mais essayez le segment de 4 à 7.",
      },
    },
    {
      position: "WWWWBWWBB 0 swap 20 20 50 -",
      text: {
        en: "A chain of four and one of two make 8. Two chains of three make more. Find a swap that gives you 9.",
        fr: "Une chaîne de quatre et une de deux font 8. Deux chaînes de trois font mieux. Trouvez un échange qui vous donne 9.",
      },
      moves: ["4x1", "2x4"],
      then: {
        text: {
          en: "3 × 3 = 9. Black stands at an end: choose how many pieces to remove.",
          fr: "3 × 3 = 9. Noir est à un bout : choisissez combien de pièces retirer.",
        },
        move: "R2",
      },
      after: {
        en: "Remember: chains of three, and some of two or four, are worth most. Keep several of them.",
        fr: "À retenir : les chaînes de trois, parfois de deux ou de quatre, valent le plus. Gardez-en plusieurs.",
      },
      otherwise: {
        en: "That does not give 9. You need two white chains of three.",
        fr: "Cela ne donne pas 9. Il faut deux chaînes blanches de trois.",
      },
    },
    {
      position: "WWWBBWWBBB 0 remove 20 16 40 WWWBBWBWBB",
      text: {
        en: "You have swapped; now remove. You may take as many of the outer black run as you like: choose the last piece that shall go. Take all three.",
        fr: "Vous avez échangé ; maintenant, retirez. Vous pouvez prendre autant que vous voulez de la chaîne noire du bord : choisissez la dernière à partir. Prenez les trois.",
      },
      moves: ["R3"],
      after: {
        en: "Black has one chain left. And since you removed something, Black’s swap may restore any line; else it must not undo yours.",
        fr: "Il reste une chaîne à Noir. Et puisque vous avez retiré des pièces, Noir peut rétablir n’importe quelle ligne ; sinon, il ne pourrait pas défaire votre échange.",
      },
      otherwise: {
        en: "More can go: choose the piece farthest in of the three.",
        fr: "Il peut en partir plus : choisissez la plus intérieure des trois.",
      },
    },
    {
      position: "WBBWBWW 0 swap 40 41 30 -",
      text: {
        en: "A side with only one chain scores nothing in that turn, however long it is. Push all black pieces together.",
        fr: "Un camp qui n’a qu’une chaîne ne marque rien à ce tour, si longue soit-elle. Réunissez toutes les pièces noires.",
      },
      moves: ["4x1", "2x2"],
      after: {
        en: "Nothing for Black in this turn. Take care that it does not happen to you.",
        fr: "Rien pour Noir à ce tour. Prenez garde que cela ne vous arrive pas.",
      },
      otherwise: {
        en: "Black still has two chains. Bring the three black pieces side by side.",
        fr: "Noir a encore deux chaînes. Mettez les trois pièces noires côte à côte.",
      },
    },
    {
      position: "WBWWBBWBWW 0 swap 10 10 60 -",
      text: {
        en: "Both sides score in every turn, so look at Black’s product, too. Find a swap that gives you 6, and Black no more than 2.",
        fr: "Les deux camps marquent à chaque tour : regardez aussi le produit de Noir. Trouvez un échange qui vous donne 6, et à Noir 2 au plus.",
      },
      moves: ["1x1", "1x5", "7x2"],
      after: {
        en: "At least four points more than Black in one turn. What counts is the difference.",
        fr: "Au moins quatre points de plus que Noir en un tour. C’est la différence qui compte.",
      },
      otherwise: {
        en: "Not 6 to at most 2. Swapping pieces 1 and 2 is one way.",
        fr: "Ce n’est pas 6 contre 2 au plus. Échanger les pièces 1 et 2 est un moyen.",
      },
    },
    {
      position: "WWBW 0 swap 60 52 20 -",
      text: {
        en: "The game ends when a side has lost its last piece, when each has one left, or when the turns are over. You lead by 60 to 52: bring Black’s last piece to the right end.",
        fr: "La partie finit quand un camp a perdu sa dernière pièce, quand il en reste une à chacun, ou quand les tours sont joués. Vous menez 60 à 52 : amenez la dernière pièce noire au bout droit.",
      },
      marks: ["p3", "p4"],
      moves: ["3x1"],
      after: {
        en: "One chain each: nobody scores. Now the end of the line is Black’s.",
        fr: "Une chaîne chacun : personne ne marque. Le bout de la ligne est maintenant noir.",
      },
      otherwise: {
        en: "Bring it to the right end: swap pieces 3 and 4.",
        fr: "Amenez-la au bout droit : échangez les pièces 3 et 4.",
      },
    },
    {
      text: {
        en: "Remove Black’s last piece, and win.",
        fr: "Retirez la dernière pièce de Noir, et gagnez.",
      },
      moves: ["R1"],
      after: {
        en: "The game is over, 60 to 52: you have won. In a game: make chains of two to four, several of them, and remove black pieces where you can.",
        fr: "La partie est finie, 60 à 52 : vous avez gagné. En partie : formez plusieurs chaînes de deux à quatre, et retirez des pièces noires quand vous pouvez.",
      },
    },
  ],
};
