// The lesson of Amazons. White, side 0, learns.

import { reason } from "./amazons-reasons.js";

/** @type {import("./lesson.js").Lesson} */
export const lesson = {
  reason,
  steps: [
    {
      text: {
        en: "You are White. Each side has four amazons. An amazon goes like the queen in chess: along a row, a column or a diagonal, as far as you like. Choose d1.",
        fr: "Vous avez les Blancs. Chaque camp a quatre amazones. Une amazone se déplace comme la dame aux échecs : en rangée, en colonne ou en diagonale, aussi loin que vous voulez. Choisissez d1.",
      },
      see: "d1",
      after: {
        en: "It passes over no amazon: g1 and a4 are yours, d10 and j7 Black’s. And nobody is ever taken.",
        fr: "Elle ne passe par-dessus aucune amazone : g1 et a4 sont à vous, d10 et j7 à Noir. Et on ne prend jamais rien.",
      },
    },
    {
      position:
        "xxxxxxxxxb/bxxxxxxxxx/xxxxxxxxxx/xx....bxxb/xx.....xxx/xx..x..xxx/wx.....xxx/xx.w...xxx/wxxxxxxxxx/xxxxxxxxxw 0 0,1 1@0 210",
      text: {
        en: "Later in a game: most cells are burnt. A turn has two parts: an amazon goes, and from where it now stands it shoots an arrow, also like a queen, which burns a cell for good. Go from d3 to d6, and shoot at f6.",
        fr: "Plus tard dans une partie : presque tout est brûlé. Un tour a deux étapes : une amazone se déplace, puis tire de là une flèche, elle aussi comme une dame, qui brûle une case pour toujours. Allez de d3 en d6, et tirez en f6.",
      },
      marks: ["d6", "f6"],
      moves: ["d3-d6/f6"],
      replies: ["g7-g5/g7"],
      after: {
        en: "Neither amazons nor arrows pass over burnt cells. Black has gone from g7 to g5, and has burnt g7, the cell that it left.",
        fr: "Ni amazones ni flèches ne passent par-dessus une case brûlée. Noir est allé de g7 en g5, et a brûlé g7, la case qu’il quittait.",
      },
      otherwise: {
        en: "That is a turn, but go from d3 to d6 this time, and shoot at f6.",
        fr: "C’est un coup, mais cette fois allez de d3 en d6, et tirez en f6.",
      },
    },
    {
      text: {
        en: "The arrow may also fly over the cell that the amazon has left. Go from d6 to d4, and shoot at d7.",
        fr: "La flèche peut aussi survoler la case que l’amazone a quittée. Allez de d6 en d4, et tirez en d7.",
      },
      marks: ["d4", "d7"],
      moves: ["d6-d4/d7"],
      after: {
        en: "It flew over d6, where nobody stands any more. So an amazon that can go can always shoot, too.",
        fr: "Elle a survolé d6, où il n’y a plus personne. Une amazone qui peut se déplacer peut donc toujours tirer aussi.",
      },
      otherwise: {
        en: "That is a turn, but go from d6 to d4 this time, and shoot back at d7.",
        fr: "C’est un coup, mais cette fois allez de d6 en d4, et tirez en arrière, en d7.",
      },
    },
    {
      position:
        "xxxxxxxxxb/bxxxxxxxxx/xxxxxbxxxx/xxxxx..xxb/xxx....xxx/xxxw..xxxx/wxx..xxxxx/xxxxxxxxxx/wxxxxxxxxx/xxxxxxxxxw 0 0,1 1@0 246",
      text: {
        en: "Whoever must move and cannot has lost. Three of Black’s amazons are shut in. The one on f8 has two ways left, f7 and g7. Close both in one turn: one with your amazon, one with the arrow.",
        fr: "Qui a le trait et ne peut pas jouer a perdu. Trois amazones noires sont enfermées. Il reste deux issues à f8 : f7 et g7. Fermez-les en un tour, l’une par votre amazone, l’autre par la flèche.",
      },
      marks: ["f7", "g7"],
      moves: ["d5-f7/g7"],
      after: {
        en: "Black cannot move: you have won. Shut amazons in early, too: with one of Black’s out of play, you are four against three.",
        fr: "Noir ne peut pas jouer : vous avez gagné. Enfermez des amazones dès le début aussi : une noire hors jeu, et vous êtes quatre contre trois.",
      },
      otherwise: {
        en: "Black can still move. Stand on one of the two cells, and burn the other one.",
        fr: "Noir peut encore jouer. Placez-vous sur l’une des deux cases, et brûlez l’autre.",
      },
    },
    {
      position:
        "xxxxxxxxxb/bxxxxxxxxx/xxxxxxxxxx/xxxx.b.xxb/xxxx..xxxx/xx..x.xxxx/wxw.xxxxxx/xxxxxxxxxx/wxxxxxxxxx/xxxxxxxxxw 0 0,1 1@0 252",
      text: {
        en: "Do not be shut in yourself. The only way out for c4 is over d5, and Black threatens to go to e6 and to burn d5. Get out first, and burn a cell on Black’s side.",
        fr: "Ne vous laissez pas enfermer. c4 ne peut sortir que par d5, et Noir menace d’aller en e6 et de brûler d5. Sortez avant lui, et brûlez une case de son côté.",
      },
      marks: ["c4"],
      arrows: ["f7-e6/d5"],
      moves: ["c4-e6/e7", "c4-e6/f6", "c4-e6/f5"],
      after: {
        en: "You stand in the door. c4, c5, d4 and d5 behind you are your territory: only you can reach them.",
        fr: "Vous tenez la porte. Derrière vous, c4, c5, d4 et d5 sont votre territoire : vous seul pouvez les atteindre.",
      },
      otherwise: {
        en: "Now Black has an answer that wins. Go to e6, and burn a cell on Black’s side, not one behind you.",
        fr: "Noir a alors une réponse qui gagne. Allez en e6, et brûlez une case du côté de Noir, pas derrière vous.",
      },
    },
    {
      position:
        "xxxxxxxxxb/bxxx.xxxxx/xxxxxxxxxx/xx.xxx.xxb/xx.xxx.xxx/xxwxxx.xxx/wx.xxxbxxx/xx.xxxxxxx/wxxxxxxxxx/xxxxxxxxxw 0 0,1 1@0 252",
      text: {
        en: "Nobody can reach the other side any more. Each cell of your territory is a move in hand, if you waste none. Black has three. Use all your four: burn an end of column c, for an arrow in the middle cuts cells off.",
        fr: "Plus personne ne peut rejoindre l’autre. Chaque case de votre territoire est un coup en réserve, si vous n’en perdez pas. Noir en a trois. Gardez vos quatre : brûlez un bout de la colonne c, car au milieu la flèche en coupe.",
      },
      marks: ["c3", "c4", "c6", "c7"],
      moves: ["c5-c6/c7"],
      also: (move) => move.endsWith("/c3") || move.endsWith("/c7"),
      after: {
        en: "Each side has three moves left, and Black must move first: Black runs out before you. Fill your territory like this, cell by cell. e9 is nobody’s.",
        fr: "Chacun a encore trois coups, et Noir a le trait : il en manquera avant vous. Remplissez ainsi votre territoire, case par case. e9 n’est à personne.",
      },
      otherwise: {
        en: "That cuts off cells which you cannot reach any more, and Black’s moves last longer. Burn c3 or c7.",
        fr: "Cela coupe des cases que vous n’atteindrez plus, et Noir tiendra plus longtemps. Brûlez c3 ou c7.",
      },
    },
    {
      position:
        "xxxxxxxxxb/bxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxb/xxx..w.xxx/xxxx...xxx/wxxxx.b.xx/xxxxxxxxxx/wxxxxxxxxx/xxxxxxxxxw 0 0,1 1@0 252",
      text: {
        en: "A whole ending. The territory above is still open: g4 can go up over f5 and g5, and by f4 over e5. Keep Black down. On f5 your amazon stays near e5; so where does the arrow go?",
        fr: "Toute une fin de partie. Le territoire du haut est encore ouvert : g4 peut y monter par f5, par g5, et de f4 par e5. Arrêtez Noir. De f5, votre amazone reste près de e5 ; où va donc la flèche ?",
      },
      marks: ["f5", "g5", "e5"],
      moves: ["f6-f5/g5"],
      replies: ["g4-f4/h4"],
      after: {
        en: "Right: you block f5, and g5 is burnt. Black goes to f4 to get up over e5.",
        fr: "Bien : vous barrez f5, et g5 est brûlée. Noir va en f4 pour monter par e5.",
      },
      otherwise: {
        en: "Now Black has an answer that wins. Stand on f5, and burn g5.",
        fr: "Noir a alors une réponse qui gagne. Placez-vous en f5, et brûlez g5.",
      },
    },
    {
      text: {
        en: "Black is next to e5. Close that way, and leave no other one open behind you.",
        fr: "Noir touche e5. Fermez cette issue, sans en laisser une autre derrière vous.",
      },
      marks: ["e5", "f5"],
      moves: ["f5-e5/f5"],
      replies: ["f4-g4/f4"],
      after: {
        en: "Closed for good: d6, e6, f6 and g6 are yours alone. Black had one move left, and has made it.",
        fr: "Fermé pour de bon : d6, e6, f6 et g6 ne sont qu’à vous. Noir n’avait plus qu’un coup, et l’a joué.",
      },
      otherwise: {
        en: "Now Black has an answer that wins. Go to e5, and burn f5, the cell that you leave.",
        fr: "Noir a alors une réponse qui gagne. Allez en e5, et brûlez f5, la case que vous quittez.",
      },
    },
    {
      text: {
        en: "Make any move in your territory.",
        fr: "Jouez n’importe quel coup dans votre territoire.",
      },
      moves: ["e5-d6/e5"],
      also: () => true,
      after: {
        en: "Black cannot move: you have won. In a game: bring your amazons to the middle, shut Black’s in, wall off the larger territory, and fill it without waste.",
        fr: "Noir ne peut pas jouer : vous avez gagné. En partie : amenez vos amazones au centre, enfermez celles de Noir, murez le plus grand territoire, et remplissez-le sans perte.",
      },
    },
  ],
};
