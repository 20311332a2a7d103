// The words of reports, in both languages.

/** @type {Record<string, {en: string, fr: string}>} */
export const words = {
  "reports.lead": {
    en: "Is a game fair, decisive, deep? Figures from games that were played to find out.",
    fr: "Un jeu est-il équitable, décisif, profond ? Des chiffres tirés de parties jouées pour le savoir.",
  },
  "reports.none": { en: "None came with this page.", fr: "Cette page n’en contient pas." },
  "report.json": { en: "All figures (JSON)", fr: "Tous les chiffres (JSON)" },
  "report.table": { en: "Table of figures", fr: "Tableau de chiffres" },
  "report.played": {
    en: "Played by `{player}`, {games} games of each strength against itself and {pairs} pairs between neighbouring strengths; {tasks} tasks in all, seed {seed}. Intervals are 95 %.",
    fr: "Joué par `{player}`, {games} parties de chaque force contre elle-même et {pairs} paires entre forces voisines ; {tasks} tâches en tout, graine {seed}. Les intervalles sont à 95 %.",
  },
  "report.warning.no_net": {
    en: "No net: policy and search know only the rules, so strong play is not that strong.",
    fr: "Pas de réseau : la politique et la recherche ne connaissent que les règles ; le jeu fort ne l’est guère.",
  },
  "report.warning.weak_search": {
    en: "More simulations do not play better here: figures of strong play say little.",
    fr: "Plus de simulations ne jouent pas mieux ici : les chiffres du jeu fort disent peu.",
  },
  "report.warning.blind_values": {
    en: "In the middle of games values predict results worse than the mean result does: do not trust them.",
    fr: "Au milieu des parties les valeurs prédisent le résultat moins bien que sa moyenne : ne pas s’y fier.",
  },
  "report.warning.few_games": {
    en: "Fewer than 30 games of each strength: intervals are wide. More games narrow them.",
    fr: "Moins de 30 parties de chaque force : les intervalles sont larges. Plus de parties les réduisent.",
  },
  "report.warning.draws_by_cap": {
    en: "Many strong games are ended by the cap on their length, so the player cannot finish: results are those of unfinished games.",
    fr: "Beaucoup de parties fortes s’arrêtent à la longueur maximale : le joueur ne sait pas conclure, les résultats sont ceux de parties inachevées.",
  },
  "report.strength": { en: "Strength", fr: "Force" },
  "report.strength.random": { en: "random", fr: "hasard" },
  "report.strength.policy": { en: "policy", fr: "politique" },
  "report.fair": { en: "Is it fair?", fr: "Est-ce équitable ?" },
  "report.score": { en: "Score of the first side, by strength", fr: "Score du premier camp, selon la force" },
  "report.score.note": {
    en: "Score of the first side, a draw being half a point. Numbers are simulations of a move.",
    fr: "Score du premier camp, une nulle valant un demi-point. Les nombres sont les simulations d’un coup.",
  },
  "report.draws-by": { en: "Share of draws, by strength", fr: "Part des nulles, selon la force" },
  "report.points": { en: "{points} points", fr: "{points} points" },
  "report.solved.first": {
    en: "{name} is solved: the first side wins with perfect play.",
    fr: "{name} est résolu : le premier camp gagne à jeu parfait.",
  },
  "report.solved.second": {
    en: "{name} is solved: the second side wins with perfect play.",
    fr: "{name} est résolu : le second camp gagne à jeu parfait.",
  },
  "report.solved.draw": {
    en: "{name} is solved: perfect play is a draw.",
    fr: "{name} est résolu : nulle à jeu parfait.",
  },
  "report.solved.turns": {
    en: "{share} of the first turns win for the first side (exact).",
    fr: "{share} des premiers tours gagnent pour le premier camp (exact).",
  },
  "report.favoured.first": {
    en: "The first side is favoured: {share} ({name}, {simulations} simulations).",
    fr: "Le premier camp est avantagé : {share} ({name}, {simulations} simulations).",
  },
  "report.favoured.second": {
    en: "The second side is favoured: the first scores {share} ({name}, {simulations} simulations).",
    fr: "Le second camp est avantagé : le premier marque {share} ({name}, {simulations} simulations).",
  },
  "report.favoured.none": {
    en: "No side is shown to be favoured: {share} ({name}, {simulations} simulations).",
    fr: "Aucun camp n’est visiblement avantagé : {share} ({name}, {simulations} simulations).",
  },
  "report.trend.up": { en: "The first side gains with strength.", fr: "Le premier camp profite de la force." },
  "report.trend.down": { en: "The first side loses with strength.", fr: "Le premier camp pâtit de la force." },
  "report.trend.none": { en: "No trend with strength is shown.", fr: "Aucune tendance visible avec la force." },
  "report.evening": {
    en: "A compensation of {points} points for the second side would even the strongest games.",
    fr: "Une compensation de {points} points au second camp équilibrerait les parties les plus fortes.",
  },
  "report.komi": {
    en: "A komi of {komi} points for the second side would split the strongest games most evenly ({interval}).",
    fr: "Un komi de {komi} points au second camp partagerait au mieux les parties les plus fortes ({interval}).",
  },
  "report.margins": {
    en: "Points by which the first side won the strongest games",
    fr: "Points d’avance du premier camp à la fin des parties les plus fortes",
  },
  "report.margin": { en: "Points ahead", fr: "Points d’avance" },
  "report.copying": {
    en: "A second side that copies (`{answer}` answers `{turn}`) where it can, and plays as the strongest player elsewhere, scores {share} against that player; {images} of its turns are copies.",
    fr: "Un second camp qui imite (`{answer}` répond à `{turn}`) quand il peut, et joue sinon comme le plus fort, marque {share} contre celui-ci ; {images} de ses tours sont des copies.",
  },
  "report.copying.wins": { en: "Copying wins.", fr: "Imiter gagne." },
  "report.copying.loses": { en: "Copying loses.", fr: "Imiter perd." },
  "report.copying.unknown": {
    en: "Whether copying pays is not shown.",
    fr: "Rien ne montre si imiter paie.",
  },
  "report.copying.none": {
    en: "The rules allow no copying: no image of the board answers half of the first turns.",
    fr: "Les règles ne permettent pas d’imiter : aucune image du plateau ne répond à la moitié des premiers tours.",
  },
  "report.known": {
    en: "The loser could have known early: the winner's chance passes for good {list}.",
    fr: "Le perdant aurait pu le savoir tôt : la chance du vainqueur passe définitivement {list}.",
  },
  "report.known.left": {
    en: "{chance} with {left} of the game left",
    fr: "{chance} quand il reste {left} de la partie",
  },
  "report.known.none": {
    en: "How early the loser could have known is not known: no game was decided.",
    fr: "On ne sait pas quand le perdant aurait pu le savoir : aucune partie n’a été décidée.",
  },
  "report.decisive": { en: "Is it decisive?", fr: "Est-ce décisif ?" },
  "report.decisive.note": {
    en: "Of the strongest games where nothing else is said. Values are those of the search, from -1 (lost) to 1 (won).",
    fr: "Sur les parties les plus fortes, sauf mention. Les valeurs sont celles de la recherche, de -1 (perdu) à 1 (gagné).",
  },
  "report.lengths": {
    en: "Length of the strongest games, in moves",
    fr: "Longueur des parties les plus fortes, en coups",
  },
  "report.length": { en: "Moves", fr: "Coups" },
  "report.length.strong": { en: "length, strong", fr: "longueur, forts" },
  "report.length.random": { en: "length, random", fr: "longueur, hasard" },
  "report.choices-by": { en: "Legal moves, by move of the game", fr: "Coups légaux, au fil de la partie" },
  "report.choices": { en: "legal moves", fr: "coups légaux" },
  "report.move": { en: "Move", fr: "Coup" },
  "report.decided": {
    en: "Share of decided games whose value had the winner's sign, by per cent of the game",
    fr: "Part des parties décidées où la valeur donnait le vainqueur, par pour-cent de la partie",
  },
  "report.tenth": { en: "Per cent of the game", fr: "Pour-cent de la partie" },
  "report.draws": { en: "draws", fr: "nulles" },
  "report.endings": { en: "how games end", fr: "fins de partie" },
  "report.forced": { en: "forced moves", fr: "coups forcés" },
  "report.repeated": { en: "repeated positions", fr: "positions répétées" },
  "report.lead-changes": { en: "changes of lead", fr: "changements d’avantage" },
  "report.comebacks": { en: "comebacks (winner was below -0.5)", fr: "retournements (vainqueur sous -0,5)" },
  "report.drama": { en: "lowest value of the winner", fr: "plus basse valeur du vainqueur" },
  "report.deep": { en: "Is it deep?", fr: "Est-ce profond ?" },
  "report.deep.note": {
    en: "Elo between neighbouring strengths, from pairs of games with exchanged sides. A step of 60 % is the difference at which the better one scores 60 % (70 Elo): how many of them fit is a measure of depth. A clean sweep counts what it is at least worth, so the true chain may be longer.",
    fr: "Elo entre forces voisines, sur des paires de parties à camps échangés. Une marche de 60 % est l’écart auquel le meilleur marque 60 % (70 Elo) : leur nombre mesure la profondeur. Une série parfaite compte pour ce qu’elle vaut au moins ; la vraie chaîne peut être plus longue.",
  },
  "report.doubling": { en: "{elo} a doubling", fr: "{elo} par doublement" },
  "report.skill": { en: "steps of 60 %, random to the strongest", fr: "marches de 60 %, du hasard au plus fort" },
  "report.size": {
    en: "Some {games} games are possible ({low} to {high}; the product of the legal moves in the strongest games).",
    fr: "Environ {games} parties sont possibles ({low} à {high} ; le produit des coups légaux des parties les plus fortes).",
  },
  "report.size.positions": {
    en: "There are at least {positions} positions: so many were met in {games} games.",
    fr: "Il y a au moins {positions} positions : autant ont été vues en {games} parties.",
  },
  "report.disagreements": { en: "Where players disagree", fr: "Là où les joueurs divergent" },
  "report.disagreements.note": {
    en: "What the policy, a short search and the longest one would play; in brackets the value for the first side by the longest.",
    fr: "Ce que joueraient la politique, une recherche courte et la plus longue ; entre parenthèses la valeur pour le premier camp selon la plus longue.",
  },
  "report.disagreements.none": {
    en: "Wherever they were asked, the policy's move was as good as that of the longest search.",
    fr: "Partout où on les a interrogées, le coup de la politique valait celui de la plus longue recherche.",
  },
  "report.disagreement": { en: "Move {number}, {side}", fr: "Coup {number}, {side}" },
  "report.openings": { en: "Openings", fr: "Ouvertures" },
  "report.turns": {
    en: "{all} first turns that are not images of each other; lost, or looking so: {lost}.",
    fr: "{all} premiers tours à symétrie près ; perdus, ou en ayant l’air : {lost}.",
  },
  "report.turns.too-many": { en: "Too many first turns to list.", fr: "Trop de premiers tours pour les lister." },
  "report.turns.more": { en: "The most played ones; the JSON has all.", fr: "Les plus joués ; le JSON les a tous." },
  "report.pie": {
    en: "For a pie rule, the most balanced is `{moves}` ({value}).",
    fr: "Pour une règle du gâteau, le plus équilibré est `{moves}` ({value}).",
  },
  "report.pie.none": {
    en: "No pie rule helps: none is balanced.",
    fr: "Aucune règle du gâteau n’aide : aucun n’est équilibré.",
  },
  "report.pie.kept": {
    en: "With a pie rule whoever opens plays `{moves}` and keeps {kept}; without one the best first turn gives {today}: {points} points of fairness.",
    fr: "Avec une règle du gâteau, qui ouvre joue `{moves}` et garde {kept} ; sans elle le meilleur premier tour donne {today} : {points} points d’équité.",
  },
  "report.book": { en: "First moves of the strongest games", fr: "Premiers coups des parties les plus fortes" },
  "report.book.none": {
    en: "No two of the strongest games began alike.",
    fr: "Les parties les plus fortes ont toutes commencé différemment.",
  },
  "report.book.score": { en: "first side {share}", fr: "premier camp {share}" },
  "report.exact.won": { en: "exact: won", fr: "exact : gagné" },
  "report.exact.lost": { en: "exact: lost", fr: "exact : perdu" },
  "report.exact.draw": { en: "exact: draw", fr: "exact : nulle" },
  "report.turn.value": { en: "value {value}", fr: "valeur {value}" },
  "report.turn.played": { en: "played {share}", fr: "joué {share}" },
  "report.rules": { en: "What of the rules is used?", fr: "Quelles règles servent ?" },
  "report.rules.note": {
    en: "Kinds by the names that the rules give them, or by notation: # stands for a cell or a number.",
    fr: "Genres selon les noms que leur donnent les règles, ou selon la notation : # vaut une case ou un nombre.",
  },
  "report.kind": { en: "kind of move", fr: "genre de coup" },
  "report.kind.random": { en: "random", fr: "hasard" },
  "report.kind.strong": { en: "strong", fr: "forts" },
  "report.cells.all": {
    en: "No dead cells: all {cells} are played at least a tenth as often as the average one.",
    fr: "Pas de case morte : les {cells} sont jouées au moins un dixième de la moyenne.",
  },
  "report.cells.quiet": {
    en: "Cells that strong games play less than a tenth as often as the average one ({quiet} of {cells}): `{list}`.",
    fr: "Cases que les parties fortes jouent moins d’un dixième de la moyenne ({quiet} sur {cells}) : `{list}`.",
  },
  "report.examples": { en: "Games to look at", fr: "Parties à regarder" },
  "report.examples.note": {
    en: "Step with the buttons, the slider, or the arrow keys.",
    fr: "Avancer avec les boutons, le curseur ou les flèches.",
  },
  "report.examples.curve": {
    en: "The curve is the value for the first side.",
    fr: "La courbe est la valeur pour le premier camp.",
  },
  "report.example.typical": { en: "The most typical", fr: "La plus typique" },
  "report.example.dramatic": { en: "The most dramatic", fr: "La plus dramatique" },
  "report.example.short": { en: "The shortest decisive one", fr: "La plus courte décisive" },
  "report.result.draw": { en: "draw", fr: "nulle" },
  "report.result.first": { en: "the first side wins", fr: "le premier camp gagne" },
  "report.result.second": { en: "the second side wins", fr: "le second camp gagne" },
  "report.first-side": { en: "first side", fr: "premier camp" },
  "report.decisive-error": { en: "the decisive error", fr: "l’erreur décisive" },
  "report.trust": { en: "Is the player to be believed?", fr: "Peut-on croire le joueur ?" },
  "report.agreement": { en: "policy and strongest search agree", fr: "politique et recherche d’accord" },
  "report.error": { en: "squared error of values in mid-game", fr: "erreur quadratique des valeurs à mi-partie" },
  "report.error.blind": { en: "knowing nothing: {error}", fr: "sans rien savoir : {error}" },
  "report.proven": { en: "games proven before their end", fr: "parties prouvées avant la fin" },
  "report.proven-left": { en: "share of the game then left", fr: "part de la partie restante alors" },
  "report.exam.policy": {
    en: "exam: won positions kept by the policy",
    fr: "examen : gains conservés par la politique",
  },
  "report.exam.search": { en: "exam: with 32 simulations", fr: "examen : avec 32 simulations" },
  "report.method": { en: "How it was measured", fr: "Comment c’est mesuré" },
  "report.method.text": {
    en: "Games of a strength against itself begin at the start; the first {drawn} moves are drawn by the shares of the search's visits, so that games differ, then the best moves are played (the policy without search draws to the end). Pairs between neighbouring strengths begin with up to {plies} random moves, sides exchanged. Values of first turns are those of {simulations} simulations. Shares have Wilson's interval, means Student's, Elo the normal one over pairs. ardoise {program}.",
    fr: "Les parties d’une force contre elle-même partent du début ; les {drawn} premiers coups sont tirés selon les visites de la recherche, puis les meilleurs sont joués (la politique sans recherche tire jusqu’à la fin). Les paires entre forces voisines commencent par au plus {plies} coups au hasard, camps échangés. Les valeurs des premiers tours viennent de {simulations} simulations. Intervalles : Wilson pour les parts, Student pour les moyennes, normal sur les paires pour l’Elo. ardoise {program}.",
  },
};
