// The keyboard on a board: arrows lead from spot to spot.

import { middle } from "./drawing.js";

/** @typedef {import("./drawing.js").Spot} Spot */

/** @type {Record<string, [number, number]>} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * The nearest spot in the direction of an arrow's key; `undefined` for other keys, `null` where there is none.
 * @param {Spot[]} spots
 * @param {Spot} from
 * @param {string} key
 * @returns {string | null | undefined}
 */
export function beside(spots, from, key) {
  const way = WAYS[key];
  if (!way) return undefined;
  const [dx, dy] = way;
  const [x0, y0] = middle(from);
  let best = null;
  let least = Infinity;
  for (const spot of spots) {
    const [x, y] = middle(spot);
    const along = (x - x0) * dx + (y - y0) * dy;
    const across = Math.abs((x - x0) * dy) + Math.abs((y - y0) * dx);
    if (along < 0.1 || across > along * 2) continue;
    const distance = along + 2 * across;
    if (distance < least) [best, least] = [spot.id, distance];
  }
  return best;
}
