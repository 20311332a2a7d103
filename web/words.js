// The words that a view brings with it, from `text/VIEW.js`. Hosts join the modules that are imported by their names, but
// not these, so that the first view does not pay for them. The joined page lies where this module does.

import { bring } from "./text.js";

/** @param {string} name of a file of `text/` */
export async function loadWords(name) {
  bring((await import(`./text/${name}.js`)).words);
}
