// How a game has ended, and what may follow.

import { announce } from "../announce.js";
import { h, put } from "../dom.js";
import { outcomeText } from "../names.js";
import { number, t } from "../text.js";

/** @typedef {import("../game/play-session.js").PlaySession} PlaySession */

/** @param {number[]} points of one party, or of both */
export function scoreText(points) {
  return points.map((one) => number(one, one % 1 ? 1 : 0)).join(" – ");
}

export class Ending {
  element = h("div", { class: "ending", hidden: true });
  #said = "";
  #variant;
  #how;

  /**
   * @param {import("../engine/engine.js").Variant} variant
   * @param {{again: (exchanged: boolean) => void, next: () => void, review: () => void}} how
   */
  constructor(variant, how) {
    this.#variant = variant;
    this.#how = how;
  }

  /** @param {PlaySession} session */
  draw({ outcome, match, score }) {
    this.element.hidden = outcome === null;
    if (!outcome) {
      put(this.element);
      this.#said = "";
      return;
    }
    const own = match.ownSide;
    const whose = outcome.winner === null ? "end.draw" : outcome.winner === own ? "end.won" : "end.lost";
    const head = own === null ? null : t(whose);
    const why = outcomeText(this.#variant, outcome);
    const whole = match.rounds > 1 && match.last ? ` ${t("end.match", { score: scoreText(score) })}` : "";
    put(
      this.element,
      head && h("p", { class: "head" }, head),
      h("p", {}, why, whole),
      h(
        "div",
        { class: "controls" },
        match.last
          ? [
              h("button", { class: "primary", onclick: () => this.#how.again(true) }, t("end.rematch")),
              h("button", { onclick: () => this.#how.again(false) }, t("end.again")),
            ]
          : h(
              "button",
              { class: "primary", onclick: () => this.#how.next() },
              t("end.next", { round: match.round + 1, rounds: match.rounds }),
            ),
        h("button", { onclick: () => this.#how.review() }, t("end.review")),
      ),
    );
    const said = [head, why].filter(Boolean).join(". ");
    if (this.#said !== said) announce(said);
    this.#said = said;
  }
}
