// A board as a picture: nothing to click, nothing for screen readers.

import { h, s } from "../dom.js";
import { lookOf } from "../games/registry.js";
import { arrow } from "./arrows.js";
import { finder, middle } from "./drawing.js";

/**
 * What is drawn on a picture.
 * @typedef {object} How
 * @property {boolean} [narrow] laid out as for phones
 * @property {string[]} [moves] arrows
 * @property {[string, string][]} [arrows] arrows from spot to spot
 * @property {string[]} [cells] spots that are marked
 * @property {string[]} [area] two corners of the part that is shown
 */

/** Around a part of a board: room for the names of rows and columns. */
const AROUND = 0.65;

/**
 * @param {import("../games/look.js").Told} variant
 * @param {import("../engine/engine.js").Shown} shown
 * @param {How} [how]
 */
export function picture(
  variant,
  { position, men, drawing: drawn },
  { narrow = false, moves = [], arrows = [], cells = [], area = [] } = {},
) {
  const { drawing, folded = false } = lookOf(variant);
  if (!drawing) return h("pre", { class: "drawn picture", "aria-hidden": "true" }, drawn ?? position);
  const frame = { position, men, legal: [], last: null, before: null, flipped: false, narrow: narrow || folded };
  const scene = drawing.scene(frame);
  const find = finder(scene);
  const spots = (/** @type {string[]} */ ids) => ids.flatMap((id) => find(id) ?? []);
  const nodes = scene.men.map((man) => {
    const spot = find(man.at);
    const [x, y] = spot ? middle(spot) : [0, 0];
    return s("g", { transform: `translate(${x} ${y}) scale(${man.size ?? 1})` }, man.node);
  });
  const shapes = [...moves.map((move) => drawing.shape(move, position)), ...arrows.map(([from, to]) => ({ from, to }))];
  const view = part(scene, spots(area));
  const [x, y, width, height] = view;
  const viewBox = view.join(" ");
  const content = [
    scene.under,
    spots(cells).map((spot) => s("rect", { class: "mark last", x: spot.x, y: spot.y, width: spot.w, height: spot.h })),
    nodes,
    scene.over,
    shapes.flatMap((shape) => arrow(shape, "best candidate", 0.1, find)),
  ].flat();
  // Where the picture is wider than its part of the board, what lies beside it must not show: an inner drawing is cut
  // off.
  const inside = area.length > 0 ? s("svg", { x, y, width, height, viewBox }, content) : content;
  return s("svg", { class: "board picture", viewBox, "aria-hidden": "true" }, inside);
}

/**
 * The part of a scene around two of its spots; all of it where there are none.
 * @param {import("./drawing.js").Scene} scene
 * @param {import("./drawing.js").Spot[]} corners
 * @returns {number[]} left, top, width, height
 */
function part({ width, height }, corners) {
  if (corners.length === 0) return [0, 0, width, height];
  const [left, right] = [Math.min(...corners.map(({ x }) => x)), Math.max(...corners.map(({ x, w }) => x + w))];
  const [top, bottom] = [Math.min(...corners.map(({ y }) => y)), Math.max(...corners.map(({ y, h }) => y + h))];
  return [left - AROUND, top - AROUND, right - left + 2 * AROUND, bottom - top + 2 * AROUND];
}
