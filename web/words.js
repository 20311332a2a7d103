// The words that a view brings with it, and what the engine says in another language than its own, from `text/NAME.js`.
// Hosts join the modules that are imported by their names, but not these, so that the first view does not pay for them.
// The joined page lies where this module does.

import { speaks, teach } from "./said.js";
import { bring, language } from "./text.js";

/** @param {string} name of a file of `text/` */
export async function loadWords(name) {
  bring((await import(`./text/${name}.js`)).words);
}

/** The translations of the engine's texts, in the language in use. */
export async function loadSaid() {
  const tag = language();
  if (speaks(tag)) return;
  const load = (/** @type {string} */ name) => import(`./text/${name}.${tag}.js`);
  const [{ sentences }, { words }] = await Promise.all([load("sentences"), load("words")]);
  teach(tag, { sentences, words });
}
