// What the engine says, in the page's language. The engine speaks English; its sentences have codes and values, by
// which they are said again. What nobody has translated stays as it is.

import { bound, filled, language } from "./text.js";

/**
 * A sentence of the engine: its words in English, and by which code and values it is said in other languages.
 * @typedef {object} Sentence
 * @property {string} text
 * @property {string} [code]
 * @property {Record<string, string | Sentence>} [values]
 */

/** How sentences and words are said in a language. @typedef {{sentences: Record<string, string>, words: Record<string, string>}} Said */

/** By language; the engine's own needs none. @type {Record<string, Said>} */
const known = {};

/** Takes how all is said in a language: whoever shows something in it gives it first. @param {string} tag @param {Said} said */
export function teach(tag, said) {
  known[tag] = said;
}

/** Whether it is known how all is said in a language. @param {string} tag */
export function speaks(tag) {
  return tag === "en" || Object.hasOwn(known, tag);
}

/** What files of rules say in other languages, by these. @type {Map<string, Map<string, string>>} */
const brought = new Map();

/** Takes what a file of rules says in other languages. @param {Record<string, Record<string, string>>} words by language */
export function learnWords(words) {
  for (const [name, own] of Object.entries(words))
    brought.set(name, new Map([...(brought.get(name) ?? []), ...Object.entries(own)]));
}

/**
 * A word or a name. What the page knows itself comes first, so that no file changes it.
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

/** What was given by somebody is repeated as it is. */
const GIVEN = "given";

/**
 * A sentence that stands by itself.
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
