// The review of a game: how every move was judged, and the way from mistake to mistake.

import { announce, note } from "../announce.js";
import { h, message, put } from "../dom.js";
import { isMistake, JUDGEMENTS } from "../game/review.js";
import { sideName } from "../names.js";
import { percent, t } from "../text.js";

/** @typedef {import("../game/analysis.js").Analysis} Analysis */
/** @typedef {import("../game/tree.js").Variation} Variation */

export class ReviewPanel {
  element = h("div", { class: "review" });
  /** The task of finding a better move. */
  task = h("p", { class: "said", role: "status", hidden: true });
  #analysis;
  #variant;
  #whose;
  /** The data of the present panel. @type {unknown[]} */
  #shown = [];

  /** @param {Analysis} analysis @param {import("../engine/engine.js").Variant} variant */
  constructor(analysis, variant) {
    this.#analysis = analysis;
    this.#variant = variant;
    this.#whose = h(
      "select",
      {
        "aria-label": t("review.whose"),
        onchange: () => (analysis.mistakesOf = this.#whose.value === "" ? null : Number(this.#whose.value)),
      },
      h("option", { value: "" }, t("review.of-both")),
      [0, 1].map((side) => h("option", { value: side }, t("review.of", { side: sideName(variant, side) }))),
    );
  }

  async #judge() {
    try {
      await this.#analysis.judge();
      announce(t("review.done"));
    } catch (error) {
      note(message(error));
    }
  }

  /** @param {1 | -1} step to the next or previous mistake */
  mistake(step) {
    if (!this.#analysis.toMistake(step)) announce(t("review.no-more"));
  }

  /** A second try if the current move was a mistake. */
  tryAgain() {
    if (isMistake(this.#analysis.current.judgement)) void this.#analysis.tryAgain();
  }

  draw() {
    const { game, review, second } = this.#analysis;
    const line = game.tree.mainLine();
    const judged = line.filter((node) => node.judgement);
    const { mistake, wrong, judging } = second;
    const { judgement } = game.current;
    const shown = [mistake, wrong, judging, review.running, review.progress, game.current, judgement, line.length];
    shown.push(...judged.map((node) => node.judgement));
    // A search updates many times a second: a button that is replaced between press and release gets no click.
    if (shown.length === this.#shown.length && shown.every((value, place) => value === this.#shown[place])) return;
    this.#shown = shown;
    this.#drawTask(second);
    if (mistake) return;
    if (review.running) {
      put(
        this.element,
        h("progress", { max: 1, value: review.progress, "aria-label": t("review.progress") }),
        h("span", {}, ` ${percent(review.progress)}`),
        h("button", { onclick: () => review.stop() }, t("stop")),
      );
      return;
    }
    if (judged.length === 0) {
      put(
        this.element,
        h("button", { disabled: line.length < 2, onclick: () => void this.#judge() }, t("review")),
        h("span", { class: "muted" }, t("review.about")),
      );
      return;
    }
    put(
      this.element,
      this.#now(game.current),
      this.#summary(judged),
      h("p", { class: "muted" }, t("review.kept.about")),
      h(
        "div",
        { class: "controls" },
        h("button", { onclick: () => this.mistake(-1) }, t("review.previous")),
        h("button", { onclick: () => this.mistake(1) }, t("review.next")),
        this.#whose,
        h("button", { onclick: () => void this.#judge() }, t("review.again")),
      ),
    );
  }

  /** The task during a second try. @param {import("../game/second-try.js").SecondTry} second */
  #drawTask({ mistake, wrong, judging }) {
    this.task.hidden = mistake === null;
    if (!mistake) return;
    const refused = wrong && !judging;
    this.task.className = refused ? "said wrong" : "said";
    const ask = () => t("again.begin", { move: mistake.move ?? "" });
    const refuse = () => t("again.wrong", { move: wrong?.move ?? "", lost: percent(wrong?.lost ?? 0, 1) });
    put(this.task, judging ? t("again.judging") : refused ? refuse() : ask());
    const show = async () => {
      await this.#analysis.goTo(mistake);
      await this.#analysis.showBetter();
    };
    put(
      this.element,
      h("button", { onclick: () => void show() }, t("again.show")),
      h("button", { onclick: () => void this.#analysis.goTo(mistake) }, t("again.leave")),
    );
  }

  /** The judgement of the current move. @param {Variation} node */
  #now({ judgement, move }) {
    return (
      judgement &&
      h(
        "p",
        { class: `judged ${judgement.judgement}` },
        h("strong", {}, t("colon", { what: move ?? "", is: t(`judgement.${judgement.judgement}`) })),
        judgement.judgement === "best"
          ? ""
          : ` ${t("review.lost", { lost: percent(judgement.lost, 1), best: judgement.best })}`,
        judgement.exact ? ` ${t("review.exact")}` : "",
        judgement.judgement !== "best" && [
          " ",
          h("button", { class: "link", onclick: () => void this.#analysis.showBetter() }, t("review.show")),
        ],
        isMistake(judgement) && [" ", h("button", { class: "link", onclick: () => this.tryAgain() }, t("again"))],
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
          h("th", { scope: "col", title: t("review.kept.about") }, t("review.kept")),
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
