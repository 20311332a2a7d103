// The explorer of openings: moves played from the current position, how often, and their results. Nothing is read
// before it is opened.

import { h, message, put } from "../dom.js";
import { firstTurns, OwnGames } from "../game/explorer.js";
import { sameOptions } from "../game/library.js";
import { lookOf } from "../games/registry.js";
import { sideName } from "../names.js";
import { readReport, reportAddress, reports } from "../reports.js";
import { number, percent, t } from "../text.js";

/** @typedef {import("../game/explorer.js").Played} Played */

/** Rows that are shown at most. */
const ROWS = 12;

/** From this share on there is room for its figure. */
const ROOM = 0.2;

export class Explorer {
  #summary = h("summary", {}, t("explorer"));
  #body = h("div", { class: "tools-body" });
  element = h("details", { class: "box explorer", ontoggle: () => void this.#open() }, this.#summary, this.#body);
  #analysis;
  #variant;
  /** The game whose own games are read. @type {import("../game/game.js").Game | null} */
  #read = null;
  /** @type {OwnGames | null} */
  #own = null;
  /** @type {import("../report/format.js").Report | null} */
  #report = null;

  /**
   * @param {import("../game/analysis.js").Analysis} analysis
   * @param {import("../engine/engine.js").Variant} variant
   */
  constructor(analysis, variant) {
    this.#analysis = analysis;
    this.#variant = variant;
  }

  /** Each time it is opened, games may have been played since. */
  async #open() {
    if (!this.element.open) return;
    this.#read = null;
    this.draw();
    const { name } = this.#variant;
    if (this.#report || !(await reports()).includes(name)) return;
    try {
      this.#report = await readReport(name);
      this.draw();
    } catch (error) {
      this.#analysis.failed(error);
    }
  }

  /** @param {import("../game/game.js").Game} game */
  async #readOwn(game) {
    const own = new OwnGames(this.#analysis.engine);
    this.#read = game;
    this.#own = own;
    try {
      await own.read(game.spec(game.tree.root), this.#analysis.keeper.id);
      if (this.#own === own) this.draw();
    } catch (error) {
      if (this.#own === own) put(this.#body, h("p", { class: "wrong" }, message(error)));
    }
  }

  draw() {
    if (!this.element.open) return;
    const { game, current, silent } = this.#analysis;
    if (this.#read !== game) void this.#readOwn(game);
    const had = this.#body.contains(document.activeElement);
    const own = this.#own?.from(current.position.position) ?? [];
    const findings = this.#report?.findings.find(({ options }) => sameOptions(options, game.options));
    const turns = findings && !game.start ? firstTurns(findings, current.moves) : [];
    put(
      this.#body,
      own.length > 0
        ? this.#table("explorer.own", own, "explorer.results")
        : h("p", { class: "muted" }, t(this.#own?.done ? "explorer.none" : "explorer.reading")),
      turns.length > 0 && [
        this.#table(
          "explorer.report",
          silent ? turns.map((turn) => ({ ...turn, results: null })) : turns,
          "explorer.expected",
        ),
        h(
          "p",
          { class: "muted" },
          t("explorer.about"),
          " ",
          h("a", { href: reportAddress(this.#variant.name) }, t("report")),
        ),
      ],
    );
    // The focus stays here for the next move.
    if (had) (this.#body.querySelector("button") ?? this.#summary).focus({ preventScroll: true });
  }

  /**
   * @param {string} title key
   * @param {Played[]} rows
   * @param {string} bars key of what they show
   */
  #table(title, rows, bars) {
    const all = rows.reduce((sum, { games }) => sum + games, 0);
    const head = ["candidates.move", "explorer.games", bars].map((key) => h("th", { scope: "col" }, t(key)));
    return h(
      "table",
      {},
      h("caption", {}, t("colon", { what: t(title), is: number(all) })),
      h("thead", {}, h("tr", {}, head)),
      h(
        "tbody",
        {},
        rows
          .slice(0, ROWS)
          .map(({ moves, games, results }) =>
            h(
              "tr",
              {},
              h(
                "th",
                { scope: "row" },
                h("button", { class: "link", onclick: () => void this.#play(moves) }, moves.join(" ")),
              ),
              h("td", {}, `${number(games)} `, h("span", { class: "share" }, all > 0 ? percent(games / all) : "")),
              h("td", {}, results && this.#bar(results)),
            ),
          ),
      ),
    );
  }

  /** @param {string[]} moves */
  async #play(moves) {
    try {
      for (const move of moves) await this.#analysis.play(move);
    } catch (error) {
      this.#analysis.failed(error);
    }
  }

  /** @param {[number, number, number]} results */
  #bar([first, draw, second]) {
    const [one, other] = lookOf(this.#variant).colours;
    const side = (/** @type {number} */ index) => sideName(this.#variant, index);
    const label = t("explorer.result", {
      first: side(0),
      won: percent(first),
      draw: percent(draw),
      second: side(1),
      lost: percent(second),
    });
    const part = (/** @type {number} */ share, /** @type {string} */ colour) =>
      share > 0 &&
      h("span", { class: `chip ${colour}`, style: { "--share": share } }, share >= ROOM ? percent(share) : "");
    return h(
      "div",
      { class: "score-bar", role: "img", "aria-label": label, title: label },
      part(first, one),
      part(draw, "drawn-part"),
      part(second, other),
    );
  }
}
