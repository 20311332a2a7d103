// Rules side by side: which values of a game's options make it fair, decisive, deep.

import { rows } from "../charts/rows.js";
import { h } from "../dom.js";
import { learnNames, title } from "../names.js";
import { number, percent, signed, t } from "../text.js";
import { cell, difference, mean, share, text } from "./figures.js";
import { coded, note, optionsText, section, table } from "./words.js";

/** @typedef {import("./format.js").Comparison} Comparison */
/** @typedef {import("./format.js").RulesSummary} RulesSummary */

/** @param {Comparison} comparison */
export function variantsTitle({ game }) {
  return t("colon", { what: t("variants"), is: title(game.name) });
}

/** @param {Comparison} comparison */
export function variantsArticle(comparison) {
  const { plan, game, rules } = comparison;
  learnNames([game]);
  const { games, seed } = plan;
  const played = { player: plan.subjects[0]?.player ?? "", games, pairs: games / 2, count: rules.length, seed };
  return h(
    "article",
    { class: "report" },
    h("header", {}, h("h1", {}, variantsTitle(comparison)), h("p", {}, coded(t("variants.played", played)))),
    section(
      "variants.fair",
      h("p", {}, coded(nearest(comparison))),
      undecided(rules) && h("p", {}, undecided(rules)),
      charts(comparison),
    ),
    section("variants.table", figures(comparison), note("variants.note")),
  );
}

/** @param {RulesSummary} rules */
function named({ options }) {
  return optionsText(options) || t("variants.unchanged");
}

/** The first side's score between the strongest players. @param {RulesSummary} rules */
function score({ scores }) {
  return scores.at(-1) ?? null;
}

/** The smallest change that makes the game fair, in a sentence. @param {Comparison} comparison */
export function nearest({ rules, nearest_fair: at }) {
  const found = at === null ? undefined : rules[at];
  const known = found && score(found);
  if (!found || !known) return t("variants.none");
  const values = { rules: named(found), share: text(share(known)) };
  return t(found.verdict === "fair" ? "variants.nearest" : "variants.perhaps", values);
}

/** How much more would have to be played to decide what is not decided, in sentences. @param {RulesSummary[]} rules */
export function undecided(rules) {
  const open = rules.filter(({ verdict }) => verdict === "unknown");
  if (open.length === 0) return "";
  const more = open.reduce((sum, one) => sum + Math.max(0, (one.games_to_decide ?? 0) - one.games), 0);
  const played = rules.reduce((sum, { games }) => sum + games, 0);
  const never = open.filter((one) => one.games_to_decide === null).length;
  const said = [t("variants.undecided", { open: open.length, all: rules.length })];
  if (more > 0)
    said.push(t("variants.more", { more: number(more), times: number(more / played, more < 10 * played ? 1 : 0) }));
  if (never > 0) said.push(t("variants.never", { never }));
  return said.join(" ");
}

/** @param {Comparison} comparison */
function charts({ rules, fair }) {
  const names = rules.map(named);
  /** @type {(key: string, of: (rules: RulesSummary) => import("./format.js").Figure | null, how: Pick<Parameters<typeof rows>[1], "say" | "range" | "band">) => HTMLElement | null} */
  const chart = (key, of, how) =>
    rows(t(key), { axis: t("variants.rules"), unit: t(key), names, points: rules.map(of), ...how });
  return h(
    "div",
    { class: "charts" },
    chart("variants.score", score, { say: (value) => percent(value), range: [0, 1], band: fair }),
    chart("variants.draws", ({ draws }) => draws, { say: (value) => percent(value), range: [0, 1] }),
    chart("variants.length", ({ length }) => length, { say: (value) => number(value) }),
    chart("variants.doubling", ({ doubling }) => doubling, { say: (value) => signed(value) }),
  );
}

/** @param {Comparison} comparison */
function figures({ rules, nearest_fair: nearest }) {
  /** @type {[key: string, cell: (rules: RulesSummary) => import("../dom.js").Child][]} */
  const columns = [
    ["variants.first-side", (one) => cell(score(one), share)],
    ["variants.verdict", ({ verdict }) => t(`variants.verdict.${verdict}`)],
    ["report.draws", ({ draws }) => cell(draws, share)],
    ["variants.cut-off", ({ cut_off: cutOff }) => cell(cutOff, share)],
    ["report.length", ({ length }) => cell(length, mean)],
    ["report.choices", ({ choices }) => cell(choices, mean)],
    ["variants.elo", ({ doubling }) => cell(doubling, difference)],
    ["variants.copying", ({ copying }) => cell(copying, share)],
    ["variants.games", ({ games }) => number(games)],
  ];
  const known = columns.filter(([, content]) => rules.some((one) => content(one) !== null));
  const head = [t("variants.rules"), ...known.map(([key]) => t(key))];
  return table(
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        head.map((text) => h("th", { scope: "col" }, text)),
      ),
    ),
    h(
      "tbody",
      {},
      rules.map((one, at) =>
        h(
          "tr",
          { class: at === nearest ? "nearest" : null },
          h("th", { scope: "row" }, named(one)),
          known.map(([, content]) => h("td", {}, content(one) ?? "–")),
        ),
      ),
    ),
  );
}
