// A second try at a mistake found by a review: the engine judges other moves there, and is hidden until then.

import { isMistake, reviewOf } from "./review.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./tree.js").Judgement} Judgement */
/** @typedef {import("./tree.js").Variation} Variation */

export class SecondTry {
  #engine;
  #changed;
  /** @type {AbortController | null} */
  #task = null;

  /** @param {import("../engine/engine.js").Engine} engine @param {() => void} changed */
  constructor(engine, changed) {
    this.#engine = engine;
    this.#changed = changed;
    /** The move in whose place another one is looked for. @type {Variation | null} */
    this.mistake = null;
    /** The last try, if it was no better. @type {{move: string, lost: number} | null} */
    this.wrong = null;
  }

  get judging() {
    return this.#task !== null;
  }

  /** @param {Variation} mistake */
  begin(mistake) {
    this.leave();
    this.mistake = mistake;
  }

  leave() {
    this.#task?.abort();
    this.#task = null;
    this.mistake = null;
    this.wrong = null;
  }

  /**
   * Judges a move in the place of the mistake; an error says why it cannot be made.
   * @param {Game} game
   * @param {string} text
   * @returns {Promise<{move: string, judgement: Judgement} | null>} where it is good
   */
  async judge(game, text) {
    const { mistake } = this;
    const at = mistake?.parent;
    if (!mistake || !at || this.#task) return null;
    const own = new AbortController();
    this.#task = own;
    this.wrong = null;
    this.#changed();
    try {
      const move = (await game.try(text, at)).last?.move ?? text;
      const judgement = this.#known(move) ?? (await reviewOf(this.#engine, game, at, move, own.signal));
      if (own.signal.aborted || !judgement) return null;
      if (!isMistake(judgement)) return { move, judgement };
      this.wrong = { move, lost: judgement.lost };
      return null;
    } finally {
      if (this.#task === own) {
        this.#task = null;
        this.#changed();
      }
    }
  }

  /** The review's judgement of a move. @param {string} move @returns {Judgement | null | undefined} */
  #known(move) {
    const { judgement, parent } = this.mistake ?? {};
    if (judgement?.best === move) return { ...judgement, judgement: "best", lost: 0 };
    return parent?.children.find((child) => child.move === move)?.judgement;
  }
}
