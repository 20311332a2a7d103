// The lesson of Hex, on 7x7 cells. Red, side 0, learns.

import { takenCell } from "./taken-reasons.js";

/** @type {import("./lesson.js").Lesson} */
export const lesson = {
  reason: takenCell,
  steps: [
    {
      position: "./../b../..b./rr.../..r.b./......./.bbrr./....r/.b../.../../. 0 0,0 1@0 12",
      text: {
        en: "You are Red. Join the two red sides, upper left and lower right, by an unbroken chain of your men, and you win; Blue joins the blue ones. One man is missing: put it down.",
        fr: "Vous avez les Rouges. Reliez les deux bords rouges, en haut à gauche et en bas à droite, par une chaîne de vos pions sans coupure : c’est gagné. Bleu relie les bleus. Il manque un pion : posez-le.",
      },
      moves: ["d4"],
      after: {
        en: "From e1 to c7 each man touches the next one: joined, and won.",
        fr: "De e1 à c7, chaque pion touche le suivant : reliés, donc gagné.",
      },
      otherwise: {
        en: "A gap is still open, between d3 and d5.",
        fr: "Il reste un trou, entre d3 et d5.",
      },
    },
    {
      position: "r/rr/bbb/bbbr/rbbrr/rbrrbb/rr.bbbr/bbrbrb/brbrb/rrrb/rbb/rr/r 0 0,0 1@0 48",
      text: {
        en: "The last empty cell. Whoever has it is joined. Put your man there.",
        fr: "La dernière case vide. Qui la tient est relié. Posez-y votre pion.",
      },
      marks: ["e3"],
      moves: ["e3"],
      after: {
        en: "Yours, and Blue is cut. On a full board always exactly one side is joined: there are no draws, and whoever stops the other wins.",
        fr: "À vous, et Bleu est coupé. Sur un plateau plein, un seul camp est toujours relié : pas de nulle, et qui arrête l’autre gagne.",
      },
    },
    {
      position: "./../.r./..../...../..r.../...br../....../.b.../..b./.../../. 0 0,0 1@0 6",
      text: {
        en: "d3 and c5 have two empty cells between them: a bridge. Blue has just played into it, on d4. Use the other cell.",
        fr: "d3 et c5 ont deux cases vides entre eux : un pont. Bleu vient d’y jouer, en d4. Prenez l’autre case.",
      },
      marks: ["d3", "c5"],
      moves: ["c4"],
      after: {
        en: "Joined all the same. Nobody can play on both cells at once: two men in a bridge are as good as joined.",
        fr: "Reliés quand même. On ne joue pas sur les deux cases à la fois : deux pions en pont sont comme reliés.",
      },
      otherwise: {
        en: "Now Blue plays c4, too, and your men are cut apart. Answer inside the bridge.",
        fr: "Bleu joue alors aussi c4, et vos pions sont coupés. Répondez dans le pont.",
      },
    },
    {
      position: "./../.../..../rr.b./..rr../.bb.r../...br./..b.b/..../.../../. 0 0,0 1@0 12",
      text: {
        en: "Your man on c6 had two free cells of your side beside it: as good as joined. Blue has just taken c7. Answer, and win.",
        fr: "Votre pion c6 touchait deux cases libres de votre bord : il y est comme relié. Bleu vient de prendre c7. Répondez, et gagnez.",
      },
      marks: ["c6"],
      moves: ["b7"],
      after: {
        en: "From e1 to b7: won.",
        fr: "De e1 jusqu’à b7 : gagné.",
      },
      otherwise: {
        en: "Blue takes the other cell, too. Which cell of your side still touches c6?",
        fr: "Bleu prend aussi l’autre. Quelle case de votre bord touche encore c6 ?",
      },
    },
    {
      position: "./../.../..../r.b../brr.../..br.../....../..b../..../.../../. 0 0,0 1@0 8",
      text: {
        en: "Now build. Your men reach from one side to d4. Put a man that makes a bridge with d4, and touches two free cells of your other side.",
        fr: "Construisez. Vos pions vont d’un bord jusqu’à d4. Posez-en un qui fasse un pont avec d4 et touche deux cases libres de votre autre bord.",
      },
      marks: ["d4"],
      moves: ["c6"],
      replies: ["d5"],
      after: {
        en: "Already won: a bridge to d4, two free cells at the side. Blue tries to get in between.",
        fr: "C’est déjà gagné : un pont avec d4, deux cases libres au bord. Bleu tente de s’interposer.",
      },
      otherwise: {
        en: "Look for a cell with number 6 and two empty cells between it and d4.",
        fr: "Cherchez une case de numéro 6, avec deux cases vides entre elle et d4.",
      },
    },
    {
      text: {
        en: "Answer in the same bridge.",
        fr: "Répondez dans le même pont.",
      },
      marks: ["d4", "c6"],
      moves: ["c5"],
      replies: ["b7"],
      after: {
        en: "Now Blue has played at your side.",
        fr: "Bleu a maintenant joué sur votre bord.",
      },
      otherwise: {
        en: "Between d4 and c6 one cell is left. Take it, before Blue does.",
        fr: "Entre d4 et c6, il reste une case. Prenez-la avant Bleu.",
      },
    },
    {
      text: { en: "You know the answer. Win.", fr: "Vous connaissez la réponse. Gagnez." },
      moves: ["c7"],
      after: {
        en: "Won. Build with bridges: they go twice as far as men that touch, and hold as well.",
        fr: "Gagné. Construisez par ponts : ils vont deux fois plus loin que des pions qui se touchent, et tiennent aussi bien.",
      },
      otherwise: {
        en: "Which cell of your side still touches c6?",
        fr: "Quelle case de votre bord touche encore c6 ?",
      },
    },
    {
      position: "./../.../..../...../...b../.rbrbrr/...rbb/...rb/..br/.../../. 0 0,0 1@0 14",
      text: {
        en: "d4 is joined to your right side, not yet to the left one. A man beside it opens two ways there: over f2, and straight on.",
        fr: "d4 est relié à votre bord de droite, pas à celui de gauche. Un pion à côté y ouvre deux chemins : par f2, et tout droit.",
      },
      marks: ["d4", "f2"],
      moves: ["d3"],
      replies: ["d2"],
      after: {
        en: "Blue cannot stop both ways: d2 stands across the straight one.",
        fr: "Bleu ne peut barrer les deux chemins : d2 barre celui qui va tout droit.",
      },
      otherwise: {
        en: "Not that one. Go on from d4 to the upper left.",
        fr: "Pas celle-là. Continuez depuis d4, vers le haut à gauche.",
      },
    },
    {
      text: {
        en: "Then go over f2: one cell touches both d3 and f2.",
        fr: "Alors passez par f2 : une case touche à la fois d3 et f2.",
      },
      marks: ["d3", "f2"],
      moves: ["e2"],
      replies: ["f1"],
      after: {
        en: "One cell is missing to your left side. Blue has taken f1, but the cells beside it are free.",
        fr: "Il manque une case jusqu’à votre bord de gauche. Bleu a pris f1, mais les cases voisines sont libres.",
      },
      otherwise: {
        en: "Join d3 and f2: e2 touches both.",
        fr: "Reliez d3 et f2 : e2 touche les deux.",
      },
    },
    {
      text: { en: "Take one of these, and win.", fr: "Prenez l’une d’elles, et gagnez." },
      marks: ["e2", "f2"],
      moves: ["g1", "e1"],
      after: {
        en: "You have won. In a game: begin in the middle, build with bridges, and always keep two ways open.",
        fr: "Vous avez gagné. En partie : commencez au centre, construisez par ponts, et gardez toujours deux chemins.",
      },
      otherwise: {
        en: "Which free cells of your side touch e2 or f2?",
        fr: "Quelles cases libres de votre bord touchent e2 ou f2 ?",
      },
    },
  ],
};
