// Arrows of moves.

import { s } from "../dom.js";
import { middle, middles } from "./drawing.js";

/** @typedef {import("./drawing.js").Shape} Shape */
/** @typedef {import("./drawing.js").Spot} Spot */
/** @typedef {(move: string) => Shape} ShapeOf */
/** @typedef {(id: string | null) => Spot | undefined} Find */

/**
 * The arrow of a move; a ring where it has one spot only.
 * @param {Shape} shape
 * @param {string} kind class of its colour
 * @param {number} width in cells
 * @param {Find} find
 * @returns {SVGElement[]}
 */
export function arrow(shape, kind, width, find) {
  const ring = (/** @type {Spot} */ spot) => {
    const [cx, cy] = middle(spot);
    return [
      s("circle", { class: `arrow round ${kind}`, cx, cy, r: 0.42 * Math.min(spot.w, spot.h), "stroke-width": width }),
    ];
  };
  const spots = (/** @type {(string | null)[]} */ ids) => ids.flatMap((id) => find(id) ?? []);
  /** @type {SVGElement[]} */
  const rings = spots(shape.rings ?? []).flatMap(ring);
  if (shape.sign) {
    const [on, sign] = shape.sign;
    const [at] = spots([on]).map(middle);
    const text = at && s("text", { class: "tip arrow-sign", x: at[0], y: at[1] + 0.03 }, sign);
    if (text) rings.push(s("g", { class: `arrow sign ${kind}` }, text));
  }
  const way = spots(shape.path ?? (shape.rings ? [] : [shape.from, shape.to]));
  if (way.length < 2) return [...rings, ...way.flatMap(ring)];
  const [from = [0, 0], ...rest] = way.map(middle);
  // All but the last leg.
  const legs = [from, ...rest.slice(0, -1)];
  const run = shape.run?.(middles(find));
  const [start, to] = [run?.start ?? legs.at(-1) ?? from, rest.at(-1) ?? from];
  const bends = run
    ? run.bends
    : legs.length > 1
      ? legs.map(([x, y], index) => `${index ? "L" : "M"}${x} ${y}`).join("")
      : "";
  return [
    ...rings,
    ...(bends ? [s("path", { class: `arrow ${kind} bends`, d: bends, "stroke-width": width })] : []),
    ...leg(start, to, shape, kind, width),
  ];
}

/**
 * An arrow from one place to another.
 * @param {[number, number]} from
 * @param {[number, number]} to
 * @param {Shape} shape
 * @param {string} kind
 * @param {number} width
 */
function leg(from, to, shape, kind, width) {
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

/**
 * The arrows of candidates, the best on top, with what they are worth.
 * @param {import("./drawing.js").Candidate[]} candidates
 * @param {ShapeOf} shapeOf
 * @param {Find} find
 * @returns {SVGElement[]}
 */
export function candidateArrows(candidates, shapeOf, find) {
  const kindOf = (/** @type {import("./drawing.js").Candidate} */ { kind, rank }) =>
    kind ?? (rank === 0 ? "best" : "other");
  const at = (/** @type {string | null} */ id) => {
    const spot = find(id);
    return spot ? middle(spot) : null;
  };
  const nodes = [...candidates]
    .sort((a, b) => b.rank - a.rank)
    .flatMap((candidate) => {
      const width = 0.05 + 0.13 * Math.sqrt(candidate.share);
      return arrow(shapeOf(candidate.move), `candidate ${kindOf(candidate)}`, width, find);
    });
  const labelled = new Set();
  for (const candidate of candidates) {
    const { from, to: end, path = [] } = shapeOf(candidate.move);
    const to = path.at(-1) ?? end;
    const place = at(to) ?? at(from);
    if (!place || !candidate.label) continue;
    let [x, y] = place;
    if (labelled.has(to)) {
      const start = at(from);
      if (!start) continue;
      [x, y] = [0.55 * x + 0.45 * start[0], 0.55 * y + 0.45 * start[1]];
    }
    labelled.add(to);
    nodes.push(s("text", { class: `label ${kindOf(candidate)}`, x, y: y + 0.02 }, candidate.label));
  }
  return nodes;
}

/**
 * What a person has drawn.
 * @param {import("./drawing.js").Sketch[]} sketches
 * @param {Find} find
 * @returns {SVGElement[]}
 */
export function sketchArrows(sketches, find) {
  return sketches.flatMap(({ from, to, colour }) =>
    arrow({ from: from === to ? null : from, to }, `sketch ${colour}`, from === to ? 0.08 : 0.14, find),
  );
}

/**
 * Moves one after the other, numbered.
 * @param {string[]} line
 * @param {ShapeOf} shapeOf
 * @param {Find} find
 * @returns {SVGElement[]}
 */
export function lineArrows(line, shapeOf, find) {
  return line.flatMap((move, index) => {
    const shape = shapeOf(move);
    const target = find(shape.to);
    const same = line.slice(0, index).filter((earlier) => shapeOf(earlier).to === shape.to).length;
    const nodes = arrow(shape, `line side${index % 2}`, 0.08, find);
    if (!target) return nodes;
    const [x, y] = middle(target);
    return [...nodes, s("text", { class: "label number", x: x + 0.3 * same, y: y + 0.02 }, index + 1)];
  });
}
