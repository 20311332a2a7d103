// The list of runs: drawn curves, selection, progress, and actions.

import { h, put } from "../../dom.js";
import { title } from "../../names.js";
import { t } from "../../text.js";

/** @typedef {import("../../training/session.js").Run} Run */

/** How far a run is; one on a budget finds out on its way how many generations fit. @param {Run} run */
function progress({ generations, of }) {
  return of ? t("training.progress", { n: generations, of }) : t("training.generation", { n: generations });
}

export class RunList {
  /**
   * @param {import("../../training/session.js").Session} session
   * @param {boolean} control whether runs can be stopped and resumed
   */
  constructor(session, control) {
    this.session = session;
    this.control = control;
    this.none = h(
      "p",
      { class: "muted" },
      ...t(control ? "training.none.here" : "training.none")
        .split("`")
        .map((text, index) => (index % 2 ? h("code", {}, text) : text)),
    );
    this.list = h("ul", { class: "runs" });
    this.element = h("div", {}, this.none, this.list);
    this.drawn = "";
  }

  draw() {
    const { runs, shown, chosen } = this.session;
    // Unchanged rows stay, with the focus that they may have.
    const now = JSON.stringify([runs, [...shown], chosen]);
    if (now === this.drawn) return;
    this.drawn = now;
    const focused = document.activeElement?.id;
    this.none.hidden = runs.length > 0;
    put(
      this.list,
      runs.map((run) => this.#run(run)),
    );
    if (focused) document.getElementById(focused)?.focus();
  }

  /** @param {Run} run */
  #run(run) {
    const { session } = this;
    const id = `run-${run.name}`;
    const shown = h("input", { id, type: "checkbox", checked: session.shown.has(run.name) });
    shown.addEventListener("change", () => {
      void session.show(run.name, shown.checked);
      history.replaceState(null, "", `#/training?run=${[...session.shown].map(encodeURIComponent).join(",")}`);
    });
    const look = {
      id: `look-${run.name}`,
      class: "link",
      "aria-pressed": run.name === session.chosen ? "true" : "false",
      title: t("training.look"),
      onclick: () => session.choose(run.name),
    };
    const action = run.training ? "stop" : "resume";
    const goesOn = run.training || !run.of || run.generations < run.of;
    return h(
      "li",
      { class: run.training ? "run live" : "run" },
      h(
        "label",
        { class: "check", for: id },
        shown,
        h("span", { class: `key colour${session.colour(run.name)}` }),
        h("span", { class: "visually-hidden" }, t("training.curve-of", { run: run.name })),
      ),
      h("button", look, run.name),
      run.variant && h("span", { class: "muted" }, title(run.variant)),
      run.error && h("span", { class: "wrong" }, run.error),
      h("progress", { max: run.of || 1, value: run.of ? run.generations : 0, "aria-label": progress(run) }),
      h("span", { class: "muted" }, progress(run)),
      run.training && h("span", { class: "badge" }, t("training.live")),
      this.control &&
        !run.error &&
        goesOn &&
        h(
          "button",
          { id: `act-${run.name}`, onclick: () => void session.train(run.name, action) },
          t(`training.${action}`),
        ),
    );
  }
}
