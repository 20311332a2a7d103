// Figures with their intervals, a row each, on one horizontal axis: where rows have names too long to stand below.

import { s } from "../dom.js";
import { chart, ticks, TOP, WIDTH } from "./frame.js";

/** @typedef {{value: number, low: number, high: number}} Interval */

/** The part on the left that names have, and the characters that fit there. */
const NAMES = 142;
const LONGEST = 22;
/** Room for half of what stands below the end of the axis. */
const RIGHT = 22;
const ROW = 22;
const AXIS = 20;

/**
 * A chart, or nothing where no figure is known.
 * @param {string} title
 * @param {object} what
 * @param {string} what.axis what the rows are
 * @param {string} what.unit what the figures are
 * @param {string[]} what.names
 * @param {(Interval | null)[]} what.points one for each name
 * @param {(value: number) => string} what.say
 * @param {[number, number] | null} [what.range] of the axis; else what the intervals need
 * @param {[number, number] | null} [what.band] a part of the axis that stands out
 */
export function rows(title, { axis, unit, names, points, say, range = null, band = null }) {
  const known = points.filter((point) => point !== null);
  if (known.length === 0) return null;
  const ends = known.flatMap(({ value, low, high }) => [value, low, high]);
  const [least, most] = range ?? [Math.min(0, ...ends), Math.max(...ends, 1)];
  const height = TOP + ROW * names.length + AXIS;
  const within = (/** @type {number} */ value) => Math.max(least, Math.min(most, value));
  const x = (/** @type {number} */ value) =>
    (NAMES + ((WIDTH - NAMES - RIGHT) * (within(value) - least)) / (most - least)).toFixed(1);
  const bottom = height - AXIS;
  const grid = ticks(least, most).flatMap((tick) => [
    s("path", { class: "grid", d: `M${x(tick)} ${TOP}V${bottom}` }),
    s("text", { class: "tick", x: x(tick), y: height - 6 }, say(tick)),
  ]);
  const shaded = band && [
    s("rect", {
      class: "band",
      x: x(band[0]),
      y: TOP,
      width: Number(x(band[1])) - Number(x(band[0])),
      height: bottom - TOP,
    }),
  ];
  const drawn = names.flatMap((name, at) => {
    const [y, point] = [TOP + ROW * (at + 0.5), points[at]];
    const short = name.length > LONGEST ? `${name.slice(0, LONGEST - 1)}…` : name;
    const label = s("text", { class: "tick left", x: NAMES - 8, y }, short);
    if (!point) return [label];
    return [
      label,
      s("path", { class: "interval colour0", d: `M${x(point.low)} ${y}H${x(point.high)}` }),
      s("circle", { class: "end colour0", cx: x(point.value), cy: y, r: 4 }),
    ];
  });
  const cell = (/** @type {Interval | null | undefined} */ point) =>
    point ? `${say(point.value)} (${say(point.low)}–${say(point.high)})` : "";
  return chart({
    title,
    svg: s("svg", { viewBox: `0 0 ${WIDTH} ${height}`, "aria-hidden": "true" }, ...(shaded ?? []), ...grid, ...drawn),
    axis,
    series: [{ name: unit, colour: 0 }],
    rows: names.map((name, at) => [name, [cell(points[at])]]),
  });
}
