// Shares with their intervals at places that have names, joined by lines.

import { s } from "../dom.js";
import { number } from "../text.js";
import { below, chart, drawing, grid, LEFT, RIGHT, scales, WIDTH } from "./frame.js";

/** @typedef {{value: number, low: number, high: number}} Interval */
/** @typedef {import("./frame.js").Named & {points: (Interval | null)[]}} Series one point for each label */

/** Between the points of two series at one place, so that intervals do not hide one another. */
const APART = 8;

/**
 * A chart, or nothing where no share is known.
 * @param {string} title
 * @param {{axis: string, labels: string[], series: Series[]}} what
 */
export function shares(title, { axis, labels, series }) {
  if (series.every(({ points }) => points.every((point) => !point))) return null;
  const say = (/** @type {number} */ value) => `${number(100 * value)} %`;
  const { y } = scales(0, 1);
  const place = (/** @type {number} */ at) => LEFT + ((WIDTH - LEFT - RIGHT) * (at + 0.5)) / labels.length;
  const within = (/** @type {number} */ value) => y(Math.max(0, Math.min(1, value))).toFixed(1);
  const drawn = series.flatMap(({ colour, points }, index) => {
    const shift = APART * (index - (series.length - 1) / 2);
    const known = points.flatMap((point, at) => (point ? [{ ...point, x: (place(at) + shift).toFixed(1) }] : []));
    const line = known.map(({ x, value }) => `${x} ${within(value)}`).join("L");
    return [
      ...known.flatMap(({ x, value, low, high }) => [
        s("path", { class: `interval colour${colour % 6}`, d: `M${x} ${within(low)}V${within(high)}` }),
        s("circle", { class: `end colour${colour % 6}`, cx: x, cy: within(value), r: 4 }),
      ]),
      s("path", { class: `curve colour${colour % 6}`, d: `M${line}` }),
    ];
  });
  const named = labels.map((text, at) => below(place(at), text));
  const cell = (/** @type {Interval | null | undefined} */ point) =>
    point ? `${say(point.value)} (${say(point.low)}–${say(point.high)})` : "";
  return chart({
    title,
    svg: drawing(grid(0, 1, say), named, drawn),
    axis,
    series,
    rows: labels.map((text, at) => [text, series.map(({ points }) => cell(points[at]))]),
  });
}
