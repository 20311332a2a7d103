// A game in the page: its rules, its tree of moves, and the engine that knows what is legal.

import { Tree } from "./tree.js";
import { viewOf } from "./view.js";

/** @typedef {import("../engine/engine.js").Engine} Engine */
/** @typedef {import("../engine/engine.js").GameSpec} GameSpec */
/** @typedef {import("../engine/engine.js").Position} Position */
/** @typedef {import("./tree.js").Variation} Variation */

export class Game {
  /**
   * @param {Engine} engine
   * @param {GameSpec} spec without moves
   * @param {Position} start
   */
  constructor(engine, spec, start) {
    this.engine = engine;
    this.variant = spec.variant;
    this.options = spec.options ?? {};
    this.start = spec.start;
    this.tree = new Tree(start);
    /** @type {Set<() => void>} */
    this.watchers = new Set();
  }

  /**
   * A game, with the moves that were made.
   * @param {Engine} engine
   * @param {GameSpec} spec
   * @param {number} [ply] the position to stand at; the last one if absent
   */
  static async open(engine, spec, ply) {
    const { positions } = /** @type {{positions: Position[]}} */ (await engine.ask({ do: "line", game: spec }));
    const game = new Game(engine, spec, /** @type {Position} */ (positions[0]));
    for (const position of positions.slice(1)) game.tree.play(position);
    if (ply !== undefined) while (game.tree.current.ply > ply) game.tree.back();
    await game.complete();
    return game;
  }

  get current() {
    return this.tree.current;
  }

  /** @param {Variation} [node] @returns {GameSpec} */
  spec(node = this.current) {
    const spec = { variant: this.variant, options: this.options, moves: node.moves };
    return this.start ? { ...spec, start: this.start } : spec;
  }

  /** @param {() => void} watcher */
  watch(watcher) {
    this.watchers.add(watcher);
  }

  changed() {
    for (const watcher of this.watchers) watcher();
  }

  /** Fetches the legal moves of the current position where they are not known yet. */
  async complete() {
    const node = this.current;
    if (node.position.moves) return;
    node.position = await this.engine.ask({ do: "position", game: this.spec(node) });
  }

  /**
   * Plays a move, in any form that the engine reads. An illegal one is an error in words.
   * @param {string} move
   */
  async play(move) {
    const node = this.current;
    const known = node.children.find((child) => child.move === move);
    if (known) {
      await this.goTo(known);
      return;
    }
    const spec = this.spec(node);
    const position = /** @type {Position} */ (
      await this.engine.ask({ do: "position", game: { ...spec, moves: [...(spec.moves ?? []), move] } })
    );
    // Whoever went elsewhere meanwhile stays there.
    const child = this.tree.add(node, position);
    if (this.tree.current === node) this.tree.goTo(child);
    this.changed();
  }

  /** @param {Variation} node */
  async goTo(node) {
    this.tree.goTo(node);
    await this.complete();
    this.changed();
  }

  async back() {
    this.tree.back();
    await this.goTo(this.current);
  }

  async forward() {
    this.tree.forward();
    await this.goTo(this.current);
  }

  /** @param {1 | -1} step */
  async beside(step) {
    this.tree.beside(step);
    await this.goTo(this.current);
  }

  /** The current position as boards show it. */
  get view() {
    const { position, parent } = this.current;
    return viewOf(position, parent?.position.position ?? null);
  }
}
