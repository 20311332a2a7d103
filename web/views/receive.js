// Handles files that people open: each is opened in the view for its kind, or reported. Nothing replaces what was
// written or played.

import { note } from "../announce.js";
import { message } from "../dom.js";
import * as fragment from "../fragment.js";
import * as drafts from "../game/drafts.js";
import { addAll, gamesIn } from "../game/import.js";
import * as library from "../game/library.js";
import { received } from "../game/received.js";
import { counted, t } from "../text.js";
import { loadWords } from "../words.js";

/** @typedef {import("../engine/engine.js").Engine} Engine */
/** @typedef {import("../game/received.js").Received} Received */
/** @typedef {{text: string, wrong: boolean}} Said a message about files */

/** Shows a view, and waits until the one before is left: that takes what it has said with it. @param {() => void} go */
async function show(go) {
  const left = new Promise((done) => addEventListener("hashchange", done, { once: true }));
  go();
  await left;
}

/** A draft of its own for a file of rules, unless one has that text. @param {Received} file */
function draftOf({ name, text }) {
  const same = drafts.drafts().find((one) => one.text === text && !one.deleted);
  return same ?? drafts.begin(drafts.freeName(drafts.nameOf(name)), text).draft;
}

/** @param {Received[]} files of rules: the last one is shown, and read at once @returns {Promise<Said[]>} */
async function openRules(files) {
  const last = files.map(draftOf).at(-1);
  if (!last) return [];
  await show(() => (location.hash = `#/invent?draft=${last.id}&read=yes`));
  return [{ text: t("drop.rules", { name: last.name }), wrong: false }];
}

/** Adds records to the games of this browser. @param {Received[]} files @param {Engine} engine */
async function addRecords(files, engine) {
  const { spec } = fragment.game(fragment.read());
  /** @type {Said[]} */
  const said = [];
  /** @type {{id: string, added: boolean}[]} */
  const games = [];
  for (const { name, text } of files)
    try {
      games.push(...addAll(await gamesIn(text, name, engine, { variant: spec.variant, options: spec.options ?? {} })));
    } catch (error) {
      said.push({ text: t("drop.unreadable", { name, why: message(error) }), wrong: true });
    }
  return { games, said };
}

/**
 * Opens records: the only game, or the list of all.
 * @param {Received[]} files
 * @param {Engine} engine
 * @returns {Promise<Said[]>}
 */
async function openRecords(files, engine) {
  const { games, said } = await addRecords(files, engine);
  const [{ id } = { id: "" }] = games;
  const game = games.length === 1 ? library.kept(id) : null;
  if (game) await show(() => fragment.open(library.addressOf(game), id));
  else if (games.length > 0) await show(() => fragment.open("#/library", ""));
  const added = games.filter(({ added }) => added).length;
  const text = game ? t("drop.game", { name: game.name || game.variant }) : counted("drop.games", added);
  return games.length > 0 ? [{ text, wrong: false }, ...said] : said;
}

/** @param {File[]} files @param {Engine} engine */
export async function receive(files, engine) {
  await loadWords("drop");
  const given = await Promise.all(files.map((file) => received(file, engine)));
  const of = (/** @type {Received["kind"][]} */ ...kinds) => given.filter(({ kind }) => kinds.includes(kind));
  const game = fragment.read().variant ?? "GAME";
  /** @type {Said[]} */
  const said = of("picture", "net", "other").map(({ kind, name }) => ({
    text: t(`drop.${kind}`, { name, game }),
    wrong: true,
  }));
  said.push(...given.flatMap(({ guess }) => (guess === null ? [] : { text: guess, wrong: false })));
  for (const dialog of document.querySelectorAll("dialog")) dialog.close();
  said.push(...(await openRecords(of("text"), engine)), ...(await openRules(of("rules"))));
  note(said.map(({ text }) => text).join(" "), said.some(({ wrong }) => wrong) ? "error" : "done");
}
