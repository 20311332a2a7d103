// Games from files: they are added to the games of this browser, and none that is there is replaced.

import { given, t } from "../text.js";
import * as library from "./library.js";
import { read } from "./load.js";
import { writeTree } from "./tree-text.js";

/** @typedef {library.Kept} Kept */

/**
 * Games that another browser has saved; `null` where the text is something else.
 * @param {string} text
 * @returns {Kept[] | null}
 */
function saved(text) {
  try {
    const lines = text.trim().split("\n");
    const games = lines.flatMap((line) => library.checked(JSON.parse(line)) ?? []);
    return games.length === lines.length ? games : null;
  } catch {
    return null;
  }
}

/**
 * The games of a text: saved by another browser, or a record in any format. The error says what is wrong with it.
 * @param {string} text
 * @param {string} name of its file
 * @param {import("../engine/engine.js").Engine} engine
 * @param {import("../engine/engine.js").GameSpec} [present] whose rules moves without a game have
 * @returns {Promise<Kept[]>}
 */
export async function gamesIn(text, name, engine, present = { variant: "" }) {
  const own = saved(text);
  if (own) return own;
  const games = await read(text, engine, present);
  return games.map(({ game, root, players, winner, unfinished }) => ({
    id: library.newId(),
    kind: "analyse",
    variant: game.variant,
    options: game.options ?? {},
    start: game.start ?? null,
    text: writeTree(game, root),
    at: [],
    changed: Date.now(),
    name: players?.map(given).join(" – ") ?? name,
    ...(winner !== undefined && !unfinished && { result: { winner } }),
  }));
}

/**
 * Adds games to those of this browser.
 * @param {Kept[]} games
 * @returns {{id: string, added: boolean}[]} of each the number under which it is kept, and whether it was not there yet
 */
export function addAll(games) {
  return games.map((game) => {
    const { id, added, room } = library.add(game);
    if (!room) throw new Error(t("library.full"));
    return { id, added };
  });
}
