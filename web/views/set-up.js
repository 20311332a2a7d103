// Setting up a position on the board: a brush is chosen, spots are painted with it, the engine checks whether the
// position is possible.

import { h, put } from "../dom.js";
import { lookOf } from "../games/registry.js";
import { still } from "../game/view.js";
import { sideName } from "../names.js";
import { t } from "../text.js";

export class SetUp {
  /**
   * @param {import("../engine/engine.js").Variant} variant
   * @param {import("./frame.js").Frame["board"]} board
   * @param {{apply: (position: string) => void, leave: () => void}} how
   */
  constructor(variant, board, { apply, leave }) {
    this.variant = variant;
    this.board = board;
    this.apply = apply;
    this.leave = leave;
    this.drawing = lookOf(variant).drawing;
    this.active = false;
    this.position = "";
    this.brush = this.drawing?.brushes?.[0]?.id ?? "";
    this.element = h("div", { class: "set-up", hidden: true });
  }

  get possible() {
    return this.drawing?.paint !== undefined;
  }

  /** @param {string} position */
  begin(position) {
    this.active = true;
    this.position = position;
    this.element.hidden = false;
    this.#draw();
  }

  end() {
    this.active = false;
    this.element.hidden = true;
    put(this.element);
  }

  /** @param {string} spot @returns {boolean} whether the spot was painted */
  paint(spot) {
    if (!this.active || !this.drawing?.paint) return false;
    this.position = this.drawing.paint(this.position, spot, this.brush);
    this.#draw();
    return true;
  }

  #draw() {
    this.board.show(still({ position: this.position }));
    const { brushes = [], turn } = this.drawing ?? {};
    put(
      this.element,
      h(
        "fieldset",
        {},
        h("legend", {}, t("set-up.brush")),
        brushes.map((brush) =>
          h(
            "label",
            { class: "check" },
            h("input", {
              type: "radio",
              name: "brush",
              checked: brush.id === this.brush,
              onchange: () => {
                this.brush = brush.id;
              },
            }),
            brush.text(),
          ),
        ),
      ),
      turn &&
        h(
          "fieldset",
          {},
          h("legend", {}, t("set-up.turn")),
          [0, 1].map((side) =>
            h(
              "label",
              { class: "check" },
              h("input", {
                type: "radio",
                name: "turn",
                checked: this.position.includes(` ${side} `),
                onchange: () => {
                  this.position = turn(this.position, side);
                },
              }),
              sideName(this.variant, side),
            ),
          ),
        ),
      h(
        "div",
        { class: "controls" },
        h("button", { class: "primary", onclick: () => this.apply(this.position) }, t("set-up.apply")),
        h(
          "button",
          {
            onclick: () => {
              this.end();
              this.leave();
            },
          },
          t("set-up.leave"),
        ),
      ),
    );
  }
}
