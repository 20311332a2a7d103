// Small pictures of kept games, each drawn once it comes into sight. The engine gives the positions, one game after the
// other.

import { picture } from "../../boards/picture.js";
import { put } from "../../dom.js";
import * as library from "../../game/library.js";

/** @typedef {import("../../engine/engine.js").Position} Position */
/** @typedef {{game: library.Kept, variant: import("../../engine/engine.js").Variant, told: (position: Position) => void}} Wanted */

/** Pixels beyond the screen in which pictures are drawn, too. */
const AHEAD = "300px";

export class Thumbnails {
  /** @type {Map<Element, Wanted>} */
  #wanted = new Map();
  #engine;
  #signal;
  #asked = Promise.resolve();
  #observer = new IntersectionObserver((entries) => this.#seen(entries), { rootMargin: AHEAD });

  /** @param {import("../../engine/engine.js").Engine} engine @param {AbortSignal} signal ends it */
  constructor(engine, signal) {
    this.#engine = engine;
    this.#signal = signal;
    signal.addEventListener("abort", () => this.#observer.disconnect(), { once: true });
  }

  /** Draws a game in an element as soon as that is seen. @param {Element} element @param {Wanted} wanted */
  draw(element, wanted) {
    this.#wanted.set(element, wanted);
    this.#observer.observe(element);
  }

  /** @param {IntersectionObserverEntry[]} entries */
  #seen(entries) {
    for (const { isIntersecting, target } of entries) {
      const wanted = this.#wanted.get(target);
      if (!isIntersecting || !wanted) continue;
      this.#observer.unobserve(target);
      this.#wanted.delete(target);
      this.#asked = this.#asked.then(() => this.#ask(target, wanted)).catch(() => {});
    }
  }

  /** A game whose rules have changed or are gone has no picture. @param {Element} element @param {Wanted} wanted */
  async #ask(element, { game, variant, told }) {
    if (this.#signal.aborted) return;
    const moves = library.lineOf(game);
    const position = await this.#engine.ask({ do: "position", game: { ...library.rulesOf(game), moves } });
    put(element, picture(variant, position));
    told(position);
  }
}
