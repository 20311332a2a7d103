// The games of a run's generations, to be stepped through. Self-play keeps positions, not moves.

import { openBoard } from "../../boards/open.js";
import { h, message, put } from "../../dom.js";
import * as fragment from "../../fragment.js";
import { still } from "../../game/view.js";
import { lookOf } from "../../games/registry.js";
import { movesText, sideName } from "../../names.js";
import { counted, number, t } from "../../text.js";

/** @typedef {import("../../training/session.js").Run} Run */
/** @typedef {import("../../engine/engine.js").Variant} Variant */
/** @typedef {{positions: string[], winner: 0 | 1 | null, moves: number, cut_off: boolean}} Played */

/** Without moves, the solver has given the value of one position. @param {Played | undefined} game */
const isExact = (game) => game?.moves === 0;

/** @param {Variant} variant @param {Played} game */
function nameOf(variant, game) {
  const result = game.winner === null ? t("drawn") : t("wins", { side: sideName(variant, game.winner) });
  if (isExact(game)) return t("training.games.exact", { result });
  return `${game.cut_off ? t("training.games.cut") : result}, ${movesText(game.moves)}`;
}

export class RunGames {
  /**
   * @param {import("../../training/session.js").Session} session
   * @param {Run} run
   * @param {Variant} variant
   */
  constructor(session, run, variant) {
    this.session = session;
    this.run = run;
    this.variant = variant;
    this.board = openBoard(variant);
    /** @type {Played[]} */
    this.games = [];
    /** The current position. */
    this.position = "";
    const range = (/** @type {string} */ id, /** @type {number} */ min) =>
      h("input", { id, type: "range", min, max: min, value: min });
    this.generation = range("generation", 1);
    this.game = h("select", { id: "game" });
    this.place = range("place", 0);
    this.generationLabel = h("output", { for: "generation" });
    this.placeLabel = h("output", { for: "place" });
    this.link = h("a", {}, t("training.games.analyse"));
    this.exact = h("p", { class: "muted", hidden: true }, t("training.games.exact.about"));
    this.kept = h("p", { class: "muted", hidden: true });
    this.none = h("p", { class: "muted", hidden: true });
    this.viewer = h("div", { class: "viewer", hidden: true }, this.board.element);
    this.generation.addEventListener("input", () => put(this.generationLabel, this.generation.value));
    this.generation.addEventListener("change", () => void this.#fetch());
    this.game.addEventListener("change", () => this.#pick());
    this.place.addEventListener("input", () => this.#show());
    const field = (/** @type {string} */ id, /** @type {string} */ text, /** @type {HTMLElement[]} */ ...nodes) =>
      h("div", { class: "field" }, h("label", { for: id }, t(text)), nodes);
    this.element = h(
      "section",
      { class: "box-plain games-of-run" },
      h("h2", {}, t("colon", { what: t("training.games"), is: run.name })),
      h(
        "div",
        { class: "learn" },
        this.viewer,
        h(
          "div",
          {},
          field("generation", "training.games.pick", this.generation, this.generationLabel),
          field("game", "training.games.game", this.game),
          field("place", "training.games.move", this.place, this.placeLabel),
          this.exact,
          this.kept,
          this.none,
          this.link,
        ),
      ),
    );
    this.#grown(0);
  }

  /** The run as it is now. @param {Run} run */
  update(run) {
    const before = this.run.generations;
    this.run = run;
    if (run.generations !== before) this.#grown(before);
  }

  /** A view of the newest generation follows it. @param {number} before generations that there were */
  #grown(before) {
    const { generations } = this.run;
    const newest = before === 0 || Number(this.generation.value) >= before;
    this.generation.max = String(Math.max(1, generations));
    this.generation.disabled = generations === 0;
    if (newest) this.generation.value = this.generation.max;
    put(this.generationLabel, this.generation.value);
    if (generations === 0) this.#take([], t("training.no-generations"));
    else if (newest) void this.#fetch();
  }

  async #fetch() {
    const generation = this.generation.value;
    put(this.generationLabel, generation);
    /** @type {Played[]} */
    let games = [];
    let none = t("training.no-games");
    try {
      const ask = { do: "generation", run: this.run.name, generation: Number(generation) };
      games = (await this.session.engine.ask(ask)).games;
    } catch (error) {
      none = message(error);
    }
    // Another one may have been requested meanwhile.
    if (generation === this.generation.value) this.#take(games, none);
  }

  /** @param {Played[]} games @param {string} none the text if there are none */
  #take(games, none) {
    this.games = games;
    put(this.none, none);
    this.none.hidden = games.length > 0;
    this.game.disabled = this.place.disabled = games.length === 0;
    put(
      this.game,
      games.map((game, index) => h("option", { value: index }, `${index + 1}: ${nameOf(this.variant, game)}`)),
    );
    this.#pick();
  }

  #pick() {
    const game = this.games[Number(this.game.value)];
    this.place.max = String(Math.max(0, (game?.positions.length ?? 1) - 1));
    this.place.value = "0";
    this.exact.hidden = !isExact(game);
    const kept = game?.positions.length ?? 0;
    this.kept.hidden = !game || isExact(game) || kept > game.moves;
    put(this.kept, counted("training.games.kept", kept, { kept: number(kept) }));
    this.#show();
  }

  #show() {
    const positions = this.games[Number(this.game.value)]?.positions ?? [];
    const at = Math.min(Number(this.place.value), positions.length - 1);
    const position = positions[at];
    this.viewer.hidden = this.link.hidden = position === undefined;
    put(this.placeLabel, position === undefined ? "" : `${at + 1} / ${positions.length}`);
    if (position === undefined) return;
    const spec = { variant: this.variant.name, options: this.run.options ?? {}, start: position };
    this.link.href = fragment.write("analyse", spec);
    this.position = position;
    if (lookOf(this.variant).told) void this.#tell(spec);
    else this.board.show(still({ position }));
  }

  /** Shows a position, with details from the engine. @param {import("../../engine/engine.js").GameSpec} spec */
  async #tell(spec) {
    try {
      const told = await this.session.engine.ask({ do: "position", game: spec });
      if (spec.start === this.position) this.board.show(still(told));
    } catch (error) {
      this.session.fail(message(error));
    }
  }
}
