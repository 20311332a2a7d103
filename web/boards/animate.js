// Men that come from another spot slide, new ones grow, those that are taken fade, those that change sides turn over.

import { s } from "../dom.js";
import { middle } from "./drawing.js";

/** @typedef {import("./drawing.js").Spot} Spot */

/** Milliseconds. */
const [SLIDES, RUNS, GROWS, FADES, TURNS] = [220, 900, 160, 220, 260];

/** Into how many straight steps a way round loops is cut. */
const STEPS = 48;

/** Whether a person wants things to stand still. */
const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * @param {SVGElement} node drawn around (0, 0)
 * @param {Spot} to
 * @param {Spot | undefined} from none: it is new
 * @param {number} size its scale
 * @param {string | null} [path] the way between them, where it is not straight
 */
export function arrive(node, to, from, size, path) {
  if (isStill()) return;
  const [x, y] = middle(to);
  const shift = (/** @type {number[]} */ [left = x, top = y]) =>
    `translate(${(left - x) / size}px, ${(top - y) / size}px)`;
  if (!from) node.animate({ transform: ["scale(0.6)", "scale(1)"] }, { duration: GROWS, easing: "ease-out" });
  else if (path) node.animate({ transform: points(path).map(shift) }, { duration: RUNS, easing: "ease-in-out" });
  else node.animate({ transform: [shift(middle(from)), "none"] }, { duration: SLIDES, easing: "ease-out" });
}

/** Points on a path, equally far from each other. @param {string} d */
function points(d) {
  const path = /** @type {SVGPathElement} */ (s("path", { d }));
  const step = path.getTotalLength() / STEPS;
  return Array.from({ length: STEPS + 1 }, (_, index) => {
    const { x, y } = path.getPointAtLength(index * step);
    return [x, y];
  });
}

/**
 * A man that is gone: it is seen for a moment, and is no man of the board any more.
 * @param {SVGElement} node as it was drawn
 * @param {Spot} at where it stood
 * @param {number} size its scale
 * @returns {SVGElement[]} none where nothing moves
 */
export function fade(node, at, size) {
  if (isStill()) return [];
  const [x, y] = middle(at);
  const ghost = s("g", { transform: `translate(${x} ${y}) scale(${size})`, "aria-hidden": "true" }, node);
  node.animate({ opacity: [1, 0] }, { duration: FADES, easing: "ease-in", fill: "forwards" }).onfinish = () =>
    ghost.remove();
  return [ghost];
}

/**
 * A man that changes sides: first as it was, then as it is.
 * @param {SVGElement} node
 * @param {SVGElement} before
 */
export function turnOver(node, before) {
  if (isStill()) return;
  const how = { duration: TURNS / 2, easing: "ease-in-out" };
  node.replaceWith(before);
  before.animate({ transform: ["scaleX(1)", "scaleX(0)"] }, how).onfinish = () => {
    before.replaceWith(node);
    node.animate({ transform: ["scaleX(0)", "scaleX(1)"] }, how);
  };
}
