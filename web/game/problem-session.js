// The state of solving a problem: the tries, the engine's judgements, the trainer's count, and the next problem.
// Independent of its display.

import { t } from "../text.js";
import { Game } from "./game.js";
import { problemsOf } from "./problem.js";
import { keepScore, keepSolved, nextOf, themes, tried } from "./trainer.js";

/** @typedef {import("../engine/engine.js").Engine} Engine */
/** @typedef {import("../engine/engine.js").Position} Position */
/** @typedef {import("./problem.js").Problem} Problem */
/** @typedef {import("./problem.js").Judgement} Judgement */
/** @typedef {import("./problem.js").Hint} Hint */
/** @typedef {import("./tree.js").Variation} Variation */

/**
 * What there is to say: of the problem, of a move, or of its solution.
 * @typedef {{what: "begin" | "solved" | "shown"} | {what: "right", judged: Judgement & {right: true}}
 *   | {what: "wrong", judged: Judgement & {right: false}} | {what: "hint", hint: Hint}} Said
 */

/** Milliseconds before the defence answers, so that the person's move is seen. */
const PAUSE = 350;

export class ProblemSession {
  #own = new AbortController();
  /** Whether a hint was given. */
  #helped = false;
  /** Whether the trainer knows how it went: what follows only counts as practice. */
  #counted = false;
  #side;

  /**
   * @param {Engine} engine
   * @param {Game} game
   * @param {{problems: Problem[], problem: Problem, today: number | null, theme: string}} what
   */
  constructor(engine, game, { problems, problem, today, theme }) {
    this.engine = engine;
    this.game = game;
    /** All problems of the variant. */
    this.problems = problems;
    this.problem = problem;
    this.today = today;
    /** The requested theme. */
    this.theme = theme;
    this.#side = game.current.position.side;
    /** @type {"open" | "solved" | "shown"} */
    this.state = "open";
    /** Whether a move is being judged or answered. */
    this.busy = false;
    /** Wrong moves since the beginning. */
    this.wrong = 0;
    /** A move with its refutation, to be drawn on the board. @type {string[]} */
    this.drawn = [];
    /** The last response; a new object for each response. @type {Said} */
    this.said = { what: "begin" };
    /** The change of the rating. @type {number | null} */
    this.change = null;
    /** Called when anything has changed. */
    this.changed = () => {};
    /** Called when a move was made, by either side. */
    this.moved = () => {};
    /** Called when the trainer has counted something. */
    this.scored = () => {};
    /** Called when the problem is solved. */
    this.solved = () => {};
    /** Called with what could not be done. @type {(error: unknown) => void} */
    this.failed = () => {};
    game.watch(() => this.#draw());
  }

  /**
   * The problem that an address means: without a number, that of the day.
   * @param {Engine} engine
   * @param {string} variant
   * @param {string | null} asked its number
   * @param {string} theme that the next problems have
   */
  static async open(engine, variant, asked, theme) {
    const { problems, today } = await problemsOf(engine, variant);
    const number = asked === null ? (today ?? 1) : Number(asked);
    const problem = problems.find((one) => one.number === number);
    if (!problem) throw new Error(t("error.problem", { number: asked ?? "", count: problems.length }));
    const game = await Game.open(engine, problem.game);
    return new ProblemSession(engine, game, { problems, problem, today, theme });
  }

  /** Nobody looks any more. */
  leave() {
    this.#own.abort();
  }

  get #left() {
    return this.#own.signal.aborted;
  }

  #draw() {
    if (!this.#left) this.changed();
  }

  // --- the trainer ---------------------------------------------------------------------------------------------------

  /** The themes that can be chosen, and the one that is, with its problems. */
  get chosen() {
    const all = themes(this.problems);
    const found = all.find(({ id }) => id === this.theme) ?? all[0];
    return { all, id: found?.id ?? "all", problems: found?.problems ?? [] };
  }

  /** The next problem. @param {Problem[]} among */
  next(among) {
    return nextOf(among, this.problem);
  }

  /** The missed problems other than this one. */
  get missed() {
    return this.problems.filter((one) => tried(one)?.missed && one !== this.problem);
  }

  /** Tells the trainer how it went. @param {number} how */
  #score(how) {
    if (this.#counted) return;
    this.#counted = true;
    this.change = keepScore(this.problem, how);
    this.scored();
  }

  // --- moves ---------------------------------------------------------------------------------------------------------

  get mayMove() {
    const { position } = this.game.current;
    return this.state === "open" && !this.busy && !position.outcome && position.side === this.#side;
  }

  /** Whether anything was done that can be begun again. */
  get begun() {
    return this.state !== "open" || this.game.tree.root.children.length > 0;
  }

  /**
   * Tries a move: a right one is answered, a wrong one is not made. `false` if none can be tried now.
   * @param {string} move
   */
  async play(move) {
    if (!this.mayMove) return false;
    const { moves = [], ...spec } = this.game.spec();
    this.drawn = [];
    await this.#ask(
      { do: "attempt", game: { ...spec, moves: [...moves, move] } },
      async (/** @type {Judgement} */ judged) => {
        if (judged.right) await this.#advance(judged);
        else this.#refuse(judged);
      },
    );
    return true;
  }

  /**
   * Asks the engine about the present position; no move is made meanwhile. `then` gets its answer if it still matters.
   * @template T
   * @param {object} request
   * @param {(told: T) => void | Promise<void>} then
   */
  async #ask(request, then) {
    const node = this.game.current;
    this.busy = true;
    this.#draw();
    try {
      /** @type {T | null} */
      const told = await this.engine.run(request, () => {}, this.#own.signal);
      if (told && !this.#left && this.game.current === node && this.state === "open") await then(told);
    } finally {
      this.busy = false;
      this.#draw();
    }
  }

  /** @param {Judgement & {right: true}} judged */
  async #advance(judged) {
    await this.#make(judged.move);
    for (const answer of judged.answers) {
      await new Promise((resume) => setTimeout(resume, PAUSE));
      if (this.#left) return;
      await this.#make(answer);
    }
    if (judged.solved) this.#solve();
    else this.said = { what: "right", judged };
  }

  /** @param {string} move */
  async #make(move) {
    await this.game.play(move);
    this.moved();
  }

  #solve() {
    this.state = "solved";
    if (this.#counted) {
      keepSolved(this.problem);
      this.scored();
    } else this.#score(this.#helped ? 0.5 : 1);
    this.said = { what: "solved" };
    this.#draw();
    this.solved();
  }

  /** @param {Judgement & {right: false}} judged */
  #refuse(judged) {
    const { move, by } = judged;
    this.wrong += 1;
    this.#score(0);
    this.drawn = by ? [move, by] : [move];
    this.said = { what: "wrong", judged };
  }

  /** Asks how the winning move begins. */
  async askHint() {
    if (!this.mayMove) return;
    await this.#ask({ do: "hint", game: this.game.spec() }, (/** @type {Hint} */ hint) => {
      this.#helped = true;
      this.said = { what: "hint", hint };
    });
  }

  async restart() {
    const { game } = this;
    this.state = "open";
    this.drawn = [];
    this.wrong = 0;
    game.tree.root.children = [];
    await game.goTo(game.tree.root);
    this.said = { what: "begin" };
    this.#draw();
  }

  /** Gives up: the solution takes the place of what was tried. */
  async showSolution() {
    if (this.busy) return;
    if (this.state === "open") this.#score(0);
    this.state = "shown";
    this.drawn = [];
    this.busy = true;
    try {
      await this.#layOut();
    } catch (error) {
      this.failed(error);
    }
    this.busy = false;
    this.said = { what: "shown" };
    this.#draw();
  }

  /** Makes the solution the game, and stands at its beginning. */
  async #layOut() {
    const { game, problem } = this;
    /** @type {{positions: Position[]}} */
    const { positions } = await this.engine.ask({ do: "line", game: { ...problem.game, moves: problem.line } });
    const { tree } = game;
    tree.goTo(tree.root);
    tree.root.children = [];
    for (const position of positions.slice(1)) tree.play(position);
    await game.goTo(tree.root);
  }

  /** @param {Variation} node */
  async goTo(node) {
    if (this.busy) return;
    this.drawn = [];
    await this.game.goTo(node);
  }

  /** @param {1 | -1} step */
  async step(step) {
    const { current } = this.game;
    await this.goTo((step > 0 ? current.children[0] : current.parent) ?? current);
  }

  /** Draws a move that does not win, and what refutes it. @param {Problem["tries"][0]} wrong */
  async showTry({ move, refutation }) {
    await this.goTo(this.game.tree.root);
    this.drawn = [move, refutation];
    this.#draw();
  }
}
