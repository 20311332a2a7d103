// The engine as the page sees it, in the words of `docs/protocol.md`. `open.js` opens the one that the page came with.

import { told } from "../said.js";

/**
 * What is played: variant, rule options, start position and moves.
 * @typedef {object} GameSpec
 * @property {string} variant
 * @property {Record<string, string | number>} [options]
 * @property {string} [start]
 * @property {string[]} [moves]
 */

/**
 * @typedef {object} Outcome
 * @property {0 | 1 | null} winner
 * @property {string} reason
 * @property {number[]} [cells] the cells that decided, by their place on the board
 * @property {[number, number]} [score] what was counted for each side
 */
/** @typedef {{result: "win" | "draw" | "loss", moves: number}} Proof */

/**
 * A position, with the engine's data for drawing it: its men if the game has a board, otherwise characters.
 * @typedef {object} Shown
 * @property {string} position
 * @property {[number, number][]} [men] cells and kinds of the board
 * @property {string} [drawing]
 */

/**
 * @typedef {object} Position
 * @property {string} position
 * @property {[number, number][]} [men]
 * @property {string} [drawing]
 * @property {number} ply
 * @property {number} side
 * @property {number} seat
 * @property {boolean} goes_on
 * @property {boolean} [chance] whether chance is to act, and nobody chooses
 * @property {{move: string, parts: string[], side: number, seat: number, chance?: boolean} | null} last
 * @property {{move: string, parts: string[], falls_from?: number, rests?: number[], unordered?: boolean, totals?:
 * number[]}[]} moves
 * @property {number} [legal]
 * @property {number[]} [totals]
 * @property {{words: string, side: number | null, value: number}[]} [numbers] that people see beside the board
 * @property {Outcome | null} outcome
 * @property {boolean} [net] whether the released evaluator is for these rule options
 * @property {string} [net_failed] why the evaluator could not be loaded; only in a browser
 */

/**
 * A move as an analysis sees it. Scores are for the side to act, in [-1, 1].
 * @typedef {object} MoveAnalysis
 * @property {string} move
 * @property {number} visits
 * @property {number} prior
 * @property {number} score
 * @property {Proof | null} proven
 * @property {string[]} [pv]
 */

/**
 * All scores are for the side to act.
 * @typedef {object} Analysis
 * @property {string} position
 * @property {number} side
 * @property {number} simulations
 * @property {number} [milliseconds]
 * @property {number} score
 * @property {number} win
 * @property {number} draw
 * @property {number} loss
 * @property {number | null} moves_left
 * @property {Proof | null} proven
 * @property {string} best
 * @property {string[]} pv
 * @property {MoveAnalysis[]} moves
 * @property {boolean} [done]
 */

/**
 * @typedef {object} Option
 * @property {string} name
 * @property {string} about
 * @property {string | number | {times: number, of: string}} default
 * @property {string | number} value the default while no option is set
 * @property {string[]} [choices]
 * @property {number} [low]
 * @property {number} [high]
 */

/** @typedef {{level: number, simulations: number, temperature: number, elo: {step: number, interval: [number, number], above_first: number} | null}} Level */

/**
 * @typedef {object} Variant
 * @property {string} name
 * @property {string | null} title of a game from a file of rules, where it has one
 * @property {Record<string, Record<string, string>>} [words] what its file says in other languages, by language
 * @property {string} family
 * @property {string} summary
 * @property {Option[]} options
 * @property {{name: string, side: number}[]} seats
 * @property {import("../boards/tiles.js").Geometry | null} board
 * @property {Shown} start
 * @property {boolean} problems whether some come with the program
 * @property {boolean} solver
 * @property {boolean} points
 * @property {Record<string, any> | null} net
 * @property {Level[]} levels
 * @property {string} [wrong] why the newest text of its rules file cannot be used; the game is that of an earlier text
 */

/**
 * @typedef {object} Hello
 * @property {string} version
 * @property {"program" | "browser"} engine
 * @property {number} threads
 * @property {"control" | "watch" | null} training
 * @property {string | null} [elsewhere] the page's address for other machines; `null`: only this one reaches it
 * @property {Variant[]} variants
 */

/**
 * @typedef {object} Engine
 * @property {(request: Record<string, any>) => Promise<any>} ask a request and its reply
 * @property {(task: Record<string, any>, on: (event: any) => void, signal: AbortSignal) => Promise<any>} run a task:
 *   its events, then the last one again; stopping it by the signal ends it with `null`
 * @property {string | null} [token] what others need to be let in
 */

/**
 * Hears that a part of the engine is on its way: its name, words for people, and the share that is there.
 * @typedef {(name: string, words: string, share: number) => void} Coming
 */

/** An error that the engine reports, in one sentence in the page's language. `ply`: how many moves were right. */
export class EngineError extends Error {
  /** @param {Omit<import("../said.js").Sentence, "text"> & {error: string, ply?: number}} reply */
  constructor({ error, ...reply }) {
    super(told({ text: error, ...reply }));
    this.ply = reply.ply;
    this.code = reply.code;
    this.values = reply.values;
  }
}

/** The engine, or a file that it needs, cannot be had at the moment: the same request may succeed later. */
export class Unreachable extends EngineError {}
