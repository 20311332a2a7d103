// A game as one picture that plays: each position for a while, then from the start again. Nothing but an SVG with key
// frames: what positions share is drawn once, and shown while a position has it.

import { s } from "../dom.js";
import { framed, written } from "./picture-file.js";

/** @typedef {import("./still.js").Still} Still */

/** Seconds for which a position is shown, the first and the last one, and those in which a man moves. */
const [EACH, FIRST, LAST, MOVES] = [1.2, 1.6, 4, 0.35];

/** Cells below the board: the words, and how far the game has gone. */
const BELOW = 0.95;

/**
 * What is drawn once, and in which positions it is seen.
 * @typedef {{node: SVGElement, shown: number[], from: [number, number] | null}} Part
 */

/**
 * The layers of all positions as one: what the next position has too stays where it is, other things come after what
 * lies below them there.
 * @param {{node: SVGElement, from?: [number, number] | null}[][]} layers one for each position
 * @returns {Part[]}
 */
function joined(layers) {
  /** @type {Part[]} */
  const parts = [];
  /** By their markup, most recently seen first. @type {Map<string, Part>} */
  const known = new Map();
  layers.forEach((layer, at) => {
    let below = -1;
    for (const { node, from = null } of layer) {
      const key = node.outerHTML;
      let part = known.get(key);
      // One that looks the same may be there twice, or come from elsewhere.
      if (!part || part.shown.includes(at) || (from && at > 0) || parts.indexOf(part) < below) {
        part = { node, shown: [], from };
        parts.splice(below + 1, 0, part);
        known.set(key, part);
      }
      part.shown.push(at);
      below = parts.indexOf(part);
    }
  });
  return parts;
}

/** A time as key frames name it. @param {number} share */
const percent = (share) => `${Number((100 * share).toFixed(3))}%`;

/**
 * @param {Still[]} stills at least one, of one size
 * @param {string[]} words below each
 * @param {string} title
 * @returns {string} an SVG
 */
export function film(stills, words, title) {
  const count = stills.length;
  const starts = stills.map((_, at) => (at === 0 ? 0 : FIRST + EACH * (at - 1)));
  const whole = (starts.at(-1) ?? 0) + LAST;
  const { width, height } = stills[0] ?? { width: 1, height: 1 };
  /** @type {Map<string, string>} */
  const rules = new Map();
  const named = (/** @type {string} */ frames) => {
    const name = rules.get(frames) ?? `a${rules.size}`;
    rules.set(frames, name);
    return name;
  };
  const when = (/** @type {number} */ at) => (starts[at] ?? whole) / whole;

  /** The times at which something is shown and hidden. @param {number[]} shown */
  const seen = (shown) => {
    const has = new Set(shown);
    const turns = stills.flatMap((_, at) =>
      at === 0 || has.has(at) !== has.has(at - 1)
        ? [`${percent(when(at))}{visibility:${has.has(at) ? "visible" : "hidden"}}`]
        : [],
    );
    return `${named(turns.join(""))} ${whole}s step-end infinite`;
  };
  /** @param {number} at @param {[number, number]} from */
  const comes = (at, [x, y]) => {
    const begin = `transform:translate(${x.toFixed(2)}px,${y.toFixed(2)}px)`;
    const frames = `0%,${percent(when(at))}{${begin}}${percent(when(at) + MOVES / whole)},to{transform:none}`;
    return `${named(frames)} ${whole}s ease-out infinite`;
  };

  /** @type {Map<string, string>} */
  const classes = new Map();
  const timed = (/** @type {Part} */ { node, shown, from }) => {
    const [first = 0] = shown;
    const always = shown.length === count;
    const animations = [...(always ? [] : [seen(shown)]), ...(from && first > 0 ? [comes(first, from)] : [])].join();
    if (!animations) return node;
    const name = classes.get(animations) ?? `c${classes.size}`;
    classes.set(animations, name);
    // Programs that play nothing show how the game begins.
    return s("g", { class: name, "data-timed": true, visibility: first === 0 ? null : "hidden" }, node);
  };

  const layer = (/** @type {(still: Still) => {node: SVGElement, from?: [number, number] | null}[]} */ of) =>
    s("g", {}, joined(stills.map(of)).map(timed));
  const nodes = (/** @type {SVGElement[]} */ list) => list.map((node) => ({ node }));
  const said = words.map((text, at) => ({
    node: s("text", { class: "said-below", x: width / 2, y: height + 0.42 }, text),
    shown: [at],
    from: null,
  }));
  const line = { x: 0, y: height + BELOW - 0.12, width, height: 0.06, rx: 0.03 };
  const done = `${named("0%{transform:scaleX(0)}to{transform:none}")} ${whole}s linear infinite`;
  classes.set(done, "done");
  const picture = framed(width, height + BELOW, title, [
    ...[0, 1].map((index) => layer(({ below }) => nodes(below[index] ?? []))),
    layer(({ men }) => men),
    ...[0, 1].map((index) => layer(({ above }) => nodes(above[index] ?? []))),
    s("g", {}, said.map(timed)),
    s("rect", { class: "way", ...line }),
    s("g", { class: "done", "data-timed": true }, s("rect", { class: "way gone", ...line })),
  ]);
  const style = [
    ...[...rules].map(([frames, name]) => `@keyframes ${name}{${frames}}`),
    ...[...classes].map(([animation, name]) => `.${name}{animation:${animation}}`),
    // Pointing at the picture pauses it.
    "svg:hover *{animation-play-state:paused}",
  ];
  return written(picture, style.join("\n"));
}
