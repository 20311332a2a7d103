// The strips beside the board for each side and the match: players, turn, points.

import { h, put } from "../dom.js";
import { lookOf } from "../games/registry.js";
import { playerName, sideName } from "../names.js";
import { t } from "../text.js";
import { Clocks } from "./clocks.js";
import { ofSide } from "./counts.js";

/** @typedef {import("../game/play-session.js").PlaySession} PlaySession */
/** @typedef {import("../dom.js").Child} Child */

/** Milliseconds between two looks at a clock. */
const TICK = 100;

/**
 * What a strip says of a side: whether it is to act, what stands behind its name, whether it has a clock.
 * @typedef {{acts: boolean, says: (Child | Child[])[], clock: boolean}} About
 */

/**
 * Two strips, one for each side, with clocks.
 * @template {{left: (side: number) => number | null}} S
 */
export class Strips {
  /** The strip below the board, and the one above it. */
  near = h("div", { class: "strip" });
  far = h("div", { class: "strip" });
  #clocks = new Clocks();
  #variant;
  #about;

  /**
   * @param {import("../engine/engine.js").Variant} variant
   * @param {(variant: import("../engine/engine.js").Variant, session: S, side: number) => About} about
   */
  constructor(variant, about) {
    this.#variant = variant;
    this.#about = about;
  }

  /** @param {S} session @param {boolean} flipped whether side 1 is near */
  draw(session, flipped) {
    this.#strip(this.near, session, flipped ? 1 : 0);
    this.#strip(this.far, session, flipped ? 0 : 1);
    this.#tick(session);
  }

  /** Lets the clocks run. @param {S} session @param {AbortSignal} signal ends it */
  run(session, signal) {
    const ticks = setInterval(() => this.#tick(session), TICK);
    signal.addEventListener("abort", () => clearInterval(ticks), { once: true });
  }

  /** Shows what is left now. @param {S} session */
  #tick(session) {
    this.#clocks.tick((side) => session.left(side));
  }

  /** @param {HTMLElement} strip @param {S} session @param {number} side */
  #strip(strip, session, side) {
    const { acts, says, clock } = this.#about(this.#variant, session, side);
    put(
      strip,
      h("span", { class: `chip ${lookOf(this.#variant).colours[side]}` }),
      h("strong", {}, sideName(this.#variant, side)),
      ...says,
      this.#clocks.face(side, clock),
    );
    strip.classList.toggle("acts", acts);
  }
}

/**
 * The players of a side in a match.
 * @param {import("../engine/engine.js").Variant} variant
 * @param {PlaySession} session
 * @param {number} side
 * @returns {About}
 */
export function players({ seats }, { match, game, outcome, thinking }, side) {
  const { position } = game.current;
  const alone = match.ownSide !== null;
  const acts = !outcome && position.side === side;
  const names = seats.flatMap((seat, index) => {
    const player = match.players[index];
    if (seat.side !== side || !player) return [];
    const name = playerName(player, alone);
    const text = seats.length > 2 ? t("colon", { what: seat.name, is: name }) : name;
    return h("span", { class: acts && index === position.seat ? "player acts" : "player" }, text);
  });
  const spinner = acts && thinking && h("span", { class: "spinner", "aria-hidden": "true" });
  return { acts, says: [names, ofSide(position, side), spinner], clock: match.clock !== null };
}
