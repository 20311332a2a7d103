// A search that runs until it is stopped, and follows the current position.

/** @typedef {import("../engine/engine.js").Engine} Engine */
/** @typedef {import("../engine/engine.js").Analysis} Analysis */
/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./tree.js").Variation} Variation */

import { evaluation } from "./chance.js";

/** Random games that say something, at least. */
const FEW = 10;

export class Search {
  /**
   * @param {Engine} engine
   * @param {{update: (node: Variation) => void, fail: (error: unknown) => void}} listeners
   */
  constructor(engine, { update, fail }) {
    this.engine = engine;
    this.update = update;
    this.fail = fail;
    /** @type {AbortController | null} */
    this.running = null;
    /** @type {Variation | null} */
    this.node = null;
    /** Simulations a second of the search that runs. */
    this.rate = 0;
  }

  /**
   * Searches a position, if it is not that which is searched already.
   * @param {Game} game
   * @param {Variation} node
   * @param {Record<string, any>} [limit] none: until it is stopped
   */
  start(game, node, limit = {}) {
    if (this.running && this.node === node) return;
    this.stop();
    if (node.position.outcome) return;
    const own = new AbortController();
    this.running = own;
    this.node = node;
    const on = (/** @type {Analysis} */ analysis) => {
      if (own.signal.aborted) return;
      this.rate = analysis.milliseconds ? (1000 * analysis.simulations) / analysis.milliseconds : 0;
      // A few random games say nothing yet; a net's first answer does.
      if (analysis.simulations < FEW && !analysis.proven && node.position.net === false) return;
      node.learn(evaluation(analysis));
      if (!node.analysis || analysis.proven || analysis.simulations >= node.analysis.simulations)
        node.analysis = analysis;
      this.update(node);
    };
    const request = { do: "analyse", game: game.spec(node), ...limit };
    this.engine.run(request, on, own.signal).then(
      () => {
        if (this.running !== own) return;
        this.running = null;
        this.update(node);
      },
      (error) => {
        if (this.running !== own) return;
        this.running = null;
        this.fail(error);
      },
    );
  }

  stop() {
    this.running?.abort();
    this.running = null;
    this.node = null;
  }
}
