// The colours and the language of the document. On paper it is light.

import { settings } from "./settings.js";
import { language } from "./text.js";

const dark = matchMedia("(prefers-color-scheme: dark)");
const print = matchMedia("print");

/** The colours in use: chosen, or the system's. */
export function theme() {
  return settings.get("theme") ?? (dark.matches ? "dark" : "light");
}

/** Materials of boards; the first one is the default. */
export const GROUNDS = ["slate", "wood", "felt"];

/** The chosen material of boards. */
export function boardGround() {
  const chosen = settings.get("board") ?? "";
  return GROUNDS.includes(chosen) ? chosen : GROUNDS[0];
}

/** Shows them and what boards are made of, and names the language. */
export function dress() {
  document.documentElement.dataset["board"] = boardGround();
  document.documentElement.dataset["theme"] = print.matches ? "light" : theme();
  document.documentElement.lang = language();
}

/** Follows the system, and the printer. @param {() => void} [changed] what else is to be drawn again */
export function onSystemTheme(changed = () => {}) {
  dark.addEventListener("change", () => {
    dress();
    changed();
  });
  print.addEventListener("change", dress);
  // Some browsers ask their questions about the medium too late.
  addEventListener("beforeprint", () => (document.documentElement.dataset["theme"] = "light"));
  addEventListener("afterprint", dress);
}
