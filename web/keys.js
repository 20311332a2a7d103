// Calls the shortcuts that the view has set (`setShortcuts`), and lists them in an overlay. No single key loses anything.

import { h } from "./dom.js";
import { has, t } from "./text.js";

/**
 * @typedef {object} Shortcut
 * @property {string[]} keys as `KeyboardEvent.key` names them
 * @property {string} text key of its description
 * @property {(key: string) => void} run
 */

/** @type {Shortcut[]} */
let shortcuts = [];

/** @type {Record<string, string>} */
const SIGNS = { ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", " ": "␣" };

/** A key as keyboards have it. @param {string} key */
function keyName(key) {
  return has(`key.${key}`) ? t(`key.${key}`) : (SIGNS[key] ?? key);
}

/**
 * Sets the shortcuts of a page.
 * @param {Shortcut[]} list
 */
export function setShortcuts(list) {
  shortcuts = list;
}

/** Shows the list of shortcuts. */
export function showShortcuts() {
  const general = [
    { keys: ["?"], text: "keys.help" },
    { keys: ["Tab"], text: "keys.tab" },
    { keys: ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"], text: "keys.board" },
    { keys: ["Enter"], text: "keys.choose" },
    { keys: ["Escape"], text: "keys.let-go" },
  ];
  const row = (/** @type {{keys: string[], text: string}} */ { keys, text }) =>
    h(
      "tr",
      {},
      h(
        "td",
        {},
        keys.map((key) => h("kbd", {}, keyName(key))),
      ),
      h("td", {}, t(text)),
    );
  const dialog = h(
    "dialog",
    { class: "shortcuts", "aria-label": t("keys.title") },
    h("h2", {}, t("keys.title")),
    h(
      "div",
      { class: "columns" },
      h("div", {}, h("h3", {}, t("keys.everywhere")), h("table", {}, h("tbody", {}, general.map(row)))),
      shortcuts.length > 0 &&
        h("div", {}, h("h3", {}, t("keys.here")), h("table", {}, h("tbody", {}, shortcuts.map(row)))),
    ),
    h("form", { method: "dialog" }, h("button", { class: "primary" }, t("close"))),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  // The button at its end has the focus.
  dialog.scrollTop = 0;
}

/** Listens to the keyboard. */
export function listen() {
  document.addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (
      event.defaultPrevented ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      document.querySelector("dialog[open]")
    )
      return;
    if (target.closest("input:not([type=checkbox], [type=radio], [type=range]), textarea, select")) return;
    if (event.key === "?") {
      showShortcuts();
      event.preventDefault();
      return;
    }
    if (
      (event.key === " " || event.key === "Enter") &&
      target.closest("button, a, summary, [role=button], label, input")
    )
      return;
    if (event.key.startsWith("Arrow") && target.closest("input, [role=slider]")) return;
    // Caps Lock and Shift make no other key of a letter.
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const shortcut = shortcuts.find(({ keys }) => keys.includes(key));
    if (!shortcut) return;
    event.preventDefault();
    shortcut.run(key);
  });
}
