// Parsing of what people open: records, games with variations, bare moves, positions, and links to this page.

import { EngineError } from "../engine/engine.js";
import * as fragment from "../fragment.js";
import { lineOf, readTree, writeTags } from "./tree-text.js";

/** @typedef {import("../engine/engine.js").Engine} Engine */
/** @typedef {import("../engine/engine.js").GameSpec} GameSpec */
/** @typedef {import("./tree-text.js").Branch} Branch */

/**
 * A game as it was loaded.
 * @typedef {object} Loaded
 * @property {GameSpec} game rules and start; the moves of the main line
 * @property {Branch} root all moves
 * @property {string[] | null} [players]
 * @property {0 | 1 | null} [winner]
 * @property {boolean} [unfinished] neither won nor drawn
 * @property {string | null} [source]
 * @property {number} [broken] variations that are left out, since the rules do not allow how they go on
 */

/** A text that is none of these; `tried` has the error of each parser, and is empty if brackets do not match. */
export class Unreadable extends Error {
  /** @param {string[]} tried */
  constructor(tried) {
    super(tried.join(" "));
    this.tried = tried;
  }
}

/**
 * @param {string} text
 * @param {Engine} engine
 * @param {GameSpec} present whose rules a position has, and whose start moves without tags go on from
 * @returns {Promise<Loaded[]>}
 */
export async function read(text, engine, { moves: _, ...present }) {
  // Some programs write a mark of byte order before the text.
  const given = text.replace(/^\uFEFF/, "").trim();
  // The engine reads JSON lines, SGF and the text of other programs, and gives what has variations as the page's own
  // text.
  const isOwn = isOwnText(given);
  if (!isOwn && (/^\{\s*"|\(\s*;/.test(given) || given.startsWith("["))) return records(given, engine);
  const hash = isOwn ? undefined : /#\/(play|analyse)\/\S+/.exec(given)?.[0];
  if (hash) {
    const { spec } = fragment.game(fragment.read(hash));
    return [{ game: spec, root: lineOf(spec.moves ?? []) }];
  }
  const parts = isOwn ? given.split(/^(?=\[Game )/m) : [given];
  const games = parts.flatMap((part) => gameOf(part, present) ?? []);
  const [first] = games;
  if (isOwn) {
    // No game is left out silently.
    if (games.length < parts.length) throw new Unreadable([]);
    return games;
  }
  const position = { ...present, start: given };
  const refused = await refusal(engine, position);
  if (refused === null) return [{ game: position, root: lineOf([]) }];
  if (!first) throw new Unreadable([refused]);
  const wrong = await refusal(engine, first.game);
  if (wrong === null) return [first];
  // The engine accepts more spellings of moves: in capitals, with other signs between cells and after them.
  const spelt = await answered(records(`${writeTags(present)}\n${given}`, engine));
  if (Array.isArray(spelt)) return spelt;
  throw new Unreadable([refused, wrong]);
}

/** Whether a text is the page's own: other tags than its own are read by the engine, which knows what they say. @param {string} text */
function isOwnText(text) {
  return text.startsWith("[Game ") && !/^\[(?!(Game|Options|Start) ")\w+ "/m.test(text);
}

/** @param {string} record @param {Engine} engine @returns {Promise<Loaded[]>} */
async function records(record, engine) {
  /** @type {{games: (Loaded & {evaluations: (import("./tree.js").Evaluation | null)[] | null, text?: string})[]}} */
  const { games } = await engine.ask({ do: "load", record });
  return games.map(({ evaluations, text, ...loaded }) => ({
    ...loaded,
    root: (text && readTree(text)?.root) || lineOf(loaded.game.moves ?? [], evaluations ?? []),
  }));
}

/** @param {string} text @param {GameSpec} present @returns {Loaded | null} */
function gameOf(text, present) {
  const found = readTree(text);
  if (!found) return null;
  const { game, options, start, root } = found;
  const rules = game === null ? present : { variant: game, options, ...(start !== null && { start }) };
  const moves = [];
  for (let node = root.children[0]; node; node = node.children[0]) moves.push(node.move ?? "");
  return { game: { ...rules, moves }, root };
}

/** Why the engine refuses a game; `null` where it does not. @param {Engine} engine @param {GameSpec} game */
async function refusal(engine, game) {
  const answer = await answered(engine.ask({ do: "position", game }));
  return typeof answer === "string" ? answer : null;
}

/**
 * The engine's reply, or its refusal in words. An engine that cannot be reached is another error.
 * @template T
 * @param {Promise<T>} asked
 * @returns {Promise<T | string>}
 */
async function answered(asked) {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof EngineError && error.constructor === EngineError) return error.message;
    throw error;
  }
}
