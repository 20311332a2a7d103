// The state of a board as elements: men, marks, targets, spots.

import { s } from "../dom.js";
import { t } from "../text.js";
import { arrive, fade, turnOver } from "./animate.js";
import { middle, middles } from "./drawing.js";

/** @typedef {import("./drawing.js").Spot} Spot */
/** @typedef {import("./state.js").State} State */

/**
 * The area of a spot; a rectangle may be a little smaller.
 * @param {Spot} spot
 * @param {string} kind
 * @param {number} [inset]
 */
function area({ x, y, w, h, outline }, kind, inset = 0) {
  if (outline) return s("path", { class: kind, d: outline });
  const size = { x: x + inset, y: y + inset, width: w - 2 * inset, height: h - 2 * inset };
  return s("rect", { class: kind, ...size, rx: 2 * inset });
}

/**
 * @param {State} state
 * @param {import("./drawing.js").Man[] | null} before those that were drawn before the last move, which are to be seen
 *   moving; `null`: nothing moves
 * @returns {SVGElement[]}
 */
export function men(state, before) {
  const { scene, spot: find, arrived, picked, lastShape: last } = state;
  const run = before && lastRun(state);
  const stood = new Map((before ?? []).map((man) => [man.at, man]));
  const drawn = scene.men.flatMap(({ at, node, size = 1, kind }) => {
    const spot = find(at);
    if (!spot) return [];
    const [x, y] = middle(spot);
    const transform = `translate(${x} ${y}) scale(${size})`;
    const group = s(
      "g",
      { transform, class: picked.includes(at) ? "picked" : null, "data-at": at, "data-size": size },
      node,
    );
    const was = stood.get(at);
    const path = last?.to === at ? run : null;
    if (before && arrived.has(at)) arrive(node, spot, find(arrived.get(at)), size, path);
    else if (was && was.kind !== kind) turnOver(node, was.node);
    return [group];
  });
  return [...taken(stood, scene.men, arrived, find), ...drawn];
}

/**
 * The men that a move has taken, as they go.
 * @param {Map<string, import("./drawing.js").Man>} stood
 * @param {import("./drawing.js").Man[]} now
 * @param {Map<string, string | null>} arrived
 * @param {State["spot"]} find
 */
function taken(stood, now, arrived, find) {
  const [left, held] = [new Set(arrived.values()), new Set(now.map(({ at }) => at))];
  return [...stood.values()].flatMap(({ at, node, size = 1 }) => {
    const spot = find(at);
    const isGone = !left.has(at) && (!held.has(at) || arrived.has(at));
    return spot && isGone ? fade(node, spot, size) : [];
  });
}

/** The way of the last move, as a path, where it runs round loops. @param {State} state @returns {string | null} */
function lastRun({ lastShape: last, spot: find }) {
  const [run, end] = [last?.run?.(middles(find)), last && find(last.to)];
  return run && end ? `${run.bends}L${middle(end).join(" ")}` : null;
}

/** The spots of the last move. @param {State} state @returns {(string | null)[]} */
function ledSpots({ arrived, drawing, lastShape: last, view }) {
  if (!last) return [];
  const changed = view.before === null ? null : drawing.changed?.(view.before, view.position);
  if (changed) return changed;
  return drawing.moved ? [...arrived.keys()] : [last.from, ...(last.via ?? []), last.to];
}

/**
 * The game's own sign on a spot where a turn continues.
 * @param {State} state
 * @param {string} id
 * @param {string} sign
 * @param {string} kind
 */
function targetSign(state, id, sign, kind) {
  const spot = state.spot(id);
  if (!spot) return [];
  const [x, y] = middle(spot);
  return [s("text", { class: kind, x, y: y + 0.03 }, sign)];
}

/**
 * Marks below the men: the last move, what is due, what was chosen, what moves are worth.
 * @param {State} state
 * @returns {SVGElement[]}
 */
export function marks(state) {
  const { view, scene, picked, lastShape: last } = state;
  const mark = (/** @type {Iterable<string | null>} */ ids, /** @type {string} */ kind) =>
    [...new Set(ids)].flatMap((id) => {
      const spot = state.spot(id);
      return spot ? [area(spot, `mark ${kind}`)] : [];
    });
  const led = ledSpots(state);
  const sign = last && state.drawing.sign?.(last.to);
  const { held } = state;
  const run = lastRun(state);
  const left = (/** @type {string | null} */ id) => id !== null && !held.has(id);
  return [
    // The cell that a man has left is paler than the one it reached.
    ...mark(led.filter(left), "last left"),
    ...mark(
      led.filter((id) => !left(id)),
      "last",
    ),
    ...(run ? [s("path", { class: "trail", d: run })] : []),
    ...(sign ? targetSign(state, last.to, sign, "target-sign gone") : []),
    ...mark([...(scene.hints ?? []), ...(view.marks ?? [])], "hint"),
    ...mark(picked, "selected"),
    ...[...(view.verdicts ?? [])].flatMap(([move, verdict]) => mark([state.shape(move).to], `verdict ${verdict}`)),
  ];
}

/**
 * Where a move may end, or begin where nobody stands: a dot, a ring around a man, or the game's own sign where a turn
 * goes on; and lines through what is aimed at.
 * @param {State} state
 * @returns {SVGElement[]}
 */
export function targets(state) {
  const { aimed, placed, scene, signs } = state;
  const { held: occupied } = state;
  const free = state.selected === null ? state.sources().filter((id) => !occupied.has(id)) : [];
  const ends = new Set([...state.onward().keys(), ...signs.keys(), ...state.directTargets(), ...free]);
  /** @param {string} id @returns {SVGElement[]} */
  const mark = (id) => {
    const spot = state.spot(id);
    if (!spot) return [];
    const [cx, cy] = middle(spot);
    const sign = signs.get(id);
    if (sign) return targetSign(state, id, sign, "target-sign");
    // In a narrow spot the dot is still seen.
    const least = Math.max(Math.min(spot.w, spot.h), Math.max(spot.w, spot.h) / 2);
    return occupied.has(id)
      ? [s("circle", { class: "take", cx, cy, r: 0.44 * least })]
      : [s("circle", { class: "dot", cx, cy, r: 0.13 * least })];
  };
  const put = state.spot(placed?.at);
  const man =
    placed && put ? [s("g", { class: "placed", transform: `translate(${middle(put).join(" ")})` }, placed.node)] : [];
  const dots = [...man, ...[...ends].flatMap(mark)];
  const aim = state.spot(aimed);
  if (!aim) return dots;
  const [x, y] = middle(aim);
  return [...dots, s("path", { class: "aim", d: `M0 ${y}H${scene.width}M${x} 0V${scene.height}` })];
}

/**
 * The spots that can be pointed at, with their labels.
 * @param {State} state
 * @returns {SVGElement[]}
 */
export function spots(state) {
  const { view, scene, picked, focused } = state;
  const sources = new Set(state.sources());
  const ends = new Set([...state.onward().keys(), ...state.directTargets()]);
  const verdicts = new Map([...(view.verdicts ?? [])].map(([move, verdict]) => [state.shape(move).to, verdict]));
  return scene.spots.map((spot) => {
    const { id, label, opens } = spot;
    const [target, source] = [ends.has(id), sources.has(id)];
    const may = opens ? t("board.opens") : target ? t("board.target") : source ? t("board.source") : "";
    const verdict = verdicts.get(id);
    return s(
      "g",
      {
        class: ["spot", target && "target", source && "source", opens && "opens"].filter(Boolean).join(" "),
        "data-spot": id,
        role: "button",
        tabindex: id === focused ? 0 : -1,
        "aria-label": [label, verdict ? t(`verdict.${verdict}`) : "", may].filter(Boolean).join(", "),
        "aria-pressed": picked.includes(id) ? "true" : null,
      },
      area(spot, "area"),
      area(spot, "ring", 0.04),
    );
  });
}
