// A position drawn on a board without interaction: its layers, from bottom to top.

import { sketchArrows } from "./arrows.js";
import { middle } from "./drawing.js";
import * as render from "./render.js";
import { State } from "./state.js";

/**
 * @typedef {object} Still
 * @property {number} width in cells
 * @property {number} height
 * @property {SVGElement[][]} below what lies below the men: the ground, marks
 * @property {{node: SVGElement, from: [number, number] | null}[]} men `from`: the way that the last move has brought
 *   them, in cells
 * @property {SVGElement[][]} above
 */

/**
 * @param {import("./drawing.js").Drawing} drawing
 * @param {import("./drawing.js").View} view
 * @param {{flipped: boolean, narrow: boolean}} how
 * @returns {Still}
 */
export function still(drawing, view, { flipped, narrow }) {
  const state = new State(drawing);
  state.flipped = flipped;
  state.narrow = narrow;
  state.take({ ...view, legal: [] });
  state.lay();
  const { scene, arrived } = state;
  /** @param {string} at @returns {[number, number] | null} */
  const way = (at) => {
    const [to, from] = [state.spot(at), state.spot(arrived.get(at))];
    if (!to || !from) return null;
    const [[x, y], [left, top]] = [middle(to), middle(from)];
    return [left - x, top - y];
  };
  return {
    width: scene.width,
    height: scene.height,
    below: [scene.under, render.marks(state)],
    men: render.men(state, null).map((node) => ({ node, from: way(node.getAttribute("data-at") ?? "") })),
    above: [scene.over, sketchArrows(view.sketches ?? [], state.spot)],
  };
}
