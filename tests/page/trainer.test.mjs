// The trainer without a page: ratings, streaks, what was missed, what comes next.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  isGuess,
  isSolved,
  keepScore,
  keepSolved,
  nextOf,
  rated,
  ratingOf,
  standing,
  themes,
  tried,
} from "../../web/game/trainer.js";

/** @typedef {import("../../web/game/problem.js").Problem} Problem */

/** @param {string} variant @param {[number, number, number][]} all difficulty, turns and number of tries of each */
function problems(variant, all) {
  return all.map(
    ([difficulty, win_in, tries], index) =>
      /** @type {Problem} */ (
        /** @type {unknown} */ ({
          number: index + 1,
          game: { variant, start: `position ${index}` },
          difficulty,
          win_in,
          tries: Array.from({ length: tries }, () => ({})),
        })
      ),
  );
}

/** @param {Problem | undefined} problem @returns {Problem} */
function there(problem) {
  assert.ok(problem);
  return problem;
}

test("a rating moves by what was expected, less with each problem", () => {
  // Glickman's example: 1500 with deviation 200 beats 1400 and loses to 1550 and 1700, here one after the other.
  let one = { rating: 1500, deviation: 200 };
  one = rated(one, 1400, 1);
  assert.ok(one.rating > 1540 && one.rating < 1580, String(one.rating));
  const { rating } = one;
  one = rated(rated(one, 1550, 0), 1700, 0);
  assert.ok(one.rating < rating);
  assert.ok(one.rating > 1430 && one.rating < 1490, String(one.rating));
  assert.ok(one.deviation > 130 && one.deviation < 170, String(one.deviation));
  for (let many = 0; many < 200; many++) one = rated(one, one.rating, many % 2);
  assert.equal(one.deviation, 60);
});

test("somebody who solves all of one strength and none of the next is rated between", () => {
  let one = { rating: 1200, deviation: 350 };
  for (let round = 0; round < 60; round++) one = rated(rated(one, 1300, 1), 1700, 0);
  assert.ok(Math.abs(one.rating - 1500) < 40, String(one.rating));
});

test("a problem counts once; a streak ends with help or a wrong move", () => {
  const all = problems("streaks", [
    [1, 2, 0],
    [2, 2, 0],
    [3, 3, 0],
    [3, 3, 0],
  ]);
  const [a, b, c, d] = all.map(there);
  assert.ok(a && b && c && d);
  assert.ok(isGuess(standing("streaks")));
  assert.ok((keepScore(a, 1) ?? 0) > 0);
  assert.ok((keepScore(b, 1) ?? 0) > 0);
  assert.equal(standing("streaks").streak, 2);
  assert.equal(keepScore(b, 1), null, "it has counted");
  assert.equal(standing("streaks").streak, 2);
  assert.ok((keepScore(c, 0) ?? 0) < 0);
  const { rating, streak, best } = standing("streaks");
  assert.deepEqual([streak, best], [0, 2]);
  assert.ok(tried(c)?.missed && !isSolved(c));
  keepSolved(c);
  assert.ok(tried(c)?.missed && isSolved(c), "solved after a wrong move, so still to be tried again");
  assert.equal(keepScore(c, 0.5), null);
  assert.ok(tried(c)?.missed, "with a hint, so still to be tried again");
  assert.equal(keepScore(c, 1), null);
  assert.ok(!tried(c)?.missed);
  assert.equal(tried(c)?.score, 0, "the first time is remembered");
  assert.equal(standing("streaks").rating, rating);
  keepScore(d, 0.5);
  assert.equal(standing("streaks").streak, 0);
  assert.ok(tried(d)?.missed);
  assert.equal(standing("another game").rating, 1200);
});

test("themes are what some problems are, but not all", () => {
  const all = problems("themes", [
    [1, 2, 0],
    [2, 2, 3],
    [3, 3, 4],
  ]);
  const told = () => themes(all).map(({ id, problems }) => `${id} ${problems.map(({ number }) => number)}`);
  assert.deepEqual(told(), ["all 1,2,3", "win-2 1,2", "win-3 3", "tries 2,3"]);
  keepScore(there(all[0]), 0);
  assert.deepEqual(told(), ["all 1,2,3", "missed 1", "new 2,3", "win-2 1,2", "win-3 3", "tries 2,3"]);
});

test("the next problem is a new one near the rating, then one that was missed, then the oldest", ({ mock }) => {
  mock.timers.enable({ apis: ["Date"] });
  const all = problems("next", [
    [5, 4, 0],
    [2, 2, 0],
    [1, 2, 0],
    [4, 2, 0],
  ]);
  const [hard, near, easy, harder] = all.map(there);
  assert.ok(hard && near && easy && harder);
  assert.deepEqual(all.map(ratingOf), [1900, 1200, 1000, 1600]);
  assert.equal(nextOf(all, hard), near);
  keepScore(near, 1);
  assert.ok(standing("next").rating > 1300);
  assert.equal(nextOf(all, near), harder, "nearer now than the easy one");
  keepScore(harder, 0);
  assert.equal(nextOf(all, harder), easy);
  for (const solved of [easy, hard]) {
    mock.timers.tick(1);
    keepScore(solved, 1);
  }
  assert.equal(nextOf(all, hard), harder, "missed");
  mock.timers.tick(1);
  keepScore(harder, 1);
  assert.equal(nextOf(all, harder), near, "the oldest");
  assert.equal(nextOf([near], near), near, "no other one");
});
