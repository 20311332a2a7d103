// Stores an unfinished game, and follows the changes of other tabs. A tab takes over what another one has stored. Where
// it has something of its own that the other has not seen, it goes on as a second game: nothing is ever written over
// unseen.

import * as library from "./library.js";
import { loserOf } from "./match.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {library.Kept} Kept */
/** @typedef {Pick<Kept, "kind" | "match" | "over">} What what is known of a game beside its moves */

/** Versions that one remembers to be made from. */
const PAST = 20;

/** When the last change was kept: two are never at the same time. */
let latest = 0;

/** How the main line has ended; `null`: it has not. @param {What} what @param {import("../engine/engine.js").Position} end */
function resultOf({ match }, { outcome }) {
  const loser = match ? loserOf(match) : null;
  if (loser !== null) return { winner: /** @type {0 | 1} */ (1 - loser) };
  return outcome && { winner: outcome.winner };
}

export class Keeper {
  /** The version that this tab has read or written last. @type {number | null} */
  #seen;
  /** The versions before it. @type {number[]} */
  #past;
  /** What this tab would store. @type {(() => {what: What, game: Game}) | null} */
  #own = null;
  /** @type {((kept: Kept, take: () => boolean) => Promise<void>) | null} */
  #follow = null;
  #following = false;
  #deaf = () => {};

  /** @param {Kept | null} kept the version that is shown; `null`: a new game */
  constructor(kept) {
    this.id = kept?.id ?? library.newId();
    this.#seen = kept?.changed ?? null;
    this.#past = kept?.past ?? [];
    /** Called where the browser keeps no more. */
    this.full = () => {};
    /** Called when this tab continues with a second game. */
    this.apart = () => {};
  }

  /**
   * Listens to other tabs.
   * @param {() => {what: What, game: Game}} own what this tab has
   * @param {(kept: Kept, take: () => boolean) => Promise<void>} follow fetches another version, calls `take`, and where
   *   that is true shows it at once: else this tab has gone on meanwhile
   */
  listen(own, follow) {
    this.#own = own;
    this.#follow = follow;
    this.#deaf = library.watch((id) => {
      if (id === null || id === this.id) this.#heard();
    });
  }

  /** Hears no more. */
  leave() {
    this.#deaf();
    this.#follow = null;
  }

  /** Begins another game. */
  renew() {
    this.id = library.newId();
    this.#seen = null;
    this.#past = [];
  }

  /** @param {What} what @param {Game} game */
  keep(what, game) {
    const stored = library.kept(this.id);
    if (stored && stored.changed !== this.#seen) {
      if (library.isWithin(this.#version(what, game), stored)) {
        this.#heard();
        return;
      }
      this.renew();
      this.apart();
    }
    if (this.#seen !== null) this.#past = [...this.#past, this.#seen].slice(-PAST);
    latest = Math.max(Date.now(), latest + 1, (this.#seen ?? 0) + 1);
    this.#seen = latest;
    const version = this.#version(what, game);
    const { name } = stored ?? {};
    if (!library.keep({ ...version, ...(name !== undefined && { name }) })) this.full();
  }

  /** @param {What} what @param {Game} game @returns {Kept} */
  #version(what, game) {
    const { variant, options, start = null, text } = game;
    const [changed, past] = [this.#seen ?? 0, this.#past];
    const end = game.tree.mainLine().at(-1) ?? game.tree.root;
    const told = { turns: end.turn, result: resultOf(what, end.position) };
    return { ...what, ...told, id: this.id, variant, options, start, text, at: game.current.moves, changed, past };
  }

  /** Handles a change of the game by another tab. */
  #heard() {
    const stored = library.kept(this.id);
    if (!stored || !this.#own || stored.changed === this.#seen) return;
    const { what, game } = this.#own();
    const known = this.#seen === null || stored.past?.includes(this.#seen);
    if (known || library.isWithin(this.#version(what, game), stored)) void this.#takeOver();
    else this.keep(what, game);
  }

  /** Takes over versions until there is no newer one. */
  async #takeOver() {
    if (this.#following) return;
    this.#following = true;
    try {
      for (;;) {
        const stored = library.kept(this.id);
        if (!stored || stored.changed === this.#seen) return;
        const before = this.#seen;
        const take = () => {
          if (!this.#follow || this.id !== stored.id || this.#seen !== before) return false;
          this.#seen = stored.changed;
          this.#past = stored.past ?? [];
          return true;
        };
        await this.#follow?.(stored, take);
        if (this.#seen === before) return;
      }
    } catch {
      // The engine was not reached: what is shown stays, and what is done to it is kept as a second game.
    } finally {
      this.#following = false;
    }
  }
}
