// The board of a game on the page.

import { lookOf } from "../games/registry.js";
import { title } from "../names.js";
import { Board } from "./board.js";
import { TextBoard } from "./text-board.js";

/**
 * @param {import("../engine/engine.js").Variant} variant
 * @param {import("./board.js").Listeners} [listeners]
 * @returns {Board | TextBoard}
 */
export function openBoard(variant, listeners) {
  const { drawing } = lookOf(variant);
  const name = title(variant.name);
  return drawing ? new Board(drawing, name, listeners) : new TextBoard(name);
}
