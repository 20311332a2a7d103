// The games of this browser: every match and every analysis in which a move was made, each under a number of its own.
// What is played or analysed is written here at once, and opened again from here: however the page is left, nothing is
// lost.

import * as fragment from "../fragment.js";
import { isKept } from "./kept.js";
import { storage } from "../storage.js";
import { branch, holds, leaves, readTree } from "./tree-text.js";

/** @typedef {import("../engine/engine.js").GameSpec} GameSpec */
/** @typedef {import("./tree-text.js").Branch} Branch */

/**
 * @typedef {object} Kept
 * @property {string} id
 * @property {"play" | "analyse" | "table"} kind
 * @property {string} variant
 * @property {Record<string, string | number>} options
 * @property {string | null} start
 * @property {string} text the tree of moves (`tree-text.js`)
 * @property {string[]} at the moves to the shown position
 * @property {number} changed time in milliseconds; identifies the version of a game
 * @property {number[]} [past] `changed` of the versions that this one was made from, the latest last
 * @property {string} [name] that somebody gave it
 * @property {boolean} [over] of a match: no move and no round follows
 * @property {import("./match.js").State} [match]
 * @property {number} [turns] of the main line; those of earlier pages have none
 * @property {{winner: 0 | 1 | null} | null} [result] of the main line; `null`: it is not over; absent: not known
 * @property {{name: string, names: (string | null)[], you: number | null}} [table] between people elsewhere: the table,
 *   who played by side, and one's own side
 */

const PREFIX = "game.";

/** A number that no other game has. */
export function newId() {
  return `${Date.now().toString(36)}-${Math.floor(Math.random() * 36 ** 4).toString(36)}`;
}

/** A game as it was kept or saved; `null` where it is none. @param {any} found @returns {Kept | null} */
export function checked(found) {
  const game = { options: {}, start: null, at: [], changed: 0, ...found };
  return isKept(game) ? game : null;
}

/** @param {string | null} id @returns {Kept | null} */
export function kept(id) {
  return id === null ? null : checked({ ...storage.json(PREFIX + id), id });
}

/** All games, those changed last first. @returns {Kept[]} */
export function all() {
  return storage
    .names(PREFIX)
    .flatMap((name) => kept(name.slice(PREFIX.length)) ?? [])
    .sort((a, b) => b.changed - a.changed);
}

/** @param {Kept} game @returns {boolean} whether the browser has room for it */
export function keep(game) {
  const { id, ...rest } = game;
  return storage.set(PREFIX + id, JSON.stringify(rest));
}

/** Names a game, whatever was played in it meanwhile. @param {string} id @param {string} name */
export function rename(id, name) {
  const game = kept(id);
  if (game) keep({ ...game, name });
}

/**
 * Adds a game from a file. What is kept under its number is not replaced: what it lacks is added as a second game.
 * @param {Kept} game
 * @returns {{id: string, added: boolean, room: boolean}} under which number it is kept, whether it was not there yet,
 * and
 *   whether the browser has room for it
 */
export function add(game) {
  const has = (/** @type {Kept} */ one) => isWithin(game, one) && (one.id === game.id || isWithin(one, game));
  const there = all().find(has);
  if (there) return { id: there.id, added: false, room: true };
  const id = kept(game.id) ? newId() : game.id;
  return { id, added: true, room: keep({ ...game, id }) };
}

/** The address of a stored game. @param {Kept} game */
export function addressOf(game) {
  const spec = { ...rulesOf(game), moves: lineOf(game) };
  if (game.kind !== "table") return fragment.write(game.kind, spec, game.at.length);
  // A running game between people is at its table; a finished one is shown.
  return game.over ? fragment.write("analyse", spec) : fragment.table(game.variant, game.table?.name);
}

/**
 * Whether a game holds all that another version of it does: moves, comments, players and result.
 * @param {Kept} some
 * @param {Kept} all
 */
export function isWithin(some, all) {
  return (
    some.kind === all.kind &&
    some.variant === all.variant &&
    sameOptions(some.options, all.options) &&
    some.start === all.start &&
    JSON.stringify(some.match) === JSON.stringify(all.match) &&
    holds(rootOf(all), rootOf(some))
  );
}

/**
 * Calls `heard` when another tab has changed or deleted a game.
 * @param {(id: string | null) => void} heard `null`: any may have been
 * @returns {() => void} ends it
 */
export function watch(heard) {
  return storage.watch((name) => {
    if (name === null) heard(null);
    else if (name.startsWith(PREFIX)) heard(name.slice(PREFIX.length));
  });
}

/**
 * The rules of what was played or analysed last and is not over.
 * @param {Kept[]} games
 * @param {Kept["kind"]} kind
 * @param {string} variant
 */
export function lastOptions(games, kind, variant) {
  const last = games.find((game) => game.kind === kind && game.variant === variant);
  return last && !last.over ? last.options : {};
}

/** @param {string} id */
export function remove(id) {
  storage.remove(PREFIX + id);
}

/** @param {Kept} game @returns {GameSpec} rules and start */
export function rulesOf({ variant, options, start }) {
  return { variant, options, ...(start !== null && { start }) };
}

/** @param {Kept} game @returns {Branch} */
export function rootOf(game) {
  return readTree(game.text)?.root ?? branch();
}

/** All lines, the main line first. @param {Kept} game @returns {string[][]} */
function lines(game) {
  return leaves(rootOf(game)).map((path) => path.slice(1).map(({ move }) => move ?? ""));
}

/** The line through the current position, to its end by first children. @param {Kept} game */
export function lineOf(game) {
  /** @type {string[]} */
  const moves = [];
  for (let { children } = rootOf(game); children[0];) {
    const next = children.find(({ move }) => move === game.at[moves.length]) ?? children[0];
    moves.push(next.move ?? "");
    children = next.children;
  }
  return moves;
}

/** @param {Record<string, string | number>} options */
function listed(options) {
  return JSON.stringify(Object.entries(options).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The games by the same rules from the same start, those changed last first. @param {GameSpec} rules */
export function ofRules({ variant, options = {}, start = "" }) {
  return all().filter(
    (game) => game.variant === variant && sameOptions(game.options, options) && (game.start ?? "") === start,
  );
}

/** @param {Record<string, string | number>} one @param {Record<string, string | number>} other */
export function sameOptions(one, other) {
  return listed(one) === listed(other);
}

/**
 * The kept game that an address opens again. With a number, it is that one. An address without moves means the game
 * that was left last, but for a match that is over; one with moves means a game that has this very line. An analysis
 * also goes on with a longer line: it was left for the match, in which moves were made since.
 * @param {"play" | "analyse"} kind
 * @param {GameSpec} spec of the address
 * @param {string | null} id
 * @returns {Kept | null}
 */
export function resumed(kind, { variant, options = {}, start, moves = [] }, id) {
  const named = kept(id);
  if (named?.kind === kind && named.variant === variant) return named;
  const games = all().filter(
    (game) =>
      game.kind === kind &&
      game.variant === variant &&
      sameOptions(game.options, options) &&
      (game.start === (start ?? null) || (!start && moves.length === 0)),
  );
  const [last] = games;
  if (!last) return null;
  if (moves.length === 0) return last.over && !start ? null : last;
  const is = (/** @type {string[]} */ line) => line.join() === moves.join();
  const known = games.find((game) => (kind === "play" ? is(lineOf(game)) : lines(game).some(is)));
  if (known || kind === "play") return known ?? null;
  const [main = []] = lines(last);
  return main.length > 0 && is([...main, ...moves.slice(main.length)]) ? last : null;
}
