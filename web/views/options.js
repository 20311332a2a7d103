// The rule options of a variant, to be chosen.

import { h } from "../dom.js";
import { choiceName, optionAbout } from "../names.js";

/** @typedef {import("../engine/engine.js").Variant} Variant */

/**
 * A form's fields, and what they say: only options that differ from their defaults. Where there is but one choice, there
 * is nothing to ask.
 * @param {Variant} variant
 * @param {Record<string, string | number>} chosen
 * @param {(options: Record<string, string | number>) => void} [changed]
 */
export function optionFields(variant, chosen, changed) {
  /** @type {Record<string, string | number>} */
  const options = { ...chosen };
  const element = h(
    "div",
    { class: "options" },
    variant.options
      .filter(({ choices }) => choices?.length !== 1)
      .map((option) => {
        const id = `option-${option.name}`;
        const value = options[option.name];
        /** @param {string} text */
        const set = (text) => {
          if (text === "" || text === String(option.default)) delete options[option.name];
          else options[option.name] = option.choices ? text : Number(text);
          changed?.({ ...options });
        };
        const field = option.choices
          ? h(
              "select",
              {
                id,
                onchange: (/** @type {Event} */ event) => set(/** @type {HTMLSelectElement} */ (event.target).value),
              },
              option.choices.map((choice) =>
                h(
                  "option",
                  { value: choice, selected: (value ?? option.default) === choice },
                  choiceName(option.name, choice),
                ),
              ),
            )
          : h("input", {
              id,
              type: "number",
              min: option.low,
              max: option.high,
              value: value ?? "",
              placeholder: defaultText(option.default),
              onchange: (/** @type {Event} */ event) => {
                const input = /** @type {HTMLInputElement} */ (event.target);
                if (input.reportValidity()) set(input.value);
              },
            });
        return h("div", { class: "field" }, h("label", { for: id }, optionAbout(option.name, option.about)), field);
      }),
  );
  return { element, read: () => ({ ...options }) };
}

/** @param {import("../engine/engine.js").Option["default"]} given */
function defaultText(given) {
  return typeof given === "object" ? `${given.times} × ${choiceName("of", given.of)}` : String(given);
}
