// Is it fair?

import { histogram } from "../charts/histogram.js";
import { shares } from "../charts/shares.js";
import { h } from "../dom.js";
import { percent, signed, t } from "../text.js";
import { cell, difference, share, text } from "./figures.js";
import { coded, comparison, note, section, strength, subject } from "./words.js";

/** @typedef {import("./format.js").Findings} Findings */
/** @typedef {import("./format.js").Strength} Strength */

/** @param {Findings[]} all */
export function fairness(all) {
  const strengths = all[0]?.strengths ?? [];
  const chart = (/** @type {string} */ key, /** @type {(of: Strength) => Strength["score"]} */ figure) =>
    shares(t(key), {
      axis: t("report.strength"),
      labels: strengths.map(({ name }) => strength(name)),
      series: all.map((one, colour) => ({ name: subject(one), colour, points: one.strengths.map(figure) })),
    });
  return section(
    "report.fair",
    ...all.map((one) => h("p", {}, coded([verdict(one), copying(one)].filter(Boolean).join(" ")))),
    h(
      "div",
      { class: "charts" },
      chart("report.score", ({ score }) => score),
      chart("report.draws-by", ({ draws }) => draws),
      margins(all),
    ),
    comparison(
      all,
      strengths.map(({ name }, place) => ({
        label: strength(name),
        cell: (one) => {
          const { score = null, margin = null } = one.strengths[place] ?? {};
          const points = margin && t("report.points", { points: text(difference(margin)) });
          return score && [cell(score, share), points && `, ${points}`];
        },
      })),
    ),
    note("report.score.note"),
  );
}

/** By how many points games end. @param {Findings[]} all */
function margins(all) {
  const series = all.flatMap((one, colour) =>
    one.strongest.margins ? [{ name: subject(one), colour, values: one.strongest.margins }] : [],
  );
  return series.length > 0 && histogram(t("report.margins"), { axis: t("report.margin"), series });
}

/** Whether it helps to copy, in sentences. @param {Findings} findings */
export function copying({ copying }) {
  if (copying === undefined) return "";
  if (!copying?.score || !copying.images) return t("report.copying.none");
  const { score, images, example } = copying;
  const [turn, answer] = example;
  const values = { turn, answer, share: text(share(score)), images: percent(images.value) };
  const key = score.low > 0.5 ? "wins" : score.high < 0.5 ? "loses" : "unknown";
  return `${t("report.copying", values)} ${t(`report.copying.${key}`)}`;
}

/** Who is favoured, in sentences. @param {Findings} findings */
export function verdict(findings) {
  const { solved, strengths, strongest } = findings;
  const name = subject(findings);
  const said = [];
  if (solved) {
    const key =
      solved.start > 0 ? "report.solved.first" : solved.start < 0 ? "report.solved.second" : "report.solved.draw";
    said.push(t(key, { name }), t("report.solved.turns", { share: percent(solved.winning.value) }));
  }
  const [weak, strong] = [strengths[0]?.score, strengths.at(-1)?.score];
  if (strong) {
    const key = strong.low > 0.5 ? "first" : strong.high < 0.5 ? "second" : "none";
    const values = { name, share: text(share(strong)), simulations: strengths.at(-1)?.name ?? "" };
    said.push(t(`report.favoured.${key}`, values));
  }
  if (weak && strong)
    said.push(t(`report.trend.${strong.low > weak.high ? "up" : strong.high < weak.low ? "down" : "none"}`));
  if (strongest.komi) {
    const { value, low, high } = strongest.komi;
    const interval = `${signed(low, 1)} … ${signed(high, 1)}`;
    said.push(t("report.komi", { komi: signed(value, 1), interval }));
  } else if (strongest.evening !== null) said.push(t("report.evening", { points: signed(strongest.evening) }));
  return said.join(" ");
}
