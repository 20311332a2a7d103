// A game to step through: nothing is searched, and nothing stored.

import { Tree } from "./tree.js";

/** @typedef {import("../engine/engine.js").Position} Position */
/** @typedef {import("./tree.js").Variation} Variation */

export class Replay {
  /** @param {[Position, ...Position[]]} positions @param {number} ply that is shown first */
  constructor([start, ...later], ply) {
    this.tree = new Tree(start);
    for (const position of later) this.tree.play(position);
    this.line = this.tree.mainLine();
    this.tree.goTo(this.line[ply] ?? this.tree.current);
    /** Called when another position is shown. */
    this.changed = () => {};
  }

  /**
   * @param {import("../engine/engine.js").Engine} engine
   * @param {import("../engine/engine.js").GameSpec} game
   * @param {number} [ply] the last one if absent
   */
  static async open(engine, game, ply) {
    const { positions } = await engine.ask({ do: "line", game });
    return new Replay(positions, ply ?? positions.length - 1);
  }

  get current() {
    return this.tree.current;
  }

  /** @param {Variation | undefined} node */
  goTo(node) {
    if (!node) return;
    this.tree.goTo(node);
    this.changed();
  }

  /** @param {1 | -1} count */
  step(count) {
    this.goTo(this.line[this.current.ply + count]);
  }

  first() {
    this.goTo(this.line[0]);
  }

  last() {
    this.goTo(this.line.at(-1));
  }
}
