// A page in one file, as `src/html.rs` makes it: it holds what it shows as JSON, in the language that it was made in at
// first.

import { h, message, put } from "../dom.js";
import { teach } from "../said.js";
import { language, speak, t } from "../text.js";
import { sentences } from "../text/sentences.fr.js";
import { words } from "../text/words.fr.js";
import { dress, onSystemTheme } from "../theme.js";

teach("fr", { sentences, words });

/** The message for damaged content. @param {unknown} error */
function failed(error) {
  const title = t("error.title");
  return { title, element: h("div", { class: "failed" }, h("h1", {}, title), h("p", {}, message(error))) };
}

/**
 * Shows the content of this file.
 * @template T
 * @param {(content: T) => {title: string, element: HTMLElement}} show
 */
export function standalone(show) {
  /** @type {T} */
  const content = JSON.parse(document.getElementById("content")?.textContent ?? "null");
  const main = h("main", {});
  const shown = () => {
    try {
      return show(content);
    } catch (error) {
      return failed(error);
    }
  };
  const draw = (/** @type {string} */ tag) => {
    speak(tag);
    dress();
    const { title, element } = shown();
    document.title = title;
    const [other, name] = language() === "fr" ? ["en", "English"] : ["fr", "Français"];
    const button = h("button", { class: "quiet language on-screen", lang: other, onclick: () => draw(other) }, name);
    put(main, button, element);
  };
  draw(document.documentElement.lang);
  document.body.append(main);
  onSystemTheme();
}
