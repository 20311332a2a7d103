// The players beside the board, one strip for each side: who they are, whose turn it is, how many points they have.

import { h, put } from "../dom.js";
import { lookOf } from "../games/registry.js";
import { playerName, sideName } from "../names.js";
import { number, t } from "../text.js";
import { Clocks } from "./clocks.js";

/** @typedef {import("../game/play-session.js").PlaySession} PlaySession */

export class Strips {
  /** The strip below the board, and the one above it. */
  near = h("div", { class: "strip" });
  far = h("div", { class: "strip" });
  #clocks = new Clocks();
  #variant;

  /** @param {import("../engine/engine.js").Variant} variant */
  constructor(variant) {
    this.#variant = variant;
  }

  /** @param {PlaySession} session @param {boolean} flipped whether side 1 is near */
  draw(session, flipped) {
    this.#strip(this.near, session, flipped ? 1 : 0);
    this.#strip(this.far, session, flipped ? 0 : 1);
    this.tick(session);
  }

  /** Shows what is left now. @param {PlaySession} session */
  tick(session) {
    this.#clocks.tick((side) => session.left(side));
  }

  /** @param {HTMLElement} strip @param {PlaySession} session @param {number} side */
  #strip(strip, { match, game, outcome, thinking }, side) {
    const variant = this.#variant;
    const { position } = game.current;
    const alone = match.ownSide !== null;
    const acts = !outcome && position.side === side;
    const names = variant.seats.flatMap((seat, index) => {
      const player = match.players[index];
      if (seat.side !== side || !player) return [];
      const name = playerName(player, alone);
      const text = variant.seats.length > 2 ? t("colon", { what: seat.name, is: name }) : name;
      return h("span", { class: acts && index === position.seat ? "player acts" : "player" }, text);
    });
    put(
      strip,
      h("span", { class: `chip ${lookOf(variant).colours[side]}` }),
      h("strong", {}, sideName(variant, side)),
      names,
      position.totals && h("span", { class: "points" }, t("points", { n: number(position.totals[side] ?? 0) })),
      acts && thinking && h("span", { class: "spinner", "aria-hidden": "true" }),
      this.#clocks.face(side, match.clock !== null),
    );
    strip.classList.toggle("acts", acts);
  }
}
