// What choosing spots of a board comes to, without a page.

import assert from "node:assert/strict";
import { test } from "node:test";
import { beside } from "../../web/boards/keyboard.js";
import { State } from "../../web/boards/state.js";

const CELLS = ["a1", "b1", "c1", "a2", "b2", "c2"];

/** Cells in two rows of three, and a small part that can be opened. */
function opened() {
  const spots = CELLS.map((id, i) => ({ id, x: i % 3, y: Math.floor(i / 3), w: 1, h: 1, label: id }));
  const state = new State({
    scene: () => ({
      width: 3,
      height: 3,
      spots: [...spots, { id: "z1", x: 0, y: 2, w: 0.5, h: 0.5, label: "z1", opens: "z" }],
      under: [],
      men: [],
      over: [],
    }),
    shape: (move) => {
      const [from = "", ...via] = move.split("-");
      const to = via.pop();
      return to === undefined ? { from: null, to: from } : { from, via, to };
    },
    text: (from, to) => `${from}-${to}`,
  });
  state.take({ position: "first", legal: ["a1-b1", "a1-b1-c1", "a2-^", "b2-c2", "c2"], last: null, before: null });
  state.lay();
  return state;
}

test("a spot that is chosen begins a move, goes on with it, makes it, or is refused", () => {
  const state = opened();
  assert.deepEqual(state.choice("a1"), { chosen: ["a1"] });
  assert.deepEqual(state.choice("c2"), { move: "c2" });
  assert.deepEqual(state.choice("c1"), { refused: ["", "c1"] });
  // A man that can only be lifted is lifted at once.
  assert.deepEqual(state.choice("a2"), { move: "a2-^" });
  state.chosen = ["a1"];
  assert.deepEqual(state.choice("a1"), { chosen: [] });
  assert.deepEqual(state.choice("b1"), { chosen: ["a1", "b1"] });
  assert.deepEqual(state.choice("b2"), { chosen: ["b2"] });
  state.chosen = ["a1", "b1"];
  assert.deepEqual(state.choice("b1"), { move: "a1-b1" });
  assert.deepEqual(state.choice("c1"), { move: "a1-b1-c1" });
  assert.deepEqual(state.choice("a2"), { move: "a2-^" });
  assert.deepEqual(state.actions(), []);
});

test("a man rests where another move of it ends: that move is made by choosing the spot again", () => {
  const state = opened();
  const [rest] = [CELLS.indexOf("b1")];
  const legal = ["a1-b1", "a1-c2"];
  state.take({ position: "rests", legal, last: null, before: null, rests: new Map([["a1-c2", [rest]]]) });
  state.lay();
  state.chosen = ["a1"];
  assert.deepEqual(state.choice("c2"), { move: "a1-c2" });
  assert.deepEqual(state.choice("b1"), { chosen: ["a1", "b1"] });
  state.chosen = ["a1", "b1"];
  assert.deepEqual([state.choice("c2"), state.choice("b1")], [{ move: "a1-c2" }, { move: "a1-b1" }]);
});

test("what is aimed at is offered as a move until something else is chosen", () => {
  const state = opened();
  state.aimed = "c2";
  assert.deepEqual([state.aim, state.actions()], ["c2", [{ part: "c2", move: "c2" }]]);
  state.take({ position: "second", legal: ["c2"], last: null, before: null });
  state.lay();
  assert.deepEqual([state.aimed, state.actions()], [null, []]);
});

test("what was begun, and the part that is near, are forgotten with the next position", () => {
  const state = opened();
  assert.deepEqual(state.choice("z1"), { near: "z" });
  assert.equal(state.movable("z1"), false);
  state.near = "z";
  state.chosen = ["a1"];
  assert.equal(state.take({ ...state.view, candidates: [] }), false);
  assert.deepEqual([state.near, state.selected], ["z", "a1"]);
  assert.equal(state.take({ position: "second", legal: [], last: "a1-b1", before: "first" }), true);
  state.lay();
  assert.deepEqual([state.near, state.selected], [null, null]);
  assert.deepEqual([...state.arrived], [["b1", "a1"]]);
  assert.equal(state.choice("a1"), null);
  // Not by its last move from what was shown.
  assert.equal(state.take({ position: "fifth", legal: [], last: "a1-b1", before: "fourth" }), false);
});

test("arrows lead to the nearest spot in their direction", () => {
  const { scene, spot } = opened();
  const from = (/** @type {string} */ id) => (/** @type {string} */ key) => {
    const start = spot(id);
    return start && beside(scene.spots, start, key);
  };
  assert.deepEqual(["ArrowRight", "ArrowDown", "ArrowLeft", "Enter"].map(from("b1")), ["c1", "b2", "a1", undefined]);
  assert.equal(from("b1")("ArrowUp"), null);
});

test("spots that were chosen beforehand mean one move, or none", () => {
  const state = opened();
  assert.equal(state.meant(["a1", "b1"]), "a1-b1");
  assert.equal(state.meant(["a1", "b1", "c1"]), "a1-b1-c1");
  assert.equal(state.meant(["c2"]), "c2");
  // Nothing else can be done with this man.
  assert.equal(state.meant(["a2"]), "a2-^");
  assert.equal(state.meant(["b1", "a1"]), null);
  assert.equal(state.meant(["b2"]), null);
  state.take({ ...state.view, position: "second", legal: ["a1-b1-=Q", "a1-b1-=R"] });
  state.lay();
  assert.equal(state.meant(["a1", "b1"]), null, "nobody has said which");
});
