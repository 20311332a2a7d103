// Curves over generations: several runs in one chart, each in its colour; a table of the same figures for whoever
// cannot see it.

import { h, put, s } from "../dom.js";
import { number, t } from "../text.js";

/**
 * A curve: points of one run.
 * @typedef {object} Series
 * @property {string} name
 * @property {number} colour index
 * @property {boolean} [dashed]
 * @property {{x: number, y: number}[]} points
 */

const WIDTH = 420;
const HEIGHT = 190;
const LEFT = 46;
const BOTTOM = 24;
const TOP = 10;
const RIGHT = 10;

/**
 * Round numbers that divide a range.
 * @param {number} low
 * @param {number} high
 */
function ticks(low, high) {
  const step = 10 ** Math.floor(Math.log10((high - low) / 3 || 1));
  const wide = [1, 2, 5, 10].map((factor) => factor * step).find((one) => (high - low) / one <= 4) ?? step;
  const found = [];
  for (let at = Math.ceil(low / wide) * wide; at <= high + wide * 1e-6; at += wide)
    found.push(Number(at.toPrecision(12)));
  return found;
}

/** @param {number} value */
function label(value) {
  const size = Math.abs(value);
  if (size >= 10_000) return `${number(value / 1000)}k`;
  return number(value, size >= 100 || Number.isInteger(value) ? 0 : size >= 10 ? 1 : 2);
}

/**
 * A chart with its heading, or nothing where there are no points.
 * @param {string} title
 * @param {Series[]} all
 * @param {{zero?: boolean, percent?: boolean}} [look]
 * @returns {HTMLElement | null}
 */
export function curves(title, all, { zero = false, percent = false } = {}) {
  const series = all.filter((one) => one.points.length > 0);
  const points = series.flatMap((one) => one.points);
  if (points.length === 0) return null;
  const xs = points.map((point) => point.x);
  const ys = points.map((point) => point.y);
  const [x0, x1] = [Math.min(...xs), Math.max(...xs, Math.min(...xs) + 1)];
  let [y0, y1] = [Math.min(...ys), Math.max(...ys)];
  if (zero || percent) y0 = 0;
  if (percent) y1 = Math.max(y1, 1);
  if (y1 - y0 < 1e-9) y1 = y0 + 1;
  const pad = zero || percent ? 0 : (y1 - y0) * 0.06;
  [y0, y1] = [y0 - pad, y1 + (percent ? 0 : (y1 - y0) * 0.06)];
  const x = (/** @type {number} */ value) => LEFT + ((WIDTH - LEFT - RIGHT) * (value - x0)) / (x1 - x0);
  const y = (/** @type {number} */ value) => HEIGHT - BOTTOM - ((HEIGHT - BOTTOM - TOP) * (value - y0)) / (y1 - y0);
  const say = (/** @type {number} */ value) => (percent ? `${number(100 * value)} %` : label(value));
  /** @type {SVGElement[]} */
  const nodes = [];
  for (const tick of ticks(y0, y1)) {
    nodes.push(
      s("path", { class: "grid", d: `M${LEFT} ${y(tick)}H${WIDTH - RIGHT}` }),
      s("text", { class: "tick left", x: LEFT - 6, y: y(tick) }, say(tick)),
    );
  }
  for (const tick of ticks(x0, x1))
    if (Number.isInteger(tick)) nodes.push(s("text", { class: "tick", x: x(tick), y: HEIGHT - 8 }, tick));
  for (const one of series) {
    const path = one.points.map((point) => `${x(point.x).toFixed(1)} ${y(point.y).toFixed(1)}`).join("L");
    nodes.push(s("path", { class: `curve colour${one.colour % 6}${one.dashed ? " dashed" : ""}`, d: `M${path}` }));
    const last = one.points.at(-1);
    if (last) nodes.push(s("circle", { class: `end colour${one.colour % 6}`, cx: x(last.x), cy: y(last.y), r: 3 }));
  }
  const svg = s("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true" }, nodes);
  const tip = h("output", { class: "graph-tip" });
  const cursor = s("path", { class: "cursor" });
  svg.append(cursor);
  svg.addEventListener("pointermove", (event) => {
    const box = svg.getBoundingClientRect();
    const at = Math.round(
      x0 + ((((event.clientX - box.left) / box.width) * WIDTH - LEFT) / (WIDTH - LEFT - RIGHT)) * (x1 - x0),
    );
    const here = series.flatMap((one) => {
      const point = one.points.find((point) => point.x === at);
      return point ? [`${one.name} ${say(point.y)}`] : [];
    });
    put(tip, here.length ? `${at}: ${here.join(" · ")}` : "");
    if (at >= x0 && at <= x1) cursor.setAttribute("d", `M${x(at)} ${TOP}V${HEIGHT - BOTTOM}`);
  });
  svg.addEventListener("pointerleave", () => {
    put(tip);
    cursor.removeAttribute("d");
  });
  const rows = [...new Set(xs)].sort((a, b) => a - b);
  const table = h(
    "div",
    { class: "visually-hidden" },
    h(
      "table",
      {},
      h("caption", {}, t("training.table", { curve: title })),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col" }, t("training.axis")),
          series.map((one) => h("th", { scope: "col" }, one.name)),
        ),
      ),
      h(
        "tbody",
        {},
        rows.map((row) =>
          h(
            "tr",
            {},
            h("th", { scope: "row" }, row),
            series.map((one) => {
              const point = one.points.find((point) => point.x === row);
              return h("td", {}, point ? say(point.y) : "");
            }),
          ),
        ),
      ),
    ),
  );
  return h(
    "figure",
    { class: "chart" },
    h("figcaption", {}, title),
    svg,
    tip,
    table,
    h(
      "p",
      { class: "legend" },
      series.map((one) =>
        h("span", {}, h("span", { class: `key colour${one.colour % 6}${one.dashed ? " dashed" : ""}` }), one.name),
      ),
    ),
  );
}
