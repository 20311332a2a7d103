// What was played from a position: in the games of this browser, and first of all in those of a report. It knows
// nothing of
// how it is shown.

import * as library from "./library.js";
import { loserOf } from "./match.js";

/** @typedef {import("../engine/engine.js").Engine} Engine */
/** @typedef {import("../engine/engine.js").GameSpec} GameSpec */
/** @typedef {import("../engine/engine.js").Position} Position */
/** @typedef {import("../report/format.js").Findings} Findings */

/**
 * Moves that were played, and what came of them.
 * @typedef {object} Played
 * @property {string[]} moves one, or those that are left of a turn
 * @property {number} games
 * @property {[number, number, number] | null} results shares won by side 0, drawn, won by side 1; `null`: none is known
 */

/** @typedef {{games: number, wins: [number, number], draws: number}} Count */

/** Games that are read at most, those played last, and at a time. */
const [MOST, AT_ONCE] = [400, 4];

/** The games of this browser by some rules, by the positions that occurred in them. */
export class OwnGames {
  /** The moves of each position. @type {Map<string, Map<string, Count>>} */
  #positions = new Map();
  #engine;

  /** @param {Engine} engine */
  constructor(engine) {
    this.#engine = engine;
    /** Whether all games are read. */
    this.done = false;
  }

  /**
   * Reads the games: matches, and analyses of games that are over. What was analysed only was not played.
   * @param {GameSpec} rules
   * @param {string} except the shown game
   */
  async read(rules, except) {
    /** A match that is also analysed appears as two games of one line. */
    const known = new Set();
    const games = library.ofRules(rules).flatMap((game) => {
      const moves = library.lineOf({ ...game, at: [] });
      const line = moves.join();
      if (game.id === except || moves.length === 0 || known.has(line)) return [];
      known.add(line);
      return { game, moves };
    });
    games.length = Math.min(games.length, MOST);
    for (let first = 0; first < games.length; first += AT_ONCE)
      await Promise.all(games.slice(first, first + AT_ONCE).map((one) => this.#add(rules, one)));
    this.done = true;
  }

  /** @param {GameSpec} rules @param {{game: library.Kept, moves: string[]}} one */
  async #add(rules, { game, moves }) {
    /** @type {{positions: Position[]}} */
    const { positions } = await this.#engine.ask({ do: "line", game: { ...rules, moves } });
    const loser = game.match ? loserOf(game.match) : null;
    const ended = positions.at(-1)?.outcome ?? null;
    const winner = loser !== null ? 1 - loser : ended ? ended.winner : undefined;
    if (winner === undefined && game.kind !== "play") return;
    const counted = new Set();
    positions.slice(0, -1).forEach(({ position }, ply) => {
      // The engine's own form of the move.
      const move = positions[ply + 1]?.last?.move ?? "";
      // A position that comes again counts once.
      const step = `${position} ${move}`;
      if (counted.has(step)) return;
      counted.add(step);
      const from = this.#positions.get(position) ?? new Map();
      this.#positions.set(position, from);
      const count = from.get(move) ?? { games: 0, wins: [0, 0], draws: 0 };
      from.set(move, count);
      count.games += 1;
      if (winner === null) count.draws += 1;
      else if (winner !== undefined) count.wins[winner] += 1;
    });
  }

  /** The moves that were played from a position, the most played first. @param {string} position @returns {Played[]} */
  from(position) {
    return [...(this.#positions.get(position) ?? [])]
      .map(([move, { games, wins, draws }]) => {
        const ended = wins[0] + draws + wins[1];
        /** @type {Played["results"]} */
        const results = ended > 0 ? [wins[0] / ended, draws / ended, wins[1] / ended] : null;
        return { moves: [move], games, results };
      })
      .sort((one, other) => other.games - one.games);
  }
}

/**
 * What a report's games began with, as far as it goes on with these moves from the start, the most played first. A
 * report knows no results of them, but what the engine expects.
 * @param {Findings} findings
 * @param {string[]} made
 * @returns {Played[]}
 */
export function firstTurns({ first_turns: turns }, made) {
  return turns
    .filter(({ moves }) => moves.length > made.length && made.every((move, ply) => move === moves[ply]))
    .map(({ moves, played, value, exact }) => {
      const score = ((exact ?? value) + 1) / 2;
      /** @type {Played["results"]} */
      const results = exact === 0 ? [0, 1, 0] : [score, 0, 1 - score];
      const games = played ? Math.round(played.value * played.count) : 0;
      return { moves: moves.slice(made.length), games, results };
    })
    .sort((one, other) => other.games - one.games);
}
