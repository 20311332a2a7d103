// Two people beside the board, one strip for each side: who they are, whether they are here, what they have left.

import { h, put } from "../dom.js";
import { lookOf } from "../games/registry.js";
import { sideName } from "../names.js";
import { number, t } from "../text.js";

/** @typedef {import("../game/table-session.js").TableSession} TableSession */

/** From so many milliseconds on, tenths of a second are shown. */
const SHORT = 10_000;

/** Milliseconds as a clock shows them. @param {number} left */
export function clockText(left) {
  const seconds = left < SHORT ? Math.floor(left / 100) / 10 : Math.floor(left / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = (seconds % 60).toFixed(left < SHORT ? 1 : 0).padStart(left < SHORT ? 4 : 2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

export class People {
  /** The strip below the board, and the one above it. */
  near = h("div", { class: "strip" });
  far = h("div", { class: "strip" });
  /** By side. @type {(HTMLElement | null)[]} */
  #clocks = [null, null];
  #variant;

  /** @param {import("../engine/engine.js").Variant} variant */
  constructor(variant) {
    this.#variant = variant;
  }

  /** @param {TableSession} session @param {boolean} flipped whether side 1 is near */
  draw(session, flipped) {
    this.#strip(this.near, session, flipped ? 1 : 0);
    this.#strip(this.far, session, flipped ? 0 : 1);
    this.tick(session);
  }

  /** Shows what is left now. @param {TableSession} session */
  tick(session) {
    this.#clocks.forEach((clock, side) => {
      const left = session.left(side);
      if (!clock || left === null) return;
      const text = clockText(left);
      if (clock.textContent !== text) put(clock, text);
      clock.classList.toggle("short", left < SHORT);
    });
  }

  /** @param {HTMLElement} strip @param {TableSession} session @param {number} side */
  #strip(strip, { told, game }, side) {
    const person = told.people[side];
    const you = told.you === side;
    const acts = !told.outcome && told.acts === side;
    const points = told.points[side] ?? 0;
    const totals = game.current.position.totals;
    const clock = told.clock && h("span", { class: "clock", role: "timer", "aria-label": t("table.clock") });
    this.#clocks[side] = clock;
    put(
      strip,
      h("span", { class: `chip ${lookOf(this.#variant).colours[side]}` }),
      h("strong", {}, sideName(this.#variant, side)),
      h(
        "span",
        { class: acts ? "player acts" : "player" },
        person?.name ?? t(you ? "player.you" : person ? "player.person" : "table.nobody"),
        person?.name && you ? ` (${t("player.you")})` : "",
        person && !person.here && !you ? ` – ${t("table.away")}` : "",
      ),
      told.round > 1 && h("span", { class: "muted" }, t("points", { n: number(points, points % 1 ? 1 : 0) })),
      totals && h("span", { class: "points" }, t("points", { n: number(totals[side] ?? 0) })),
      clock,
    );
    strip.classList.toggle("acts", acts);
  }
}
