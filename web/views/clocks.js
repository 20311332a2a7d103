// The running clocks of both sides; and the fields for setting clocks.

import { h, put } from "../dom.js";
import { t } from "../text.js";

/** From so many milliseconds on, tenths of a second are shown. */
const SHORT = 10_000;

/** Milliseconds as a clock shows them. @param {number} left */
function clockText(left) {
  const seconds = left < SHORT ? Math.floor(left / 100) / 10 : Math.floor(left / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = (seconds % 60).toFixed(left < SHORT ? 1 : 0).padStart(left < SHORT ? 4 : 2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

export class Clocks {
  /** By side. @type {(HTMLElement | null)[]} */
  #faces = [null, null];

  /**
   * A new face for a side's clock.
   * @param {number} side
   * @param {boolean} has whether there is a clock
   */
  face(side, has) {
    const face = has ? h("span", { class: "clock", role: "timer", "aria-label": t("clock") }) : null;
    this.#faces[side] = face;
    return face;
  }

  /** Shows what is left. @param {(side: number) => number | null} left in milliseconds */
  tick(left) {
    this.#faces.forEach((face, side) => {
      const now = left(side);
      if (!face || now === null) return;
      const text = clockText(now);
      if (face.textContent !== text) put(face, text);
      face.classList.toggle("short", now < SHORT);
    });
  }
}

/**
 * Fields for a clock, and what they say: `null` for no clock.
 * @param {{seconds: number, increment: number}} usual
 */
export function clockFields({ seconds, increment }) {
  const number = (/** @type {string} */ id, /** @type {number} */ value) =>
    h("input", { id, type: "number", min: 0, max: 600, step: "any", value });
  const [minutes, more] = [number("minutes", seconds / 60), number("increment", increment)];
  const field = (/** @type {HTMLElement} */ input, /** @type {string} */ text) =>
    h("div", { class: "field" }, h("label", { for: input.id }, text), input);
  const read = () => {
    const whole = Math.round(60 * Number(minutes.value));
    return whole > 0 ? { seconds: whole, increment: Math.max(0, Math.round(Number(more.value))) } : null;
  };
  return { elements: [field(minutes, t("clock.minutes")), field(more, t("clock.increment"))], read };
}
