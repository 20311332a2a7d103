// A match: who has which seat, which round it is, what was scored. A value: what changes it gives a new one.

/** @typedef {import("../engine/engine.js").Variant} Variant */
/** @typedef {import("../engine/engine.js").Position} Position */
/** @typedef {import("../engine/engine.js").Outcome} Outcome */

/**
 * Who moves for a seat: a person, or the engine at a level, with simulations, with time, or with the newest net of a
 * training run and simulations.
 * @typedef {{kind: "person"} | {kind: "level", level: number} | {kind: "simulations", simulations: number} | {kind:
 * "time", milliseconds: number} | {kind: "run", run: string, simulations: number}} Player
 */

/**
 * Time for each side: so many seconds for a game, so many more after each turn, and what they have left of it in
 * milliseconds.
 * @typedef {{seconds: number, increment: number, left: [number, number]}} Clock
 */

/**
 * A clock before the game.
 * @param {{seconds: number, increment: number}} times
 * @returns {Clock}
 */
export function wound({ seconds, increment }) {
  return { seconds, increment, left: [1000 * seconds, 1000 * seconds] };
}

/**
 * @typedef {object} State
 * @property {Player[]} players one for each seat
 * @property {number} rounds
 * @property {number} round from 1
 * @property {[number, number]} points of the rounds before, of both parties by the side that they had in round 1
 * @property {number | null} resigned the side that gave up
 * @property {number | null} late the side that has no time left
 * @property {Clock | null} clock
 * @property {boolean} exchanged whether the parties have changed sides
 */

/** The side that has lost whatever the rules say: it gave up, or has no time left. @param {Partial<State>} state */
export function loserOf({ resigned, late }) {
  return resigned ?? late ?? null;
}

export class Match {
  /** @param {Variant} variant @param {Partial<State> & {players: Player[]}} state */
  constructor(variant, { players, rounds = 1, round = 1, points = [0, 0], exchanged = false, ...rest }) {
    this.variant = variant;
    this.players = players;
    this.rounds = rounds;
    this.round = round;
    this.points = points;
    this.resigned = rest.resigned ?? null;
    this.late = rest.late ?? null;
    this.clock = rest.clock ?? null;
    this.exchanged = exchanged;
  }

  /**
   * A match of a person who has a side against the engine at a level.
   * @param {Variant} variant
   * @param {number} side
   * @param {number} level
   */
  static usual(variant, side, level) {
    return Match.against(variant, side, { kind: "level", level });
  }

  /**
   * A match of a person who has a side against any player.
   * @param {Variant} variant
   * @param {number} side
   * @param {Player} other
   */
  static against(variant, side, other) {
    const players = variant.seats.map((seat) =>
      seat.side === side ? { kind: /** @type {const} */ ("person") } : other,
    );
    return new Match(variant, { players });
  }

  /** @returns {State} */
  get state() {
    const { players, rounds, round, points, resigned, late, clock, exchanged } = this;
    return { players, rounds, round, points, resigned, late, clock, exchanged };
  }

  /** @param {Partial<State>} change */
  with(change) {
    return new Match(this.variant, { ...this.state, ...change });
  }

  /** @param {number} seat */
  isPerson(seat) {
    return this.players[seat]?.kind === "person";
  }

  /** Whether anybody but the engine plays. */
  get hasPersons() {
    return this.players.some(({ kind }) => kind === "person");
  }

  /** @param {number} side */
  hasPerson(side) {
    return this.variant.seats.some((seat, index) => seat.side === side && this.isPerson(index));
  }

  /** The side of the only person; `null` if people play both sides, or neither. */
  get ownSide() {
    const [first, second] = [this.hasPerson(0), this.hasPerson(1)];
    return first === second ? null : first ? 0 : 1;
  }

  /** Whether no round follows. */
  get last() {
    return this.round >= this.rounds;
  }

  /**
   * The result in a position: by the rules, or since a side gave up or has no time left.
   * @param {Position} position
   * @returns {Outcome | null}
   */
  outcome({ outcome }) {
    const loser = loserOf(this);
    if (loser === null) return outcome;
    return { winner: loser === 0 ? 1 : 0, reason: this.resigned === null ? "time" : "resignation" };
  }

  /**
   * The points of both parties with those of the present round.
   * @param {Outcome | null} outcome of the present round
   * @returns {[number, number]}
   */
  score(outcome) {
    const [first, second] = this.points;
    if (!outcome) return [first, second];
    if (outcome.winner === null) return [first + 0.5, second + 0.5];
    return (outcome.winner === 0) !== this.exchanged ? [first + 1, second] : [first, second + 1];
  }

  /** Each seat of a side goes to the player of the seat of the other side. Teams stay together. */
  exchange() {
    const of = (/** @type {number} */ side) =>
      this.variant.seats.flatMap((seat, index) => (seat.side === side ? [index] : []));
    const second = of(1);
    const players = [...this.players];
    of(0).forEach((seat, index) => {
      const other = second[index];
      const [a, b] = [this.players[seat], this.players[other ?? -1]];
      if (other !== undefined && a && b) [players[seat], players[other]] = [b, a];
    });
    return this.with({ players, exchanged: !this.exchanged });
  }

  /** The next round, sides exchanged. @param {Outcome | null} outcome of the present one */
  next(outcome) {
    const { rounds, clock } = this;
    const { players, exchanged } = this.exchange();
    const state = { players, rounds, round: this.round + 1, points: this.score(outcome), exchanged };
    return new Match(this.variant, { ...state, clock: clock && wound(clock) });
  }

  /** The same match from its start. */
  again() {
    const { players, rounds, clock } = this;
    return new Match(this.variant, { players, rounds, clock: clock && wound(clock) });
  }
}
