// Names of games, sides, seats, options and endings in the page's language. What the engine says is English; where the
// strings have a translation it is taken.

import { lookOf } from "./games/registry.js";
import { has, t } from "./text.js";

/** @typedef {import("./engine/engine.js").Variant} Variant */
/** @typedef {import("./engine/engine.js").Outcome} Outcome */

/** Titles of games from files of rules. @type {Map<string, string>} */
const titles = new Map();

/** Takes the titles that the engine tells. @param {Variant[]} variants */
export function learnTitles(variants) {
  for (const { name, title } of variants) if (title) titles.set(name, title);
}

/** @param {string} variant */
export function title(variant) {
  return has(`game.${variant}`) ? t(`game.${variant}`) : (titles.get(variant) ?? variant);
}

/** @param {string} variant @param {string} otherwise */
export function summary(variant, otherwise) {
  return has(`about.${variant}`) ? t(`about.${variant}`) : otherwise;
}

/** @param {Variant} variant @param {number} side */
export function sideName(variant, side) {
  const { sides } = lookOf(variant);
  if (sides) return t(`side.${sides(variant)}.${side}`);
  const seats = variant.seats.filter((seat) => seat.side === side);
  // Files of rules have names as `white`.
  const named = (/** @type {string} */ name) => name.charAt(0).toUpperCase() + name.slice(1);
  return seats
    .map(({ name }) => (has(`seat.${name}`) ? t(`seat.${name}`) : translated(named(name), "seat")))
    .join(", ");
}

/** @param {Variant} variant @param {number} seat */
export function seatName(variant, seat) {
  const { seats } = variant;
  return seats.length > 2 ? (seats[seat]?.name ?? "") : sideName(variant, seats[seat]?.side ?? 0);
}

/**
 * @param {string} text in English
 * @param {string} kind
 */
function translated(text, kind) {
  const key = `${kind}.${text}`;
  return has(key) ? t(key) : text;
}

/** @param {string} option @param {string} about */
export function optionAbout(option, about) {
  return has(`option.${option}`) ? t(`option.${option}`) : about;
}

/** @param {string} option @param {string} value */
export function choiceName(option, value) {
  return has(`choice.${option}.${value}`) ? t(`choice.${option}.${value}`) : value;
}

/**
 * Who won and why.
 * @param {Variant} variant
 * @param {Outcome} outcome
 */
export function outcomeText(variant, outcome) {
  const result = outcome.winner === null ? t("drawn") : t("wins", { side: sideName(variant, outcome.winner) });
  return `${result}: ${translated(outcome.reason, "ending")}`;
}
