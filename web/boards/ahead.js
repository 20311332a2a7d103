// What a move would change on a board.

import { s } from "../dom.js";
import { middle } from "./drawing.js";

/**
 * The men that would come, and the spots of those that would go, or would change.
 * @param {import("./state.js").State} state
 * @param {import("../engine/engine.js").Shown} then the position after the move
 * @returns {{come: SVGElement[], gone: string[], changed: string[]}}
 */
export function ahead({ drawing, frame, scene, spot: find }, { position, men }) {
  const { men: after } = drawing.scene({ ...frame, position, men, decided: [] });
  const key = (/** @type {import("./drawing.js").Man} */ { at, node, kind }) =>
    `${kind ?? node.getAttribute("class")} ${at}`;
  const [stood, stands] = [new Set(scene.men.map(key)), new Set(after.map(key))];
  const coming = after.filter((man) => !stood.has(key(man)));
  const come = coming.flatMap(({ at, node, size = 1 }) => {
    const spot = find(at);
    return spot ? [s("g", { transform: `translate(${middle(spot).join(" ")}) scale(${size})` }, node)] : [];
  });
  const taken = new Set(coming.map(({ at }) => at));
  const left = scene.men.filter((man) => !stands.has(key(man))).map(({ at }) => at);
  return { come, gone: left.filter((at) => !taken.has(at)), changed: left.filter((at) => taken.has(at)) };
}
