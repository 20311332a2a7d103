// A game in the page: its rules, its tree of moves, and the engine that knows what is legal.

import { Tree, Variation } from "./tree.js";
import { leaves, lineOf, writeTree } from "./tree-text.js";
import { viewOf } from "./view.js";

/** @typedef {import("../engine/engine.js").Engine} Engine */
/** @typedef {import("../engine/engine.js").GameSpec} GameSpec */
/** @typedef {import("../engine/engine.js").Position} Position */
/** @typedef {import("./tree-text.js").Branch} Branch */

/**
 * The positions of lines.
 * @param {Engine} engine
 * @param {GameSpec} rules
 * @param {Branch[][]} paths each from the start
 */
async function placed(engine, { moves: _, ...rules }, paths) {
  return Promise.all(
    paths.map(async (path) => {
      const moves = path.slice(1).map(({ move }) => move);
      const { positions } = await engine.ask({ do: "line", game: { ...rules, moves } });
      return { path, positions: /** @type {Position[]} */ (positions) };
    }),
  );
}

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
  static open(engine, { moves = [], ...rules }, ply = moves.length) {
    return Game.grow(engine, rules, lineOf(moves), moves.slice(0, ply));
  }

  /**
   * A game with all its variations.
   * @param {Engine} engine
   * @param {GameSpec} rules
   * @param {Branch} root
   * @param {string[]} at the moves to the position to stand at, as far as they are there
   */
  static async grow(engine, rules, root, at) {
    const lines = await placed(engine, rules, leaves(root));
    const game = new Game(engine, rules, /** @type {Position} */ (lines[0]?.positions[0]));
    const grown = game.#become(root, lines);
    let branch = root;
    for (const move of at) branch = branch.children.find((child) => child.move === move) ?? branch;
    game.tree.goTo(grown.get(branch) ?? game.tree.root);
    await game.complete();
    return game;
  }

  /**
   * Takes over the state of another tab: moves that it lacks are added, others go, each stands where it stands
   * there.
   * @param {Branch} root
   * @param {() => boolean} take whether it still shall, once all positions are known
   */
  async follow(root, take) {
    const unknown = leaves(root).filter((path) => !this.#knows(path));
    const lines = await placed(this.engine, this.spec(this.tree.root), unknown);
    const taken = take();
    if (taken) this.#become(root, lines);
    return taken;
  }

  /** @param {Branch[]} path from the start */
  #knows(path) {
    /** @type {Variation | undefined} */
    let node = this.tree.root;
    for (const { move } of path.slice(1)) node = node?.children.find((child) => child.move === move);
    return node !== undefined;
  }

  /**
   * @param {Branch} root
   * @param {{path: Branch[], positions: Position[]}[]} lines that are not known yet
   * @returns {Map<Branch, Variation>} what each branch has become: its moves may be written in any form
   */
  #become(root, lines) {
    /** @type {Map<Branch, Position>} */
    const told = new Map();
    for (const { path, positions } of lines)
      path.forEach((branch, ply) => told.set(branch, /** @type {Position} */ (positions[ply])));
    const grown = new Map([[root, this.tree.root]]);
    // Two branches may be one move, written in two forms.
    const settled = new Set();
    for (const [branch, node] of grown) {
      if (branch.evaluation) node.learn(branch.evaluation);
      if (!settled.has(node)) node.notes = branch.notes;
      node.judgement = branch.judgement ?? node.judgement;
      const known = new Map(node.children.map((child) => [child.move, child]));
      for (const next of branch.children) {
        const move = told.get(next)?.last?.move ?? next.move;
        const child = known.get(move) ?? new Variation(/** @type {Position} */ (told.get(next)), node);
        known.set(move, child);
        grown.set(next, child);
      }
      const children = branch.children.map((next) => /** @type {Variation} */ (grown.get(next)));
      node.children = [...new Set([...(settled.has(node) ? node.children : []), ...children])];
      settled.add(node);
    }
    this.stand(this.current.moves);
    return grown;
  }

  /** Goes along moves, as far as they are there. @param {string[]} moves */
  stand(moves) {
    let node = this.tree.root;
    for (const move of moves) {
      const next = node.children.find((child) => child.move === move);
      if (!next) break;
      node = next;
    }
    this.tree.goTo(node);
  }

  get current() {
    return this.tree.current;
  }

  /** @param {Variation} [node] @returns {GameSpec} */
  spec(node = this.current) {
    const spec = { variant: this.variant, options: this.options, moves: node.moves };
    return this.start ? { ...spec, start: this.start } : spec;
  }

  /** The line through the current position, to its end. */
  get line() {
    return this.spec(this.tree.line().at(-1));
  }

  /** Rules, start and all variations. */
  get text() {
    return writeTree(this.spec(), this.tree.root);
  }

  /** @param {() => void} watcher */
  watch(watcher) {
    this.watchers.add(watcher);
  }

  changed() {
    for (const watcher of this.watchers) watcher();
  }

  /** Fetches the legal moves of the current position if they are not known yet, or its whole description again. */
  async complete(anew = false) {
    const node = this.current;
    if (node.position.moves && !anew) return;
    node.position = await this.engine.ask({ do: "position", game: this.spec(node) });
  }

  /**
   * The error is the reason why a move cannot be made.
   * @param {string} move
   * @param {Variation} [node]
   * @returns {Promise<Position>} the position after it
   */
  async try(move, node = this.current) {
    const spec = this.spec(node);
    return this.engine.ask({ do: "position", game: { ...spec, moves: [...(spec.moves ?? []), move] } });
  }

  /**
   * The position after a legal move, with nothing but what is seen.
   * @param {string} move
   * @returns {Promise<import("../engine/engine.js").Shown>}
   */
  async foresee(move) {
    const { variant, options, current } = this;
    const game = { variant, options, start: current.position.position, moves: [move] };
    const { positions } = await this.engine.ask({ do: "line", game });
    return positions[1];
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
    const position = await this.try(move, node);
    // A user who went elsewhere meanwhile stays there.
    const child = this.tree.add(node, position);
    if (this.tree.current === node) this.tree.goTo(child);
    this.changed();
  }

  /** @param {Variation} node */
  async goTo(node) {
    this.tree.goTo(node);
    try {
      await this.complete();
    } finally {
      this.changed();
    }
  }

  async back() {
    await this.goTo(this.current.parent ?? this.current);
  }

  /** The current position as boards show it. */
  get view() {
    const { position, parent } = this.current;
    return viewOf(position, parent?.position ?? null);
  }
}
