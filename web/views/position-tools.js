// Another position or other rules to analyse: typed, set up on the board, or the game's own start.

import { h, put } from "../dom.js";
import { t } from "../text.js";
import { optionFields } from "./options.js";
import { SetUp } from "./set-up.js";

/** @typedef {import("../game/analysis.js").Analysis} Analysis */

export class PositionTools {
  #field = h("input", { id: "position", type: "text", spellcheck: "false", autocomplete: "off" });
  #body = h("div", { class: "tools-body" });
  element = h("details", { class: "box" }, h("summary", {}, t("analyse.position")), this.#body);
  #analysis;
  #variant;
  /** The game whose rules are shown. @type {import("../game/game.js").Game | null} */
  #shown = null;

  /**
   * @param {Analysis} analysis
   * @param {import("../engine/engine.js").Variant} variant
   * @param {import("./frame.js").Frame["board"]} board
   */
  constructor(analysis, variant, board) {
    this.#analysis = analysis;
    this.#variant = variant;
    this.setUp = new SetUp(variant, board, {
      apply: (start) => this.#open({ start }),
      leave: () => analysis.begin(),
    });
  }

  /** @param {{start?: string, options?: Record<string, string | number>}} what */
  #open({ start, options = this.#analysis.game.options }) {
    const rules = { variant: this.#variant.name, options, ...(start && { start }) };
    void this.#analysis.reopen(rules).catch(this.#analysis.failed);
  }

  draw() {
    const { game, current } = this.#analysis;
    if (this.setUp.active) this.setUp.end();
    this.#field.value = current.position.position;
    if (this.#shown === game) return;
    this.#shown = game;
    const set = (/** @type {Event} */ event) => {
      event.preventDefault();
      this.#open({ start: this.#field.value.trim() });
    };
    const setUp = () => {
      this.#analysis.search.stop();
      this.setUp.begin(this.#analysis.current.position.position);
    };
    put(
      this.#body,
      h(
        "form",
        { class: "field", onsubmit: set },
        h("label", { for: "position" }, t("position")),
        this.#field,
        h("button", {}, t("position.set")),
      ),
      h(
        "div",
        { class: "controls" },
        this.setUp.possible && h("button", { onclick: setUp }, t("set-up")),
        h("button", { onclick: () => this.#open({}) }, t("position.start")),
      ),
      optionFields(this.#variant, game.options, (options) => this.#open({ options })).element,
    );
  }
}
