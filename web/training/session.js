// The training runs that a page watches: the list, the selection, and requests to the engine. Draws nothing.

import { message } from "../dom.js";

/** @typedef {import("../engine/engine.js").Engine} Engine */

/**
 * @typedef {object} Run
 * @property {string} name
 * @property {string} [variant] none where its config cannot be read
 * @property {Record<string, string | number>} [options]
 * @property {string} [error] why its config cannot be read
 * @property {number} generations
 * @property {number | null} [of] none while a run on a budget does not know yet
 * @property {boolean} training
 * @property {any[]} [metrics]
 * @property {Record<string, {generation: number, elo: number, elo_low: number, elo_high: number}[]>} [ladder]
 */

/** Curves have as many colours. */
const COLOURS = 6;

export class Session {
  /** The name of a run that was started here and has not begun yet. */
  #started = "";

  /**
   * @param {Engine} engine
   * @param {AbortSignal} signal when it ends
   * @param {(text: string) => void} fail receives the error message
   */
  constructor(engine, signal, fail) {
    this.engine = engine;
    this.signal = signal;
    this.fail = fail;
    /** @type {Run[]} */
    this.runs = [];
    /** The names of runs whose curves are drawn. @type {Set<string>} */
    this.shown = new Set();
    /** The name of the selected run, whose games and nets are shown. */
    this.chosen = "";
    /** The runs that are shown, with their figures. @type {Map<string, Run>} */
    this.known = new Map();
    /** @type {Set<() => void>} */
    this.watchers = new Set();
  }

  /** @param {() => void} watcher called whenever something has changed */
  watch(watcher) {
    this.watchers.add(watcher);
  }

  #changed() {
    if (this.signal.aborted) return;
    for (const watcher of this.watchers) watcher();
  }

  /** The selected run. */
  get run() {
    return this.runs.find(({ name }) => name === this.chosen);
  }

  /** The figures of the runs that are shown, each with its colour. */
  get figures() {
    return [...this.shown].flatMap((name) => {
      const run = this.known.get(name);
      return run ? [{ run, colour: this.colour(name) }] : [];
    });
  }

  /** The colour of a run's curves. @param {string} name */
  colour(name) {
    return (
      Math.max(
        0,
        this.runs.findIndex((run) => run.name === name),
      ) % COLOURS
    );
  }

  /**
   * Asks for the runs.
   * @param {string[]} [wanted] those to be shown, if there are such
   */
  async open(wanted = []) {
    this.shown = new Set(wanted);
    this.#take((await this.engine.ask({ do: "runs" })).runs);
    await this.#refresh();
  }

  /** Hears of changes until the session ends. */
  async follow() {
    try {
      await this.engine.run(
        { do: "watch" },
        ({ runs }) => {
          if (!runs) return;
          this.#take(runs);
          void this.#refresh();
        },
        this.signal,
      );
    } catch (error) {
      if (!this.signal.aborted) this.fail(message(error));
    }
  }

  /** @param {Run[]} runs */
  #take(runs) {
    this.runs = runs;
    const [first] = runs;
    // A run that was started here is shown once it exists.
    if (runs.some(({ name }) => name === this.#started)) {
      this.chosen = this.#started;
      this.shown.add(this.#started);
      this.#started = "";
    }
    // The first run that there is, is shown, whenever it comes.
    if (first && this.shown.size === 0 && !this.chosen) this.shown.add(first.name);
    if (!this.run)
      this.chosen = [...this.shown].find((name) => runs.some((run) => run.name === name)) ?? first?.name ?? "";
    this.#changed();
  }

  /** Fetches what is new of the runs that are shown. */
  async #refresh() {
    for (const name of this.shown) {
      const run = this.runs.find((run) => run.name === name);
      if (!run || this.known.get(name)?.generations === run.generations) continue;
      try {
        this.known.set(name, await this.engine.ask({ do: "run", run: name }));
      } catch (error) {
        this.fail(message(error));
      }
    }
    this.#changed();
  }

  /** @param {string} name @param {boolean} shown whether its curves are drawn */
  async show(name, shown) {
    if (shown) this.shown.add(name);
    else this.shown.delete(name);
    await this.#refresh();
  }

  /** Looks at the games and nets of a run. @param {string} name */
  choose(name) {
    this.chosen = name;
    this.#changed();
  }

  /**
   * @param {string} run
   * @param {"start" | "stop" | "resume"} action
   * @param {{config?: string, budget?: string}} [how]
   */
  async train(run, action, how) {
    try {
      const { runs } = await this.engine.ask({ do: "train", run, action, ...how });
      if (action === "start") this.#started = run;
      if (runs) this.#take(runs);
      await this.#refresh();
    } catch (error) {
      this.fail(message(error));
    }
  }
}
