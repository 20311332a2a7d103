// Is it deep?

import { picture } from "../boards/picture.js";
import { h } from "../dom.js";
import { sideName } from "../names.js";
import { number, signed, t } from "../text.js";
import { cell, difference, mean } from "./figures.js";
import { comparison, note, section, strength, subject } from "./words.js";

/** @typedef {import("./format.js").Findings} Findings */

/** @param {Findings[]} all */
export function depth(all) {
  const steps = all[0]?.steps ?? [];
  return section(
    "report.deep",
    comparison(all, [
      ...steps.map(({ from, to }) => ({
        label: `${strength(from)} → ${strength(to)}`,
        cell: (/** @type {Findings} */ one) => {
          const step = one.steps.find((step) => step.from === from && step.to === to);
          if (!step) return null;
          const { elo, doublings } = step;
          const each = doublings && t("report.doubling", { elo: signed(elo.value / doublings) });
          return [cell(elo, difference), " Elo", each && ` (${each})`];
        },
      })),
      { label: t("report.skill"), cell: ({ skill }) => cell(skill, mean) },
    ]),
    note("report.deep.note"),
    ...all.map((one) => size(one) && h("p", {}, size(one))),
    ...all.map(disagreements),
  );
}

/** How large the game is, in a sentence. @param {Findings} findings */
export function size({ size }) {
  if (!size) return "";
  const { tree, positions, games } = size;
  const met = t("report.size.positions", { positions: number(positions), games: number(games) });
  if (!tree) return met;
  const power = (/** @type {number} */ digits) => `10${raised(digits)}`;
  return `${t("report.size", { games: power(tree.value), low: power(tree.low), high: power(tree.high) })} ${met}`;
}

/** A whole number above the line. @param {number} value */
function raised(value) {
  const digits = String(Math.max(0, Math.round(value)));
  return digits.replace(/\d/g, (digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)] ?? "");
}

/** Positions on which players disagree, with their boards. @param {Findings} findings */
function disagreements(findings) {
  const { disagreements: all, game } = findings;
  if (!all) return null;
  const told = (/** @type {import("./format.js").Disagreement} */ { shown, after, side, opinions }) =>
    h(
      "figure",
      {},
      picture(game, shown, { narrow: true }),
      h(
        "figcaption",
        {},
        h("div", {}, t("report.disagreement", { number: after + 1, side: sideName(game, side) })),
        opinions.map(({ strength: name, move, value }) =>
          h("div", {}, `${strength(name)} · `, h("code", {}, move), ` (${signed(value, 2)})`),
        ),
      ),
    );
  return h(
    "div",
    {},
    h("h3", {}, t("colon", { what: t("report.disagreements"), is: subject(findings) })),
    note(all.length > 0 ? "report.disagreements.note" : "report.disagreements.none"),
    all.length > 0 && h("div", { class: "turns wide" }, all.map(told)),
  );
}
