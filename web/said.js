// What the engine says, in the page's language. The engine speaks English; its sentences have codes and values, by
// which they are said again. What nobody has translated stays as it is.

import { bound, filled, language } from "./text.js";
import { sentences } from "./text/sentences.fr.js";
import { words } from "./text/words.fr.js";

/**
 * A sentence of the engine: its words in English, and by which code and values it is said in other languages.
 * @typedef {object} Sentence
 * @property {string} text
 * @property {string} [code]
 * @property {Record<string, string | Sentence>} [values]
 */

/** By language; the engine's own needs none. @type {Record<string, {sentences: Record<string, string>, words: Record<string, string>}>} */
const known = { fr: { sentences, words } };

/**
 * A word or a name.
 * @param {string} text as the engine says it
 */
export function word(text) {
  const own = known[language()]?.words;
  return bound(own && Object.hasOwn(own, text) ? (own[text] ?? text) : text);
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
