// Translation of the engine's texts. They are English; sentences have codes and values, by which they are translated. A
// text without a translation stays English.

import { bound, filled, language } from "./text.js";

/**
 * A sentence of the engine: its English words, and the code and values for its translation.
 * @typedef {object} Sentence
 * @property {string} text
 * @property {string} [code]
 * @property {Record<string, string | Sentence>} [values]
 */

/** The sentences and words of a language. @typedef {{sentences: Record<string, string>, words: Record<string, string>}} Said */

/** By language; English needs none. @type {Record<string, Said>} */
const known = {};

/** Adds a language, which must be done before something is shown in it. @param {string} tag @param {Said} said */
export function teach(tag, said) {
  known[tag] = said;
}

/** Whether a language was added. @param {string} tag */
export function speaks(tag) {
  return tag === "en" || Object.hasOwn(known, tag);
}

/** Translations in rules files, by language. @type {Map<string, Map<string, string>>} */
const brought = new Map();

/** Adds the translations of a rules file. @param {Record<string, Record<string, string>>} words by language */
export function learnWords(words) {
  for (const [name, own] of Object.entries(words))
    brought.set(name, new Map([...(brought.get(name) ?? []), ...Object.entries(own)]));
}

/**
 * Translates a word or a name. The page's own translations come first, so that no file changes them.
 * @param {string} text as the engine says it
 */
export function word(text) {
  const own = known[language()]?.words;
  const said = own && Object.hasOwn(own, text) ? own[text] : brought.get(language())?.get(text);
  return bound(said ?? text);
}

/** @param {string} words */
export function capital(words) {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Words of a file as a sentence. @param {string} words */
export function asSentence(words) {
  return capital(words) + (/[.!?…)]$/.test(words) ? "" : ".");
}

/** A user's text is repeated unchanged. */
const GIVEN = "given";

/**
 * A complete sentence.
 * @param {Sentence} sentence
 */
export function told(sentence) {
  const text = said(sentence);
  return text === sentence.text ? text : text.charAt(0).toUpperCase() + text.slice(1);
}

/** @param {Sentence} sentence @returns {string} */
function said({ text, code, values = {} }) {
  const pattern = code && known[language()]?.sentences[code];
  if (!pattern) return text;
  /** @type {Record<string, string>} */
  const own = {};
  for (const [name, value] of Object.entries(values))
    own[name] = typeof value === "object" ? said(value) : name === GIVEN ? value : word(value);
  return filled(pattern, own);
}
