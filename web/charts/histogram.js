// How often values occur, in equal classes.

import { s } from "../dom.js";
import { number } from "../text.js";
import { below, chart, drawing, grid, LEFT, RIGHT, scales, ticks, WIDTH } from "./frame.js";

/** @typedef {import("./frame.js").Named & {values: number[]}} Series whole numbers */

/** Classes at most. */
const CLASSES = 24;

/**
 * The shares of values in classes of the same width, from 0 on or from the least value below it.
 * @param {number[][]} all
 * @returns {{least: number, width: number, counted: number[][]}}
 */
export function classes(all) {
  const least = all.flat().reduce((least, value) => Math.min(least, value), 0);
  const count = all.flat().reduce((most, value) => Math.max(most, value), 0) + 1 - least;
  const width = Math.max(1, Math.ceil(count / CLASSES));
  const counted = all.map((values) => {
    const counts = Array.from({ length: Math.ceil(count / width) }, () => 0);
    for (const value of values) {
      const place = Math.floor((value - least) / width);
      counts[place] = (counts[place] ?? 0) + 1;
    }
    return counts.map((count) => count / Math.max(1, values.length));
  });
  return { least, width, counted };
}

/**
 * @param {string} title
 * @param {{axis: string, series: Series[]}} what
 */
export function histogram(title, { axis, series }) {
  const { least, width, counted } = classes(series.map(({ values }) => values));
  const count = counted[0]?.length ?? 0;
  const say = (/** @type {number} */ value) => `${number(100 * value)} %`;
  const most = counted.flat().reduce((most, share) => Math.max(most, share), 0.01) * 1.06;
  const { y } = scales(0, most);
  const { x } = scales(least, least + count * width);
  const bar = (WIDTH - LEFT - RIGHT) / Math.max(1, count);
  const part = bar / Math.max(1, series.length);
  const bars = series.flatMap(({ colour }, index) =>
    (counted[index] ?? []).flatMap((share, place) => {
      if (share === 0) return [];
      const at = { x: LEFT + bar * place + part * index + 0.5, y: y(share) };
      return [
        s("rect", { class: `bar colour${colour % 6}`, ...at, width: Math.max(0.5, part - 1), height: y(0) - at.y }),
      ];
    }),
  );
  const numbers = ticks(least, least + count * width).map((tick) => below(x(tick), tick));
  const rows = Array.from({ length: count }, (_, place) => {
    const from = least + place * width;
    const to = from + width - 1;
    return /** @type {[string, string[]]} */ ([
      from === to ? String(from) : `${from}–${to}`,
      counted.map((shares) => say(shares[place] ?? 0)),
    ]);
  });
  return chart({
    title,
    svg: drawing(grid(0, most, say), numbers, bars),
    axis,
    series,
    rows: rows.filter((_, place) => counted.some((shares) => shares[place])),
  });
}
