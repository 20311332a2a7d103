// Words for screen readers, and notes for everybody.

import { h, put } from "./dom.js";

const live = h("div", { class: "visually-hidden", role: "status", "aria-live": "polite" });
const notes = h("div", { class: "notes", role: "alert" });

/** @returns {HTMLElement[]} the places where they are shown */
export function places() {
  return [live, notes];
}

/**
 * Says something to screen readers only.
 * @param {string} text
 */
export function announce(text) {
  // Without this change the same text would not be read again.
  live.textContent = live.textContent === text ? `${text} ` : text;
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** Characters of an error: of longer ones the middle is left out. */
const MOST = 400;

/** @param {string} text */
function short(text) {
  return text.length <= MOST ? text : `${text.slice(0, MOST - 100)} … ${text.slice(-100)}`;
}

/**
 * Shows a note for some seconds: an error in words, or that something is done.
 * @param {string} text
 * @param {"error" | "done"} [kind]
 */
export function note(text, kind = "error") {
  clearTimeout(timer);
  put(notes, h("p", { class: `note ${kind}` }, kind === "error" ? short(text) : text));
  timer = setTimeout(() => put(notes), kind === "error" ? 8000 : 3500);
}

/** Takes the note away. */
export function quiet() {
  clearTimeout(timer);
  put(notes);
}

/**
 * Copies a text; where that is not allowed, shows it.
 * @param {string} text
 * @param {string} done what is then said
 * @param {string} [otherwise] what is shown instead of the text
 */
export async function copy(text, done, otherwise = text) {
  try {
    await navigator.clipboard.writeText(text);
    note(done, "done");
  } catch {
    note(otherwise, "done");
  }
}

/** Copies the address of what is shown. @param {string} done what is then said */
export function copyLink(done) {
  return copy(location.href, done);
}
