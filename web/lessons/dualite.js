// The lessons of Dualité and Grand Dual. The first player, side 0, learns. Words are shared: the positions differ.

/** @typedef {import("./lesson.js").Lesson} Lesson */
/** @typedef {import("./lesson.js").Step} Step */

/** @typedef {Pick<Step, "position" | "marks" | "moves" | "also" | "replies">} Place what differs of a step */

/**
 * @param {Record<"draw" | "blacken" | "shut" | "white" | "black" | "careful" | "enclose" | "key" | "last", Place> & {careful: {closes: string}}} at
 * @returns {Lesson}
 */
function lesson({ draw, blacken, shut, white, black, careful, enclose, key, last }) {
  const { closes, ...quiet } = careful;
  return {
    steps: [
      {
        text: {
          en: "Circles belong to nobody: both sides draw white ones, and blacken them. You open with two white circles. Draw the first one in any cell.",
          fr: "Les cercles ne sont à personne : les deux joueurs en tracent des blancs, et les noircissent. Vous ouvrez avec deux cercles blancs. Tracez le premier où vous voulez.",
        },
        moves: ["a1"],
        also: () => true,
        then: {
          text: {
            en: "Draw the second one in any cell that does not touch the first, not even at a corner.",
            fr: "Tracez le second dans une case qui ne touche pas le premier, pas même par un coin.",
          },
          move: "c3",
        },
        after: {
          en: "Now the other player moves, beside one of your two circles. From then on it is one move each.",
          fr: "À l’autre joueur maintenant, à côté de l’un de vos deux cercles. Ensuite, un coup chacun.",
        },
      },
      {
        ...draw,
        text: {
          en: "Here the other player has just drawn the ringed circle. You must play in one of the cells around it. In an empty cell you draw a white circle: do so.",
          fr: "L’autre joueur vient de tracer le cercle entouré. Vous devez jouer dans une des cases autour. Dans une case vide, on trace un cercle blanc : faites-le.",
        },
        after: {
          en: "A white circle. The other player must now play beside it.",
          fr: "Un cercle blanc. L’autre joueur doit maintenant jouer à côté.",
        },
        otherwise: {
          en: "That was a white circle, which you have blackened. This time choose an empty cell.",
          fr: "C’était un cercle blanc : vous l’avez noirci. Cette fois, choisissez une case vide.",
        },
      },
      {
        ...blacken,
        text: {
          en: "Play on a white circle and it turns black. Blacken the marked one.",
          fr: "Jouez sur un cercle blanc, il devient noir. Noircissez celui qui est marqué.",
        },
        after: {
          en: "Black it stays for the rest of the game: nobody can play there again.",
          fr: "Noir, il le reste jusqu’à la fin : plus personne ne peut y jouer.",
        },
        otherwise: {
          en: "That is allowed, but blacken the marked circle.",
          fr: "C’est permis, mais noircissez le cercle marqué.",
        },
      },
      {
        ...shut,
        text: {
          en: "The ringed circle was played last. Neither it nor a black circle can be played: try one, if you like. Then make any legal move.",
          fr: "Le cercle entouré vient d’être joué. On ne peut jouer ni sur lui ni sur un cercle noir : essayez si vous voulez. Puis jouez n’importe quel coup permis.",
        },
        after: {
          en: "The dots show where one may play: empty cells and white circles beside the last move.",
          fr: "Les points montrent où l’on peut jouer : les cases vides et les cercles blancs autour du dernier coup.",
        },
      },
      {
        ...white,
        text: {
          en: "Whoever completes four alike in an unbroken row, column or diagonal wins, whoever drew them. Complete the white line.",
          fr: "Qui complète quatre cercles pareils, alignés sans trou en rangée, colonne ou diagonale, gagne, quel que soit leur auteur. Complétez la ligne blanche.",
        },
        after: { en: "Four white in line: that wins.", fr: "Quatre blancs alignés : c’est gagné." },
        otherwise: {
          en: "Three white circles stand in line: draw the fourth.",
          fr: "Trois cercles blancs sont alignés : tracez le quatrième.",
        },
      },
      {
        ...black,
        text: {
          en: "Black lines win, too. Three black circles stand in line with a white one: blacken it.",
          fr: "Les lignes noires gagnent aussi. Trois cercles noirs sont alignés avec un blanc : noircissez-le.",
        },
        after: { en: "Four black in line: that wins as well.", fr: "Quatre noirs alignés : c’est gagné aussi." },
        otherwise: {
          en: "Look for the white circle at the end of the black ones.",
          fr: "Cherchez le cercle blanc au bout des noirs.",
        },
      },
      {
        ...quiet,
        text: {
          en: `Three white circles stand in the marked column, and you cannot complete it now. Whoever plays beside ${closes} lets the other one do it. Play elsewhere, or blacken one of the three.`,
          fr: `Trois cercles blancs sont dans la colonne marquée, et vous ne pouvez pas la compléter maintenant. Qui joue à côté de ${closes} laisse l’autre le faire. Jouez ailleurs, ou noircissez un des trois.`,
        },
        after: {
          en: "Good: the other player cannot complete it now. Before each move, look which cells you open.",
          fr: "Bien : l’autre joueur ne peut pas la compléter maintenant. Avant chaque coup, voyez quelles cases vous ouvrez.",
        },
        otherwise: {
          en: `Now the other player completes the line: your move is beside ${closes}.`,
          fr: `L’autre joueur complète maintenant la ligne : votre coup touche ${closes}.`,
        },
      },
      {
        ...enclose,
        text: {
          en: "Whoever has no legal move loses. Find the cell around which everything is black: there the other player has no answer.",
          fr: "Qui n’a aucun coup permis perd. Trouvez la case autour de laquelle tout est noir : l’autre joueur n’y trouvera pas de réponse.",
        },
        after: {
          en: "Enclosed: no cell beside your circle can be played. That wins as well.",
          fr: "Enfermé : aucune case autour de votre cercle ne peut être jouée. C’est gagné aussi.",
        },
        otherwise: {
          en: "There the other player finds an answer. Look at the corner.",
          fr: "Là, l’autre joueur trouve une réponse. Regardez le coin.",
        },
      },
      {
        ...key,
        text: {
          en: "Now plan ahead. Three black circles stand on a diagonal that ends in the marked cell. It takes two moves to make that one black: draw there first.",
          fr: "Voyons plus loin. Trois cercles noirs sont sur une diagonale qui finit à la case marquée. Il faut deux coups pour la noircir : tracez-y d’abord un cercle.",
        },
        after: {
          en: "The other player must play beside your circle, and may not touch it. So, whatever the answer is, it will be beside it.",
          fr: "L’autre joueur doit jouer à côté de votre cercle, sans y toucher. Quelle que soit sa réponse, elle sera donc juste à côté.",
        },
        otherwise: { en: "Draw in the marked cell.", fr: "Tracez dans la case marquée." },
      },
      {
        ...last,
        text: {
          en: "Your circle is beside the answer: blacken it, and win.",
          fr: "Votre cercle touche cette réponse : noircissez-le, et gagnez.",
        },
        after: {
          en: "Four black in line: you have won. In a game: look for lines of three, and make the other player open them.",
          fr: "Quatre noirs alignés : vous avez gagné. En partie : guettez les lignes de trois, et forcez l’autre joueur à les ouvrir.",
        },
      },
    ],
  };
}

/** @param {string[]} moves @returns {(move: string) => boolean} */
const but = (moves) => (move) => !moves.includes(move);

export const dualite = lesson({
  draw: { position: "..../..o./.o../o... 0 b2", moves: ["b3"], also: but(["a1", "c3"]) },
  blacken: { position: "..../..o./.o../o... 0 b2", marks: ["c3"], moves: ["c3"] },
  shut: { position: "o.../..x./.o../o... 0 b2", moves: ["a3"], also: () => true },
  white: { position: "ooo./.xx./.x../.... 0 c3", moves: ["d4"] },
  black: { position: "o.../xxxo/..o./.... 0 c2", moves: ["d3"] },
  careful: {
    position: "o.../xoo./.xo./..ox 0 c2",
    marks: ["c1", "c2", "c3", "c4"],
    moves: ["d2"],
    also: but(["b3", "d3"]),
    closes: "c4",
  },
  enclose: { position: "..../.o../xx../.x.. 0 b2", moves: ["a1"] },
  key: { position: "xxox/ooxx/.xoo/.... 0 b2", marks: ["a1"], moves: ["a1"], replies: ["b1"] },
  last: { marks: ["a1"], moves: ["a1"] },
});

export const grandDual = lesson({
  draw: { position: "...../...../...o./.o.../o.... 0 b2", moves: ["b3"], also: but(["a1"]) },
  blacken: { position: "...../...../..o../.o.../o.... 0 b2", marks: ["c3"], moves: ["c3"] },
  shut: { position: "...../o..../..x../.o.../o.... 0 b2", moves: ["a3"], also: () => true },
  white: { position: "...../ooo../..x../.x.../..... 0 c3", moves: ["d4"] },
  black: { position: "...../xxxo./..o../...../....o 0 c3", moves: ["d4"] },
  careful: {
    position: "...../..o../.xo../..o../..... 0 b3",
    marks: ["c1", "c2", "c3", "c4", "c5"],
    moves: ["a2"],
    also: but(["b2", "b4"]),
    closes: "c1 / c5",
  },
  enclose: { position: "...../...../.o.../xx.../.x... 0 b2", moves: ["a1"] },
  key: { position: "...../.o.../..xx./oxxoo/xxooo 0 d3", marks: ["d4"], moves: ["d4"], replies: ["c4"] },
  last: { marks: ["d4"], moves: ["d4"] },
});
