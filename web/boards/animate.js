// Men that come from another spot slide, new ones grow.

import { middle } from "./drawing.js";

/** @typedef {import("./drawing.js").Spot} Spot */

/** Milliseconds. */
const [SLIDES, GROWS] = [220, 160];

/**
 * @param {SVGElement} node drawn around (0, 0)
 * @param {Spot} to
 * @param {Spot | undefined} from none: it is new
 * @param {number} size its scale
 */
export function arrive(node, to, from, size) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const [x, y] = middle(to);
  const [left, top] = from ? middle(from) : [x, y];
  const way = from ? [`translate(${(left - x) / size}px, ${(top - y) / size}px)`, "none"] : ["scale(0.6)", "scale(1)"];
  node.animate({ transform: way }, { duration: from ? SLIDES : GROWS, easing: "ease-out" });
}
