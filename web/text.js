// The page's words. Those of the first view, and those that several views share, lie in `text/en.js` and `text/fr.js`,
// under the same keys (a type check and a test hold that). A view's own words come with it, from `text/VIEW.js`, so
// that
// the first view does not pay for them.

import { en } from "./text/en.js";
import { fr } from "./text/fr.js";
import { settings } from "./settings.js";

/** @type {Record<string, Record<string, string>>} */
const languages = { en, fr };

/** The words that views have brought. @type {Record<string, Record<string, string>>} */
const brought = {};

/** Adds words of a view (`words.js` loads them). @param {Record<string, {en: string, fr: string}>} words */
export function bring(words) {
  Object.assign(brought, words);
}

/** The language of this document, where it has one of its own. @type {string | null} */
let spoken = null;

/** Sets the language of this page only. @param {string} tag `en` or `fr` */
export function speak(tag) {
  spoken = tag;
}

/** The language in use, `en` or `fr`. */
export function language() {
  const chosen = spoken ?? settings.get("language");
  if (chosen === "en" || chosen === "fr") return chosen;
  return navigator.languages.some((tag) => tag.toLowerCase().startsWith("fr")) &&
    !navigator.languages[0]?.toLowerCase().startsWith("en")
    ? "fr"
    : "en";
}

/**
 * The text for a key, with `{name}` replaced by the values given. An unknown key is shown as it is.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 */
export function t(key, values = {}) {
  const tag = language();
  const text = brought[key]?.[tag] ?? languages[tag]?.[key] ?? en[/** @type {keyof typeof en} */ (key)];
  return filled(text ?? key, values);
}

/**
 * A text with values in its places.
 * @param {string} text
 * @param {Record<string, string | number>} values
 */
export function filled(text, values) {
  return bound(text).replace(/\{(\w+)\}/g, (whole, name) =>
    Object.hasOwn(values, name) ? given(String(values[name])) : whole,
  );
}

/** Letters that are written from right to left. */
const LEFTWARDS = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** What somebody has written, before other words: after letters from right to left those still stand to its right. @param {string} text */
export function given(text) {
  return LEFTWARDS.test(text) ? `${text}\u200e` : text;
}

/**
 * No line begins with the signs that stand apart in French, and none ends with an opening quote. Before `;`, `!` and
 * `?`
 * the space is narrow.
 * @param {string} text
 */
export function bound(text) {
  return text.replace(/ (?=[;?!])/g, "\u202f").replace(/([«×]) | (?=[:»×%])/g, "$1\u00a0");
}

/** Words that are given in both languages, in the one in use. @param {{en: string, fr: string}} words */
export function worded({ en, fr }) {
  return bound(language() === "fr" ? fr : en);
}

/**
 * Whether there is a text for a key.
 * @param {string} key
 */
export function has(key) {
  return key in en || key in brought;
}

/**
 * A number for people, with a fixed number of digits after the point.
 * @param {number} value
 * @param {number} [digits]
 */
export function number(value, digits = 0) {
  return value.toLocaleString(language(), { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/**
 * A number with its sign; none for what rounds to nothing.
 * @param {number} value
 * @param {number} [digits]
 */
export function signed(value, digits = 0) {
  const how = { minimumFractionDigits: digits, maximumFractionDigits: digits, signDisplay: "exceptZero" };
  return value.toLocaleString(language(), /** @type {Intl.NumberFormatOptions} */ (how));
}

/**
 * A share as per cent.
 * @param {number} share 0 to 1
 * @param {number} [digits]
 */
export function percent(share, digits = 0) {
  return `${number(100 * share, digits)}\u00a0%`;
}

/**
 * A large number in a few digits, as 13.2M.
 * @param {number} count
 */
export function short(count) {
  if (count < 10_000) return number(count);
  const digits = count < 100_000 || count >= 1_000_000 ? 1 : 0;
  const how = { notation: "compact", minimumFractionDigits: digits, maximumFractionDigits: digits };
  return count.toLocaleString(language(), /** @type {Intl.NumberFormatOptions} */ (how));
}

/**
 * The text for a key and a number: where that is one, and there is a text for one, `KEY.one`.
 * @param {string} key
 * @param {number} n
 * @param {Record<string, string | number>} [values] beside `n`
 */
export function counted(key, n, values = {}) {
  const one = new Intl.PluralRules(language()).select(n) === "one" && has(`${key}.one`);
  return t(one ? `${key}.one` : key, { n: number(n), ...values });
}

/**
 * A moment as people write it where the browser is at home: an English page has British dates in Britain.
 * @param {number} moment in milliseconds
 */
export function when(moment) {
  const home = navigator.languages.find((tag) => tag.toLowerCase().split("-")[0] === language());
  return new Date(moment).toLocaleString(home ?? language(), { dateStyle: "medium", timeStyle: "short" });
}
