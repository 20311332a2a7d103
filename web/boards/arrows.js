// Arrows of moves.

import { s } from "../dom.js";

/** @typedef {import("./board.js").Shape} Shape */
/** @typedef {import("./board.js").Spot} Spot */

/** @param {Spot} spot @returns {[number, number]} */
function middle(spot) {
  return [spot.x + spot.w / 2, spot.y + spot.h / 2];
}

/**
 * The arrow of a move; a ring where it has one spot only.
 * @param {Shape} shape
 * @param {string} kind class of its colour
 * @param {number} width in cells
 * @param {(id: string) => Spot | undefined} find
 * @returns {SVGElement[]}
 */
export function arrow(shape, kind, width, find) {
  const target = find(shape.to);
  const source = shape.from === null ? undefined : find(shape.from);
  const ring = (/** @type {Spot} */ spot) => {
    const [cx, cy] = middle(spot);
    return [
      s("circle", { class: `arrow round ${kind}`, cx, cy, r: 0.42 * Math.min(spot.w, spot.h), "stroke-width": width }),
    ];
  };
  if (!target || !source) {
    const only = target ?? source;
    return only ? ring(only) : [];
  }
  const [from, to] = [middle(source), middle(target)];
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy) || 1;
  if (shape.either) {
    // Two ends of a stretch: an arc above it.
    const lift = Math.min(0.9, 0.3 + 0.08 * length);
    const path = `M${from[0]} ${from[1] - 0.4}Q${(from[0] + to[0]) / 2} ${(from[1] + to[1]) / 2 - 0.4 - lift} ${to[0]} ${to[1] - 0.4}`;
    return [s("path", { class: `arrow ${kind}`, d: path, "stroke-width": width })];
  }
  const [ux, uy] = [dx / length, dy / length];
  const head = Math.min(0.38, 0.14 + 1.6 * width);
  const wide = head * 0.62;
  const [x, y] = [to[0] - head * ux, to[1] - head * uy];
  return [
    s(
      "g",
      { class: `arrow ${kind}` },
      s("path", { class: "shaft", d: `M${from[0] + 0.3 * ux} ${from[1] + 0.3 * uy}L${x} ${y}`, "stroke-width": width }),
      s("path", {
        class: "tip",
        d: `M${to[0]} ${to[1]}L${x - wide * uy} ${y + wide * ux}L${x + wide * uy} ${y - wide * ux}Z`,
      }),
    ),
  ];
}
