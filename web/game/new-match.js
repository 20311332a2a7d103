// A match that is begun from another view.

import * as fragment from "../fragment.js";
import { Game } from "./game.js";
import { Keeper } from "./keeper.js";

/**
 * Begins a match and shows it.
 * @param {import("../engine/engine.js").Engine} engine
 * @param {import("./match.js").Match} match
 * @param {Record<string, string | number>} [options] of its rules
 */
export async function beginMatch(engine, match, options = {}) {
  const rules = { variant: match.variant.name, options };
  const keeper = new Keeper(null);
  keeper.keep({ kind: "play", match: match.state }, await Game.open(engine, rules));
  fragment.open(fragment.write("play", rules), keeper.id);
}
