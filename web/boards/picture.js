// A board as a picture: nothing to click, nothing said.

import { h, s } from "../dom.js";
import { lookOf } from "../games/registry.js";
import { arrow } from "./arrows.js";
import { finder, middle } from "./drawing.js";

/**
 * @param {import("../games/look.js").Told} variant
 * @param {import("../engine/engine.js").Shown} shown
 * @param {{narrow?: boolean, moves?: string[]}} [how] `moves` are drawn as arrows
 */
export function picture(variant, { position, men, drawing: drawn }, { narrow = false, moves = [] } = {}) {
  const { drawing, folded = false } = lookOf(variant);
  if (!drawing) return h("pre", { class: "drawn picture", "aria-hidden": "true" }, drawn ?? position);
  const frame = { position, men, legal: [], last: null, before: null, flipped: false, narrow: narrow || folded };
  const scene = drawing.scene(frame);
  const find = finder(scene);
  const nodes = scene.men.map((man) => {
    const spot = find(man.at);
    const [x, y] = spot ? middle(spot) : [0, 0];
    return s("g", { transform: `translate(${x} ${y}) scale(${man.size ?? 1})` }, man.node);
  });
  return s(
    "svg",
    { class: "board picture", viewBox: `0 0 ${scene.width} ${scene.height}`, "aria-hidden": "true" },
    scene.under,
    nodes,
    scene.over,
    moves.flatMap((move) => arrow(drawing.shape(move, position), "best candidate", 0.1, find)),
  );
}
