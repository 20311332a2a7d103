// One position through all generations of a run: what each net would play, and what it expects.

import { curves } from "../../charts/curves.js";
import { h, message, put } from "../../dom.js";
import { chance } from "../../game/chance.js";
import { Game } from "../../game/game.js";
import { Match } from "../../game/match.js";
import { beginMatch } from "../../game/new-match.js";
import { sideName } from "../../names.js";
import { percent, t } from "../../text.js";
import { Frame } from "../frame.js";

/** @typedef {import("../../engine/engine.js").Analysis} Analysis */
/** @typedef {import("../../training/session.js").Run} Run */
/** @typedef {import("../../engine/engine.js").Variant} Variant */

/** Moves that are drawn: so many at most, and likelier than this. */
const [MOST, LEAST] = [6, 0.02];

/** Simulations a move of a net that one plays against. */
const SIMULATIONS = 400;

export class RunNets {
  /**
   * @param {import("../../training/session.js").Session} session
   * @param {Run} run
   * @param {Variant} variant
   * @param {Game} game
   */
  constructor(session, run, variant, game) {
    this.session = session;
    this.run = run;
    this.variant = variant;
    this.game = game;
    this.frame = new Frame(variant, {
      play: (move) => game.play(move),
      check: async () => {},
      signal: session.signal,
    });
    /** By generation. @type {Map<number, Analysis>} */
    this.answers = new Map();
    /** @type {AbortController | null} */
    this.asking = null;
    this.slider = h("input", { id: "through", type: "range", min: 0, max: 1, value: 0, disabled: true });
    this.words = h("p", { class: "verdict-line", "aria-live": "polite" });
    this.graph = h("div", { class: "charts" });
    this.ask = h("button", { class: "primary", onclick: () => void this.#through() }, t("training.watch.start"));
    this.slider.addEventListener("input", () => this.#draw());
    session.signal.addEventListener("abort", () => this.asking?.abort(), { once: true });
    game.watch(() => {
      this.#forget();
      this.#draw();
    });
    this.element = h(
      "section",
      { class: "box-plain" },
      h("h2", {}, t("colon", { what: t("training.watch"), is: run.name })),
      h("p", { class: "muted" }, t("training.watch.about")),
      h(
        "div",
        { class: "learn" },
        h("div", {}, this.frame.element, this.frame.actions),
        h(
          "div",
          {},
          h(
            "div",
            { class: "controls" },
            this.ask,
            h("button", { onclick: () => void game.back() }, t("undo")),
            h("button", { onclick: () => void this.#play() }, t("training.play")),
          ),
          h("div", { class: "field" }, h("label", { for: "through" }, t("training.games.pick")), this.slider),
          this.words,
          this.graph,
        ),
      ),
    );
    this.update(run);
    this.#draw();
  }

  /**
   * @param {import("../../training/session.js").Session} session
   * @param {Run} run
   * @param {Variant} variant
   */
  static async open(session, run, variant) {
    const spec = { variant: variant.name, options: run.options ?? {}, moves: [] };
    return new RunNets(session, run, variant, await Game.open(session.engine, spec));
  }

  /** The run as it is now. @param {Run} run */
  update(run) {
    this.run = run;
    if (this.answers.size > 0) return;
    this.slider.max = String(Math.max(1, run.generations));
    this.slider.value = String(run.generations);
    this.#say();
  }

  /** Drops pending requests. */
  #forget() {
    this.asking?.abort();
    this.answers.clear();
    this.slider.disabled = true;
    put(this.graph);
  }

  #draw() {
    const moves = [...(this.answers.get(Number(this.slider.value))?.moves ?? [])]
      .sort((a, b) => b.prior - a.prior)
      .filter(({ prior }) => prior > LEAST)
      .slice(0, MOST);
    const candidates = moves.map(({ move, prior }, rank) => ({ move, rank, share: prior, label: percent(prior) }));
    this.frame.show({ ...this.game.view, candidates }, true);
    this.#say();
  }

  #say() {
    const analysis = this.answers.get(Number(this.slider.value));
    const side = sideName(this.variant, this.game.current.position.side);
    const generation = t("training.generation", { n: this.slider.value });
    const says = analysis && `${side} ${percent(chance(analysis.score), 1)}`;
    put(this.words, says ? t("colon", { what: generation, is: says }) : generation);
  }

  /** Asks each net in turn. */
  async #through() {
    this.#forget();
    const own = new AbortController();
    this.asking = own;
    this.ask.disabled = true;
    try {
      await this.session.engine.run(
        { do: "through", run: this.run.name, game: this.game.spec(), simulations: 0 },
        ({ generation, analysis }) => {
          if (analysis) this.#hear(generation, analysis);
        },
        own.signal,
      );
      this.#chart();
    } catch (error) {
      if (!own.signal.aborted) this.session.fail(message(error));
    }
    this.ask.disabled = false;
  }

  /** @param {number} generation @param {Analysis} analysis */
  #hear(generation, analysis) {
    this.answers.set(generation, analysis);
    this.slider.disabled = false;
    this.slider.min = String(Math.min(...this.answers.keys()));
    this.slider.max = String(Math.max(...this.answers.keys()));
    this.slider.value = String(generation);
    this.#draw();
  }

  /** A match against the newest net of the run. */
  async #play() {
    const net = { kind: /** @type {const} */ ("run"), run: this.run.name, simulations: SIMULATIONS };
    try {
      await beginMatch(this.session.engine, Match.against(this.variant, 0, net), this.run.options);
    } catch (error) {
      this.session.fail(message(error));
    }
  }

  /** The chance of the side to act, by generation. */
  #chart() {
    const side = sideName(this.variant, this.game.current.position.side);
    const points = [...this.answers]
      .map(([x, analysis]) => ({ x, y: chance(analysis.score) }))
      .sort((a, b) => a.x - b.x);
    const series = { name: this.run.name, colour: this.session.colour(this.run.name), points };
    put(this.graph, curves(t("training.chance", { side }), [series], { percent: true }));
  }
}
