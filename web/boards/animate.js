// Men that come from another spot slide, new ones grow, those that are taken fade, those that change sides turn over.

import { s } from "../dom.js";
import { middle } from "./drawing.js";

/** @typedef {import("./drawing.js").Spot} Spot */

/** Milliseconds. */
const [SLIDES, GROWS, FADES, TURNS] = [220, 160, 220, 260];

/** Whether a person wants things to stand still. */
const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * @param {SVGElement} node drawn around (0, 0)
 * @param {Spot} to
 * @param {Spot | undefined} from none: it is new
 * @param {number} size its scale
 */
export function arrive(node, to, from, size) {
  if (isStill()) return;
  const [x, y] = middle(to);
  const [left, top] = from ? middle(from) : [x, y];
  const way = from ? [`translate(${(left - x) / size}px, ${(top - y) / size}px)`, "none"] : ["scale(0.6)", "scale(1)"];
  node.animate({ transform: way }, { duration: from ? SLIDES : GROWS, easing: "ease-out" });
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
