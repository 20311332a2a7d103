// The colours of men by the names of their kinds and sides, and positions that write a character for each cell.

import assert from "node:assert/strict";
import { test } from "node:test";
import { named, ofSides } from "../../web/boards/colours.js";
import { menIn, painting } from "../../web/boards/written.js";

test("a name tells a colour by a word of its own", () => {
  assert.deepEqual(["red", "Rouge", "dark_blue", "gray", "redder", "w", "éclair noir"].map(named), [
    "red",
    "red",
    "blue",
    "grey",
    null,
    null,
    "black",
  ]);
});

test("sides have their own colours, or white and black, and never the same", () => {
  assert.deepEqual(ofSides(["red", "yellow"], 1), ["red", "yellow"]);
  assert.deepEqual(ofSides([null, null], 0), ["black", "white"]);
  assert.deepEqual(ofSides(["red", "red"], 1), ["white", "black"]);
  assert.deepEqual(ofSides(["black", "red"], 0), ["black", "red"]);
  assert.deepEqual(ofSides(["red", null], 1), ["red", "black"]);
  assert.deepEqual(ofSides([null, "white"], 1), ["black", "white"]);
  assert.deepEqual(ofSides(["black", null], 1), ["black", "white"]);
});

test("a position that writes its cells is read and painted", () => {
  const kind = (/** @type {string} */ letter) => ({
    name: letter,
    look: /** @type {const} */ ("disc"),
    side: 0,
    letter,
  });
  const board = {
    cells: ["a2", "b2", "a1", "b1"].map((name, i) => ({ name, x: i % 2, y: 1 - Math.floor(i / 2) })),
    tile: /** @type {const} */ ("square"),
    edges: [],
    kinds: [kind("w"), kind("b")],
    chequered: false,
    dark: 1,
  };
  const { paint } = painting(board, String);
  assert.ok(paint);
  assert.deepEqual(menIn(board, ".w/b. 0 0,0 1@0 0"), [
    [1, 0],
    [2, 1],
  ]);
  assert.equal(paint(".w/b. 0 0,0 1@0 0", "a1", "w"), ".w/w. 0 0,0 1@0 0");
  assert.equal(paint(".w/b. 0 0,0 1@0 0", "b1", "b"), ".w/bb 0 0,0 1@0 0");
  assert.equal(paint(".w/b. 0 0,0 1@0 0", "b2", "."), "../b. 0 0,0 1@0 0");
});
