// What files are that people give, and drafts of rules.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import * as drafts from "../../web/game/drafts.js";
import { received } from "../../web/game/received.js";
import { storage } from "../../web/storage.js";

/** What the engine was asked to decode. @type {string[]} */
const asked = [];

/** An engine that takes all bytes for Latin-1. */
const engine = /** @type {import("../../web/engine/engine.js").Engine} */ ({
  ask: async ({ bytes }) => {
    asked.push(bytes);
    return { text: bytes, note: null };
  },
  run: async () => null,
});

/** @param {string} name @param {(string | Uint8Array)[]} parts */
async function kindOf(name, ...parts) {
  return (await received(new File(/** @type {any} */ (parts), name), engine)).kind;
}

const ROOT = new URL("../../", import.meta.url);

test("a file is told by what it holds", async () => {
  const file = (/** @type {string} */ path) => new Uint8Array(readFileSync(new URL(path, ROOT)));
  assert.equal(await kindOf("game.rbg", file("games/breakthrough.rbg")), "rules");
  assert.equal(await kindOf("renamed.txt", file("games/hex-5.rbg")), "rules");
  assert.equal(await kindOf("net.ard", file("checkpoints/hex-5.ard")), "net");
  assert.equal(await kindOf("net.txt", file("checkpoints/hex-5.ard")), "net");
  assert.equal(await kindOf("icon.png", file("web/icon-192.png")), "picture");
  assert.equal(await kindOf("icon.svg", file("web/icon.svg")), "picture");
  assert.equal(await kindOf("photo.sgf", new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0])), "picture");
  assert.equal(await kindOf("paper.pdf", "%PDF-1.7\n…"), "other");
  assert.equal(await kindOf("noise", new Uint8Array([1, 2, 3, 0, 0, 7])), "other");
  assert.equal(await kindOf("game.sgf", "(;GM[9]SZ[8];B[b1-b3])"), "text");
  assert.equal(await kindOf("moves", "b1-b3 a2-c2"), "text");
  // It begins like a picture, and is a name.
  assert.equal(await kindOf("moves.txt", "BM: b1-b3 a2-c2"), "text");
});

test("only what may be a text is decoded, by the engine", async () => {
  const bytes = [0xe9, 0x31];
  assert.equal((await received(new File([new Uint8Array(bytes)], "a"), engine)).text, "é1");
  const wide = new Uint8Array([0xff, 0xfe, 0x31, 0]);
  assert.equal((await received(new File([wide], "a"), engine)).kind, "text");
  asked.length = 0;
  assert.equal(await kindOf("net.ard", "ARDOISE\n", wide), "net");
  assert.equal(asked.length, 0);
});

test("drafts are kept beside each other, and one that is deleted can be brought back", () => {
  const names = () => drafts.drafts().map(({ name, deleted }) => (deleted ? `-${name}` : name));
  // What an earlier page kept is a draft.
  storage.set("draft", JSON.stringify({ name: "old", text: "#players" }));
  assert.deepEqual(names(), ["old"]);
  assert.equal(storage.get("draft"), null);
  const one = drafts.begin("one", "1").draft;
  const kept = drafts.keep(one, "one", "1 2").draft;
  assert.equal(kept.id, one.id);
  assert.deepEqual(names(), ["one", "old"]);
  assert.equal(drafts.freeName("one"), "one-2");
  // Another tab has written meanwhile: both stay.
  const second = drafts.keep(one, "one", "1 3").draft;
  assert.notEqual(second.id, one.id);
  assert.deepEqual([drafts.draft(one.id)?.text, second.text], ["1 2", "1 3"]);
  drafts.remove(one.id);
  assert.deepEqual(names(), ["-one", "one", "old"]);
  drafts.restore(one.id);
  assert.deepEqual(names(), ["one", "one", "old"]);
  for (let number = 0; number < 30; number++) drafts.remove(drafts.begin(`${number}`, "").draft.id);
  assert.equal(drafts.drafts().filter(({ deleted }) => deleted).length, 20);
  assert.equal(drafts.drafts().filter(({ deleted }) => !deleted).length, 3);
});
