// An analysis as it goes on: the tree of moves, the search in the position that is looked at, lines that are looked
// into, exact verdicts, the review. It knows nothing of how it is shown.

import { EngineError, Unreachable } from "../engine/engine.js";
import { settings } from "../settings.js";
import { Game } from "./game.js";
import { Keeper } from "./keeper.js";
import * as library from "./library.js";
import { sketched } from "./notes.js";
import { Retry } from "./retry.js";
import { better, mistake, Review } from "./review.js";
import { Search } from "./search.js";
import { SecondTry } from "./second-try.js";
import { branch, lineOf } from "./tree-text.js";

/** @typedef {import("../engine/engine.js").Engine} Engine */
/** @typedef {import("../engine/engine.js").GameSpec} GameSpec */
/** @typedef {import("../engine/engine.js").Position} Position */
/** @typedef {import("./tree.js").Variation} Variation */
/** @typedef {import("./tree-text.js").Branch} Branch */

/**
 * A line that is looked into: the position after some of its moves.
 * @typedef {{position: Position, before: Position | null, line: string[], count: number}} Preview
 */

/** Properties that are stored with the moves. */
const WHAT = /** @type {const} */ ({ kind: "analyse" });

export class Analysis {
  /** @type {AbortController | null} */
  #solving = null;
  /** Whether the view was left. */
  #left = false;

  /**
   * @param {Engine} engine
   * @param {Game} game
   * @param {library.Kept | null} kept what it is kept as; `null`: a new one
   */
  constructor(engine, game, kept = null) {
    this.engine = engine;
    this.game = game;
    this.keeper = new Keeper(kept);
    /** Whether the search waits; what it found stays. */
    this.paused = settings.get("search") === "paused";
    /** Whether the engine's opinion is hidden; then it does not search, either. */
    this.hidden = settings.get("hideEvaluation") === "yes";
    /** Whether the page is not seen: nothing is searched meanwhile. */
    this.unseen = false;
    /** @type {Preview | null} */
    this.preview = null;
    /** Whether exact verdicts are requested. */
    this.exact = false;
    /** @type {Map<Variation, Map<string, string>>} */
    this.verdicts = new Map();
    /** The side whose mistakes are gone through; `null`: both. @type {number | null} */
    this.mistakesOf = null;
    /** The last deletion, for undoing it. @type {{node: Variation, parent: Variation, at: number} | null} */
    this.removed = null;
    /** Called when another position is shown, or the tree has changed. */
    this.changed = () => {};
    /** Called when something is known of a position that was not. */
    this.learnt = () => {};
    /** Why moves of the address are left out: the first of them cannot be made. @type {Error | null} */
    this.refused = null;
    /** Called where a better move than a mistake was found. @type {(move: string) => void} */
    this.found = () => {};
    /** Called with what could not be done. @type {(error: unknown) => void} */
    this.failed = () => {};
    this.retry = new Retry(
      () => void this.#again(),
      () => this.learnt(),
    );
    this.search = new Search(engine, {
      update: (node) => {
        this.retry.well();
        if (node === this.game.current) this.learnt();
      },
      fail: (error) => this.retry.failed(error),
    });
    this.review = new Review(engine, () => this.learnt());
    this.second = new SecondTry(engine, () => this.learnt());
    game.watch(() => this.#moved());
    this.keeper.listen(
      () => ({ what: WHAT, game: this.game }),
      (kept, take) => this.#takeOver(kept, take),
    );
  }

  /**
   * The analysis that an address means: one that was kept, or a new one.
   * @param {Engine} engine
   * @param {{spec: GameSpec, ply: number | undefined}} address
   * @param {string | null} id of the kept analysis that was shown at this place before
   */
  static async open(engine, { spec, ply }, id) {
    const kept = library.resumed("analyse", spec, id);
    if (kept) {
      const { moves = [] } = spec;
      const root = library.rootOf(kept);
      const named = kept.id === id || moves.length === 0;
      if (!named) extend(root, moves);
      try {
        const game = await Game.grow(engine, library.rulesOf(kept), root, named ? kept.at : moves.slice(0, ply));
        return new Analysis(engine, game, kept);
      } catch (error) {
        // Rules of one's own may have changed since: the address is then all there is.
        if (error instanceof Unreachable) throw error;
      }
    }
    try {
      return new Analysis(engine, await Game.open(engine, spec, ply));
    } catch (error) {
      if (!(error instanceof EngineError) || error.ply === undefined) throw error;
      const before = spec.moves?.slice(0, error.ply) ?? [];
      const analysis = new Analysis(engine, await Game.open(engine, { ...spec, moves: before }));
      analysis.refused = error;
      return analysis;
    }
  }

  /** Shows itself, and begins the search. */
  begin() {
    this.#follow();
    this.changed();
  }

  /** Nobody looks any more. */
  leave() {
    this.#left = true;
    this.keep();
    this.keeper.leave();
    this.search.stop();
    this.review.stop();
    this.second.leave();
    this.retry.clear();
    this.#solving?.abort();
  }

  get current() {
    return this.game.current;
  }

  keep() {
    const { root, noted } = this.game.tree;
    if (root.children.length === 0 && !noted && !library.kept(this.keeper.id)) return;
    this.keeper.keep(WHAT, this.game);
  }

  /**
   * Takes over what was done in another tab. Who looks at a position stays there.
   * @param {library.Kept} kept
   * @param {() => boolean} take
   */
  async #takeOver(kept, take) {
    const { game, current } = this;
    if (!(await game.follow(library.rootOf(kept), take))) return;
    if (game.current !== current) this.preview = null;
    await game.complete();
    this.#follow();
    this.changed();
  }

  /** Another position or another tree: it is kept, searched and shown. */
  #moved() {
    this.preview = null;
    // Going elsewhere ends the second try.
    if (this.second.mistake?.parent !== this.current) this.second.leave();
    this.keep();
    if (this.#left) return;
    this.#follow();
    this.changed();
  }

  /** Searches the current position, if the search is on. */
  #follow() {
    this.retry.clear();
    if (this.searching && !this.unseen && !this.review.running) this.search.start(this.game, this.current);
    else this.search.stop();
    this.#solve();
  }

  async #again() {
    // The cause may have been a missing evaluator: the position says whether it exists now.
    await this.game.complete(true).catch(() => {});
    if (this.#left) return;
    this.#follow();
    this.changed();
  }

  // --- moves ---------------------------------------------------------------------------------------------------------

  /** @param {string} move */
  async play(move) {
    this.preview = null;
    if (this.second.mistake) await this.#playAgain(move);
    else await this.game.play(move);
  }

  /** @param {string} text of a move in the place of a mistake */
  async #playAgain(text) {
    const at = this.current;
    const found = await this.second.judge(this.game, text);
    if (!found || this.#left) return;
    this.second.leave();
    await this.game.play(found.move);
    const node = at.children.find(({ move }) => move === found.move);
    if (node) node.judgement ??= found.judgement;
    this.keep();
    this.changed();
    this.found(found.move);
  }

  /** Goes back to before the current move, a mistake, to find a better one. */
  async tryAgain() {
    const { current } = this;
    if (!current.parent) return;
    this.second.begin(current);
    await this.goTo(current.parent);
  }

  /** @param {Variation | undefined | null} node */
  async goTo(node) {
    if (!node) return;
    this.preview = null;
    try {
      await this.game.goTo(node);
    } catch (error) {
      if (!this.#left) this.retry.failed(error);
    }
  }

  /** @param {1 | -1} count moves forward, along the line that is looked into where there is one */
  async step(count) {
    if (this.preview) await this.look(this.preview.count + count);
    else await this.goTo(count > 0 ? this.current.children[0] : this.current.parent);
  }

  /** To another variation of the same move. @param {1 | -1} step */
  async beside(step) {
    const siblings = this.current.parent?.children ?? [];
    await this.goTo(siblings[siblings.indexOf(this.current) + step]);
  }

  /**
   * Notes something of a position.
   * @param {Partial<import("./notes.js").Notes>} what
   * @param {Variation} [node]
   */
  note(what, node = this.current) {
    node.notes = { ...node.notes, ...what };
    this.keep();
    this.changed();
  }

  /**
   * Draws an arrow or a circle, or takes it away where it is there.
   * @param {import("./notes.js").Notes["sketches"][0]} sketch
   * @returns whether it is there now
   */
  sketch(sketch) {
    // A line that is looked into is no position of the tree.
    if (this.preview) return false;
    const sketches = sketched(this.current.notes.sketches, sketch);
    this.note({ sketches });
    return sketches.includes(sketch);
  }

  promote() {
    this.game.tree.promote(this.current);
    this.game.changed();
  }

  async remove() {
    const { current: node } = this;
    const { parent } = node;
    if (!parent) return;
    this.removed = { node, parent, at: parent.children.indexOf(node) };
    this.game.tree.remove(node);
    await this.goTo(this.current);
  }

  async bringBack() {
    if (!this.removed) return;
    const { node, parent, at } = this.removed;
    parent.children.splice(at, 0, node);
    this.removed = null;
    await this.goTo(node);
  }

  /**
   * Another game, or the same from another position; the one before stays among the kept ones.
   * @param {GameSpec} rules moves aside
   * @param {Branch} [root]
   */
  async reopen({ moves: _, ...rules }, root = branch()) {
    const main = [];
    for (let node = root.children[0]; node; node = node.children[0]) main.push(node.move ?? "");
    const game = await Game.grow(this.engine, rules, root, main);
    this.search.stop();
    this.review.stop();
    this.second.leave();
    this.keep();
    this.game = game;
    this.keeper.renew();
    this.removed = null;
    game.watch(() => this.#moved());
    this.#moved();
  }

  // --- the search ----------------------------------------------------------------------------------------------------

  get searching() {
    return !this.paused && !this.silent;
  }

  /** Whether the engine's opinion is hidden: by choice, or during a second try. */
  get silent() {
    return this.hidden || this.second.mistake !== null;
  }

  /** Pauses the search, or lets it go on for everybody to see. */
  pause() {
    this.paused = this.searching;
    settings.set("search", this.paused ? "paused" : "on");
    this.hide(this.hidden && this.paused);
  }

  /** Pauses while the page is hidden. @param {boolean} unseen */
  rest(unseen) {
    this.unseen = unseen;
    this.#follow();
    this.learnt();
  }

  /** @param {boolean} hidden */
  hide(hidden) {
    this.hidden = hidden;
    settings.set("hideEvaluation", hidden ? "yes" : "no");
    this.#follow();
    this.changed();
  }

  /**
   * Looks into a line of the search.
   * @param {number} count moves; 0 looks at the position itself again
   * @param {string[]} [line]
   */
  async look(count, line = this.preview?.line ?? []) {
    const at = this.current;
    if (count <= 0 || line.length === 0) {
      this.preview = null;
      this.learnt();
      return;
    }
    const shown = line.slice(0, count);
    const { moves = [], ...rules } = this.game.spec(at);
    /** @type {{positions: Position[]}} */
    const { positions } = await this.engine.ask({ do: "line", game: { ...rules, moves: [...moves, ...shown] } });
    const [before, position] = positions.slice(-2);
    if (!position || this.current !== at || this.#left) return;
    this.preview = { position, before: before ?? null, line, count: shown.length };
    this.learnt();
  }

  /** Makes the moves that were looked into part of the tree. */
  async keepPreview() {
    const moves = this.preview?.line.slice(0, this.preview.count) ?? [];
    for (const move of moves) await this.play(move);
  }

  // --- exact verdicts and the review ---------------------------------------------------------------------------------

  /** @param {boolean} exact */
  solve(exact) {
    this.exact = exact;
    this.#solve();
    this.learnt();
  }

  #solve() {
    this.#solving?.abort();
    this.#solving = null;
    const at = this.current;
    if (!this.exact || at.position.outcome || this.verdicts.get(at)?.size === at.position.moves?.length) return;
    const own = new AbortController();
    this.#solving = own;
    const take = (/** @type {{moves: {move: string, result: string}[]}} */ { moves }) => {
      this.verdicts.set(at, new Map(moves.map(({ move, result }) => [move, result])));
      if (this.current === at) this.learnt();
    };
    this.engine.run({ do: "verdicts", game: this.game.spec(at) }, take, own.signal).catch((error) => {
      if (!own.signal.aborted) this.failed(error);
    });
  }

  /** Judges every move of the main line. */
  async judge() {
    this.search.stop();
    try {
      await this.review.judge(this.game);
    } finally {
      this.#moved();
    }
  }

  /** @param {1 | -1} step @returns whether there is another mistake that way */
  toMistake(step) {
    const found = mistake(this.game, step, this.mistakesOf);
    void this.goTo(found);
    return found !== undefined;
  }

  async showBetter() {
    await better(this.game);
  }
}

/** Adds a line to a tree where it is not there. @param {Branch} root @param {string[]} moves */
function extend(root, moves) {
  let node = root;
  for (const [ply, move] of moves.entries()) {
    const known = node.children.find((child) => child.move === move);
    if (!known) {
      node.children.push(...lineOf(moves.slice(ply)).children);
      return;
    }
    node = known;
  }
}
