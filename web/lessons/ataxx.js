// The lesson of Ataxx. Red, side 0, learns.

import { reason } from "./ataxx-reasons.js";

/** @type {import("./lesson.js").Lesson} */
export const lesson = {
  reason,
  steps: [
    {
      text: {
        en: "You are Red. In the end the most men win. A man grows to an empty cell beside it, by a side or a corner: it stays, and a new man of yours comes there. Choose such a cell, b6 for instance.",
        fr: "Vous avez les Rouges. À la fin, le plus grand nombre de pions l’emporte. Un pion se dédouble sur une case vide voisine, par un côté ou un coin : il reste, et un nouveau pion à vous y naît. Choisissez une telle case, par exemple b6.",
      },
      marks: ["a7", "g1"],
      moves: ["b6"],
      also: (move) => !move.includes("-"),
      after: {
        en: "You have three men now. To grow, you choose the cell alone, and no man.",
        fr: "Vous avez maintenant trois pions. Pour se dédoubler, on choisit la case seule, sans choisir de pion.",
      },
      otherwise: {
        en: "That was a leap: the man has left its place. This time choose an empty cell beside one of your men.",
        fr: "C’était un saut : le pion a quitté sa place. Cette fois, choisissez une case vide à côté d’un de vos pions.",
      },
    },
    {
      position: "r.....b/......./......./...bb../...b.../......./b.....r 0 2,5 1@24 10",
      text: {
        en: "A man also leaps two cells away, in any direction, also askew, and over anything. Then it leaves its place. All blue men beside the cell where you come turn red. Choose g1, and leap to e3.",
        fr: "Un pion saute aussi à deux cases, dans n’importe quelle direction, même de biais, par-dessus tout. Il quitte alors sa place. Tous les pions bleus voisins de la case où vous arrivez deviennent rouges. Choisissez g1, et sautez en e3.",
      },
      marks: ["g1", "e3"],
      moves: ["g1-e3"],
      after: {
        en: "d3, d4 and e4 are yours now. All eight cells around count at once. Growing turns men in the same way.",
        fr: "d3, d4 et e4 sont à vous. Les huit cases autour comptent toutes à la fois. Se dédoubler retourne des pions de la même façon.",
      },
      otherwise: {
        en: "That is a move, but leap from g1 to e3 this time.",
        fr: "C’est un coup, mais cette fois sautez de g1 en e3.",
      },
    },
    {
      position: "rbbbbrr/rbbbbrr/bbbbbbb/rrrrbbb/rrrr.rb/rrbrbbb/.rbrbb. 0 20,26 1@24 68",
      text: {
        en: "Four blue men stand beside e3. You can grow to it, or leap to it with c3, c4 or d1. A leap leaves a hole. Go to e3 in such a way that no hole is left.",
        fr: "Quatre pions bleus touchent e3. Vous pouvez vous y dédoubler, ou y sauter avec c3, c4 ou d1. Un saut laisse un trou. Allez en e3 sans laisser de trou.",
      },
      marks: ["e3"],
      moves: ["e3"],
      after: {
        en: "Four men have turned, and none of yours has left its place. Each of the three leaps would lose: Blue comes to the hole, and turns your men around it.",
        fr: "Quatre pions retournés, et aucun des vôtres n’a quitté sa place. Chacun des trois sauts perdrait : Bleu vient dans le trou et retourne vos pions autour.",
      },
      otherwise: {
        en: "Choose e3 alone, and no man. After a leap there Blue comes to the hole that you leave.",
        fr: "Choisissez e3 seule, sans choisir de pion. Après un saut, Bleu vient dans le trou que vous laissez.",
      },
    },
    {
      position: "bbbbbbb/bbbbbbb/bbbbbbb/rbbbbbb/rrr.rrr/rrrrrrr/rrrrrr. 0 20,27 1@24 60",
      text: {
        en: "Who can neither grow nor leap passes, as long as the other side can move. d3 and g1 are empty, and no blue man is within two cells of g1. Shut Blue in, and leave no hole.",
        fr: "Qui ne peut ni se dédoubler ni sauter passe, tant que l’autre camp peut jouer. d3 et g1 sont vides, et aucun pion bleu n’est à moins de trois cases de g1. Enfermez Bleu, sans laisser de trou.",
      },
      marks: ["d3", "g1"],
      moves: ["d3"],
      replies: ["pass"],
      after: {
        en: "Blue must pass. With g1 you fill the board, and the game is over: 25 to 24, you win. It is also over when nobody can move, and when one side has no men left.",
        fr: "Bleu doit passer. Avec g1, vous remplissez le plateau, et la partie est finie : 25 à 24, vous gagnez. Elle l’est aussi quand personne ne peut jouer, et quand un camp n’a plus de pions.",
      },
      otherwise: {
        en: "Choose d3 alone: it is the only cell that Blue reaches, and growing opens none.",
        fr: "Choisissez d3 seule : c’est la seule case que Bleu atteint, et se dédoubler n’en ouvre aucune.",
      },
    },
    {
      position: "brrrb.b/br.rbb./rrrrbbb/bbrrrrr/rrbbrbb/rbrrrbb/bbrrrbb 0 24,22 1@24 60",
      text: {
        en: "A leap to f7 or g6 turns four men. But see first what Blue can turn: is there a hole with many of your men around it? Fill it.",
        fr: "Un saut en f7 ou g6 retourne quatre pions. Mais voyez d’abord ce que Bleu peut retourner : y a-t-il un trou entouré de beaucoup de vos pions ? Remplissez-le.",
      },
      moves: ["c6"],
      after: {
        en: "c6 turns nobody, but a blue leap there would have turned eight men. This move wins.",
        fr: "c6 ne retourne personne, mais un saut de Bleu en c6 aurait retourné huit pions. Ce coup gagne.",
      },
      otherwise: {
        en: "Then a hole is left among your men, and Blue comes out ahead. Choose c6 alone.",
        fr: "Il reste alors un trou parmi vos pions, et Bleu y gagne. Choisissez c6 seule.",
      },
    },
    {
      position: "r.....b/......./..rr.../...bb../...b.../......./b.....r 0 4,5 1@24 6",
      text: {
        en: "Leap when it gains more than growing does. Growing to c4 or e5 turns two men, a leap to e3 turns three. c5, d5 and g1 can leap there. Blue’s g7 threatens e5: which of your men would it turn?",
        fr: "Sautez quand on y gagne plus qu’à se dédoubler. Se dédoubler en c4 ou e5 retourne deux pions, un saut en e3 trois. c5, d5 et g1 peuvent y aller. Le pion bleu g7 menace e5 : lequel des vôtres retournerait-il ?",
      },
      marks: ["c5", "d5", "g1"],
      arrows: ["g7-e5"],
      moves: ["d5-e3"],
      after: {
        en: "Seven men to two. d5 was the man in danger, so its hole costs you least. Blue will soon have no men left.",
        fr: "Sept pions à deux. d5 était le pion menacé : son trou est celui qui coûte le moins. Bleu n’aura bientôt plus de pions.",
      },
      otherwise: {
        en: "That turns fewer men, or leaves d5 where g7 can turn it. Leap to e3 with d5.",
        fr: "Cela retourne moins de pions, ou laisse d5 à la portée de g7. Sautez en e3 avec d5.",
      },
    },
    {
      position: "bbbrrrb/rrbrrbb/rrrrbbb/rrrbbb./rrrbbbb/bbbbbbb/.bbbrr. 0 19,27 1@24 64",
      text: {
        en: "Beside a man at an edge lie five cells, beside one in a corner three. Once these are full, nobody comes there to turn it. A leap to g4 turns five men, but opens e6. Find what is safe.",
        fr: "Un pion au bord a cinq cases voisines, un pion dans un coin trois. Une fois pleines, personne n’y vient le retourner. Un saut en g4 retourne cinq pions, mais ouvre e6. Trouvez ce qui est sûr.",
      },
      marks: ["a1", "g1", "g4"],
      moves: ["g1"],
      after: {
        en: "f2 and g2 have turned. With f1 they fill all cells beside g1: nobody turns it back. Every other move would lose.",
        fr: "f2 et g2 sont retournés. Avec f1, ils remplissent toutes les cases voisines de g1 : personne ne le reprend. Tout autre coup perdrait.",
      },
      otherwise: {
        en: "Now Blue has an answer that wins. Grow to the corner g1.",
        fr: "Bleu a alors une réponse qui gagne. Dédoublez-vous dans le coin g1.",
      },
    },
    {
      position: ".rbb.r./rrbbbrr/rrrbbrr/bbrbbbr/bbrbbbb/rbbbbrr/rbbbbbr 0 19,27 1@24 66",
      text: {
        en: "A whole ending. Three cells are empty, and Blue leads by 27 to 19. Beside a7 and g7 stand only your men: Blue can leap there, but can grow only to e7. Take that cell, and leave no hole.",
        fr: "Toute une fin de partie. Trois cases sont vides, et Bleu mène 27 à 19. a7 et g7 ne touchent que vos pions : Bleu peut y sauter, mais ne peut se dédoubler qu’en e7. Prenez cette case, sans laisser de trou.",
      },
      marks: ["a7", "e7", "g7"],
      moves: ["e7"],
      replies: ["e5-g7"],
      after: {
        en: "Blue can only leap now, and each leap leaves a hole beside your men. It has turned three men from g7, and has opened e5.",
        fr: "Bleu ne peut plus que sauter, et chaque saut laisse un trou à côté de vos pions. De g7, il en a retourné trois, et il a ouvert e5.",
      },
      otherwise: {
        en: "Now Blue comes to e7, or to the hole that you leave. Choose e7 alone.",
        fr: "Bleu vient alors en e7, ou dans le trou que vous laissez. Choisissez e7 seule.",
      },
    },
    {
      text: {
        en: "a7 and e5 are empty. Count what you turn on either, and what Blue would turn there.",
        fr: "a7 et e5 sont vides. Comptez ce que vous retournez sur chacune, et ce que Bleu y retournerait.",
      },
      marks: ["a7", "e5"],
      moves: ["e5"],
      replies: ["c7-a7"],
      after: {
        en: "Five men turned, which made 26 to 22. Blue had to leap again: it has turned three men from a7, and has opened c7.",
        fr: "Cinq pions retournés : c’était 26 à 22. Bleu a dû sauter encore : de a7, il en a retourné trois, et il a ouvert c7.",
      },
      otherwise: {
        en: "Now Blue has an answer that wins. Grow to e5, where five blue men stand around.",
        fr: "Bleu a alors une réponse qui gagne. Dédoublez-vous en e5, que cinq pions bleus entourent.",
      },
    },
    {
      text: {
        en: "One cell is left. Blue leads by 25 to 23. Whoever fills the last cell need fear no answer: fill it.",
        fr: "Il reste une case. Bleu mène 25 à 23. Qui remplit la dernière case ne craint plus de réponse : remplissez-la.",
      },
      marks: ["c7"],
      moves: ["c7"],
      after: {
        en: "27 to 22: you have won. In a game: grow rather than leap, fill holes among your men, count what the answer turns, and keep the last cell for yourself.",
        fr: "27 à 22 : vous avez gagné. En partie : dédoublez-vous plutôt que de sauter, bouchez les trous parmi vos pions, comptez ce que la réponse retourne, et gardez la dernière case pour vous.",
      },
      otherwise: {
        en: "A leap opens another cell, and Blue has an answer that wins. Choose c7 alone.",
        fr: "Un saut ouvre une autre case, et Bleu a une réponse qui gagne. Choisissez c7 seule.",
      },
    },
  ],
};
