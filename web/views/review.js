// The review of a game: every move is judged, and one can walk from mistake to mistake.

import { announce, note } from "../announce.js";
import { h, message, put } from "../dom.js";
import { sideName } from "../names.js";
import { percent, t } from "../text.js";

/** @typedef {import("../engine/engine.js").Engine} Engine */
/** @typedef {import("../game/game.js").Game} Game */
/** @typedef {import("../game/tree.js").Variation} Variation */

/** Simulations for each position. */
const SIMULATIONS = 400;

/** From the best down. */
const JUDGEMENTS = /** @type {const} */ (["best", "good", "inaccuracy", "mistake", "decisive"]);

/** What is worth going back to. @type {readonly string[]} */
const MISTAKES = JUDGEMENTS.slice(2);

/** Moves of what would have been better that are shown. */
const SHOWN = 6;

/**
 * What a review does to the view that holds it.
 * @typedef {object} Host
 * @property {() => Game} game the game that is looked at now
 * @property {(node: Variation) => void} go shows a position
 * @property {() => void} begins before the engine is asked
 * @property {() => void} learnt a position has its value
 * @property {() => void} ends
 */

export class Review {
  element = h("div", { class: "review" });
  /** @type {AbortController | null} */
  #task = null;
  /** The share that is done. */
  #progress = 0;
  #engine;
  #variant;
  #host;

  /** @param {Engine} engine @param {import("../engine/engine.js").Variant} variant @param {Host} host */
  constructor(engine, variant, host) {
    this.#engine = engine;
    this.#variant = variant;
    this.#host = host;
  }

  /** Whether the engine is at it. */
  get running() {
    return this.#task !== null;
  }

  /** Judges the main line. */
  async begin() {
    const game = this.#host.game();
    const nodes = game.tree.mainLine();
    const end = nodes.at(-1);
    if (!end || nodes.length < 2) return;
    this.stop();
    this.#host.begins();
    const own = new AbortController();
    this.#task = own;
    this.#progress = 0;
    this.draw();
    try {
      await this.#engine.run(
        { do: "review", game: game.spec(end), simulations: SIMULATIONS },
        (event) => {
          const node = nodes[event.ply];
          if (!node || event.ply === undefined) return;
          node.learn(event.evaluation);
          const next = nodes[event.ply + 1];
          if (next && event.judgement)
            next.judgement = {
              judgement: event.judgement,
              lost: event.lost,
              best: event.best,
              pv: event.pv ?? [],
              exact: event.exact,
            };
          this.#progress = (nodes.length - event.ply) / (event.of || nodes.length);
          this.draw();
          this.#host.learnt();
        },
        own.signal,
      );
    } catch (error) {
      if (!own.signal.aborted) note(message(error));
    }
    if (this.#task === own) this.#task = null;
    announce(t("review.done"));
    this.#host.ends();
  }

  /** The host calls it, too, when its view is left. */
  stop() {
    this.#task?.abort();
  }

  /** @param {1 | -1} step to the next or previous mistake */
  mistake(step) {
    const game = this.#host.game();
    const line = game.tree.mainLine();
    const here = line.indexOf(game.current);
    const bad = line.filter((node) => node.judgement && MISTAKES.includes(node.judgement.judgement));
    const found =
      step > 0 ? bad.find((node) => line.indexOf(node) > here) : bad.findLast((node) => line.indexOf(node) < here);
    if (found) this.#host.go(found);
    else announce(t("review.no-more"));
  }

  /** Shows what would have been better, as a variation of the game. */
  async #showBetter() {
    const game = this.#host.game();
    const { judgement, parent } = game.current;
    if (!judgement || !parent) return;
    const main = game.current;
    await game.goTo(parent);
    for (const move of judgement.pv.length ? judgement.pv.slice(0, SHOWN) : [judgement.best]) await game.play(move);
    let node = game.current;
    while (node.parent && node.parent !== parent) node = node.parent;
    game.tree.promote(main);
    this.#host.go(node);
  }

  draw() {
    const game = this.#host.game();
    const line = game.tree.mainLine();
    const judged = line.filter((node) => node.judgement);
    if (this.#task) {
      put(
        this.element,
        h("progress", { max: 1, value: this.#progress, "aria-label": t("review.progress") }),
        h("span", {}, ` ${percent(this.#progress)}`),
        h("button", { onclick: () => this.stop() }, t("stop")),
      );
      return;
    }
    if (judged.length === 0) {
      put(
        this.element,
        h("button", { disabled: line.length < 2, onclick: () => void this.begin() }, t("review")),
        h("span", { class: "muted" }, t("review.about")),
      );
      return;
    }
    put(
      this.element,
      this.#now(game.current),
      this.#summary(judged),
      h(
        "div",
        { class: "controls" },
        h("button", { onclick: () => this.mistake(-1) }, t("review.previous")),
        h("button", { onclick: () => this.mistake(1) }, t("review.next")),
        h("button", { onclick: () => void this.begin() }, t("review.again")),
      ),
    );
  }

  /** The judgement of the move that is looked at. @param {Variation} node */
  #now({ judgement, move }) {
    return (
      judgement &&
      h(
        "p",
        { class: `judged ${judgement.judgement}` },
        h("strong", {}, `${move}: ${t(`judgement.${judgement.judgement}`)}`),
        judgement.judgement === "best"
          ? ""
          : ` ${t("review.lost", { lost: percent(judgement.lost, 1), best: judgement.best })}`,
        judgement.exact ? ` ${t("review.exact")}` : "",
        judgement.judgement !== "best" &&
          h("button", { class: "link", onclick: () => void this.#showBetter() }, t("review.show")),
      )
    );
  }

  /** How often each side was judged how. @param {Variation[]} judged */
  #summary(judged) {
    const of = (/** @type {number} */ side) => judged.filter((node) => node.position.last?.side === side);
    const count = (/** @type {number} */ side, /** @type {string} */ kind) =>
      of(side).filter((node) => node.judgement?.judgement === kind).length;
    const kept = (/** @type {number} */ side) => {
      const own = of(side);
      return own.length
        ? percent(1 - own.reduce((sum, node) => sum + (node.judgement?.lost ?? 0), 0) / own.length, 1)
        : "–";
    };
    return h(
      "table",
      { class: "summary" },
      h("caption", { class: "visually-hidden" }, t("review.summary")),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col" }, t("review.side")),
          JUDGEMENTS.map((kind) =>
            h("th", { scope: "col", class: kind, title: t(`judgement.${kind}`) }, t(`judgement.short.${kind}`)),
          ),
          h("th", { scope: "col" }, t("review.kept")),
        ),
      ),
      h(
        "tbody",
        {},
        [0, 1].map((side) =>
          h(
            "tr",
            {},
            h("th", { scope: "row" }, sideName(this.#variant, side)),
            JUDGEMENTS.map((kind) => h("td", {}, count(side, kind))),
            h("td", {}, kept(side)),
          ),
        ),
      ),
    );
  }
}
