// A person's notes on the current position: a sign for its move, a comment, arrows and circles.

import { announce } from "../announce.js";
import { h, put } from "../dom.js";
import { SIGNS } from "../game/notes.js";
import { t } from "../text.js";

/** @typedef {import("../boards/drawing.js").Sketch} Sketch */

/** @type {Sketch["colour"][]} */
const COLOURS = ["green", "red", "blue", "yellow"];

export class NotesPanel {
  element = h("div", { class: "notes-panel" });
  /** @type {Sketch["colour"]} */
  #colour = "green";
  #analysis;
  #signs;
  #comment;
  #erase;

  /**
   * @param {import("../game/analysis.js").Analysis} analysis
   * @param {() => void} write opens the comment in the list of moves
   */
  constructor(analysis, write) {
    this.#analysis = analysis;
    this.#signs = SIGNS.map((sign) =>
      h(
        "button",
        {
          class: "sign-button",
          "aria-label": t(`sign.${sign}`),
          title: t(`sign.${sign}`),
          onclick: () => this.#sign(sign),
        },
        sign,
      ),
    );
    this.#comment = h("button", { onclick: write }, t("notes.comment"));
    this.#erase = h("button", { onclick: () => this.erase() }, t("notes.erase"));
    const colours = COLOURS.map((colour) =>
      h(
        "label",
        { class: `swatch ${colour}`, title: t(`colour.${colour}`) },
        h("input", {
          type: "radio",
          name: "sketch-colour",
          "aria-label": t(`colour.${colour}`),
          checked: colour === this.#colour,
          onchange: () => (this.#colour = colour),
        }),
      ),
    );
    put(
      this.element,
      h("div", { class: "controls signs", role: "group", "aria-label": t("notes.signs") }, this.#signs, this.#comment),
      h(
        "div",
        { class: "controls", role: "radiogroup", "aria-label": t("notes.colours"), title: t("notes.how") },
        h("span", { class: "muted", "aria-hidden": "true" }, t("notes.draw")),
        colours,
        this.#erase,
      ),
    );
  }

  /** The pen for drawing on the board. */
  get pen() {
    return { colour: () => this.#colour, erase: () => this.erase() };
  }

  /** @param {string} sign */
  #sign(sign) {
    const { notes } = this.#analysis.current;
    this.#analysis.note({ sign: notes.sign === sign ? "" : sign });
  }

  /** Draws an arrow or a circle. @param {Sketch} sketch */
  draw(sketch) {
    if (!this.#analysis.sketch(sketch)) return;
    const { from, to, colour } = sketch;
    const values = { from, to, colour: t(`colour.${colour}`) };
    announce(t(from === to ? "notes.circle" : "notes.arrow", values));
  }

  erase() {
    this.#analysis.note({ sketches: [] });
    announce(t("notes.erased"));
  }

  /** Shows the notes on the current position. */
  show() {
    const { current } = this.#analysis;
    const { sign, sketches } = current.notes;
    this.#signs.forEach((button, index) => {
      button.setAttribute("aria-pressed", String(SIGNS[index] === sign));
      button.disabled = !current.parent;
    });
    this.#erase.disabled = sketches.length === 0;
  }
}
