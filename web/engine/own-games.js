// Rules files that were opened on this page. The browser keeps them, and sends them to a restarted engine again.

import { settings } from "../settings.js";

/** @typedef {import("./engine.js").Engine} Engine */
/** @typedef {import("./engine.js").Hello} Hello */
/** @typedef {import("./engine.js").Variant} Variant */

/** The texts by name. @returns {Record<string, string>} */
export function kept() {
  const texts = settings.json("games");
  return typeof texts === "object" && texts !== null ? texts : {};
}

/** @param {Record<string, string>} texts */
function keep(texts) {
  settings.set("games", JSON.stringify(texts));
}

/** @param {Hello} hello @param {Variant} variant */
function list(hello, variant) {
  hello.variants = [variant, ...hello.variants.filter(({ name }) => name !== variant.name)];
}

/**
 * Gives the engine a rules file; the error says what is wrong with it and where.
 * @param {Engine} engine
 * @param {Hello} hello which then lists the game
 * @param {string} name as `mygame.rbg`
 * @param {string} text
 * @returns {Promise<Variant>}
 */
export async function addGame(engine, hello, name, text) {
  const variant = /** @type {Variant} */ (await engine.ask({ do: "add_game", name, text }));
  list(hello, variant);
  keep({ ...kept(), [name]: text });
  return variant;
}

/**
 * Forgets a rules file.
 * @param {Engine} engine
 * @param {Hello} hello
 * @param {string} name
 */
export async function removeGame(engine, hello, name) {
  // First what is kept: a page that is closed now must not bring the game back.
  const { [name]: _, ...others } = kept();
  keep(others);
  await engine.ask({ do: "remove_game", name });
  hello.variants = hello.variants.filter((variant) => variant.name !== name);
}

/**
 * Gives the engine the kept rules files that it has not.
 * @param {Engine} engine
 * @param {Hello} hello
 */
export async function restoreGames(engine, hello) {
  for (const [name, text] of Object.entries(kept())) {
    if (hello.variants.some((variant) => variant.name === name)) continue;
    try {
      list(hello, await engine.ask({ do: "add_game", name, text }));
    } catch {
      // A newer program may read the language more strictly: the text is still kept, and its editor says what is wrong.
    }
  }
}
