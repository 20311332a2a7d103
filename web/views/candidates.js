// The table of moves that a search considers. Rows stay where they are while figures change, so that pointing at one
// holds.

import { h, put } from "../dom.js";
import { chance, proofText } from "../game/chance.js";
import { has, percent, short, t } from "../text.js";

/** @typedef {import("../engine/engine.js").Analysis} Analysis */
/** @typedef {import("../engine/engine.js").MoveAnalysis} MoveAnalysis */

/** Rows that are shown at most. */
const ROWS = 9;

export class Candidates {
  /** @param {{point: (index: number | null) => void, pick: (move: string) => void}} how */
  constructor({ point, pick }) {
    /** @type {MoveAnalysis[]} */
    this.moves = [];
    this.body = h("tbody");
    const head = ["candidates.move", "candidates.chance", "candidates.visits", "candidates.prior", "candidates.line"];
    this.element = h(
      "table",
      { class: "candidates" },
      h("caption", { class: "visually-hidden" }, t("candidates")),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          head.map((key) => {
            const about = `${key}.about`;
            return h("th", { scope: "col", class: key.split(".")[1], title: has(about) && t(about) }, t(key));
          }),
        ),
      ),
      this.body,
    );
    this.legend = h(
      "details",
      { class: "legend" },
      h("summary", {}, t("candidates.legend")),
      h(
        "dl",
        {},
        head.slice(1).map((key) => h("div", {}, h("dt", {}, t(key)), h("dd", {}, t(`${key}.about`)))),
      ),
    );
    this.rows = Array.from({ length: ROWS }, (_, index) => {
      const cells = {
        move: h("button", {
          class: "link",
          onclick: () => {
            const move = this.moves[index];
            if (move) pick(move.move);
          },
        }),
        chance: h("td", { class: "chance" }),
        visits: h("td", { class: "visits" }),
        prior: h("td", { class: "prior" }),
        line: h("td", { class: "line" }),
      };
      const row = h(
        "tr",
        {
          hidden: true,
          onpointerenter: () => point(index),
          onpointerleave: () => point(null),
          onfocusin: () => point(index),
          onfocusout: () => point(null),
        },
        h("th", { scope: "row" }, cells.move),
        cells.chance,
        cells.visits,
        cells.prior,
        cells.line,
      );
      this.body.append(row);
      return { row, ...cells };
    });
  }

  /** @param {Analysis | null} analysis */
  draw(analysis) {
    const most = Math.max(1, ...(analysis?.moves.map((move) => move.visits) ?? []));
    const total = Math.max(1, analysis?.moves.reduce((sum, move) => sum + move.visits, 0) ?? 0);
    this.moves = (analysis?.moves ?? [])
      .filter((move, index) => index === 0 || move.visits > 0 || move.proven)
      .slice(0, ROWS);
    this.rows.forEach(({ row, move, chance: cell, visits, prior, line }, index) => {
      const shown = this.moves[index];
      row.hidden = !shown;
      if (!shown) return;
      if (move.textContent !== shown.move) put(move, shown.move);
      put(cell, shown.proven ? proofText(shown.proven) : percent(chance(shown.score), 1));
      cell.className = `chance ${shown.proven?.result ?? ""}`;
      put(
        visits,
        h("span", { class: "bar", style: { "--share": shown.visits / most } }),
        h("span", {}, `${short(shown.visits)}`),
        h("span", { class: "share" }, percent(shown.visits / total)),
      );
      put(prior, percent(shown.prior, 1));
      put(line, (shown.pv ?? []).slice(1, 9).join(" "));
    });
  }
}
