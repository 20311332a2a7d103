// Retries of failed requests: automatic after a while if the engine could not be reached, or on demand.

import { Unreachable } from "../engine/engine.js";

/** Milliseconds before the first time; each wait is twice as long as the one before. */
const FIRST = 1000;
const LONGEST = 30_000;

export class Retry {
  #wait = FIRST;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #again;
  #changed;
  #longest;

  /**
   * @param {() => void} again
   * @param {() => void} changed there is something wrong now, or no more
   * @param {number} [longest] wait, in milliseconds
   */
  constructor(again, changed, longest = LONGEST) {
    this.#again = again;
    this.#changed = changed;
    this.#longest = longest;
    /** The error. @type {unknown} */
    this.error = null;
  }

  /** Whether an automatic retry is due. */
  get waits() {
    return this.error instanceof Unreachable;
  }

  /** @param {unknown} error */
  failed(error) {
    clearTimeout(this.#timer);
    this.error = error;
    if (this.waits) {
      this.#timer = setTimeout(() => this.now(), this.#wait);
      this.#wait = Math.min(2 * this.#wait, this.#longest);
    }
    this.#changed();
  }

  now() {
    clearTimeout(this.#timer);
    if (this.error === null) return;
    this.error = null;
    this.#again();
  }

  /** Cancels the retry: the request is obsolete. */
  clear() {
    clearTimeout(this.#timer);
    this.error = null;
  }

  /** The engine has answered. */
  well() {
    this.clear();
    this.#wait = FIRST;
  }
}
