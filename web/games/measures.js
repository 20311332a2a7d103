// How long and how deep games are, as the reports that come with the page have found (`docs/reports`; a test holds
// these figures to them): the first view cannot wait for whole reports.

/**
 * @typedef {object} Measure
 * @property {number} turns of a game between strong players, on average
 * @property {number} skill how many players fit between one who plays at random and the strongest, each of whom scores
 *   60 % against the next weaker one
 */

/** By variant. @type {Record<string, Measure>} */
const measures = {
  amazons: { turns: 84, skill: 22 },
  ataxx: { turns: 168, skill: 28 },
  breakthrough: { turns: 75, skill: 25 },
  clobber: { turns: 23, skill: 9 },
  "connect-four": { turns: 42, skill: 18 },
  "dualite-teams": { turns: 11, skill: 12 },
  dualite: { turns: 23, skill: 16 },
  "grand-dual": { turns: 32, skill: 15 },
  "hex-5": { turns: 12, skill: 15 },
  "hex-7": { turns: 22, skill: 17 },
  "l-calculus": { turns: 10, skill: 16 },
  loa: { turns: 49, skill: 36 },
  logitac: { turns: 598, skill: 7 },
  reversi: { turns: 62, skill: 23 },
  yavalath: { turns: 30, skill: 16 },
  zen: { turns: 58, skill: 42 },
};

/** @param {string} variant @returns {Measure | null} */
export function measureOf(variant) {
  return Object.hasOwn(measures, variant) ? (measures[variant] ?? null) : null;
}

/** Turns below which a game is short, and not long. */
const [SHORT, LONG] = [25, 70];

/** @param {Measure} measure @returns {"short" | "medium" | "long"} */
export function lengthOf({ turns }) {
  return turns < SHORT ? "short" : turns < LONG ? "medium" : "long";
}

/** From where on there is one more star. */
const STARS = [9, 13, 20, 30];

/** How deep a game is, in 1 to 5 stars. @param {Measure} measure */
export function depthOf({ skill }) {
  return 1 + STARS.filter((least) => skill >= least).length;
}

/** Orders in which games can be listed. */
export const ORDERS = /** @type {const} */ (["listed", "short", "deep"]);

/**
 * Games in another order; those of which nothing is known come last.
 * @template {{name: string}} V
 * @param {V[]} variants
 * @param {string} order one of `ORDERS`
 * @returns {V[]}
 */
export function ordered(variants, order) {
  if (order !== "short" && order !== "deep") return variants;
  const place = (/** @type {V} */ { name }) => {
    const measure = measureOf(name);
    return measure === null ? Infinity : order === "short" ? measure.turns : -measure.skill;
  };
  return variants.toSorted((a, b) => (place(a) === place(b) ? 0 : place(a) - place(b)));
}
