// A match: who has which seat, whose turn it is, engines that answer, resignation, rounds with exchanged sides.

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("../engine/engine.js").Variant} Variant */
/** @typedef {import("../engine/engine.js").Outcome} Outcome */

/**
 * Who moves for a seat: a person, or the engine at a level, with simulations, or with time.
 * @typedef {{kind: "person"} | {kind: "level", level: number} | {kind: "simulations", simulations: number} | {kind: "time", milliseconds: number}} Player
 */

export class Match {
  /**
   * @param {Variant} variant
   * @param {Player[]} players one for each seat
   * @param {number} rounds
   */
  constructor(variant, players, rounds) {
    this.variant = variant;
    this.players = players;
    this.rounds = rounds;
    this.round = 1;
    /** Points of the two parties, by the side that they had in round 1. @type {[number, number]} */
    this.score = [0, 0];
    /** The side that gave up. @type {number | null} */
    this.resigned = null;
    this.counted = false;
    this.exchanged = false;
  }

  /** @param {number} seat */
  isPerson(seat) {
    return this.players[seat]?.kind === "person";
  }

  /** @param {number} side */
  hasPerson(side) {
    return this.variant.seats.some((seat, index) => seat.side === side && this.isPerson(index));
  }

  /** The side of the only person's party; `null` where people sit on both sides, or nobody. */
  get ownSide() {
    const [first, second] = [this.hasPerson(0), this.hasPerson(1)];
    return first === second ? null : first ? 0 : 1;
  }

  /**
   * The result: by the rules, or since a side gave up.
   * @param {Game} game
   * @returns {Outcome | null}
   */
  outcome(game) {
    if (this.resigned !== null) return { winner: this.resigned === 0 ? 1 : 0, reason: "resignation" };
    return game.current.position.outcome;
  }

  /** @param {Outcome} outcome */
  count(outcome) {
    if (this.counted) return;
    this.counted = true;
    const party = (/** @type {number} */ side) => (this.exchanged ? 1 - side : side);
    if (outcome.winner === null) this.score = [this.score[0] + 0.5, this.score[1] + 0.5];
    else if (party(outcome.winner) === 0) this.score = [this.score[0] + 1, this.score[1]];
    else this.score = [this.score[0], this.score[1] + 1];
  }

  /** Gives each seat of a side to whoever had the seat of the other side. Teams stay together. */
  exchange() {
    const of = (/** @type {number} */ side) =>
      this.variant.seats.flatMap((seat, index) => (seat.side === side ? [index] : []));
    const [first, second] = [of(0), of(1)];
    first.forEach((seat, index) => {
      const other = second[index];
      if (other === undefined) return;
      const [a, b] = [this.players[seat], this.players[other]];
      if (a && b) [this.players[seat], this.players[other]] = [b, a];
    });
    this.exchanged = !this.exchanged;
  }

  /** The next round begins. */
  next() {
    this.round += 1;
    this.again();
    this.exchange();
  }

  /** The same round from its start. */
  again() {
    this.resigned = null;
    this.counted = false;
  }
}
