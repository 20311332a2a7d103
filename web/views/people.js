// Two people beside the board, one strip for each side: who they are, whether they are here, what they have left.

import { h, put } from "../dom.js";
import { lookOf } from "../games/registry.js";
import { sideName } from "../names.js";
import { number, t } from "../text.js";
import { Clocks } from "./clocks.js";

/** @typedef {import("../game/table-session.js").TableSession} TableSession */

export class People {
  /** The strip below the board, and the one above it. */
  near = h("div", { class: "strip" });
  far = h("div", { class: "strip" });
  #clocks = new Clocks();
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
    this.#clocks.tick((side) => session.left(side));
  }

  /** @param {HTMLElement} strip @param {TableSession} session @param {number} side */
  #strip(strip, { told, game }, side) {
    const person = told.people[side];
    const you = told.you === side;
    const acts = !told.outcome && told.acts === side;
    const points = told.points[side] ?? 0;
    const totals = game.current.position.totals;
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
      this.#clocks.face(side, told.clock !== null),
    );
    strip.classList.toggle("acts", acts);
  }
}
