// The review of a game: the engine judges every move of the main line.

/** @typedef {import("../engine/engine.js").Engine} Engine */
/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./tree.js").Judgement} Judgement */
/** @typedef {import("./tree.js").Variation} Variation */

/** Simulations for each position. */
const SIMULATIONS = 400;

/** From the best down. */
export const JUDGEMENTS = /** @type {const} */ (["best", "good", "inaccuracy", "mistake", "decisive"]);

/** Judgements that are worth going back to. @type {readonly string[]} */
const MISTAKES = JUDGEMENTS.slice(2);

/** Moves of what would have been better that are shown. */
const SHOWN = 6;

export class Review {
  /** @type {AbortController | null} */
  #task = null;
  #engine;
  #learnt;

  /** @param {Engine} engine @param {() => void} learnt a position has its value */
  constructor(engine, learnt) {
    this.#engine = engine;
    this.#learnt = learnt;
    /** The share that is done. */
    this.progress = 0;
  }

  /** Whether the engine is at it. */
  get running() {
    return this.#task !== null;
  }

  /**
   * Judges the main line; throws an error if that is not possible.
   * @param {Game} game
   */
  async judge(game) {
    const nodes = game.tree.mainLine();
    const end = nodes.at(-1);
    if (!end || nodes.length < 2) return;
    this.stop();
    const own = new AbortController();
    this.#task = own;
    this.progress = 0;
    this.#learnt();
    try {
      const task = { do: "review", game: game.spec(end), simulations: SIMULATIONS };
      await this.#engine.run(task, (event) => this.#take(nodes, event), own.signal);
    } finally {
      if (this.#task === own) this.#task = null;
    }
  }

  /** @param {Variation[]} nodes @param {any} event */
  #take(nodes, event) {
    const node = nodes[event.ply];
    if (!node || event.ply === undefined) return;
    node.learn(event.evaluation);
    const next = nodes[event.ply + 1];
    if (next && event.judgement) next.judgement = judgementOf(event);
    this.progress = (nodes.length - event.ply) / (event.of || nodes.length);
    this.#learnt();
  }

  stop() {
    this.#task?.abort();
    this.#task = null;
  }
}

/** @param {Judgement | null} judgement */
export function isMistake(judgement) {
  return judgement !== null && MISTAKES.includes(judgement.judgement);
}

/** The judgement in an event of a review. @param {any} event @returns {Judgement} */
function judgementOf({ judgement, lost, best, pv = [], exact }) {
  return { judgement, lost, best, pv, exact };
}

/**
 * Judges one move, whether it is in the tree or not.
 * @param {Engine} engine
 * @param {Game} game
 * @param {Variation} at the position before it
 * @param {string} move
 * @param {AbortSignal} signal
 * @returns {Promise<Judgement | null>} `null` if it is no longer needed
 */
export async function reviewOf(engine, game, at, move, signal) {
  const own = new AbortController();
  signal.addEventListener("abort", () => own.abort(), { once: true });
  const { moves = [], ...rules } = game.spec(at);
  /** @type {Judgement | null} */
  let found = null;
  // A review goes from the last position to the first: once it has come to the move, the rest is of no interest.
  const take = (/** @type {any} */ event) => {
    if (event.ply !== moves.length || !event.judgement) return;
    found = judgementOf(event);
    own.abort();
  };
  const task = { do: "review", game: { ...rules, moves: [...moves, move] }, simulations: SIMULATIONS };
  await engine.run(task, take, own.signal);
  return found;
}

/**
 * The next or previous mistake of the main line from the current position. A variation stands behind the move that it
 * is played instead of, and before what follows that.
 * @param {Game} game
 * @param {1 | -1} step
 * @param {number | null} side whose mistakes; `null`: of both
 */
export function mistake(game, step, side = null) {
  const line = game.tree.mainLine();
  let node = game.current;
  while (node.parent && !line.includes(node.parent)) node = node.parent;
  const here = line.includes(node) ? node.ply : node.ply + 0.5;
  const bad = line.filter(
    ({ judgement, position }) => isMistake(judgement) && (side === null || position.last?.side === side),
  );
  return step > 0 ? bad.find(({ ply }) => ply > here) : bad.findLast(({ ply }) => ply < here);
}

/** Adds the better line than the current move as a variation of the game. @param {Game} game */
export async function better(game) {
  const main = game.current;
  const { judgement, parent } = main;
  if (!judgement || !parent) return;
  await game.goTo(parent);
  const line = judgement.pv.length ? judgement.pv.slice(0, SHOWN) : [judgement.best];
  for (const move of line) await game.play(move);
  let node = game.current;
  while (node.parent && node.parent !== parent) node = node.parent;
  game.tree.promote(main);
  await game.goTo(node);
}
