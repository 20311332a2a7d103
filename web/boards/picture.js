// A board as a picture: nothing to click, nothing said.

import { s } from "../dom.js";
import { arrow } from "./arrows.js";
import { drawingOf } from "./drawings.js";

/**
 * @param {string} variant
 * @param {string} position
 * @param {{narrow?: boolean, moves?: string[]}} [look] `moves` are drawn as arrows
 */
export function picture(variant, position, { narrow = false, moves = [] } = {}) {
  const drawing = drawingOf(variant);
  const scene = drawing.scene({ position, legal: [], last: null, before: null, flipped: false, narrow });
  const men = scene.men.map((man) => {
    const spot = scene.spots.find((spot) => spot.id === man.at);
    const [x, y] = spot ? [spot.x + spot.w / 2, spot.y + spot.h / 2] : [0, 0];
    return s("g", { transform: `translate(${x} ${y}) scale(${man.size ?? 1})` }, man.node);
  });
  return s(
    "svg",
    { class: "board picture", viewBox: `0 0 ${scene.width} ${scene.height}`, "aria-hidden": "true" },
    scene.under,
    men,
    scene.over,
    moves.flatMap((move) =>
      arrow(drawing.shape(move, position), "best candidate", 0.1, (id) => scene.spots.find((spot) => spot.id === id)),
    ),
  );
}
