// Curves over generations or moves: several in one chart, each in its colour.

import { h, put, s } from "../dom.js";
import { number, t } from "../text.js";
import { below, BOTTOM, chart, drawing, grid, HEIGHT, label, LEFT, RIGHT, scales, ticks, TOP, WIDTH } from "./frame.js";

/**
 * A curve: points of one run.
 * @typedef {import("./frame.js").Named & {points: {x: number, y: number}[]}} Series
 */

/**
 * A chart with its heading, or nothing where there are no points.
 * @param {string} title
 * @param {Series[]} all
 * @param {{zero?: boolean, percent?: boolean, axis?: string, legend?: boolean}} [look] `axis` is what x counts
 * @returns {HTMLElement | null}
 */
export function curves(title, all, { zero = false, percent = false, axis = t("training.axis"), legend = true } = {}) {
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
  const { x } = scales(x0, x1);
  const { y } = scales(y0, y1);
  const say = (/** @type {number} */ value) => (percent ? `${number(100 * value)} %` : label(value));
  /** @type {SVGElement[]} */
  const nodes = ticks(x0, x1)
    .filter(Number.isInteger)
    .map((tick) => below(x(tick), tick));
  for (const one of series) {
    const path = one.points.map((point) => `${x(point.x).toFixed(1)} ${y(point.y).toFixed(1)}`).join("L");
    nodes.push(s("path", { class: `curve colour${one.colour % 6}${one.dashed ? " dashed" : ""}`, d: `M${path}` }));
    const last = one.points.at(-1);
    if (last) nodes.push(s("circle", { class: `end colour${one.colour % 6}`, cx: x(last.x), cy: y(last.y), r: 3 }));
  }
  const svg = drawing(grid(y0, y1, say), nodes);
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
    put(tip, here.length ? t("colon", { what: at, is: here.join(" · ") }) : "");
    if (at >= x0 && at <= x1) cursor.setAttribute("d", `M${x(at)} ${TOP}V${HEIGHT - BOTTOM}`);
  });
  svg.addEventListener("pointerleave", () => {
    put(tip);
    cursor.removeAttribute("d");
  });
  const cell = (/** @type {Series} */ { points }, /** @type {number} */ row) => {
    const point = points.find((point) => point.x === row);
    return point ? say(point.y) : "";
  };
  const rows = [...new Set(xs)].sort((a, b) => a - b);
  return chart({
    title,
    svg,
    tip,
    axis,
    series,
    rows: rows.map((row) => [row, series.map((one) => cell(one, row))]),
    legend,
  });
}
