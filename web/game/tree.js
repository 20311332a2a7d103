// The tree of variations: every visited position, and the path to it.

import { isBare, NONE } from "./notes.js";

/** @typedef {import("../engine/engine.js").Position} Position */

/**
 * How a position is judged, for side 0.
 * @typedef {object} Evaluation
 * @property {number} win
 * @property {number} draw
 * @property {number} loss
 * @property {number} simulations
 */

/**
 * What a review says about the move that led here.
 * @typedef {object} Judgement
 * @property {"best" | "good" | "inaccuracy" | "mistake" | "decisive"} judgement
 * @property {number} lost expected score given away
 * @property {string} best
 * @property {string[]} pv
 * @property {boolean} exact
 */

/** @typedef {import("./notes.js").Notes} Notes */

export class Variation {
  /**
   * @param {Position} position
   * @param {Variation | null} parent
   */
  constructor(position, parent) {
    this.position = position;
    this.parent = parent;
    /** @type {Variation[]} the main line first */
    this.children = [];
    /** @type {Evaluation | null} */
    this.evaluation = null;
    /** @type {import("../engine/engine.js").Analysis | null} */
    this.analysis = null;
    /** @type {Judgement | null} */
    this.judgement = null;
    /** @type {Notes} a person's notes on it */
    this.notes = NONE;
  }

  /** The move that led here. */
  get move() {
    return this.parent ? (this.position.last?.move ?? null) : null;
  }

  /** All moves from the start. */
  get moves() {
    /** @type {string[]} */
    const moves = [];
    /** @type {Variation} */
    let node = this;
    while (node.parent) {
      moves.push(node.move ?? "");
      node = node.parent;
    }
    return moves.reverse();
  }

  get ply() {
    let ply = 0;
    for (let node = this.parent; node; node = node.parent) ply += 1;
    return ply;
  }

  /** Which turn of the game its move belongs to, from 1: a turn may have several moves. */
  get turn() {
    let turns = 0;
    for (let { parent } = /** @type {Variation} */ (this); parent; parent = parent.parent)
      if (!parent.position.goes_on) turns += 1;
    return turns;
  }

  /** Keeps a judgement if it rests on more simulations than the one that is there. @param {Evaluation} evaluation */
  learn(evaluation) {
    if (!this.evaluation || evaluation.simulations >= this.evaluation.simulations) this.evaluation = evaluation;
  }

  /** Whether it lies on the line that begins with each first child. */
  get main() {
    /** @type {Variation} */
    let node = this;
    while (node.parent) {
      if (node.parent.children[0] !== node) return false;
      node = node.parent;
    }
    return true;
  }
}

export class Tree {
  /** @param {Position} start */
  constructor(start) {
    this.root = new Variation(start, null);
    this.current = this.root;
  }

  /**
   * Goes on with a move, in a new variation if the move is not there yet.
   * @param {Position} position after the move
   */
  play(position) {
    this.current = this.add(this.current, position);
    return this.current;
  }

  /**
   * Adds a move without going there.
   * @param {Variation} at
   * @param {Position} position
   */
  add(at, position) {
    const known = at.children.find((child) => child.move === position.last?.move);
    if (known) return known;
    const child = new Variation(position, at);
    at.children.push(child);
    return child;
  }

  /** The line through the current position, to its end by first children. */
  line() {
    /** @type {Variation[]} */
    const line = [];
    for (let node = /** @type {Variation | null} */ (this.current); node; node = node.parent) line.unshift(node);
    for (let node = this.current.children[0]; node; node = node.children[0]) line.push(node);
    return line;
  }

  /** The line of first children. */
  mainLine() {
    /** @type {Variation[]} */
    const line = [];
    for (let node = /** @type {Variation | undefined} */ (this.root); node; node = node.children[0]) line.push(node);
    return line;
  }

  /** All positions. */
  get nodes() {
    const nodes = [this.root];
    for (const node of nodes) nodes.push(...node.children);
    return nodes;
  }

  /** How many positions there are. */
  get size() {
    return this.nodes.length;
  }

  /** Whether a person has noted anything. */
  get noted() {
    return this.nodes.some(({ notes }) => !isBare(notes));
  }

  /** @param {Variation} node */
  goTo(node) {
    this.current = node;
  }

  /**
   * Makes a variation come first at each branch on the way to it.
   * @param {Variation} node
   */
  promote(node) {
    for (let at = node; at.parent; at = at.parent) {
      const siblings = at.parent.children;
      siblings.splice(siblings.indexOf(at), 1);
      siblings.unshift(at);
    }
  }

  /**
   * Deletes a move with all that follows.
   * @param {Variation} node
   */
  remove(node) {
    const parent = node.parent;
    if (!parent) return;
    parent.children.splice(parent.children.indexOf(node), 1);
    for (let at = /** @type {Variation | null} */ (this.current); at; at = at.parent)
      if (at === node) this.current = parent;
  }
}
