// Les noms et les mots courts du moteur en français, par ce qu'il dit en anglais : champs, camps, pièces, fins de
// partie, et les jeux qui viennent avec le programme sous forme de fichiers de règles.

/** @type {Record<string, string>} */
export const words = {
  // Champs d'une position
  move: "Coup",
  position: "Position",
  board: "Plateau",
  boards: "Plateaux",
  "board row": "Rangée",
  "board 1": "Plateau 1",
  "board 2": "Plateau 2",
  "board 3": "Plateau 3",
  "side to act": "Camp au trait",
  anchors: "Repères",
  "steps left": "Coups restants",
  plies: "Coups joués",
  "cell forbidden to the Zen": "Case interdite au Zen",
  "men due": "Ce qui est dû",
  stocks: "Stocks",
  turns: "Tours",
  line: "File",
  step: "Étape",
  "White's total": "Total de Blanc",
  "Black's total": "Total de Noir",
  "turns left": "Tours restants",
  "forbidden line": "File interdite",
  piece: "Pièce",
  variable: "Variable",
  place: "Lieu",
  node: "Nœud",
  cell: "Case",
  player: "Joueur",
  steps: "Pas",
  // Camps et pièces
  White: "Blanc",
  Black: "Noir",
  Red: "Rouge",
  Blue: "Bleu",
  Yellow: "Jaune",
  Across: "Horizontal",
  Upwards: "Montant",
  Upright: "Vertical",
  Cross: "Croix",
  Nought: "Rond",
  first: "le premier joueur",
  second: "le second joueur",
  nobody: "personne",
  none: "aucune",
  pyramid: "pyramide",
  cube: "cube",
  cylinder: "cylindre",
  "double pawn": "double pion",
  pawn: "pion",
  // Fins de partie
  "by the rules": "selon les règles",
  "following the rules takes too long": "appliquer les règles prend trop de temps",
  "the limit on steps is reached": "le nombre de coups permis est atteint",
  "the position has occurred before": "la position s’est déjà produite",
  "no move is left": "il ne reste aucun coup",
  "the winner has no move left": "le gagnant n’a plus de coup",
  "four in a row": "quatre en ligne",
  "three in a row": "trois en ligne",
  "five in a row": "cinq en ligne",
  "four in a row win": "quatre en ligne gagnent",
  "the other side has three in a row": "l’adversaire a trois en ligne",
  "four in a row or in a square": "quatre en ligne ou en carré",
  "the two sides are joined": "les deux côtés sont reliés",
  "a man is on the last row": "un pion est sur la dernière rangée",
  "all cars have left": "toutes les voitures sont sorties",
  "the king is taken": "le roi est pris",
  "one side has no men left": "un camp n’a plus de pions",
  "nobody can move": "personne ne peut jouer",
  "80 turns without a man moved or taken": "80 coups sans prise ni coup de pion",
  "fewer than three men are left": "il reste moins de trois pions",
  "50 turns without a man taken": "50 coups sans prise",
  // Options des règles
  "whether the third occurrence of a position draws, or whoever makes one again loses":
    "Une position qui se répète : nulle à la troisième fois, ou perdue pour qui la répète",
  "what search and net choose: a step, or a whole turn":
    "Ce que choisissent la recherche et le réseau : un pas, ou un coup entier",
  turn: "coup entier",
  "names the text of the rules file": "Le texte des règles",
  draw: "nulle",
  lose: "perdue",
  // Jeux en fichiers de règles
  "Connect Four": "Puissance 4",
  "English draughts": "Dames anglaises",
  "Mini chess": "Mini-échecs",
  "Nine men's morris": "Jeu du moulin",
  "Tic-tac-toe": "Morpion",
  "queens that shoot; who cannot move loses, on 10x10 cells":
    "Des dames qui tirent des flèches ; qui ne peut plus jouer perd. 10 × 10 cases.",
  "stones grow or leap and win over their neighbours; most stones win, on 7x7 cells":
    "Des pions qui se dédoublent ou sautent et gagnent leurs voisins ; le plus grand nombre l’emporte. 7 × 7 cases.",
  "Breakthrough on 8x8 cells: the first man on the far row wins":
    "Le premier pion sur la rangée du fond gagne. 8 × 8 cases.",
  "every move takes a neighbour; who cannot take loses, on 5x6 cells":
    "Chaque coup prend un voisin ; qui ne peut plus prendre perd. 5 × 6 cases.",
  "stones fall; four in a row win, on 7x6 cells": "Les jetons tombent ; quatre alignés gagnent. 7 × 6 cases.",
  "drive both cars off the board, and never shut the other side in, on 3x3 cells":
    "Faites sortir vos deux voitures, sans jamais enfermer l’adversaire. 3 × 3 cases.",
  "one side lays dominoes upright, the other across; who has no room loses, on 8x8 cells":
    "L’un pose des dominos debout, l’autre couchés ; qui n’a plus de place perd. 8 × 8 cases.",
  "men go ahead and jump, kings also back; who cannot move loses, on 8x8 cells":
    "Les pions avancent et sautent, les dames reculent aussi ; qui ne peut plus jouer perd. 8 × 8 cases.",
  "five stones in a row win, on 15x15 cells (freestyle: longer rows win too)":
    "Cinq pierres alignées gagnent, ou davantage. 15 × 15 cases.",
  "Hex on 11x11 cells: join your two sides": "Reliez vos deux bords. 11 × 11 cases.",
  "Hex on 5x5 cells: join your two sides": "Reliez vos deux bords. 5 × 5 cases.",
  "Hex on 7x7 cells: join your two sides": "Reliez vos deux bords. 7 × 7 cases.",
  "Breakthrough with knights that only go ahead": "Breakthrough avec des cavaliers qui ne font qu’avancer.",
  "Hawaiian draughts: every move jumps; who cannot jump loses, on 8x8 cells":
    "Les dames hawaïennes : chaque coup saute ; qui ne peut plus sauter perd. 8 × 8 cases.",
  "chess on 5x5 cells; who takes the king wins": "Les échecs sur 5 × 5 cases ; qui prend le roi gagne.",
  "three men in a line take one of the other side's; with three men left they fly":
    "Trois pions alignés en prennent un à l’adversaire ; à trois pions, on vole.",
  "place a stone, then turn a quarter of the board; five in a row win, on 6x6 cells":
    "Posez une bille, puis tournez un quart du plateau ; cinq alignées gagnent. 6 × 6 cases.",
  "Reversi on 8x8 cells: stones shut in change sides; most stones win":
    "Les pions enfermés changent de camp ; le plus grand nombre l’emporte. 8 × 8 cases.",
  "four men each, placed and then moved; four in a row or in a square win, on 5x5 cells":
    "Quatre pions chacun, posés puis déplacés ; quatre alignés ou en carré gagnent. 5 × 5 cases.",
  "three marks in a row win, on 3x3 cells": "Trois signes alignés gagnent. 3 × 3 cases.",
  "four in a row win, but three in a row lose, on a hexagon of side 5":
    "Quatre alignés gagnent, mais trois alignés perdent. Un hexagone de côté 5.",
};
