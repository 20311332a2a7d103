// Progress of pending downloads. On a fast line it disappears before it is seen (`style.css`).

import { h } from "./dom.js";

const lines = h("div", { class: "coming on-screen" });

/** @returns {HTMLElement} where it is shown */
export function comingPlace() {
  return lines;
}

/** @type {Map<string, {line: HTMLElement, words: HTMLElement, bar: HTMLProgressElement}>} */
const shown = new Map();

/**
 * @param {string} name of what comes
 * @param {string} words
 * @param {number} share that is there; 1 ends it
 */
export function showComing(name, words, share) {
  let one = shown.get(name);
  if (share >= 1) {
    one?.line.remove();
    shown.delete(name);
    return;
  }
  if (!one) {
    const [text, bar] = [h("span"), h("progress", { max: 1, "aria-label": words })];
    one = { line: h("div", {}, text, bar), words: text, bar };
    shown.set(name, one);
    lines.append(one.line);
  }
  one.words.textContent = words;
  one.bar.value = share;
}
