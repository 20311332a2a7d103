// Curves of training runs: figures of each generation, as series.

import { t } from "../text.js";

/** @typedef {import("../charts/curves.js").Series} Series */
/** @typedef {import("./session.js").Run} Run */

/**
 * The curves that are drawn: of each run's metrics, one or several series.
 * @type {{key: string, percent?: boolean, zero?: boolean, series: {name?: () => string, dashed?: boolean, of: (m: any)
 * => number | null | undefined}[]}[]}
 */
export const CURVES = [
  {
    key: "policy",
    series: [
      { of: (m) => m.validation?.training?.policy ?? m.learning?.policy },
      { name: () => t("curve.held-out"), dashed: true, of: (m) => m.validation?.held_out?.policy },
    ],
  },
  {
    key: "value",
    series: [
      { of: (m) => m.validation?.training?.value ?? m.learning?.value },
      { name: () => t("curve.held-out"), dashed: true, of: (m) => m.validation?.held_out?.value },
    ],
  },
  {
    key: "strength",
    percent: true,
    series: [
      { of: (m) => m.strength?.matches?.[0]?.score },
      {
        name: () => t("curve.last-opponent"),
        dashed: true,
        of: (m) => (m.strength?.matches?.length > 1 ? m.strength.matches.at(-1).score : null),
      },
    ],
  },
  {
    key: "exam",
    percent: true,
    series: [
      { of: (m) => share(m.strength?.exam?.policy) },
      { name: () => t("curve.search"), dashed: true, of: (m) => share(m.strength?.exam?.search) },
    ],
  },
  { key: "length", zero: true, series: [{ of: (m) => m.games?.mean_moves || null }] },
  {
    key: "results",
    percent: true,
    series: [
      { of: (m) => part(m.games?.first, m.games?.count) },
      { name: () => t("curve.draws"), dashed: true, of: (m) => part(m.games?.draws, m.games?.count) },
    ],
  },
  { key: "rate", zero: true, series: [{ of: (m) => part(m.selfplay?.evaluations, m.seconds?.selfplay) }] },
  {
    key: "time",
    percent: true,
    series: [
      { of: (m) => part(m.seconds?.selfplay, total(m.seconds)) },
      { name: () => t("curve.learner"), dashed: true, of: (m) => part(m.seconds?.learner, total(m.seconds)) },
    ],
  },
];

/** @param {{asked: number, right: number} | undefined} grade */
function share(grade) {
  return grade ? part(grade.right, grade.asked) : null;
}

/** @param {number | undefined} some @param {number | undefined} all */
function part(some, all) {
  return some === undefined || !all ? null : some / all;
}

/** @param {Record<string, number> | undefined} seconds */
function total(seconds) {
  return seconds ? Object.values(seconds).reduce((sum, one) => sum + one, 0) : 0;
}

/**
 * One curve of some runs.
 * @param {(typeof CURVES)[number]} curve
 * @param {{run: Run, colour: number}[]} shown
 * @returns {Series[]}
 */
export function seriesOf({ series }, shown) {
  return shown.flatMap(({ run, colour }) =>
    series.map(({ name, dashed = false, of }) => ({
      name: name ? `${run.name}, ${name()}` : run.name,
      colour,
      dashed,
      points: (run.metrics ?? []).flatMap((m) => {
        const y = of(m);
        return typeof y === "number" && Number.isFinite(y) ? [{ x: m.generation, y }] : [];
      }),
    })),
  );
}

/**
 * The generations of runs against each other, as `ardoise ladder` has played them: a curve between the ends of its
 * intervals, for each time that players had.
 * @param {{run: Run, colour: number}[]} shown
 * @returns {Series[]}
 */
export function ladders(shown) {
  return shown.flatMap(({ run, colour }) =>
    Object.entries(run.ladder ?? {}).flatMap(([budget, rungs]) =>
      /** @type {const} */ (["elo", "elo_low", "elo_high"]).map((key) => ({
        name: key === "elo" ? `${run.name}, ${budget}` : `${run.name}, ${budget}, ${t(`curve.${key}`)}`,
        colour,
        dashed: key !== "elo",
        points: rungs.map((rung) => ({ x: rung.generation, y: rung[key] })),
      })),
    ),
  );
}
