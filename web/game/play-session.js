// A match as it is played: the game, who plays, the engine that thinks. It knows nothing of how it is shown.

import { Unreachable } from "../engine/engine.js";
import { settings } from "../settings.js";
import { Game } from "./game.js";
import { Keeper } from "./keeper.js";
import * as library from "./library.js";
import { loserOf, Match } from "./match.js";
import { Retry } from "./retry.js";

/** @typedef {import("../engine/engine.js").Engine} Engine */
/** @typedef {import("../engine/engine.js").GameSpec} GameSpec */
/** @typedef {import("../engine/engine.js").Variant} Variant */
/** @typedef {import("./match.js").Player} Player */
/** @typedef {import("./tree.js").Variation} Variation */

/** Simulations of a hint. */
const HINT = 400;

/** The engine's budget for a move. @param {Exclude<Player, {kind: "person"}>} player */
function budget(player) {
  if (player.kind === "level") return { level: player.level };
  if (player.kind === "run") return { with: player.run, simulations: player.simulations };
  return player.kind === "simulations" ? { simulations: player.simulations } : { milliseconds: player.milliseconds };
}

export class PlaySession {
  /** @type {AbortController | null} */
  #thinking = null;
  /** Whether there is anything to keep. */
  #touched = false;
  /** While a new game comes up, the old one takes no moves. */
  #opening = false;
  /** Whether the view was left. */
  #left = false;
  /** Since when the clock of the side to act runs. @type {number | null} */
  #since = null;
  /** The position in which it runs. @type {Variation} */
  #at;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #alarm;
  /** The position in which a move is made. @type {Variation | null} */
  #played = null;

  /**
   * @param {Engine} engine
   * @param {Game} game
   * @param {Match} match
   * @param {library.Kept | null} kept what it is kept as; `null`: a new one
   */
  constructor(engine, game, match, kept = null) {
    this.engine = engine;
    this.game = game;
    this.match = match;
    this.keeper = new Keeper(kept);
    this.#at = game.current;
    /** A move that the engine would make. @type {string | null} */
    this.hint = null;
    /** Called when anything has changed. */
    this.changed = () => {};
    this.retry = new Retry(
      () => void this.goTo(this.game.current),
      () => this.changed(),
    );
    game.watch(() => this.#moved());
    this.keeper.listen(
      () => ({ what: this.#what, game: this.game }),
      (kept, take) => this.#follow(kept, take),
    );
  }

  /**
   * The match that an address means: one that was kept, or a new one. In a new one that begins with a position of its
   * own the person has the side that is to move there.
   * @param {Engine} engine
   * @param {Variant} variant
   * @param {{spec: GameSpec, ply: number | undefined}} address
   * @param {string | null} id of the kept match that was shown at this place before
   */
  static async open(engine, variant, { spec, ply }, id) {
    const kept = library.resumed("play", spec, id);
    if (kept?.match) {
      const at = kept.id !== id && ply !== undefined ? library.lineOf(kept).slice(0, ply) : kept.at;
      try {
        const game = await Game.grow(engine, library.rulesOf(kept), library.rootOf(kept), at);
        return new PlaySession(engine, game, new Match(variant, kept.match), kept);
      } catch (error) {
        // Rules of one's own may have changed since: the address is then all there is.
        if (error instanceof Unreachable) throw error;
      }
    }
    const game = await Game.open(engine, spec, ply);
    const side = spec.start || spec.moves?.length ? game.current.position.side : 0;
    const match = Match.usual(variant, side, Number(settings.get("level")) || 3);
    return new PlaySession(engine, game, match);
  }

  /** Shows itself, and lets the engine move where it is its turn. */
  begin() {
    this.#wind();
    void this.#think();
    this.changed();
  }

  /** Nobody looks any more. */
  leave() {
    // No side loses on time while the view is closed.
    this.#charge();
    if (this.match.clock && this.#touched) this.keeper.keep(this.#what, this.game);
    this.#left = true;
    this.#wind();
    this.keeper.leave();
    this.#stopThinking();
    this.retry.clear();
  }

  get thinking() {
    return this.#thinking !== null;
  }

  /** Whether nothing was played after the current position. */
  get latest() {
    return this.game.current.children.length === 0;
  }

  /** The outcome at the current position. */
  get outcome() {
    return this.match.outcome(this.game.current.position);
  }

  /** How the round has ended, wherever one looks. */
  get result() {
    const end = this.game.tree.line().at(-1) ?? this.game.current;
    return this.match.outcome(end.position);
  }

  get score() {
    return this.match.score(this.result);
  }

  /** Whether a person is to move in a position. @param {Variation} node */
  #isChosen({ position }) {
    return !position.chance && this.match.isPerson(position.seat);
  }

  get mayMove() {
    return !this.#opening && !this.outcome && this.#isChosen(this.game.current);
  }

  /** Milliseconds that a side has left; `null` without a clock. @param {number} side */
  left(side) {
    const { clock } = this.match;
    if (!clock) return null;
    const gone = this.#since !== null && this.#at.position.side === side ? performance.now() - this.#since : 0;
    return Math.max(0, (clock.left[side] ?? 0) - gone);
  }

  /** Whether the clock of the side to act runs: from the second turn on. */
  get #runs() {
    const { tree } = this.game;
    const first = tree.root.position.side;
    let node = /** @type {Variation | null} */ (tree.current);
    while (node?.position.side === first) node = node.parent;
    return !this.#left && !this.#opening && node !== null && this.result === null && !this.outcome;
  }

  /** Takes the time that has gone from the side whose clock runs; `more` is added to it. */
  #charge(more = 0) {
    const { clock } = this.match;
    if (!clock) return;
    const { side } = this.#at.position;
    /** @type {[number, number]} */
    const left = [clock.left[0], clock.left[1]];
    left[side] = (this.left(side) ?? 0) + more;
    if (this.#since !== null) this.#since = performance.now();
    this.match = this.match.with({ clock: { ...clock, left } });
  }

  /** Another position is shown: the clock has run in the one before, and a side that has ended its turn gets the increment. */
  #turn() {
    const { current } = this.game;
    if (current === this.#at) return;
    const made = this.#played === this.#at && current.parent === this.#at;
    const ended = made && current.position.side !== this.#at.position.side;
    this.#charge(ended ? 1000 * (this.match.clock?.increment ?? 0) : 0);
    this.#at = current;
    this.#played = null;
  }

  /** Lets the clock run for the side to act, or stops it. */
  #wind() {
    clearTimeout(this.#alarm);
    if (!this.match.clock || !this.#runs) {
      this.#since = null;
      return;
    }
    this.#since ??= performance.now();
    this.#alarm = setTimeout(() => this.#ring(), this.left(this.#at.position.side) ?? 0);
  }

  /** The time of the side to act may be over. */
  #ring() {
    const { side } = this.game.current.position;
    if (!this.#runs) return;
    if ((this.left(side) ?? 0) > 0) {
      this.#wind();
      return;
    }
    this.#stopThinking();
    this.#charge();
    this.match = this.match.with({ late: side });
    this.game.changed();
  }

  /**
   * The position that is reached by taking back: the last one in which a person was to move.
   * @returns {Variation | null}
   */
  get before() {
    const { current } = this.game;
    if (!this.match.hasPersons) return current.parent;
    let node = current.parent;
    while (node && !this.#isChosen(node)) node = node.parent;
    return node;
  }

  get mayUndo() {
    return loserOf(this.match) !== null || this.before !== null;
  }

  /**
   * Makes a person's move; `false` if none can be made now. What was played after the current position before is set
   * aside as a variation.
   * @param {string} move
   */
  async play(move) {
    if (!this.mayMove) return false;
    await this.#play(move);
    return true;
  }

  /** @param {string} move */
  async #play(move) {
    const { game } = this;
    const before = game.current;
    this.#touched = true;
    this.#played = before;
    await game.play(move);
    // What was thrown once stays: the same move again meets the same dice.
    const made = game.current;
    let thrown = made;
    while (thrown.position.chance && thrown.children[0]) thrown = thrown.children[0];
    if (thrown !== made) await game.goTo(thrown);
    if (made.parent !== before || game.current.main) return;
    game.tree.promote(game.current);
    game.changed();
  }

  /** @param {Variation} node */
  async goTo(node) {
    try {
      await this.game.goTo(node);
    } catch (error) {
      if (!this.#left) this.retry.failed(error);
    }
  }

  async undo() {
    this.#stopThinking();
    const { late, clock } = this.match;
    if (loserOf(this.match) !== null) {
      // A side without time plays on without a clock.
      this.match = this.match.with({ resigned: null, late: null, clock: late === null ? clock : null });
      this.game.changed();
      return;
    }
    const { before } = this;
    if (before) await this.goTo(before);
  }

  async redo() {
    if (this.latest) return;
    let node = this.game.current;
    do node = node.children[0] ?? node;
    while (node.children.length > 0 && !this.#isChosen(node));
    await this.goTo(node);
  }

  /** Asks the engine for a move. @param {AbortSignal} signal */
  async askHint(signal) {
    if (!this.mayMove) return;
    const at = this.game.current;
    const found = await this.engine.run({ do: "analyse", game: this.game.spec(), simulations: HINT }, () => {}, signal);
    if (!found || this.game.current !== at) return;
    this.hint = found.best;
    this.changed();
  }

  resign() {
    if (this.outcome) return;
    this.#stopThinking();
    this.#touched = true;
    this.#charge();
    this.match = this.match.with({ resigned: this.match.ownSide ?? this.game.current.position.side });
    this.game.changed();
  }

  /** The players change sides, the game continues. */
  exchange() {
    this.#stopThinking();
    this.#touched = true;
    this.match = this.match.exchange();
    this.game.changed();
  }

  /**
   * Begins a game anew; the one before stays among the kept ones.
   * @param {Match} match
   * @param {Record<string, string | number>} [options]
   */
  async start(match, options = this.game.options) {
    this.#stopThinking();
    this.hint = null;
    const { variant, start, tree } = this.game;
    this.#opening = true;
    this.changed();
    let game;
    try {
      game = await Game.open(this.engine, { variant, options, ...(start && { start }) });
    } finally {
      this.#opening = false;
      if (!game) this.changed();
    }
    if (tree.root.children.length === 0) library.remove(this.keeper.id);
    this.keeper.renew();
    this.#touched = true;
    this.game = game;
    this.match = match;
    this.#at = game.current;
    this.#since = null;
    game.watch(() => this.#moved());
    this.#moved();
  }

  async nextRound() {
    await this.start(this.match.next(this.result));
  }

  /** @param {boolean} exchanged */
  async again(exchanged) {
    await this.start((exchanged ? this.match.exchange() : this.match).again());
  }

  /** Something was done: it is kept, shown, and perhaps answered by the engine. */
  #moved() {
    this.hint = null;
    this.retry.clear();
    this.#turn();
    if (this.#touched || this.game.tree.root.children.length > 0) this.keeper.keep(this.#what, this.game);
    if (this.#left) return;
    this.#wind();
    void this.#think();
    this.changed();
  }

  /** Properties that are stored with the moves. */
  get #what() {
    const { state, last } = this.match;
    return { kind: /** @type {const} */ ("play"), match: state, over: this.result !== null && last };
  }

  /**
   * Takes over what was done in another tab. Where the engine is to move, that tab asks it.
   * @param {library.Kept} kept
   * @param {() => boolean} take
   */
  async #follow(kept, take) {
    const { game } = this;
    if (!(await game.follow(library.rootOf(kept), take)) || !kept.match) return;
    this.#stopThinking();
    this.hint = null;
    this.match = new Match(this.match.variant, kept.match);
    game.stand(kept.at);
    this.#at = game.current;
    this.#since = null;
    this.#wind();
    this.retry.clear();
    await game.complete();
    this.changed();
  }

  #stopThinking() {
    this.#thinking?.abort();
    this.#thinking = null;
  }

  /** Lets the engine move where it has the seat, or chance is to act. */
  async #think() {
    const { game } = this;
    const at = game.current;
    const player = this.match.players[at.position.seat];
    if (this.#thinking || this.outcome || !this.latest || !player || this.#isChosen(at)) return;
    const own = new AbortController();
    this.#thinking = own;
    try {
      const seed = Math.floor(Math.random() * 2 ** 31);
      // Where chance is to act, the engine throws the dice, whatever it is asked with.
      const limits = player.kind === "person" ? { simulations: 1 } : budget(player);
      const task = { do: "move", game: game.spec(at), ...limits, seed };
      const found = await this.engine.run(task, () => {}, own.signal);
      if (own.signal.aborted || this.game !== game || game.current !== at) return;
      this.retry.well();
      this.#thinking = null;
      await this.#play(found.move);
    } catch (error) {
      if (own.signal.aborted) return;
      this.#thinking = null;
      this.retry.failed(error);
    }
  }
}
