// What may be chosen on a board, and how cells are named.

import assert from "node:assert/strict";
import { test } from "node:test";
import { confirmed, nexts, waysOf } from "../../web/boards/choice.js";
import { pairs } from "../../web/boards/coordinates.js";
import { INVENTED } from "./invented.mjs";

test("a move is a way over its parts", () => {
  const ways = [
    ...waysOf("a1-b1", { from: "a1", to: "b1" }),
    ...waysOf("a1:b1:c1", { from: "a1", via: ["b1"], to: "c1" }),
    ...waysOf("d1", { from: null, to: "d1" }),
    ...waysOf("e~f", { from: "e", to: "f", either: true }),
  ];
  assert.deepEqual(
    [...nexts(ways, [])],
    [
      ["a1", null],
      ["d1", "d1"],
      ["e", null],
      ["f", null],
    ],
  );
  // b1 alone would be a move, but another one goes on from there.
  assert.deepEqual([...nexts(ways, ["a1"])], [["b1", null]]);
  assert.equal(confirmed(ways, ["a1", "b1"]), "a1-b1");
  assert.deepEqual([...nexts(ways, ["a1", "b1"])], [["c1", "a1:b1:c1"]]);
  assert.deepEqual([...nexts(ways, ["f"])], [["e", "e~f"]]);
});

test("names stand along the edges only where they follow columns and rows", () => {
  const named = (/** @type {string} */ game) => {
    const { board } = INVENTED[game] ?? {};
    return board ? pairs(board) : null;
  };
  assert.deepEqual(["steps", "hexes", "morris"].map(named).map(Boolean), [true, false, true]);
  // Two boards apart, with letters for rows: of each its own.
  const cells = ["a1", "a2", "b1", "b2"].map((name, i) => ({ name, x: i % 2, y: Math.floor(i / 2) }));
  const more = ["c3", "c4"].map((name, i) => ({ name, x: 4 + i, y: 0 }));
  /** @type {import("../../web/boards/tiles.js").Geometry} */
  const board = { cells: [...cells, ...more], tile: "square", edges: [], kinds: [], chequered: false, dark: 1 };
  assert.deepEqual(
    [...(pairs(board)?.values() ?? [])].map((pair) => pair.join(" ")),
    ["1 a", "2 a", "1 b", "2 b", "3 c", "4 c"],
  );
});
