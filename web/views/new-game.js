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

  #engine;
  /** The names of the training runs of this game that have a net, once they are known. @type {string[]} */
  #runs = [];

  /**
   * @param {Variant} variant
   * @param {import("./context.js").Context} context
   * @param {(match: Match, options: Record<string, string | number>) => void} start
   */
  constructor(variant, { engine, hello }, start) {
    this.#variant = variant;
    this.#people = hello.engine === "program";
    this.#engine = hello.training ? engine : null;
    this.#start = start;
  }

  /** Asks which nets were trained here; those of each run can then be chosen as players. */
  async findRuns() {
    if (!this.#engine) return;
    /** @type {{runs: import("../training/session.js").Run[]}} */
    const { runs } = await this.#engine.ask({ do: "runs" });
    const own = runs.filter(({ variant, generations }) => variant === this.#variant.name && generations > 0);
    this.#runs = own.map(({ name }) => name);
    // Choices made meanwhile stay.
    /** @type {NodeListOf<HTMLSelectElement>} */
    const selects = this.#form.querySelectorAll("select.player");
    for (const select of selects) {
      const there = new Set([...select.options].map(({ value }) => value));
      select.append(...this.#runs.filter((run) => !there.has(`run ${run}`)).map((run) => runOption(run)));
    }
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
      players.map((player, seat) => seatField(variant, seat, player, this.#runs, (chosen) => (players[seat] = chosen))),
      options.element,
      h("div", { class: "field" }, h("label", { for: "rounds" }, t("setup.rounds")), rounds),
      clock.elements,
      h("button", { class: "primary", onclick: begin }, t("setup.start")),
    );
  }
}

/** @param {string} run @param {unknown} [selected] */
function runOption(run, selected) {
  return h("option", { value: `run ${run}`, selected: selected === true }, t("setup.run", { run }));
}

/** Whether a player has a number of simulations or seconds. @param {string} kind */
const isMeasured = (kind) => kind === "simulations" || kind === "time" || kind === "run";

/** The code of a player in the list: one word, or two. @param {Player} player */
function codeOf(player) {
  if (player.kind === "level") return `level ${player.level}`;
  return player.kind === "run" ? `run ${player.run}` : player.kind;
}

/** The amount of a player besides its kind. @param {Player} player */
function amountOf(player) {
  if (player.kind === "time") return player.milliseconds / 1000;
  return "simulations" in player ? player.simulations : USUAL.simulations;
}

/**
 * The player that was chosen.
 * @param {string} code
 * @param {number} amount
 * @returns {Player}
 */
function playerOf(code, amount) {
  const [kind, ...rest] = code.split(" ");
  const simulations = Math.max(1, Math.round(amount || USUAL.simulations));
  if (kind === "level") return { kind, level: Number(rest[0]) };
  if (kind === "run") return { kind, run: rest.join(" "), simulations };
  if (kind === "simulations") return { kind, simulations };
  if (kind === "time") return { kind, milliseconds: Math.max(50, Math.round(1000 * (amount || USUAL.time))) };
  return { kind: "person" };
}

/**
 * @param {Variant} variant
 * @param {number} seat
 * @param {Player} player
 * @param {string[]} runs whose nets can play
 * @param {(chosen: Player) => void} choose
 */
function seatField(variant, seat, player, runs, choose) {
  const id = `seat-${seat}`;
  const chosen = codeOf(player);
  const amount = h("input", {
    type: "number",
    min: 0.1,
    step: "any",
    value: amountOf(player),
    "aria-label": t("setup.amount", { seat: seatName(variant, seat) }),
  });
  const option = (/** @type {string} */ value, /** @type {string} */ text) =>
    h("option", { value, selected: value === chosen }, text);
  // A net that is gone is still the one that was chosen.
  const nets = player.kind === "run" ? [...new Set([player.run, ...runs])] : runs;
  const select = h(
    "select",
    { id, class: "player" },
    option("person", t("player.person")),
    variant.levels.map(({ level, elo }) => {
      const strength = elo ? ` (${t("elo", { elo: number(Math.round(elo.above_first)) })})` : "";
      return option(`level ${level}`, t("player.level", { level }) + strength);
    }),
    option("simulations", t("setup.simulations")),
    option("time", t("setup.time")),
    nets.map((run) => runOption(run, `run ${run}` === chosen)),
  );
  const read = () => {
    const now = playerOf(select.value, Number(amount.value));
    amount.hidden = !isMeasured(now.kind);
    if (now.kind === "level") settings.set("level", String(now.level));
    choose(now);
  };
  select.addEventListener("change", () => {
    amount.value = String(select.value === "time" ? USUAL.time : USUAL.simulations);
    read();
  });
  amount.addEventListener("change", read);
  amount.hidden = !isMeasured(player.kind);
  return h("div", { class: "field" }, h("label", { for: id }, seatName(variant, seat)), select, amount);
}
