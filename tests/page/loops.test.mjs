// The ways round loops at the corners of a board, without a page.

import assert from "node:assert/strict";
import { test } from "node:test";
import { wayRound } from "../../web/boards/loops.js";

const SIZE = [0, 1, 2, 3, 4, 5];

/** Six by six points, with loops that join the second lines from the rim, and the third ones. */
const board = /** @type {import("../../web/boards/tiles.js").Geometry} */ ({
  cells: SIZE.flatMap((y) => SIZE.map((x) => ({ name: `${"abcdef"[x]}${y + 1}`, x, y }))),
  tile: "point",
  edges: [],
  loops: [1, 2],
  kinds: [],
  chequered: false,
  dark: 0,
});

/** The way with men on some cells: `(a6)` is a corner that a loop leads round. @param {string} from @param {string} to @param {string[]} others */
function way(from, to, others = []) {
  const on = new Map([from, to, ...others].map((name) => [board.cells.findIndex((cell) => cell.name === name), 0]));
  return wayRound(board, on, [from, to])
    ?.map(([cell, round]) => (round ? `(${round}) ${cell}` : cell))
    .join(" ");
}

test("a man runs to the rim, round the loop of its line, and on to another man", () => {
  assert.equal(way("b4", "d5", ["b3", "a4", "c4"]), "b4 b6 (a6) a5 d5");
  // From the rim, and to it.
  assert.equal(way("c1", "a3", ["c2", "d1"]), "c1 (a1) a3");
  assert.equal(way("c3", "d6", ["c2", "b3", "d3"]), "c3 c6 (a6) a4 f4 (f6) d6");
  // Over its own cell, which is empty then.
  assert.equal(way("b2", "b3"), "b2 a2 (a1) b1 b3");
  // Round several corners.
  assert.equal(way("f3", "e4", ["d1"]), "f3 a3 (a1) c1 c6 (a6) a4 e4");
});

test("the shortest way is taken, and what is in the way closes it", () => {
  assert.equal(way("a1", "f1"), undefined, "the rim has no loops");
  assert.equal(way("c4", "d5", ["c5", "c3", "b4", "d4"]), undefined);
  assert.equal(way("d4", "d5"), "d4 f4 (f6) d6 d5");
});
