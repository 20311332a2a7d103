// The tempting moves of a problem, each with what refutes it, once they give nothing away.

import { announce } from "../announce.js";
import { h, put } from "../dom.js";
import { t } from "../text.js";

/** @typedef {import("../game/problem-session.js").ProblemSession} ProblemSession */

export class Tries {
  element = h("div", { class: "tries" });

  /** @param {ProblemSession} session */
  draw(session) {
    const { state, problem } = session;
    const shown = state !== "open" && problem.tries.length > 0;
    this.element.hidden = !shown;
    if (!shown) return;
    put(
      this.element,
      h("h3", {}, t("problem.tries")),
      h("p", { class: "muted" }, t("problem.tries-about")),
      h(
        "div",
        { class: "controls" },
        problem.tries.map((one) => this.#button(session, one)),
      ),
    );
  }

  /** @param {ProblemSession} session @param {ProblemSession["problem"]["tries"][0]} one */
  #button(session, one) {
    const { move, refutation } = one;
    const show = () => void session.showTry(one).then(() => announce(t("problem.try", { move, refutation })));
    return h("button", { class: "move", onclick: show }, `${move}? ${refutation}!`);
  }
}
