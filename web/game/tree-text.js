// A game with all its variations as text, as people write it and as this page keeps and saves it: the form of chess's
// PGN.
//
//     [Game "loa"]
//     [Options "simultaneous=mover"]
//     [Start "1bbbbbb1/..."]
//
//     1. b1-b3! {0.52 0.01 0.47 400} 2. a2-c2 (2. a6-c6 3. b3-d3) 3. g1-g3 {mistake 0.21 h6-e3} { Now b3 is alone. }
//     {[%csl Gb3] [%cal Rc2-b3]}
//
// Brackets hold what may be played instead of the move before them. Braces hold what is known of a position: win, draw
// and loss for side 0 and the simulations behind them; then how the move was judged, what it gave away, and the better
// line. Other words in braces are a comment; a blank before them says so of any words. Circles and arrows are written
// as other programs for chess do, with the first letter of their colour. Tags, numbers and other comments may be left
// out: a bare list of moves is such a text, too.

import { valueOf } from "../fragment.js";
import { NONE, notesHold, proper, SIGNS } from "./notes.js";

/** @typedef {import("./tree.js").Evaluation} Evaluation */
/** @typedef {import("./tree.js").Judgement} Judgement */
/** @typedef {import("./notes.js").Notes} Notes */
/** @typedef {import("../engine/engine.js").GameSpec} GameSpec */

/**
 * A position of such a text: how it is reached, what is known of it, what follows, the main line first.
 * @typedef {object} Branch
 * @property {string | null} move
 * @property {Evaluation | null} evaluation
 * @property {Judgement | null} judgement
 * @property {Notes} notes
 * @property {Branch[]} children
 */

/**
 * @typedef {{game: string | null, options: Record<string, string | number>, start: string | null, root: Branch}}
 * TreeText
 */

const JUDGEMENTS = ["best", "good", "inaccuracy", "mistake", "decisive"];

/** Longest line of moves. */
const WIDTH = 100;

/** @param {string | null} [move] @returns {Branch} */
export function branch(move = null) {
  return { move, evaluation: null, judgement: null, notes: NONE, children: [] };
}

/** A line without variations. @param {string[]} moves @param {(Evaluation | null)[]} [evaluations] of each position */
export function lineOf(moves, evaluations = []) {
  const root = branch();
  root.evaluation = evaluations[0] ?? null;
  let end = root;
  moves.forEach((move, ply) => {
    const next = branch(move);
    next.evaluation = evaluations[ply + 1] ?? null;
    end.children.push(next);
    end = next;
  });
  return root;
}

/** The same moves and notes, without what an engine has found. @param {Branch} root */
export function withoutFigures(root) {
  const copied = (/** @type {Branch} */ { move, notes }) => ({ ...branch(move), notes });
  const top = copied(root);
  /** @type {[Branch, Branch][]} */
  const open = [[root, top]];
  for (const [from, to] of open)
    for (const child of from.children) {
      const copy = copied(child);
      to.children.push(copy);
      open.push([child, copy]);
    }
  return top;
}

/** Each position that nothing follows, with its moves from the start. @param {Branch} root @returns {Branch[][]} */
export function leaves(root) {
  /** @type {Branch[][]} */
  const found = [];
  /** @type {Branch[][]} */
  const open = [[root]];
  for (let path = open.pop(); path; path = open.pop()) {
    const { children } = /** @type {Branch} */ (path.at(-1));
    if (children.length === 0) found.push(path);
    for (const child of children.toReversed()) open.push([...path, child]);
  }
  return found;
}

/**
 * Whether a tree has all moves of another one, and all that was noted of them.
 * @param {Branch} all
 * @param {Branch} some
 * @returns {boolean}
 */
export function holds(all, some) {
  const open = [{ all, some }];
  for (const { all, some } of open) {
    if (!notesHold(all.notes, some.notes)) return false;
    for (const child of some.children) {
      const same = all.children.find(({ move }) => move === child.move);
      if (!same) return false;
      open.push({ all: same, some: child });
    }
  }
  return true;
}

// --- writing --------------------------------------------------------------------------------------------------------

/**
 * @param {GameSpec} spec rules and start
 * @param {Branch} root of a tree, whether the engine knows it or not
 */
export function writeTree(spec, root) {
  return `${writeTags(spec)}\n${folded([...comments(root), ...following(root, 1)])}\n`;
}

/** The tags that identify the game. @param {GameSpec} spec */
export function writeTags({ variant, options = {}, start }) {
  const chosen = Object.entries(options).map(([name, value]) => `${name}=${value}`);
  const tags = [["Game", variant], ...(chosen.length > 0 ? [["Options", chosen.join(" ")]] : [])];
  if (start) tags.push(["Start", start]);
  return tags.map(([name, value]) => `[${name} ${JSON.stringify(value)}]\n`).join("");
}

/** Everything after a position. @param {Branch} from @param {number} number of the next move @returns {string[]} */
function following(from, number) {
  const words = [];
  let at = from;
  for (let main = at.children[0]; main; main = at.children[0]) {
    words.push(`${number}.`, ...step(main));
    for (const other of at.children.slice(1)) {
      const inner = [`${number}.`, ...step(other), ...following(other, number + 1)];
      words.push(`(${inner[0]}`, ...inner.slice(1, -1), `${inner.at(-1)})`);
    }
    at = main;
    number += 1;
  }
  return words;
}

/** @param {Branch} node */
function step(node) {
  return [(node.move ?? "") + node.notes.sign, ...comments(node)];
}

/** @param {Branch} node @returns {string[]} */
function comments({ evaluation, judgement, notes: { comment, sketches } }) {
  const words = [];
  if (evaluation) {
    const { win, draw, loss, simulations } = evaluation;
    words.push(`{${[win, draw, loss].map((share) => share.toFixed(4)).join(" ")} ${simulations}}`);
  }
  if (judgement) {
    const { judgement: kind, lost, best, pv, exact } = judgement;
    const line = pv.length > 0 ? pv : [best];
    words.push(`{${kind} ${lost.toFixed(4)}${exact ? " exact" : ""} ${line.join(" ")}}`);
  }
  if (comment) words.push(`{ ${comment} }`);
  const circles = sketches.filter(({ from, to }) => from === to).map(({ to, colour }) => letter(colour) + to);
  const arrows = sketches.filter(({ from, to }) => from !== to);
  const drawn = [
    ...(circles.length > 0 ? [`[%csl ${circles.join()}]`] : []),
    ...(arrows.length > 0
      ? [`[%cal ${arrows.map(({ from, to, colour }) => `${letter(colour)}${from}-${to}`).join()}]`]
      : []),
  ];
  if (drawn.length > 0) words.push(`{${drawn.join(" ")}}`);
  return words;
}

/** @param {string} colour */
function letter(colour) {
  return colour.charAt(0).toUpperCase();
}

/** @param {string[]} words */
function folded(words) {
  const lines = [""];
  for (const word of words) {
    const line = lines.at(-1) ?? "";
    if (line && line.length + word.length >= WIDTH) lines.push(word);
    else lines[lines.length - 1] = line ? `${line} ${word}` : word;
  }
  return lines.join("\n");
}

// --- reading --------------------------------------------------------------------------------------------------------

/**
 * @param {string} text
 * @returns {TreeText | null} `null` where brackets or braces do not match
 */
export function readTree(text) {
  /** @type {TreeText} */
  const found = { game: null, options: {}, start: null, root: branch() };
  /** @type {Branch[]} where variations began */
  const open = [];
  let [before, at] = [found.root, found.root];
  const words = text.matchAll(/^\[(\w+)\s+("(?:[^"\\]|\\.)*")\]\s*$|\{([^}]*)\}|[(){}]|[^\s,(){}]+/gm);
  for (const [word, tag, value, comment] of words) {
    if (tag) readTag(found, tag, unquoted(value ?? ""));
    else if (comment !== undefined) readComment(at, comment);
    else if (word === "(") {
      if (at === before) return null;
      open.push(before, at);
      at = before;
    } else if (word === ")") {
      const [parent, node] = open.splice(-2);
      if (!parent || !node) return null;
      [before, at] = [parent, node];
    } else if (word === "{" || word === "}") return null;
    else if (!/^(1-0|0-1|1\/2-1\/2|\*|\d+\.+|\.+)$/.test(word)) {
      const [, move = "", sign = ""] = /^(.*?)([?!]*)$/.exec(word.replace(/^\d+\.+/, "")) ?? [];
      before = at;
      at = at.children.find((child) => child.move === move) ?? branch(move);
      if (!before.children.includes(at)) before.children.push(at);
      if (SIGNS.includes(sign)) at.notes = { ...at.notes, sign };
    }
  }
  return open.length === 0 ? found : null;
}

/** @param {string} quoted */
function unquoted(quoted) {
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted.slice(1, -1);
  }
}

/** @param {TreeText} found @param {string} tag @param {string} value */
function readTag(found, tag, value) {
  if (tag === "Game") found.game = value;
  if (tag === "Start") found.start = value;
  if (tag !== "Options") return;
  const pairs = value.split(" ").filter((pair) => /^[^=]/.test(pair));
  // Names may be those of what every object has.
  found.options = Object.fromEntries(
    pairs.map((pair) => {
      const [name = "", chosen = ""] = pair.split("=", 2);
      return [name, valueOf(chosen)];
    }),
  );
}

/** Circles and arrows, as other programs for chess write them. */
const DRAWN = /\[%(?:csl|cal) ([^\]]*)\]/g;

/** Colours by their first letter. @type {Record<string, import("../boards/drawing.js").Sketch["colour"]>} */
const COLOURS = { G: "green", R: "red", B: "blue", Y: "yellow" };

/** @param {Branch} at @param {string} comment */
function readComment(at, comment) {
  for (const [, drawn = ""] of comment.matchAll(DRAWN))
    for (const one of drawn.split(",")) {
      const [, shade = "", from = "", to = from] = /^([GRBY])([^-]+)(?:-(.+))?$/.exec(one.trim()) ?? [];
      const colour = COLOURS[shade];
      if (colour && at.notes.sketches.every((other) => other.from !== from || other.to !== to))
        at.notes = { ...at.notes, sketches: [...at.notes.sketches, { from, to, colour }] };
    }
  const said = comment.replace(/\[%[^\]]*\]/g, "");
  const text = proper(said);
  if (!text || (!/^\s/.test(said) && readFigures(at, text))) return;
  const { comment: before } = at.notes;
  at.notes = { ...at.notes, comment: before ? `${before} ${text}` : text };
}

/**
 * Reads what an engine has found of a position.
 * @param {Branch} at
 * @param {string} text
 * @returns {boolean} whether it is that
 */
function readFigures(at, text) {
  const words = text.split(" ");
  const figures = words.map(Number);
  const [win, draw, loss, simulations] = figures;
  if (figures.length === 4 && figures.every((figure) => figure >= 0)) {
    at.evaluation = /** @type {Evaluation} */ ({ win, draw, loss, simulations });
    return true;
  }
  const [kind = "", lost = "", ...rest] = words;
  if (!JUDGEMENTS.includes(kind) || !lost || !(Number(lost) >= 0)) return false;
  const exact = rest[0] === "exact";
  const pv = exact ? rest.slice(1) : rest;
  const judgement = /** @type {Judgement["judgement"]} */ (kind);
  at.judgement = { judgement, lost: Number(lost), best: pv[0] ?? "", pv, exact };
  return true;
}
