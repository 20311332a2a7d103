// Drafts of rules: each is stored in this browser as it is typed. One that is deleted can be
// brought back for a while.

import { kept } from "../engine/own-games.js";
import { storage } from "../storage.js";
import { newId } from "./library.js";

/**
 * @typedef {object} Draft
 * @property {string} id
 * @property {string} name of the game, as the file's without its ending
 * @property {string} text
 * @property {number} changed time in milliseconds; identifies the version
 * @property {boolean} [deleted]
 */

const PREFIX = "draft.";

/** Deleted drafts that can be brought back. */
const MOST_DELETED = 20;

/** When the last change was kept: two are never at the same time. */
let latest = 0;

/** @param {any} found @returns {Draft | null} */
function checked(found) {
  const { id, name, text, changed } = found ?? {};
  return [id, name, text].every((one) => typeof one === "string") && typeof changed === "number" ? found : null;
}

/** @param {string | null} id @returns {Draft | null} */
export function draft(id) {
  return id === null ? null : checked({ ...storage.json(PREFIX + id), id });
}

/** All of them, those changed last first; the deleted ones, too. @returns {Draft[]} */
export function drafts() {
  takeOver();
  return storage
    .names(PREFIX)
    .flatMap((name) => draft(name.slice(PREFIX.length)) ?? [])
    .sort((a, b) => b.changed - a.changed);
}

/** Earlier pages kept only one draft. It becomes one of several, with the same number in every tab. */
function takeOver() {
  const { name, text } = storage.json("draft") ?? {};
  if (typeof name !== "string" || typeof text !== "string") return;
  write({ id: "earlier", name, text, changed: 0 });
  storage.remove("draft");
}

/** @param {Draft} one @returns {{draft: Draft, room: boolean}} `room`: whether the browser keeps it */
function write(one) {
  latest = Math.max(Date.now(), latest + 1);
  const written = { ...one, changed: latest };
  const { id, ...rest } = written;
  return { draft: written, room: storage.set(PREFIX + id, JSON.stringify(rest)) };
}

/** A new draft. @param {string} name @param {string} text */
export function begin(name, text) {
  return write({ id: newId(), name, text, changed: 0 });
}

/**
 * Keeps what was written. If another tab has changed the draft meanwhile, it continues as a second one: nothing is
 * written over unseen.
 * @param {Draft} seen the version that this tab has read or written last
 * @param {string} name
 * @param {string} text
 */
export function keep(seen, name, text) {
  const stored = draft(seen.id);
  if (stored && stored.changed !== seen.changed) return begin(name, text);
  return write({ id: seen.id, name, text, changed: 0 });
}

/** @param {string} id */
export function remove(id) {
  const one = draft(id);
  if (!one) return;
  write({ ...one, deleted: true });
  const gone = drafts().filter(({ deleted }) => deleted);
  for (const { id } of gone.slice(MOST_DELETED)) storage.remove(PREFIX + id);
}

/** @param {string} id of one that was deleted */
export function restore(id) {
  const { deleted: _, ...one } = draft(id) ?? {};
  const found = checked(one);
  if (found) write(found);
}

/** Characters of a name that the engine does not take, and as many as leave room for a number behind them. */
const STRANGE = /[^A-Za-z0-9_-]+/g;
const LONGEST = 36;

/** The name of a game from a file. @param {string} file as `folder/mygame.rbg` */
export function nameOf(file) {
  return file.replace(/^.*\//, "").replace(/\.[^.]*$/, "");
}

/** A name for a draft, which no other and no game of one's own has. @param {string} wish */
export function freeName(wish) {
  const proper = wish.replace(STRANGE, "-").slice(0, LONGEST) || "game";
  const names = new Set(drafts().map(({ name }) => name));
  const taken = (/** @type {string} */ name) => names.has(name) || Object.hasOwn(kept(), `${name}.rbg`);
  let name = proper;
  for (let number = 2; taken(name); number++) name = `${proper}-${number}`;
  return name;
}

/** Calls `heard` when another tab has changed drafts. @param {() => void} heard @returns {() => void} ends it */
export function watch(heard) {
  return storage.watch((name) => (name === null || name.startsWith(PREFIX)) && heard());
}
