// Begins a game with a person at another browser: rules, sides and clock.

import { note } from "../announce.js";
import { h, message, put } from "../dom.js";
import * as fragment from "../fragment.js";
import { openTable } from "../game/table-session.js";
import { seatName, sideName, title } from "../names.js";
import { settings } from "../settings.js";
import { t } from "../text.js";
import { clockFields } from "./clocks.js";
import { optionFields } from "./options.js";

/** @typedef {import("../engine/engine.js").Variant} Variant */
/** @typedef {import("./context.js").Context} Context */

/** The clock that is offered. */
const USUAL = { seconds: 900, increment: 10 };

/** A field for one's name, which the browser remembers. */
export function nameField() {
  const input = h("input", {
    id: "own-name",
    type: "text",
    maxlength: 40,
    autocomplete: "nickname",
    value: settings.get("name") ?? "",
  });
  const element = h("div", { class: "field" }, h("label", { for: "own-name" }, t("table.name")), input);
  const read = () => {
    const name = input.value.trim();
    settings.set("name", name);
    return name;
  };
  return { element, read };
}

/** @param {Context} context @param {Variant} variant */
export function inviteView({ engine, main }, variant) {
  const options = optionFields(variant, {});
  const name = nameField();
  const clock = clockFields(USUAL);
  const side = h(
    "select",
    { id: "side" },
    h("option", { value: "" }, t("table.lot")),
    [0, 1].map((side) => h("option", { value: side }, sideName(variant, side))),
  );
  const open = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const times = clock.read();
    const own = name.read();
    try {
      const table = await openTable(engine, {
        game: { variant: variant.name, options: options.read() },
        ...(side.value && { side: Number(side.value) }),
        ...(times && { clock: times }),
        ...(own && { name: own }),
      });
      location.hash = fragment.table(variant.name, table);
    } catch (error) {
      note(message(error));
    }
  };
  put(
    main,
    h(
      "div",
      { class: "intro" },
      h("h1", {}, t("table.title", { game: title(variant.name) })),
      h("p", {}, t("table.lead")),
      variant.seats.length > 2 &&
        h("p", {}, t("table.teams", { seats: variant.seats.map((_, seat) => seatName(variant, seat)).join(", ") })),
    ),
    h(
      "form",
      { class: "box invite", onsubmit: open },
      h("div", { class: "field" }, h("label", { for: "side" }, t("table.side")), side),
      clock.elements,
      name.element,
      options.element,
      h("button", { class: "primary" }, t("table.open")),
    ),
  );
}
