// The search's view of the current position: figures, verdict, candidate moves.

import { announce } from "../announce.js";
import { h, put } from "../dom.js";
import { chance, chanceOf, proofText } from "../game/chance.js";
import { sideName } from "../names.js";
import { counted, percent, short, t } from "../text.js";
import { Candidates } from "./candidates.js";

/** @typedef {import("../game/analysis.js").Analysis} Analysis */

export class SearchPanel {
  toggle = h("button", { class: "toggle", "aria-pressed": "false", onclick: () => this.pause() });
  #hide = h("input", { type: "checkbox", onchange: () => this.#analysis.hide(this.#hide.checked) });
  hide = h("label", { class: "check" }, this.#hide, t("search.hide"));
  figures = h("p", { class: "figures" });
  verdict = h("p", { class: "verdict-line" });
  #analysis;
  #variant;

  /**
   * @param {Analysis} analysis
   * @param {import("../engine/engine.js").Variant} variant
   * @param {() => void} pointed another candidate is pointed at
   */
  constructor(analysis, variant, pointed) {
    this.#analysis = analysis;
    this.#variant = variant;
    /** The candidate that is pointed at. @type {number | null} */
    this.pointed = null;
    this.candidates = new Candidates({
      point: (index) => {
        this.pointed = index;
        pointed();
      },
      pick: (move) => void analysis.play(move).catch(analysis.failed),
    });
  }

  /** The line of the candidate that is pointed at, or of the best one. @returns {string[]} */
  get line() {
    return this.candidates.moves[this.pointed ?? 0]?.pv ?? this.#analysis.current.analysis?.pv ?? [];
  }

  pause() {
    this.#analysis.pause();
    announce(t(this.#analysis.searching ? "search.runs" : "search.stopped"));
  }

  draw() {
    const { searching, hidden, silent, current } = this.#analysis;
    this.toggle.setAttribute("aria-pressed", String(searching));
    put(this.toggle, t(searching ? "search.on" : "search.paused"));
    this.#hide.checked = hidden;
    const told = silent || current.position.outcome ? null : current.analysis;
    put(this.figures, current.position.outcome ? "" : silent ? t("search.hidden") : this.#figures());
    put(this.verdict, silent || current.position.outcome ? "" : this.#verdict());
    this.candidates.draw(told);
  }

  #figures() {
    const { current, search, searching } = this.#analysis;
    const { analysis } = current;
    if (!analysis) return t(searching ? "search.begins" : "search.none");
    const { simulations, moves_left: left, proven } = analysis;
    const { net } = current.position;
    return [
      simulations > 0 && h("span", {}, counted("search.simulations", simulations, { n: short(simulations) })),
      search.running !== null &&
        search.rate > 0 &&
        h("span", {}, t("search.rate", { n: short(Math.round(search.rate)) })),
      // Random games say little of how long a game lasts.
      left && !proven && net && h("span", {}, counted("search.left", Math.round(left))),
    ];
  }

  #verdict() {
    const { analysis, evaluation } = this.#analysis.current;
    if (!analysis) {
      // An earlier search or a review has left what it found.
      const { simulations } = evaluation ?? {};
      const side = sideName(this.#variant, 0);
      return (
        evaluation && [
          h("strong", {}, `${side} ${percent(chanceOf(evaluation), 1)}`),
          ` · ${counted("search.simulations", simulations ?? 0, { n: short(simulations ?? 0) })}`,
        ]
      );
    }
    const { proven, score, win, draw, loss } = analysis;
    const side = sideName(this.#variant, analysis.side);
    if (proven) return h("strong", {}, `${side} ${proofText(proven)}`);
    const shares = { win: percent(win), draw: percent(draw), loss: percent(loss) };
    return [h("strong", {}, `${side} ${percent(chance(score), 1)}`), ` · ${t("search.wdl", shares)}`];
  }
}
