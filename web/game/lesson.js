// The state of a lesson: the step, the moves made in it, the response to them. Independent of its display.

import { lessons } from "../lessons/registry.js";
import { settings } from "../settings.js";
import { Game } from "./game.js";

/** @typedef {import("../engine/engine.js").Engine} Engine */
/** @typedef {import("../engine/engine.js").GameSpec} GameSpec */
/** @typedef {import("../engine/engine.js").Variant} Variant */
/** @typedef {import("../lessons/lesson.js").Lesson} Lesson */
/** @typedef {import("../lessons/lesson.js").Step} Step */
/** @typedef {import("../lessons/lesson.js").Words} Words */

/** The response to an action: words of the lesson, or of the page. @typedef {{kind: "right" | "wrong", words: Words | string, marks?: string[]}} Said */

/** Milliseconds for which a move is seen before the next one, or before it is taken back. */
const PAUSE = 800;

/** @param {import("../games/look.js").Told & {name: string}} variant */
export function hasLesson(variant) {
  return lessons[variant.name] !== undefined;
}

/** Progress in a lesson, in this browser. @param {string} variant @returns {{step: number, done: boolean}} */
export function progressOf(variant) {
  const { step, done } = settings.json("lessons")?.[variant] ?? {};
  return { step: Number.isInteger(step) && step > 0 ? step : 0, done: done === true };
}

/** @param {string} variant @param {{step: number, done: boolean}} progress */
function keep(variant, progress) {
  settings.set("lessons", JSON.stringify({ ...settings.json("lessons"), [variant]: progress }));
}

/**
 * The game in which a step begins, where in each step before what is shown to whoever asks was played.
 * @param {string} variant
 * @param {Step[]} steps
 * @param {number} index
 * @returns {GameSpec}
 */
export function gameOf(variant, steps, index) {
  let first = index;
  while (first > 0 && steps[first]?.position === undefined) first -= 1;
  const played = steps.slice(first, index);
  const moves = played.flatMap(({ moves = [], then, replies = [] }) => [
    ...moves.slice(0, 1),
    ...(then ? [then.move] : []),
    ...replies,
  ]);
  const start = steps[first]?.position;
  return { variant, moves, ...(start && { start }) };
}

/** Whether a legal move is one that a step asks for. @param {Step} step @param {string} move */
export function asked({ moves = [], also }, move) {
  return moves.includes(move) || (also?.(move) ?? false);
}

export class LessonSession {
  /** Whether the view was left. */
  #left = false;

  /**
   * @param {Engine} engine
   * @param {Variant} variant
   * @param {Lesson} lesson
   * @param {Game} game
   * @param {number} index
   */
  constructor(engine, variant, lesson, game, index) {
    this.engine = engine;
    this.variant = variant;
    this.lesson = lesson;
    this.game = game;
    this.index = index;
    /** @type {"open" | "busy" | "done"} */
    this.state = "open";
    /** @type {Said | null} */
    this.said = null;
    /** Whether the rest of a turn is due. */
    this.within = false;
    /** Whether the possible moves are shown on request. */
    this.shows = false;
    /** Called when anything has changed. */
    this.changed = () => {};
    this.#begin(index);
    this.#watch();
  }

  /**
   * The lesson of a variant, at the step where it was left.
   * @param {Engine} engine
   * @param {Variant} variant that has one
   */
  static async open(engine, variant) {
    const load = lessons[variant.name];
    if (!load) throw new Error(variant.name);
    const lesson = await load();
    const index = Math.min(progressOf(variant.name).step, lesson.steps.length - 1);
    const game = await Game.open(engine, gameOf(variant.name, lesson.steps, index));
    return new LessonSession(engine, variant, lesson, game, index);
  }

  /** Nobody looks any more. */
  leave() {
    this.#left = true;
  }

  /** @returns {Step} */
  get step() {
    return this.lesson.steps[this.index] ?? { text: { en: "", fr: "" } };
  }

  get last() {
    return this.index === this.lesson.steps.length - 1;
  }

  /** Whether the whole lesson is over. */
  get over() {
    return this.last && this.state === "done";
  }

  /** Whether a move on the board is due. */
  get mayMove() {
    const { moves, see } = this.step;
    return (this.state === "open" && moves !== undefined) || (this.state !== "busy" && see !== undefined);
  }

  /** The highlighted spots: of the response, of the step, or on request. @returns {string[]} */
  get marks() {
    if (this.said?.marks) return this.said.marks;
    const { marks = [], see, moves } = this.step;
    if (moves) return this.state === "open" && !this.within ? marks : [];
    return see ? [...marks, see] : marks;
  }

  /** Moves to be drawn. @returns {string[]} */
  get arrows() {
    if (this.state !== "open") return [];
    const { arrows = [], moves = [], then } = this.step;
    if (!this.shows) return arrows;
    const legal = (this.game.current.position.moves ?? []).map(({ move }) => move);
    const shown = this.within && then ? [then.move, ...legal] : moves;
    return shown.filter((move) => legal.includes(move)).slice(0, 1);
  }

  /** The task of the step. @returns {Words} */
  get task() {
    const { text, then } = this.step;
    return this.within && then ? then.text : text;
  }

  #watch() {
    this.game.watch(() => !this.#left && this.changed());
  }

  /** @param {number} index */
  #begin(index) {
    this.index = index;
    this.within = false;
    this.shows = false;
    this.said = null;
    // A step without a task is done when it is read.
    const { moves, see } = this.step;
    this.state = moves || see ? "open" : "done";
    const { done } = progressOf(this.variant.name);
    keep(this.variant.name, { step: index, done });
  }

  /** @param {number} index */
  async #enter(index) {
    const game = await Game.open(this.engine, gameOf(this.variant.name, this.lesson.steps, index));
    if (this.#left) return;
    this.game = game;
    this.#watch();
    this.#begin(index);
    this.changed();
  }

  /** @param {Said["kind"]} kind @param {Said["words"]} words @param {string[]} [marks] */
  #say(kind, words, marks) {
    this.said = { kind, words, ...(marks && { marks }) };
  }

  /** @param {Words | undefined} words */
  #done(words) {
    this.state = "done";
    this.said = null;
    if (words) this.#say("right", words);
    if (this.last) keep(this.variant.name, { step: 0, done: true });
    this.changed();
  }

  /** A spot is chosen. @param {string} spot */
  chosen(spot) {
    if (this.state === "open" && this.step.see === spot) this.#done(this.step.after);
  }

  /**
   * Makes a move: a right one is answered, another one is taken back.
   * @param {string} move
   */
  async play(move) {
    const { step, game } = this;
    if (this.state !== "open" || !step.moves) {
      if (this.state === "open") this.#say("wrong", "lesson.look");
      this.changed();
      return;
    }
    const before = game.current;
    this.said = null;
    this.state = "busy";
    try {
      await game.play(move);
      if (this.within || asked(step, move)) await this.#right();
      else await this.#wrong(before);
    } finally {
      if (this.state === "busy") this.state = "open";
    }
    if (!this.#left) this.changed();
  }

  /** A right move was made: the turn continues, or is answered. */
  async #right() {
    const { then, replies = [], after } = this.step;
    this.shows = false;
    this.within = !this.within && then !== undefined;
    if (this.within) return;
    for (const reply of replies) {
      await this.#pause();
      await this.game.play(reply);
    }
    if (!this.#left) this.#done(after);
  }

  /** Another move was made: it is seen, and taken back. @param {import("./tree.js").Variation} before */
  async #wrong(before) {
    this.#say("wrong", this.step.otherwise ?? "lesson.other");
    this.changed();
    await this.#pause();
    await this.game.goTo(before);
  }

  /** Time to see a move. */
  async #pause() {
    await new Promise((resume) => setTimeout(resume, PAUSE));
  }

  /**
   * Handles an attempt that is no move.
   * @param {string} why as the board or the engine says it
   * @param {string} tried
   * @param {string} began the spot where it began
   */
  refused(why, tried, began) {
    if (this.state === "busy") return;
    const reason = this.lesson.reason?.(this.game.current.position.position, tried, began);
    this.#say("wrong", reason?.text ?? why, reason?.marks);
    this.changed();
  }

  /** Shows what may be done. */
  show() {
    this.shows = true;
    this.said = null;
    this.changed();
  }

  async next() {
    if (this.state !== "done" || this.last) return;
    const index = this.index + 1;
    // The next step continues from the chosen moves.
    if (this.lesson.steps[index]?.position !== undefined) await this.#enter(index);
    else {
      this.#begin(index);
      this.changed();
    }
  }

  async back() {
    if (this.state !== "busy" && this.index > 0) await this.#enter(this.index - 1);
  }

  async anew() {
    if (this.state !== "busy") await this.#enter(0);
  }
}
