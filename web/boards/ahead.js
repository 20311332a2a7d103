// What a move would change on a board.

import { s } from "../dom.js";
import { middle } from "./drawing.js";

/**
 * The men that would come, and the spots of those that would go or change.
 * @param {import("./state.js").State} state
 * @param {import("../engine/engine.js").Shown} then the position after the move
 * @returns {{come: SVGElement[], gone: string[]}}
 */
export function ahead({ drawing, frame, scene, spot: find }, { position, men }) {
  const { men: after } = drawing.scene({ ...frame, position, men, decided: [] });
  const key = (/** @type {import("./drawing.js").Man} */ { at, kind }) => `${kind} ${at}`;
  const [stood, stands] = [new Set(scene.men.map(key)), new Set(after.map(key))];
  const come = after
    .filter((man) => !stood.has(key(man)))
    .flatMap(({ at, node, size = 1 }) => {
      const spot = find(at);
      return spot ? [s("g", { transform: `translate(${middle(spot).join(" ")}) scale(${size})` }, node)] : [];
    });
  return { come, gone: scene.men.filter((man) => !stands.has(key(man))).map(({ at }) => at) };
}
