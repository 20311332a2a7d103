// A game without a board: what the engine draws in characters, and the legal moves as buttons beside it.

import { h, put } from "../dom.js";
import { t } from "../text.js";

/** @typedef {import("./drawing.js").View} View */

export class TextBoard {
  /** Seen from one side only. */
  flips = false;
  flipped = false;
  /** @type {View} */
  view = { position: "", legal: [], last: null, before: null };

  /** @param {string} name the game's, for screen readers */
  constructor(name) {
    this.drawn = h("pre", { class: "drawn", tabindex: 0, "aria-label": t("board.of", { game: name }), role: "img" });
    this.hint = h("p", { class: "muted", hidden: true });
    this.element = h("div", { class: "text-board" }, this.drawn, this.hint);
  }

  /** @param {View} view */
  show(view) {
    this.view = view;
    put(this.drawn, view.drawn ?? view.position);
    const hint = view.candidates?.find(({ kind }) => kind === "hint");
    put(this.hint, hint ? t("hint.is", { move: hint.move }) : "");
    this.hint.hidden = !hint;
  }

  figure() {
    return undefined;
  }

  /** @returns {{part: string, move: string | null}[]} */
  actions() {
    return this.view.legal.map((move) => ({ part: move, move }));
  }

  get due() {
    return null;
  }

  guide() {
    return null;
  }

  /** @returns {string | null} */
  meant() {
    return null;
  }

  choose() {}

  letGo() {}

  flip() {}

  focus() {
    this.drawn.focus();
  }
}
