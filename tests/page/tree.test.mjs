// Trees of variations without a page.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Tree } from "../../web/game/tree.js";

/** A position in which a side is to act; `goesOn`: it made the last move, too. @param {number} side @param {boolean} goesOn */
const position = (side, goesOn, move = "") =>
  /** @type {import("../../web/engine/engine.js").Position} */ ({
    position: move,
    ply: 0,
    side,
    seat: side,
    goes_on: goesOn,
    last: move ? { move, parts: [move], side, seat: side } : null,
    moves: [],
    outcome: null,
  });

test("moves are numbered by turns, of which each may have several moves", () => {
  const tree = new Tree(position(0, false));
  const line = [
    [1, false, "a"],
    [1, true, "b"],
    [1, true, "c"],
    [0, false, "d"],
    [0, true, "e"],
    [1, false, "f"],
  ];
  const turns = line.map(([side, goesOn, move]) => tree.play(position(Number(side), Boolean(goesOn), `${move}`)).turn);
  assert.deepEqual(turns, [1, 2, 2, 2, 3, 3]);
  assert.equal(tree.root.turn, 0);
});
