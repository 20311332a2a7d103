// The lesson of Breakthrough. White, side 0, learns.

import { reason } from "./breakthrough-reasons.js";

/** @type {import("./lesson.js").Lesson} */
export const lesson = {
  reason,
  steps: [
    {
      position: "......b./..w...b./......../....b.../......../.w....../...w..../...w.... 0 0,1 1@0 60",
      text: {
        en: "You are White, and go upwards. The first man on the far row wins. One step is missing: take it.",
        fr: "Vous avez les Blancs et montez. Le premier pion sur la rangée du fond gagne. Il manque un pas : faites-le.",
      },
      moves: ["c7-c8", "c7-b8", "c7-d8"],
      after: {
        en: "On row 8: won. Black goes down, and wants row 1.",
        fr: "En rangée 8 : gagné. Noir descend, et vise la rangée 1.",
      },
      otherwise: {
        en: "One of your men can reach row 8 at once.",
        fr: "Un de vos pions peut atteindre la rangée 8 tout de suite.",
      },
    },
    {
      position: "bbbb.bbb/bbb..bbb/......../...bb.../...w..../..w...../ww.w.www/wwwwwwww 0 0,1 1@0 10",
      text: {
        en: "A man goes one cell ahead, straight or diagonally; never sideways, never back. Choose d4.",
        fr: "Un pion avance d’une case, tout droit ou en diagonale ; jamais de côté, jamais en arrière. Choisissez d4.",
      },
      see: "d4",
      after: {
        en: "c5 is empty, so it may go there. d5 stops it: straight ahead nobody takes. But e5 it may take.",
        fr: "c5 est vide : il peut y aller. d5 l’arrête : tout droit, on ne prend pas. Mais il peut prendre e5.",
      },
    },
    {
      text: {
        en: "Men take diagonally ahead only. Take e5: nobody can take back there.",
        fr: "On ne prend qu’en diagonale, vers l’avant. Prenez e5 : personne ne peut y reprendre.",
      },
      marks: ["e5"],
      moves: ["d4xe5"],
      after: {
        en: "The black man leaves the game, and yours stands in its place.",
        fr: "Le pion noir quitte la partie, et le vôtre prend sa place.",
      },
      otherwise: {
        en: "That is a move, but take the man on e5 this time.",
        fr: "C’est un coup, mais cette fois prenez le pion e5.",
      },
    },
    {
      position: "......../.....b../..b.b.../...w..../......../......../......../.w...... 0 0,1 1@0 40",
      text: {
        en: "A man guards both cells diagonally before it. Of the two men you can take, one is guarded. Take the other one.",
        fr: "Un pion garde les deux cases en diagonale devant lui. Des deux pions que vous pouvez prendre, l’un est gardé. Prenez l’autre.",
      },
      marks: ["c6", "e6"],
      moves: ["d5xc6"],
      after: {
        en: "Taken for nothing. On e6 the man from f7 would have taken you back.",
        fr: "Pris pour rien. En e6, le pion f7 vous aurait repris.",
      },
      otherwise: {
        en: "Take the man that nobody guards: f7 guards e6, nobody guards c6.",
        fr: "Prenez celui que personne ne garde : f7 garde e6, personne ne garde c6.",
      },
    },
    {
      position: "......../....b.../......../.w....../......b./......../w.w...../........ 0 0,1 1@0 50",
      text: {
        en: "A race. Count the steps: Black needs three from g4 to row 1. Which of your men is there first?",
        fr: "Une course. Comptez les pas : de g4 à la rangée 1, il en faut trois à Noir. Lequel de vos pions arrive avant ?",
      },
      marks: ["g4"],
      moves: ["b5-b6"],
      also: (move) => move.startsWith("b5-"),
      after: {
        en: "Three steps as well, but you move first, and nobody can take this man: you win by one step.",
        fr: "Trois pas aussi, mais vous jouez d’abord, et personne ne peut prendre ce pion : vous gagnez d’un pas.",
      },
      otherwise: {
        en: "Now Black is first. Only the man on b5 needs no more than three steps.",
        fr: "Noir arrive avant. Seul le pion b5 n’a besoin que de trois pas.",
      },
    },
    {
      position: "......../......../......../......../w......./...b..../......../.ww..w.. 0 0,1 1@0 50",
      text: {
        en: "Black’s last man is near your home row. b1, c1 and f1 guard every cell it can go to, so let it come. Play the man on a4.",
        fr: "Le dernier pion noir approche. b1, c1 et f1 gardent toutes les cases où il peut aller : laissez-le venir. Jouez le pion a4.",
      },
      marks: ["b1", "c1", "f1"],
      moves: ["a4-a5", "a4-b5", "c1-d2"],
      replies: ["d3-e2"],
      after: {
        en: "Black had to step into a guarded cell.",
        fr: "Noir a dû entrer sur une case gardée.",
      },
      otherwise: {
        en: "Now one way is no longer guarded, and Black gets through. Leave those three at home.",
        fr: "Un passage n’est plus gardé, et Noir perce. Laissez ces trois pions chez eux.",
      },
    },
    {
      text: { en: "Take it.", fr: "Prenez-le." },
      marks: ["e2"],
      moves: ["f1xe2"],
      after: {
        en: "A side without men has lost, too. Keep some men at home as long as you can.",
        fr: "Un camp sans pions a perdu aussi. Gardez des pions chez vous aussi longtemps que possible.",
      },
      otherwise: {
        en: "Black is one step from row 1. Take the man.",
        fr: "Noir est à un pas de la rangée 1. Prenez ce pion.",
      },
    },
    {
      position: ".bbbb.../......../...ww.../......../......../.......b/......../........ 0 0,1 1@0 50",
      text: {
        en: "Break through by a sacrifice. Both your men reach d7 and e7. Black guards d7 twice, e7 only once, from d8. Give one man up where the other one gets through.",
        fr: "Percez par un sacrifice. Vos deux pions atteignent d7 et e7. Noir garde d7 deux fois, e7 une seule, de d8. Donnez un pion là où l’autre passe.",
      },
      moves: ["e6-e7"],
      replies: ["d8xe7"],
      after: {
        en: "Black had to take. But who guards e7 now?",
        fr: "Noir a dû prendre. Mais qui garde e7 maintenant ?",
      },
      otherwise: {
        en: "Now Black has an answer. Step to e7 from e6: only one man can take there, and d6 takes back.",
        fr: "Noir a alors une réponse. Allez de e6 en e7 : un seul pion peut y prendre, et d6 reprend.",
      },
    },
    {
      text: { en: "Take back.", fr: "Reprenez." },
      marks: ["e7"],
      moves: ["d6xe7"],
      replies: ["h3-h2"],
      after: {
        en: "Nobody can take this man, and Black’s on h2 comes one step too late.",
        fr: "Personne ne peut prendre ce pion, et le pion noir h2 arrive un pas trop tard.",
      },
      otherwise: { en: "Take on e7 with d6.", fr: "Prenez en e7 avec d6." },
    },
    {
      text: {
        en: "Win. But not straight ahead: e8 is taken.",
        fr: "Gagnez. Mais pas tout droit : e8 est occupée.",
      },
      moves: ["e7-f8", "e7-d8"],
      after: {
        en: "Through: you have won. In a game: count attackers and guards of a cell before you step there, and count every race.",
        fr: "Percé : vous avez gagné. En partie : comptez attaquants et gardes d’une case avant d’y aller, et comptez chaque course.",
      },
    },
  ],
};
