// A new game: who sits where, by which rules, how many rounds.

import { h, put } from "../dom.js";
import * as fragment from "../fragment.js";
import { Match, wound } from "../game/match.js";
import { seatName } from "../names.js";
import { settings } from "../settings.js";
import { number, t } from "../text.js";
import { clockFields } from "./clocks.js";
import { lessonLink } from "./further.js";
import { optionFields } from "./options.js";

/** @typedef {import("../engine/engine.js").Variant} Variant */
/** @typedef {import("../game/match.js").Player} Player */

/** Simulations and seconds that are offered first. */
const USUAL = { simulations: 400, time: 1 };

export class NewGame {
  #form = h("div", { class: "setup" });
  element = h("details", { class: "box" }, h("summary", {}, t("setup.title")), this.#form);
  #variant;
  #people;
  #start;

  /**
   * @param {Variant} variant
   * @param {boolean} people whether the engine brings people together
   * @param {(match: Match, options: Record<string, string | number>) => void} start
   */
  constructor(variant, people, start) {
    this.#variant = variant;
    this.#people = people;
    this.#start = start;
  }

  /**
   * The players of a match and the rules of its game are what is offered.
   * @param {import("../game/play-session.js").PlaySession} session
   */
  draw({ match, game }) {
    const variant = this.#variant;
    const players = match.players.map((player) => ({ ...player }));
    const options = optionFields(variant, game.options);
    const rounds = h("input", { id: "rounds", type: "number", min: 1, max: 20, value: match.rounds });
    const clock = clockFields(match.clock ?? { seconds: 0, increment: 0 });
    const begin = () => {
      this.element.open = false;
      const many = Math.max(1, Math.min(20, Math.round(Number(rounds.value)) || 1));
      const times = clock.read();
      this.#start(new Match(variant, { players, rounds: many, clock: times && wound(times) }), options.read());
    };
    const lesson = lessonLink(variant);
    put(
      this.#form,
      lesson && h("p", {}, lesson),
      this.#people && h("p", {}, h("a", { href: fragment.table(variant.name) }, t("setup.elsewhere"))),
      players.map((player, seat) => seatField(variant, seat, player, (chosen) => (players[seat] = chosen))),
      options.element,
      h("div", { class: "field" }, h("label", { for: "rounds" }, t("setup.rounds")), rounds),
      clock.elements,
      h("button", { class: "primary", onclick: begin }, t("setup.start")),
    );
  }
}

/**
 * @param {Variant} variant
 * @param {number} seat
 * @param {Player} player
 * @param {(chosen: Player) => void} choose
 */
function seatField(variant, seat, player, choose) {
  const id = `seat-${seat}`;
  const chosen = player.kind === "level" ? `level ${player.level}` : player.kind;
  const amount = h("input", {
    type: "number",
    min: 0.1,
    step: "any",
    value:
      player.kind === "simulations"
        ? player.simulations
        : player.kind === "time"
          ? player.milliseconds / 1000
          : USUAL.simulations,
    "aria-label": t("setup.amount", { seat: seatName(variant, seat) }),
  });
  const option = (/** @type {string} */ value, /** @type {string} */ text) =>
    h("option", { value, selected: value === chosen }, text);
  const select = h(
    "select",
    { id },
    option("person", t("player.person")),
    variant.levels.map(({ level, elo }) => {
      const strength = elo ? ` (${t("elo", { elo: number(Math.round(elo.above_first)) })})` : "";
      return option(`level ${level}`, t("player.level", { level }) + strength);
    }),
    option("simulations", t("setup.simulations")),
    option("time", t("setup.time")),
  );
  const read = () => {
    const [kind, level] = select.value.split(" ");
    amount.hidden = kind !== "simulations" && kind !== "time";
    if (kind === "level") {
      settings.set("level", level ?? "3");
      choose({ kind, level: Number(level) });
    } else if (kind === "simulations")
      choose({ kind, simulations: Math.max(1, Math.round(Number(amount.value) || USUAL.simulations)) });
    else if (kind === "time")
      choose({ kind, milliseconds: Math.max(50, Math.round(1000 * (Number(amount.value) || USUAL.time))) });
    else choose({ kind: "person" });
  };
  select.addEventListener("change", () => {
    if (select.value === "simulations" || select.value === "time") amount.value = String(USUAL[select.value]);
    read();
  });
  amount.addEventListener("change", read);
  amount.hidden = chosen !== "simulations" && chosen !== "time";
  return h("div", { class: "field" }, h("label", { for: id }, seatName(variant, seat)), select, amount);
}
