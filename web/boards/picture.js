// A board as a picture: nothing to click, nothing said.

import { s } from "../dom.js";
import { drawingOf } from "./drawings.js";

/**
 * @param {string} variant
 * @param {string} position
 * @param {{narrow?: boolean}} [look]
 */
export function picture(variant, position, { narrow = false } = {}) {
  const scene = drawingOf(variant).scene({ position, legal: [], last: null, before: null, flipped: false, narrow });
  const men = scene.men.map((man) => {
    const spot = scene.spots.find((spot) => spot.id === man.at);
    const [x, y] = spot ? [spot.x + spot.w / 2, spot.y + spot.h / 2] : [0, 0];
    return s("g", { transform: `translate(${x} ${y}) scale(${man.size ?? 1})` }, man.node);
  });
  return s("svg", { class: "board picture", viewBox: `0 0 ${scene.width} ${scene.height}`, "aria-hidden": "true" }, scene.under, men, scene.over);
}
