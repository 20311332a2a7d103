// The lesson of Logitac. White, side 0, learns.

import { reason } from "./logitac-reasons.js";

/** Whatever puts down the man that was lifted, or has fallen. @param {string} move */
const anyMove = (move) => move !== "";

/** @param {string} man a cell @returns {(move: string) => boolean} */
const by = (man) => (move) => move.startsWith(`${man}-`);

/** @type {import("./lesson.js").Lesson} */
export const lesson = {
  reason,
  steps: [
    {
      text: {
        en: "Four boards stand one above the other. You are White, and begin at the bottom of board 1. Whoever first brings the pyramid (marked) to the summit, the single cell at the top, wins.",
        fr: "Quatre plateaux sont empilés. Vous avez les Blancs, en bas du plateau 1. Le premier qui amène sa pyramide (marquée) au sommet, la case unique tout en haut, gagne.",
      },
      marks: ["a6", "z26"],
    },
    {
      text: {
        en: "Most of your men are pawns. On board 1 a pawn goes one cell straight forward and never back. Move one: choose it, then the cell in front of it.",
        fr: "Vous avez surtout des pions. Sur le plateau 1, un pion avance d’une case tout droit et ne recule jamais. Jouez-en un : choisissez-le, puis la case devant lui.",
      },
      moves: ["b4-c4"],
      also: anyMove,
      replies: ["k4-j4"],
      after: {
        en: "Black has answered: one move each, in turn. Behind the pawns stand your three pieces: cylinder, pyramid and cube.",
        fr: "Noir a répondu : un coup chacun, à tour de rôle. Derrière les pions se tiennent vos trois pièces : le cylindre, la pyramide et le cube.",
      },
    },
    {
      position:
        "3pnycp4/1pp2pp2pp1/12/12/7p4/12/5p6/4P7/12/7P4/1PP2PP2PP1/3PNYCP4|8/8/8/8/8/8/8/8|5/5/5/5/5 0 - 35,D,0,-,000,0.0.0;35,D,0,-,000,0.0.0 12",
      text: {
        en: "A pawn captures otherwise than it moves: one cell diagonally forward. Take the black pawn.",
        fr: "Un pion prend autrement qu’il n’avance : une case en diagonale, vers l’avant. Prenez le pion noir.",
      },
      marks: ["e5", "f6"],
      moves: ["e5-f6"],
      after: {
        en: "The pawn is now your captive: your tray, the bar below the boards, counts it in the cage. The ½ beside it says: half of a reward. You will see which.",
        fr: "Ce pion est maintenant votre captif : votre bac, la barre sous les plateaux, le compte dans la cage. Le ½ à côté veut dire : la moitié d’une récompense. Vous verrez laquelle.",
      },
      otherwise: {
        en: "That takes nothing. The marked pawn can take the other marked one.",
        fr: "Ce coup ne prend rien. Le pion marqué peut prendre l’autre pion marqué.",
      },
    },
    {
      position:
        "3pnycp4/1pp3p2pp1/12/12/4p7/12/3C4p3/4P2N4/12/12/1PP3P2PP1/3P1Y1P4|8/8/8/8/8/8/8/8|5/5/5/5/5 0 - 37,D,0,-,000,0.0.0;36,D,0,-,000,0.0.0 16",
      text: {
        en: "The cube slides along rows and columns, the cylinder along diagonals, as far as the way is free. Choose the cube to see its moves.",
        fr: "Le cube glisse le long des rangées et des colonnes, le cylindre en diagonale, tant que la voie est libre. Choisissez le cube pour voir ses coups.",
      },
      see: "f4",
      after: {
        en: "It stops before the black holes, the chimneys; and it may take the pawn on f9. One thing is barred: on board 1 neither takes a pawn on the opponent’s first row, here row l.",
        fr: "Il s’arrête devant les trous noirs, les cheminées ; et il peut prendre le pion f9. Une seule interdiction : sur le plateau 1, aucun des deux ne prend un pion sur la première rangée adverse, ici la rangée l.",
      },
    },
    {
      position:
        "3pny1p4/1pp6pp1/5c6/12/12/12/12/12/12/5Y6/1PP6PP1/3PN1CP4|8/8/8/8/8/8/8/8|5/5/5/5/5 0 - 39,D,0,-,000,0.0.0;39,D,0,-,000,0.0.0 20",
      text: {
        en: "The pyramid goes one cell in any direction. Black’s cube looks down the column at yours: move your pyramid to safety.",
        fr: "La pyramide va d’une case dans toutes les directions. Le cube noir, au bout de la colonne, menace la vôtre : mettez-la à l’abri.",
      },
      marks: ["c6", "j6"],
      moves: ["c6-c5"],
      also: (move) => by("c6")(move) && !move.endsWith("6"),
      after: {
        en: "Safe. Before every move, look first: can a man of yours be taken?",
        fr: "À l’abri. Avant chaque coup, regardez d’abord : l’une de vos pièces peut-elle être prise ?",
      },
      otherwise: {
        en: "Black’s cube could still take your pyramid: it must leave column 6.",
        fr: "Le cube noir pourrait encore prendre votre pyramide : elle doit quitter la colonne 6.",
      },
    },
    {
      position:
        "3pnycp4/2p7p1/12/7p4/6p5/12/12/6C3p1/12/12/1PP6PP1/3PNY1P4|8/8/8/8/8/8/8/8|5/5/5/5/5 0 - 39,D,0,-,000,0.0.0;38,D,0,-,000,0.0.0 24",
      text: {
        en: "Your cube can take either marked pawn. One of them is guarded: another black pawn would take back. Take the other one.",
        fr: "Votre cube peut prendre l’un des deux pions marqués. L’un est gardé : un autre pion noir reprendrait. Prenez l’autre.",
      },
      marks: ["h7", "e11"],
      moves: ["e7-e11"],
      replies: ["k11-j11"],
      after: {
        en: "Nobody could take back. A man for nothing is always a sensible move.",
        fr: "Personne ne pouvait reprendre. Une prise gratuite est toujours un coup raisonnable.",
      },
      otherwise: {
        en: "Take the pawn on e11: the one on h7 is guarded by i8, which would take your cube.",
        fr: "Prenez le pion e11 : celui de h7 est gardé par i8, qui prendrait votre cube.",
      },
    },
    {
      text: {
        en: "Your tray shows ½ beside 1▸2: one pawn taken on board 1. Two make an ascent: the right to send one man up to board 2. Take the marked pawn.",
        fr: "Votre bac montre ½ près de 1▸2 : un pion pris sur le plateau 1. Deux donnent une montée : le droit d’envoyer une pièce ou un pion au plateau 2. Prenez le pion marqué.",
      },
      marks: ["j11"],
      moves: ["e11-j11"],
      replies: ["k3-j3"],
      after: {
        en: "1▸2 is lit: you hold an ascent. (The rules call it a grant.) A captured piece, be it cube, cylinder, pyramid or double pawn, gives a whole one at once.",
        fr: "1▸2 s’allume : vous avez une montée. Une pièce prise (cube, cylindre, pyramide ou double pion) en donne une entière d’un coup.",
      },
    },
    {
      text: {
        en: "This ascent must be used as soon as it can be. Up may go: a pawn on your first row, row a; the cube; the cylinder. Choose one of the pawns on row a: it is lifted.",
        fr: "Cette montée s’utilise dès que possible. Peuvent monter : un pion de votre première rangée, la rangée a ; le cube ; le cylindre. Choisissez un pion de la rangée a : il est soulevé.",
      },
      moves: ["a4^"],
      also: (move) => move === "a8^",
      then: {
        text: {
          en: "Now put it on any empty cell of board 2. Only the four holes are no cells to stand on.",
          fr: "Posez-le maintenant sur n’importe quelle case vide du plateau 2. Seuls les quatre trous sont interdits.",
        },
        move: "@o14",
      },
      replies: ["j3-i3"],
      after: {
        en: "One man is up, and the ascent is used. Captures below, men above: so a pyramid of men grows, board by board.",
        fr: "En voilà un en haut, et la montée est utilisée. Des prises en bas, des pièces en haut : ainsi l’on monte, plateau après plateau.",
      },
      otherwise: {
        en: "It may go up, too, but it is worth more below. Send up a pawn from row a.",
        fr: "Elle peut monter aussi, mais elle est plus utile en bas. Faites monter un pion de la rangée a.",
      },
    },
    {
      position:
        "3pnycp4/2p6p2/12/5p6/12/12/12/12/6P5/5P1C4/1PP6P2/4NY6|8/8/6p1/8/8/1P6/8/8|5/5/5/5/5 0 - 39,D,0,-,000,0.0.0;39,D,0,-,000,0.0.0 40",
      text: {
        en: "Row a is empty of pawns, so none could go up. Recruit: choose your reserve, the marked pawn at the left of your tray, then an empty cell of row a. It takes the whole turn.",
        fr: "Plus de pion sur la rangée a : aucun ne pourrait monter. Recrutez : choisissez votre réserve, le pion marqué à gauche de votre bac, puis une case vide de la rangée a. Cela prend tout le tour.",
      },
      marks: ["P0"],
      moves: ["P@a4"],
      also: (move) => move.startsWith("P@"),
      replies: ["i6-h6"],
      after: {
        en: "You may recruit from your second turn on. The number beside the reserve is what you have left: watch it, as you will see next.",
        fr: "On peut recruter dès son deuxième tour. Le nombre à côté de la réserve dit ce qu’il vous reste : surveillez-le, voici pourquoi.",
      },
    },
    {
      position:
        "5y6/2p9/12/5p6/12/12/12/9N2/12/5P1C4/2P9/3P1Y6|8/8/8/8/8/8/8/8|5/5/5/5/5 0 - 40,D,43,-,000,0.0.0;0,-,2,-,000,0.0.0 300",
      text: {
        en: "The second way to win. Whoever begins a turn without a pawn in reserve is bankrupt and has lost. Black’s tray, above, shows none. Make any move.",
        fr: "La deuxième façon de gagner. Qui commence son tour sans pion en réserve est en faillite et a perdu. Le bac de Noir, en haut, n’en montre aucun. Jouez n’importe quel coup.",
      },
      moves: ["c8-i8"],
      also: anyMove,
      after: {
        en: "Black is bankrupt: you win. So each pawn counts. A captive does not come back; a pawn that goes up is not lost. (There is one way out, buying back: see the rules.)",
        fr: "Noir est en faillite : vous gagnez. Chaque pion compte donc. Un captif ne revient pas ; un pion qui monte n’est pas perdu. (Il y a un recours, le rachat : voyez les règles.)",
      },
    },
    {
      position:
        "5ycp4/2P6p2/12/5p6/12/12/12/12/12/1N5C4/5P3P2/12|8/8/8/8/8/8/8/8|5/5/5/5/5 0 - 34,D,10,Y,000,0.0.0;32,D,8,-,000,0.0.0 80",
      text: {
        en: "Here your pyramid was captured: your tray shows it crossed out. A pawn that reaches the opponent’s first row, row l, brings it back. Move the marked pawn there.",
        fr: "Ici, votre pyramide a été prise : votre bac la montre barrée. Un pion qui atteint la première rangée adverse, la rangée l, la ramène. Jouez-y le pion marqué.",
      },
      marks: ["k3", "l3"],
      moves: ["k3-l3"],
      then: {
        text: {
          en: "The pyramid has taken the pawn’s place; the pawn is in your reserve again. The pyramid moves once more at once: choose it and a cell.",
          fr: "La pyramide a pris la place du pion, qui retourne dans votre réserve. La pyramide joue aussitôt un coup de plus : choisissez-la, puis une case.",
        },
        move: "l3-k3",
      },
      after: {
        en: "A lost pyramid is not the end. But until it is back you cannot win at the summit.",
        fr: "Une pyramide perdue n’est pas la fin. Mais tant qu’elle n’est pas revenue, vous ne pouvez pas gagner au sommet.",
      },
    },
    {
      position:
        "3pnycp4/2p6p2/12/12/12/12/12/12/12/12/2P6P2/3PNY6|8/8/8/2p1p3/4C3/3D4/1P3P2/8|5/5/5/5/5 0 - 37,-,6,-,000,0.0.0;33,D,3,-,000,0.0.0 70",
      text: {
        en: "A fourth piece waits in the reserve: the double pawn. Here it is on board 2. Choose it to see its moves.",
        fr: "Une quatrième pièce attend en réserve : le double pion. Le voici sur le plateau 2. Choisissez-le pour voir ses coups.",
      },
      see: "o16",
      after: {
        en: "It leaps two cells along and one across, over anything, as a knight in chess. You may recruit it when you hold two captives and your cube or cylinder is not on board 1.",
        fr: "Il saute de deux cases tout droit et d’une de côté, par-dessus tout, comme le cavalier des échecs. On peut le recruter si l’on tient deux captifs et que le cube ou le cylindre n’est pas sur le plateau 1.",
      },
    },
    {
      position:
        "3pnycp4/2p6p2/12/12/12/12/12/12/12/7C4/2P6P2/3PNY6|8/8/4p3/8/2P5/1p6/5P2/8|5/5/5/5/5 0 - 38,D,4,-,000,0.0.0;35,D,2,-,000,0.0.0 60",
      text: {
        en: "On board 2 pawns also go backward, and take diagonally forward and backward. Take the pawn behind yours.",
        fr: "Sur le plateau 2, les pions reculent aussi, et prennent en diagonale vers l’avant comme vers l’arrière. Prenez le pion derrière le vôtre.",
      },
      marks: ["p15", "o14"],
      moves: ["p15-o14"],
      replies: ["r17-q17"],
      after: {
        en: "What is taken on board 2 counts apart, beside 2▸3: two pawns, or one piece, send a man up to board 3. There pawns go sideways, too.",
        fr: "Ce qu’on prend sur le plateau 2 compte à part, près de 2▸3 : deux pions, ou une pièce, font monter au plateau 3. Là, les pions vont aussi de côté.",
      },
    },
    {
      position:
        "3pnycp4/2p6p2/12/12/12/12/12/12/12/12/2P6P2/3PNY6|8/8/4p3/8/3P4/C7/5P2/8|5/5/5/5/5 0 - 38,D,4,-,000,0.0.0;36,D,2,-,000,0.0.0 64",
      text: {
        en: "The holes are chimneys. On boards 2 and 3 a cube or cylinder may slide into one: it falls to the board below. Slide the cube into the marked chimney.",
        fr: "Les trous sont des cheminées. Sur les plateaux 2 et 3, un cube ou un cylindre peut y glisser : il tombe au plateau d’en dessous. Glissez le cube dans la cheminée marquée.",
      },
      marks: ["o13", "o15"],
      moves: ["o13-o15"],
      then: {
        text: {
          en: "It has fallen. Put it on any empty cell of board 1.",
          fr: "Il est tombé. Posez-le sur n’importe quelle case vide du plateau 1.",
        },
        move: "@h8",
      },
      replies: ["r17-q17"],
      after: {
        en: "So a piece comes down, to wherever it is needed. A pawn that steps into a chimney falls back into the reserve.",
        fr: "Une pièce redescend ainsi, là où l’on a besoin d’elle. Un pion qui entre dans une cheminée retourne dans la réserve.",
      },
    },
    {
      position:
        "3p1ycp4/2p6p2/12/12/12/12/12/12/12/12/2P6P2/3PNY6|8/4p3/1n6/8/3P4/8/1C3P2/8|5/5/5/5/5 0 - 38,D,4,-,000,0.0.0;36,D,2,-,000,0.0.0 66",
      text: {
        en: "Take the black cylinder on board 2: a piece gives a whole ascent, and nobody guards it.",
        fr: "Prenez le cylindre noir sur le plateau 2 : une pièce donne une montée entière, et personne ne la garde.",
      },
      marks: ["n14", "r14"],
      moves: ["n14-r14"],
      replies: ["s17-r17"],
      after: {
        en: "2▸3 is lit. And Black’s cube, which has lost its twin, is solitary now: marked with a star, it moves in rows, columns and diagonals.",
        fr: "2▸3 s’allume. Et le cube noir, qui a perdu son jumeau, est désormais solitaire : marqué d’une étoile, il va en rangée, en colonne et en diagonale.",
      },
    },
    {
      text: {
        en: "From board 2 the cube or cylinder goes up to board 3. (A pawn on row a may, too, once four of your pawns are on board 2.) Lift the cube.",
        fr: "Du plateau 2, le cube ou le cylindre monte au plateau 3. (Un pion de la rangée a aussi, dès que quatre de vos pions sont sur le plateau 2.) Soulevez le cube.",
      },
      marks: ["r14"],
      moves: ["r14^"],
      then: {
        text: {
          en: "Put it on any empty cell of board 3.",
          fr: "Posez-le sur n’importe quelle case vide du plateau 3.",
        },
        move: "@v22",
      },
      replies: ["r17-q17"],
      after: {
        en: "Your cube prepares the way: the pyramid does not go up alone.",
        fr: "Votre cube prépare le chemin : la pyramide ne monte pas seule.",
      },
    },
    {
      position:
        "3p1ycp4/2p6p2/12/12/12/12/12/12/12/12/2P2Y3P2/3P8|8/2p5/8/8/4P3/6P1/1P1P1N2/8|5/5/1C3/5/5 0 - 36,D,8,-,000,1.0.0;32,D,2,-,000,0.0.0 90",
      text: {
        en: "The pyramid goes up to board 2 once four of your pawns and another piece are there. They are: lift the pyramid.",
        fr: "La pyramide monte au plateau 2 quand quatre de vos pions et une autre pièce y sont. C’est le cas : soulevez la pyramide.",
      },
      marks: ["b6"],
      moves: ["b6^"],
      then: {
        text: {
          en: "Put it on any empty cell of board 2, best where no black man can take it.",
          fr: "Posez-la sur n’importe quelle case vide du plateau 2, de préférence où aucun Noir ne peut la prendre.",
        },
        move: "@n17",
      },
      after: {
        en: "The pyramid is on board 2. Half of the way is done.",
        fr: "La pyramide est sur le plateau 2. La moitié du chemin est faite.",
      },
      otherwise: {
        en: "A pawn may use this ascent, but now your pyramid can: lift it.",
        fr: "Un pion peut utiliser cette montée, mais votre pyramide le peut enfin : soulevez-la.",
      },
    },
    {
      position:
        "3p1ycp4/2p6p2/12/12/12/12/12/12/12/12/2P6P2/12|8/2p5/8/8/8/4Y3/1P1P1N2/8|5/5/1C3/1P1P1/5 0 - 37,D,8,-,000,0.1.0;32,D,2,-,000,0.0.0 100",
      text: {
        en: "It goes up to board 3 once two of your pawns and your cube or cylinder are there. They are: lift it with your ascent 2▸3.",
        fr: "Elle monte au plateau 3 quand deux de vos pions et votre cube ou votre cylindre y sont. C’est le cas : soulevez-la avec votre montée 2▸3.",
      },
      marks: ["o17"],
      moves: ["o17^"],
      then: {
        text: {
          en: "Put it on any empty cell of board 3.",
          fr: "Posez-la sur n’importe quelle case vide du plateau 3.",
        },
        move: "@v23",
      },
      after: {
        en: "One board more. For the summit you need an ascent from board 3.",
        fr: "Plus qu’un plateau. Pour le sommet, il faut une montée depuis le plateau 3.",
      },
      otherwise: {
        en: "The cylinder may use this ascent, but now your pyramid can: lift it.",
        fr: "Le cylindre peut utiliser cette montée, mais votre pyramide le peut enfin : soulevez-la.",
      },
    },
    {
      position:
        "3p1ycp4/2p6p2/12/12/12/12/12/12/12/12/2P6P2/12|8/2p5/8/8/8/8/1P1P1N2/8|p4/5/C2p1/1PY2/3P1 0 - 37,D,9,-,001,0.0.0;29,D,2,-,000,0.0.0 110",
      text: {
        en: "One pawn is already taken on board 3: see the ½ beside 3▸4. Take another one with your pyramid.",
        fr: "Un pion est déjà pris sur le plateau 3 : voyez le ½ près de 3▸4. Prenez-en un autre avec votre pyramide.",
      },
      marks: ["v23", "w24"],
      moves: ["v23-w24"],
      replies: ["y21-x21"],
      after: {
        en: "3▸4 is lit: the way to the summit is open.",
        fr: "3▸4 s’allume : la voie du sommet est libre.",
      },
    },
    {
      text: {
        en: "Bring your pyramid to the summit, and win: choose it, then the summit.",
        fr: "Amenez votre pyramide au sommet, et gagnez : choisissez-la, puis le sommet.",
      },
      marks: ["w24", "z26"],
      moves: ["w24^"],
      after: {
        en: "Your pyramid is on the summit: you have won. In a game: look what can be taken, take what is not guarded, keep pawns on row a, and climb.",
        fr: "Votre pyramide est au sommet : vous avez gagné. En partie : voyez ce qui peut être pris, prenez ce qui n’est pas gardé, gardez des pions sur la rangée a, et montez.",
      },
    },
  ],
};
