// The lesson of Lines of Action. Black, side 0, learns.

import { reason } from "./lines-reasons.js";

const START = "1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 0 0";

/** @type {import("./lesson.js").Lesson} */
export const lesson = {
  reason,
  steps: [
    {
      position: "8/8/3bb3/2b1b3/3b4/1w6/6w1/w2w4 1 30",
      text: {
        en: "You are Black. You win as soon as all your men are joined: each touches another one, side by side or corner to corner, and they form one group. Here it is done.",
        fr: "Vous avez les Noirs. Vous gagnez dès que tous vos pions sont reliés : chacun en touche un autre, par un côté ou par un coin, et ils forment un seul groupe. Ici, c’est fait.",
      },
    },
    {
      position: START,
      text: {
        en: "At the start Black is split above and below, White left and right. A man goes straight in any direction, exactly as many cells as men of both colours stand on that whole line. Choose b1.",
        fr: "Au départ, Noir est séparé en haut et en bas, Blanc à gauche et à droite. Un pion va tout droit, dans toute direction, d’exactement autant de cases qu’il y a de pions, des deux couleurs, sur toute cette ligne. Choisissez b1.",
      },
      see: "b1",
      after: {
        en: "Column b holds two men, so two cells up. The diagonal holds two, b1 and h7, so two cells. Row 1 holds six, so six cells, over its own men.",
        fr: "La colonne b porte deux pions : deux cases. La diagonale en porte deux, b1 et h7 : deux cases. La rangée 1 en porte six : six cases, par-dessus les siens.",
      },
    },
    {
      text: {
        en: "How far does the marked man go along its column? Count, and move it there.",
        fr: "De combien de cases le pion marqué avance-t-il dans sa colonne ? Comptez, et jouez.",
      },
      marks: ["d1"],
      moves: ["d1-d3"],
      replies: ["a4-c4"],
      after: {
        en: "Two men, d1 and d8: two cells. White has counted, too: a4 and h4, so a4 went two cells.",
        fr: "Deux pions, d1 et d8 : deux cases. Blanc a compté aussi : a4 et h4, donc a4 est allé deux cases plus loin.",
      },
      otherwise: {
        en: "That is a move, but not along column d. Take the marked man straight up.",
        fr: "C’est un coup, mais pas dans la colonne d. Jouez le pion marqué tout droit vers le haut.",
      },
    },
    {
      position: START,
      text: {
        en: "A man may pass over its own side’s men. Row 1 holds six: send b1 to the other end of it.",
        fr: "Un pion peut passer par-dessus les siens. La rangée 1 en porte six : envoyez b1 à l’autre bout.",
      },
      marks: ["b1"],
      moves: ["b1-h1"],
      after: {
        en: "Six men, six cells: over five of its own.",
        fr: "Six pions, six cases : par-dessus cinq des siens.",
      },
    },
    {
      position: "8/8/8/4b3/8/8/w3w2w/1b2b3 0 30",
      text: {
        en: "Nobody passes over the other side’s men. Choose the man on e1: can it go up its column?",
        fr: "On ne passe jamais par-dessus les pions adverses. Choisissez le pion e1 : peut-il monter dans sa colonne ?",
      },
      see: "e1",
      after: {
        en: "No. Column e holds three men, but White’s e2 stands in the way. So one blocks a line.",
        fr: "Non. La colonne e porte trois pions, mais le blanc e2 barre la voie. C’est ainsi qu’on bloque une ligne.",
      },
    },
    {
      text: {
        en: "Ending on an opponent’s man takes it. Your e5 looks down the same column: three men, three cells. Take.",
        fr: "Finir sur un pion adverse, c’est le prendre. Votre e5 regarde la même colonne : trois pions, trois cases. Prenez.",
      },
      marks: ["e5", "e2"],
      moves: ["e5xe2"],
      after: {
        en: "The man leaves the game, and your two men touch. But think before you take: the fewer men somebody has, the easier they are joined.",
        fr: "Le pion quitte la partie, et deux des vôtres se touchent. Mais réfléchissez avant de prendre : moins on a de pions, plus vite ils sont reliés.",
      },
    },
    {
      position: "8/2w5/2ww4/3w4/b7/5b1w/4bb2/4b3 0 40",
      text: {
        en: "Your man on f3 could take h3. But h3 is White’s only stray man: without it White is joined, and wins. Play any other move.",
        fr: "Votre pion f3 pourrait prendre h3. Mais h3 est le seul pion isolé de Blanc : sans lui, Blanc est relié et gagne. Jouez tout autre coup.",
      },
      marks: ["h3"],
      moves: ["a4-b3"],
      also: (move) => move !== "f3xh3",
      after: {
        en: "Right: that man is worth more to you where it is, far from its own.",
        fr: "Bien : ce pion vous est plus utile où il est, loin des siens.",
      },
      otherwise: {
        en: "Now all White men that are left are joined: White has won. Anything but that.",
        fr: "Tous les pions blancs qui restent sont reliés : Blanc a gagné. Tout sauf ce coup.",
      },
    },
    {
      position: "2w2w2/b7/7w/3bb3/3b4/7w/6b1/1w6 0 30",
      text: {
        en: "Three of your men are joined in the middle, two are far. Bring the marked one to them: count its lines.",
        fr: "Trois de vos pions sont reliés au centre, deux sont loin. Amenez-leur celui qui est marqué : comptez ses lignes.",
      },
      marks: ["g2"],
      moves: ["g2-e4"],
      after: {
        en: "On that diagonal stand g2 and d5: two cells, and it touches all three. Groups in the middle are the easiest to reach.",
        fr: "Sur cette diagonale, il y a g2 et d5 : deux cases, et il touche les trois autres. Un groupe au centre est le plus facile à rejoindre.",
      },
      otherwise: {
        en: "It is not with the others yet. Look for the line that ends beside them.",
        fr: "Il n’est pas encore avec les autres. Cherchez la ligne qui finit à côté d’eux.",
      },
    },
    {
      position: "8/1w4w1/8/3bb3/b2b4/8/5w2/2w5 0 40",
      text: {
        en: "One man is missing. Join it to the others, and win.",
        fr: "Il n’en manque qu’un. Reliez-le aux autres, et gagnez.",
      },
      marks: ["a4"],
      moves: ["a4-c4"],
      after: {
        en: "Row 4 holds two men: two cells, and all are joined.",
        fr: "La rangée 4 porte deux pions : deux cases, et tous sont reliés.",
      },
    },
    {
      position: "8/8/1b6/2b1w3/2bww3/3w3b/7w/5b2 0 40",
      text: {
        en: "White is about to win by h2-f4: two men stand on that diagonal, h2 and e5. Put a third one on it, and h2 must go three cells, onto its own e5. Find a way.",
        fr: "Blanc va gagner par h2-f4 : deux pions sont sur cette diagonale, h2 et e5. Mettez-y un troisième, et h2 devrait aller trois cases plus loin, sur son propre e5. Trouvez comment.",
      },
      arrows: ["h2-f4"],
      moves: ["c5-d6", "c5-c7", "b6-c7"],
      after: {
        en: "Stopped. To hinder somebody, change the count of a line, or stand in the way.",
        fr: "C’est arrêté. Pour gêner l’adversaire, changez le compte d’une ligne, ou barrez-la.",
      },
      otherwise: {
        en: "White still plays h2-f4 and wins. Put a man on the diagonal from h2 to b8: on c7 or d6.",
        fr: "Blanc joue quand même h2-f4 et gagne. Mettez un pion sur la diagonale de h2 à b8 : en c7 ou en d6.",
      },
    },
    {
      position: "8/8/8/3w4/3b4/3bwb1b/8/8 0 52",
      text: {
        en: "The end of a game. Your d4 and f3 are apart: find the cell from which d3 holds both of them together.",
        fr: "Une fin de partie. Vos pions d4 et f3 sont séparés : trouvez la case d’où d3 les tient tous les deux.",
      },
      marks: ["d3"],
      moves: ["d3-e4"],
      replies: ["e3-e1"],
      after: {
        en: "Three are joined. White has moved away and hopes; one man is missing.",
        fr: "Trois sont reliés. Blanc s’est écarté et espère ; il n’en manque plus qu’un.",
      },
      otherwise: {
        en: "That does not hold d4 and f3 together. Which cell touches both?",
        fr: "Cela ne relie pas d4 et f3. Quelle case touche les deux ?",
      },
    },
    {
      text: {
        en: "Bring the last one in, and win.",
        fr: "Amenez le dernier, et gagnez.",
      },
      marks: ["h3"],
      moves: ["h3-g2", "h3-g4"],
      after: {
        en: "All joined: you have won. In a game: gather in the middle, count before you move, and stand in the way of the other side.",
        fr: "Tous reliés : vous avez gagné. En partie : rassemblez au centre, comptez avant de jouer, et gênez l’adversaire.",
      },
    },
  ],
};
