// The game that the engine has read: its board, and what can be done with it.

import { picture } from "../../boards/picture.js";
import { h, put } from "../../dom.js";
import { removeGame } from "../../engine/own-games.js";
import * as fragment from "../../fragment.js";
import { title } from "../../names.js";
import { t } from "../../text.js";

/** @typedef {import("../../engine/engine.js").Variant} Variant */

export class OwnGame {
  element = h("section", { class: "invented", "aria-live": "polite" });
  #context;

  /** @param {import("../context.js").Context} context */
  constructor(context) {
    this.#context = context;
  }

  clear() {
    put(this.element);
  }

  /** @param {Variant} variant */
  show(variant) {
    const { hello } = this.#context;
    const to = (/** @type {string} */ page) => fragment.about(page, variant.name);
    const teach = `#/training?new=${encodeURIComponent(variant.name)}`;
    put(
      this.element,
      h("div", { class: "face" }, picture(variant, variant.start)),
      h("h2", {}, variant.title ?? title(variant.name)),
      h("p", {}, variant.summary),
      h(
        "div",
        { class: "actions" },
        h("a", { class: "button primary", href: to("play") }, t("play")),
        h("a", { class: "button", href: to("analyse") }, t("analyse")),
        hello.training === "control" && h("a", { class: "button", href: teach }, t("invent.teach")),
        h("button", { onclick: () => void this.#forget(variant) }, t("invent.forget")),
      ),
      h(
        "p",
        { class: "muted" },
        t(hello.engine === "browser" ? "invent.kept" : "invent.train", { file: variant.name }),
      ),
    );
  }

  /** @param {Variant} variant */
  async #forget({ name }) {
    const { engine, hello } = this.#context;
    await removeGame(engine, hello, name);
    put(this.element, h("p", {}, t("invent.forgotten", { game: name })));
  }
}
