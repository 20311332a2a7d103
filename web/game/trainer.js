// The trainer: a user's rating on the problems of a game, the missed ones, and the next one. The
// rating is Glicko's (Mark Glickman, "The Glicko system"): a problem is an opponent whose strength is known from its
// difficulty. A problem counts once, when it is first tried; later tries only take it from what was missed.

import { settings } from "../settings.js";
import { fields, isCount, isFlag, isNumber, maybe, named } from "../shape.js";

/** @typedef {import("./problem.js").Problem} Problem */

/**
 * What became of a problem.
 * @typedef {object} Tried
 * @property {number} score of the first time: 1 solved, 0.5 with a hint, 0 missed
 * @property {boolean} missed and not solved since without help
 * @property {boolean} solved at any time
 * @property {number} when it was tried last, in milliseconds
 */

/**
 * A user's progress with the problems of a game.
 * @typedef {object} Standing
 * @property {number} rating
 * @property {number} deviation how far the rating may be off: large while little is known
 * @property {number} streak problems in a row that were solved at the first try without help
 * @property {number} best longest streak
 * @property {Record<string, Tried>} problems by their positions
 */

/** @typedef {{id: string, problems: Problem[]}} Theme `id`: `all`, `missed`, `new`, `tries`, or `win-` and the turns */

/** The state of a new user. @type {Standing} */
const START = { rating: 1200, deviation: 350, streak: 0, best: 0, problems: {} };

/** The least deviation, with which a rating still follows progress. */
const SURE = 60;

/** How far the rating of a problem may be off. */
const PROBLEM_DEVIATION = 100;

/** Deviation from which on a rating is only a guess. */
const GUESS = 150;

/** Tries of a problem that make it one of many tries. */
const MANY_TRIES = 3;

const Q = Math.LN10 / 400;

/** From 1000 for an easy win in two to some 2 000. @param {Problem} problem */
export function ratingOf({ difficulty, win_in: turns }) {
  return 700 + 200 * difficulty + 50 * turns;
}

/**
 * A rating after one problem.
 * @param {Pick<Standing, "rating" | "deviation">} standing
 * @param {number} strength of the problem
 * @param {number} score
 */
export function rated({ rating, deviation }, strength, score) {
  const weight = 1 / Math.sqrt(1 + (3 * Q ** 2 * PROBLEM_DEVIATION ** 2) / Math.PI ** 2);
  const expected = 1 / (1 + 10 ** ((-weight * (rating - strength)) / 400));
  const told = Q ** 2 * weight ** 2 * expected * (1 - expected);
  const spread = 1 / (1 / deviation ** 2 + told);
  return {
    rating: rating + Q * spread * weight * (score - expected),
    deviation: Math.max(SURE, Math.sqrt(spread)),
  };
}

/** Validation of stored state; earlier pages stored less. */
const isStanding = fields({
  rating: maybe(isNumber),
  deviation: maybe(isNumber),
  streak: maybe(isCount),
  best: maybe(isCount),
  problems: maybe(named(fields({ score: isNumber, missed: isFlag, solved: isFlag, when: isNumber }))),
});

/** Standings by variants. @returns {Record<string, Standing>} */
function all() {
  const kept = Object.entries(settings.json("trainer") ?? {});
  return Object.fromEntries(kept.filter(([, standing]) => isStanding(standing)));
}

/** @param {string} variant @param {Standing} standing */
function keep(variant, standing) {
  settings.set("trainer", JSON.stringify({ ...all(), [variant]: standing }));
}

/** @param {string} variant @returns {Standing} */
export function standing(variant) {
  return { ...START, ...all()[variant] };
}

/** Whether too little is known. @param {Standing} standing */
export function isGuess({ deviation }) {
  return deviation > GUESS;
}

/** A rating for people; a guess has a question mark. @param {string} variant */
export function ratingText(variant) {
  const now = standing(variant);
  return `${Math.round(now.rating)}${isGuess(now) ? " ?" : ""}`;
}

/** @param {Problem} problem */
function name({ game }) {
  return game.start ?? "";
}

/** @param {Problem} problem */
export function tried(problem) {
  return standing(problem.game.variant).problems[name(problem)] ?? null;
}

/** Whether it was solved here; those of earlier versions of the page count, too. @param {Problem} problem */
export function isSolved(problem) {
  const before = (settings.get("solved") ?? "").split("\n");
  return tried(problem)?.solved ?? before.includes(`${problem.game.variant} ${name(problem)}`);
}

/**
 * Keeps how a problem was done.
 * @param {Problem} problem
 * @param {number} score
 * @returns {number | null} by how much the rating has changed; `null` where the problem had counted before
 */
export function keepScore(problem, score) {
  const { variant } = problem.game;
  const now = standing(variant);
  const before = now.problems[name(problem)];
  const one = {
    score: before?.score ?? score,
    missed: score < 1 && (score === 0 || (before?.missed ?? true)),
    solved: score > 0 || (before?.solved ?? isSolved(problem)),
    when: Date.now(),
  };
  const next = { ...now, problems: { ...now.problems, [name(problem)]: one } };
  if (!before) {
    Object.assign(next, rated(now, ratingOf(problem), score));
    next.streak = score === 1 ? now.streak + 1 : 0;
    next.best = Math.max(now.best, next.streak);
  }
  keep(variant, next);
  return before ? null : Math.round(next.rating) - Math.round(now.rating);
}

/** A problem that was missed is solved after all. @param {Problem} problem */
export function keepSolved(problem) {
  const { variant } = problem.game;
  const now = standing(variant);
  const one = now.problems[name(problem)];
  if (!one) return;
  const problems = { ...now.problems, [name(problem)]: { ...one, solved: true } };
  keep(variant, { ...now, problems });
}

/**
 * What can be chosen among problems: only what some of them are, but not all.
 * @param {Problem[]} problems
 * @returns {Theme[]}
 */
export function themes(problems) {
  const lengths = [...new Set(problems.map(({ win_in: turns }) => turns))].sort((a, b) => a - b);
  const some = [
    { id: "missed", problems: problems.filter((one) => tried(one)?.missed) },
    { id: "new", problems: problems.filter((one) => !tried(one) && !isSolved(one)) },
    ...lengths.map((turns) => ({ id: `win-${turns}`, problems: problems.filter((one) => one.win_in === turns) })),
    { id: "tries", problems: problems.filter(({ tries }) => tries.length >= MANY_TRIES) },
  ];
  const telling = some.filter((theme) => theme.problems.length > 0 && theme.problems.length < problems.length);
  return [{ id: "all", problems }, ...telling];
}

/**
 * The problem to try next: one that was never tried, else one that was missed, else that which was tried longest ago;
 * of several, that which is nearest to the rating.
 * @param {Problem[]} problems
 * @param {Problem} present
 */
export function nextOf(problems, present) {
  const { rating } = standing(present.game.variant);
  const order = (/** @type {Problem} */ problem) => {
    const done = tried(problem);
    const far = Math.abs(ratingOf(problem) - rating);
    if (!done) return [isSolved(problem) ? 1 : 0, far];
    return done.missed ? [2, far] : [3, done.when];
  };
  const others = problems
    .filter(({ number }) => number !== present.number)
    .map((problem) => ({ problem, order: order(problem) }));
  others.sort((a, b) => (a.order[0] ?? 0) - (b.order[0] ?? 0) || (a.order[1] ?? 0) - (b.order[1] ?? 0));
  return others[0]?.problem ?? present;
}
