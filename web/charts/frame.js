// What charts share: their size, the grid, their frame, and a table of the same figures for people who cannot see them.

import { h, s } from "../dom.js";
import { number, t } from "../text.js";

export const WIDTH = 420;
export const HEIGHT = 190;
export const LEFT = 46;
export const BOTTOM = 24;
export const TOP = 10;
export const RIGHT = 10;

/** @typedef {{name: string, colour: number, dashed?: boolean}} Named what is drawn of one run or game; `colour` is an index */

/**
 * Round numbers that divide a range.
 * @param {number} low
 * @param {number} high
 */
export function ticks(low, high) {
  const step = 10 ** Math.floor(Math.log10((high - low) / 3 || 1));
  const wide = [1, 2, 5, 10].map((factor) => factor * step).find((one) => (high - low) / one <= 4) ?? step;
  const found = [];
  for (let at = Math.ceil(low / wide) * wide; at <= high + wide * 1e-6; at += wide)
    found.push(Number(at.toPrecision(12)));
  return found;
}

/** @param {number} value */
export function label(value) {
  const size = Math.abs(value);
  if (size >= 10_000) return `${number(value / 1000)}k`;
  return number(value, size >= 100 || Number.isInteger(value) ? 0 : size >= 10 ? 1 : 2);
}

/**
 * Where a value lies, from the left or from above.
 * @param {number} low
 * @param {number} high
 */
export function scales(low, high) {
  const share = (/** @type {number} */ value) => (value - low) / (high - low);
  return {
    x: (/** @type {number} */ value) => LEFT + (WIDTH - LEFT - RIGHT) * share(value),
    y: (/** @type {number} */ value) => HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * share(value),
  };
}

/**
 * The lines of a vertical axis.
 * @param {number} low
 * @param {number} high
 * @param {(value: number) => string} say
 */
export function grid(low, high, say) {
  const { y } = scales(low, high);
  return ticks(low, high).flatMap((tick) => [
    s("path", { class: "grid", d: `M${LEFT} ${y(tick)}H${WIDTH - RIGHT}` }),
    s("text", { class: "tick left", x: LEFT - 6, y: y(tick) }, say(tick)),
  ]);
}

/** Words below the horizontal axis. @param {number} x @param {string | number} text */
export function below(x, text) {
  return s("text", { class: "tick", x, y: HEIGHT - 8 }, text);
}

/**
 * A chart with its heading, legend and table.
 * @param {object} chart
 * @param {string} chart.title
 * @param {Node} chart.svg
 * @param {Node | null} [chart.tip]
 * @param {string} chart.axis what the rows of the table are
 * @param {Named[]} chart.series its columns
 * @param {[row: string | number, cells: string[]][]} chart.rows
 * @param {boolean} [chart.legend]
 */
export function chart({ title, svg, tip = null, axis, series, rows, legend = series.length > 1 }) {
  const head = [axis, ...series.map(({ name }) => name)].map((text) => h("th", { scope: "col" }, text));
  const body = rows.map(([row, cells]) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, row),
      cells.map((cell) => h("td", {}, cell)),
    ),
  );
  const key = (/** @type {Named} */ { name, colour, dashed }) =>
    h("span", {}, h("span", { class: `key colour${colour % 6}${dashed ? " dashed" : ""}` }), name);
  return h(
    "figure",
    { class: "chart" },
    h("figcaption", {}, title),
    svg,
    tip,
    h(
      "div",
      { class: "visually-hidden" },
      h(
        "table",
        {},
        h("caption", {}, t("chart.table", { curve: title })),
        h("thead", {}, h("tr", {}, head)),
        h("tbody", {}, body),
      ),
    ),
    legend && h("p", { class: "legend" }, series.map(key)),
  );
}

/** The picture of a chart. @param {(Node | Node[])[]} nodes */
export function drawing(...nodes) {
  return s("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true" }, ...nodes);
}
