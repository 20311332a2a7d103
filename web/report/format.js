// A report as `ardoise report` writes it: format 1 of docs/reports.md.

/** @typedef {import("../engine/engine.js").Shown} Shown */

/**
 * A figure with its 95 % interval.
 * @typedef {object} Figure
 * @property {number} value
 * @property {number} low
 * @property {number} high
 * @property {number} count what it was measured on; 0 where it is exact
 */

/** @typedef {{game: string, options: Record<string, string | number>, player: string}} Subject */

/**
 * @typedef {object} Report
 * @property {number} format
 * @property {{subjects: Subject[], games: number, seed: number, program: string}} plan
 * @property {{drawn: number, pair_plies: number, opening_simulations: number, tasks: number}} method
 * @property {Findings[]} findings one for each subject
 */

/**
 * What is known of one set of rules. Reports of older versions lack what may be missing here. Scores and values are those of the first side.
 * @typedef {object} Findings
 * @property {string} name
 * @property {import("../names.js").Told} game
 * @property {Record<string, string | number>} options that differ from their defaults
 * @property {string} player
 * @property {Strength[]} strengths the weakest first
 * @property {{from: string, to: string, elo: Figure, doublings: number | null}[]} steps
 * @property {Figure | null} skill
 * @property {{start: number, winning: Figure, policy: Figure | null, search: Figure | null} | null} solved
 * @property {FirstTurn[]} first_turns
 * @property {{moves: string[], kept: number, today: number} | null} [pie]
 * @property {BookMove[]} [book]
 * @property {{example: [string, string], score: Figure | null, images: Figure | null} | null} [copying] none where the
 *   rules allow no copying
 * @property {{tree: Figure | null, positions: number, games: number}} [size]
 * @property {Strongest} strongest
 * @property {{kinds: {shape: string, random: Figure | null, strong: Figure | null}[], quiet_cells: string[], cells: number}} rules
 * @property {Trust} trust
 * @property {Disagreement[]} [disagreements]
 * @property {Example[]} examples
 */

/**
 * Games of one strength against itself.
 * @typedef {object} Strength
 * @property {string} name `random`, `policy` or simulations
 * @property {number} games
 * @property {Figure | null} score
 * @property {Figure | null} draws
 * @property {Figure | null} length
 * @property {Figure | null} choices
 * @property {Figure | null} forced
 * @property {Figure | null} repeated
 * @property {{reason: string, share: Figure}[]} endings
 * @property {Figure | null} margin
 */

/**
 * @typedef {object} FirstTurn
 * @property {string[]} moves
 * @property {Shown} [shown] the position after it; of the first ones
 * @property {number} images
 * @property {Figure | null} played
 * @property {number} value
 * @property {number | null} exact
 */

/**
 * What the strongest games show.
 * @typedef {object} Strongest
 * @property {number[]} lengths
 * @property {number[]} choices
 * @property {(Figure | null)[]} decided at each tenth of a game
 * @property {Figure | null} lead_changes
 * @property {Figure | null} comebacks
 * @property {Figure | null} drama
 * @property {number | null} evening
 * @property {number[] | null} [margins]
 * @property {Figure | null} [komi]
 * @property {{share: number, left: Figure | null}[]} [known]
 */

/**
 * A move of the book.
 * @typedef {object} BookMove
 * @property {string} move
 * @property {Shown} shown the position after it
 * @property {Figure} played
 * @property {Figure} score
 * @property {BookMove[]} next
 */

/**
 * A position on which the policy and searches disagree.
 * @typedef {object} Disagreement
 * @property {Shown} shown
 * @property {number} after moves played before
 * @property {number} side to act
 * @property {{strength: string, move: string, value: number}[]} opinions
 */

/**
 * @typedef {object} Trust
 * @property {Figure | null} agreement
 * @property {Figure | null} error
 * @property {number | null} blind
 * @property {Figure | null} proven
 * @property {Figure | null} proven_left
 * @property {("no_net" | "weak_search" | "blind_values" | "few_games" | "draws_by_cap")[]} warnings
 */

/**
 * A game to be stepped through.
 * @typedef {object} Example
 * @property {"typical" | "dramatic" | "short"} kind
 * @property {string[]} moves from `first` on
 * @property {Shown[]} shown before each of them, and after the last
 * @property {number} first moves that are left out before these
 * @property {number[]} values before each move
 * @property {number | null} winner
 * @property {string} ending
 * @property {{move: number, loss: number} | null} turning
 */

/**
 * What `ardoise variants` writes: rules side by side, the unchanged ones first.
 * @typedef {object} Comparison
 * @property {{subjects: Subject[], games: number, seed: number, program: string}} plan
 * @property {import("../names.js").Told} game
 * @property {[number, number]} fair scores that count as fair
 * @property {RulesSummary[]} rules
 * @property {number | null} nearest_fair the place of the fair rules with the smallest change
 */

/**
 * What is known of one set of rules, of the strongest games.
 * @typedef {object} RulesSummary
 * @property {Record<string, string | number>} options that differ from their defaults
 * @property {number} games
 * @property {(Figure | null)[]} scores by strength, the weakest first
 * @property {"fair" | "first_side" | "second_side" | "unknown"} verdict
 * @property {number | null} games_to_decide
 * @property {Figure | null} draws
 * @property {Figure | null} cut_off
 * @property {Figure | null} length
 * @property {Figure | null} choices
 * @property {Figure | null} doubling
 * @property {Figure | null} copying
 */

export {};
