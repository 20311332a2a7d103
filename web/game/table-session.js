// A game between two people, each at a browser: the server's state of the table, incoming moves, and one's own on their
// way there. Independent of its display.

import { Unreachable } from "../engine/engine.js";
import { storage } from "../storage.js";
import { Game } from "./game.js";
import * as library from "./library.js";
import { longest, planned } from "./premove.js";
import { Retry } from "./retry.js";

/** @typedef {import("../engine/engine.js").Engine} Engine */
/** @typedef {import("../engine/engine.js").GameSpec} GameSpec */
/** @typedef {import("../engine/engine.js").Outcome} Outcome */
/** @typedef {import("./tree.js").Variation} Variation */
/** @typedef {"undo" | "draw" | "again"} Offer */

/**
 * The server's state of a table (`docs/protocol.md`); pairs are by side.
 * @typedef {object} Told
 * @property {GameSpec} game
 * @property {number} version
 * @property {number} round
 * @property {number} acts
 * @property {number | null} you
 * @property {({name: string | null, here: boolean} | null)[]} people
 * @property {(Offer | null)[]} offers
 * @property {[number, number]} points
 * @property {{seconds: number, increment: number, left: [number, number], runs: number | null} | null} clock
 * @property {Outcome | null} outcome
 */

/** Milliseconds from one question to the next. Browsers make it a second where the page is in the background. */
const PAUSE = 400;

/** The longest wait before a retry, in milliseconds: with a clock running, a restored line must be noticed soon. */
const LONGEST_WAIT = 2000;

const KEY = "table.";

/**
 * Takes a seat: the server's reply is kept, for a player who comes back.
 * @param {{name: string, key: string}} seat
 */
function takeSeat({ name, key }) {
  storage.set(KEY + name, key);
}

/**
 * Opens a table; returns its name.
 * @param {Engine} engine
 * @param {{game: GameSpec, side?: number, clock?: {seconds: number, increment: number}, name?: string}} how
 * @returns {Promise<string>}
 */
export async function openTable(engine, how) {
  const seat = await engine.ask({ do: "open_table", ...how });
  takeSeat(seat);
  return seat.name;
}

export class TableSession {
  #engine;
  #left = false;
  /** Whether the server was not reached the last time. */
  #cut = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** Time of arrival of `told`, by the browser's clock. */
  #heard = performance.now();
  /** States of the table are applied in order. @type {Promise<void>} */
  #taking = Promise.resolve();
  /** A move that the server may not know yet. @type {{move: string, ply: number, round: number} | null} */
  #sending = null;

  /**
   * @param {Engine} engine
   * @param {string} name
   * @param {Told} told
   * @param {Game} game
   */
  constructor(engine, name, told, game) {
    this.#engine = engine;
    this.name = name;
    this.told = told;
    this.game = game;
    /** Spots that were chosen for the next turn. @type {string[]} */
    this.premove = [];
    /** Whether what was chosen could not be played. */
    this.missed = false;
    /** Called when anything has changed. */
    this.changed = () => {};
    /** The legal move that spots mean on the board that is shown. */
    this.meant = planned;
    /** Whether a turn of several spots may begin with a spot. @type {(spot: string) => boolean} */
    this.begins = () => false;
    /** Called where the browser keeps no more. */
    this.full = () => {};
    this.retry = new Retry(
      () => void this.#poll(),
      () => this.changed(),
      LONGEST_WAIT,
    );
  }

  /**
   * @param {Engine} engine
   * @param {string} name
   */
  static async open(engine, name) {
    const told = await engine.ask({ do: "table", table: name, ...seatKey(name) });
    const session = new TableSession(engine, name, told, await Game.open(engine, told.game));
    session.#keep();
    return session;
  }

  begin() {
    this.changed();
    void this.#poll();
  }

  leave() {
    this.#left = true;
    clearTimeout(this.#timer);
    this.retry.clear();
  }

  get side() {
    return this.told.you;
  }

  /** Whether a seat is free for this visitor. */
  get mayJoin() {
    return this.side === null && this.waits;
  }

  get waits() {
    return this.told.people.includes(null);
  }

  get latest() {
    return this.game.current.children.length === 0;
  }

  get sending() {
    return this.#sending !== null;
  }

  /** Whether the server, which can be reached, has no such table any more. */
  get gone() {
    return this.retry.error !== null && !this.retry.waits;
  }

  get #goesOn() {
    return this.side !== null && !this.gone && !this.told.outcome && !this.waits && this.latest;
  }

  get mayMove() {
    return this.#goesOn && !this.sending && this.told.acts === this.side;
  }

  /** Whether moves can be chosen for the next turn. */
  get mayPlan() {
    return this.#goesOn && this.told.acts !== this.side;
  }

  /** Milliseconds that a side has left; `null` without a clock. @param {number} side */
  left(side) {
    const { clock } = this.told;
    if (!clock) return null;
    const gone = clock.runs === side ? performance.now() - this.#heard : 0;
    return Math.max(0, (clock.left[side] ?? 0) - gone);
  }

  /** @param {string} [name] of the person */
  async join(name) {
    const seat = await this.#engine.ask({ do: "take_seat", table: this.name, ...(name && { name }) });
    takeSeat(seat);
    await this.#take(seat.table);
  }

  /**
   * Makes a move, in any form that the engine reads; `false` if none can be made now. An illegal one is an error in
   * words.
   * @param {string} move
   */
  async play(move) {
    if (!this.mayMove) return false;
    const { game } = this;
    const at = game.current;
    // A move known to be legal is not checked: the line may be cut.
    const known = at.position.moves?.some((legal) => legal.move === move);
    const proper = known ? move : ((await game.try(move)).last?.move ?? move);
    if (this.game !== game || game.current !== at || !this.mayMove) return false;
    this.#sending = { move: proper, ply: at.ply, round: this.told.round };
    this.changed();
    await this.#send();
    return true;
  }

  async #send() {
    if (!this.#sending) return;
    const { move, ply } = this.#sending;
    try {
      await this.#act({ move, ply });
      this.#sending = null;
      this.changed();
    } catch (error) {
      // Sent again once the server can be reached.
      if (error instanceof Unreachable) return;
      this.#sending = null;
      this.changed();
      throw error;
    }
  }

  /** Offers something, or agrees to it; or resigns. @param {Offer | "refuse" | "resign"} action */
  act(action) {
    return this.#act({ action });
  }

  /** @param {Record<string, any>} what */
  async #act(what) {
    try {
      const told = await this.#engine.ask({ do: "act", table: this.name, ...seatKey(this.name), ...what });
      // Questions may have stopped while the line was cut: they go on.
      this.retry.now();
      await this.#take(told);
    } catch (error) {
      if (error instanceof Unreachable && !this.#left) this.#failed(error);
      throw error;
    }
  }

  /** @param {Variation} node */
  async goTo(node) {
    await this.game.goTo(node);
    this.changed();
  }

  /** A spot was chosen while the other side is to act. @param {string} spot */
  plan(spot) {
    this.missed = false;
    const [first] = this.premove;
    // The first step of a game, after turns in which men are put down, is longer than all that is known.
    const least = first !== undefined && this.begins(first) ? 2 : 1;
    const most = Math.max(least, longest(this.game.tree.nodes.map(({ position }) => position)));
    const whole = this.premove.length >= most;
    if (this.premove.at(-1) === spot) this.premove = [];
    else this.premove = whole ? [spot] : [...this.premove, spot];
    this.changed();
  }

  /** Drops the plan for the next turn. */
  unplan() {
    this.missed = false;
    this.premove = [];
    this.changed();
  }

  async #poll() {
    clearTimeout(this.#timer);
    try {
      const told = await this.#engine.ask({ do: "table", table: this.name, ...seatKey(this.name) });
      this.retry.well();
      await this.#take(told);
      if (this.#cut) await this.#mended();
    } catch (error) {
      if (!this.#left) this.#failed(error);
      return;
    }
    clearTimeout(this.#timer);
    if (!this.#left) this.#timer = setTimeout(() => void this.#poll(), PAUSE);
  }

  /** @param {unknown} error */
  #failed(error) {
    this.#cut = true;
    this.retry.failed(error);
  }

  /** The server can be reached again: whatever it may have missed is sent once more. */
  async #mended() {
    this.#cut = false;
    const { game, round } = this.told;
    const due = this.#sending?.ply === (game.moves ?? []).length && this.#sending.round === round;
    if (due) await this.#send();
    else this.#sending = null;
    this.changed();
  }

  /** @param {Told} told */
  #take(told) {
    const heard = performance.now();
    const taken = this.#taking.then(() => this.#follow(told, heard));
    this.#taking = taken.catch(() => {});
    return taken;
  }

  /** @param {Told} told @param {number} heard */
  async #follow(told, heard) {
    if (told.version < this.told.version || this.#left) return;
    const news = told.version > this.told.version || told.you !== this.told.you;
    const away = told.people.some((person, side) => person?.here !== this.told.people[side]?.here);
    await this.#catchUp(told);
    this.told = told;
    this.#heard = heard;
    if (told.outcome) this.premove = [];
    if (news) this.#keep();
    if (news || away) this.changed();
    this.#playPlanned();
  }

  /** Plays the new moves. @param {Told} told */
  async #catchUp({ game: spec, round }) {
    const { moves = [] } = spec;
    const known = this.game.tree.mainLine().at(-1)?.moves ?? [];
    if (round !== this.told.round || known.some((move, ply) => move !== moves[ply])) {
      this.premove = [];
      this.game = await Game.open(this.#engine, spec);
      return;
    }
    const { game } = this;
    for (const move of moves.slice(known.length)) {
      const at = game.tree.mainLine().at(-1) ?? game.tree.root;
      const next = game.tree.add(at, await game.try(move, at));
      // A user at an earlier position stays there.
      if (game.current === at) game.tree.goTo(next);
    }
  }

  #playPlanned() {
    if (this.premove.length === 0 || !this.mayMove) return;
    const move = this.meant(this.game.current.position, this.premove);
    this.premove = [];
    this.missed = move === null;
    this.changed();
    // An error shows on the board: the move is not made.
    if (move !== null) this.play(move).catch(() => {});
  }

  /** The game is kept with each move: tables go after some days. */
  #keep() {
    const { variant, options, start = null, text, tree } = this.game;
    if (this.side === null || tree.root.children.length === 0) return;
    const { round, outcome, people, you } = this.told;
    const names = people.map((person) => person?.name ?? null);
    const at = this.game.current.moves;
    const id = `${this.name}-${round}`;
    const title = library.kept(id)?.name;
    const kept = library.keep({
      id,
      ...(title !== undefined && { name: title }),
      kind: "table",
      table: { name: this.name, names, you },
      variant,
      options,
      start,
      text,
      at,
      changed: Date.now(),
      over: outcome !== null,
      turns: tree.mainLine().at(-1)?.turn ?? 0,
      result: outcome && { winner: outcome.winner },
    });
    if (!kept) this.full();
  }
}

/** The key of one's seat, for requests. @param {string} name */
function seatKey(name) {
  const key = storage.get(KEY + name);
  return key === null ? {} : { key };
}
