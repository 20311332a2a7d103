// What reports say, in words: figures with their intervals, who is favoured, which opening is balanced, how values are
// counted. How they look is tested in `reports.mjs`.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { beforeEach, test } from "node:test";
import { classes } from "../../web/charts/histogram.js";
import { difference, mean, share, text } from "../../web/report/figures.js";
import { verdict } from "../../web/report/fairness.js";
import { balance } from "../../web/report/openings.js";
import { reportTitle } from "../../web/report/words.js";
import { bring, signed, speak } from "../../web/text.js";
import { words } from "../../web/text/reports.js";

/** @typedef {import("../../web/report/format.js").Report} Report */
/** @typedef {import("../../web/report/format.js").Findings} Findings */

/** @param {string} name @returns {Report} */
function kept(name) {
  return JSON.parse(readFileSync(resolve(import.meta.dirname, `reports/${name}.json`), "utf8"));
}

/** The first findings of a report, changed. @param {string} name @param {(one: Findings) => void} [change] */
function findings(name, change = () => {}) {
  const [one] = kept(name).findings;
  assert.ok(one);
  change(one);
  return one;
}

/** @param {number} value @param {number} low @param {number} high */
const figure = (value, low, high) => ({ value, low, high, count: 9 });

bring(words);
beforeEach(() => speak("en"));

test("figures have their intervals, in the language of the page", () => {
  assert.equal(text(share(figure(0.5, -0.1, 1.2))), "50.0\u00a0% (0–100)");
  assert.equal(text(mean(figure(23.25, 22, 24.449))), "23.3 (22.0–24.4)");
  assert.equal(text(difference(figure(0.4, -12.2, 13))), "0 (-12 … +13)");
  assert.equal(text(difference(figure(-0.004, -0.5, 0.006), 2)), "0.00 (-0.50 … +0.01)");
  assert.deepEqual(
    [0.4, -0.4, 0.6, -1.2].map((value) => signed(value)),
    ["0", "0", "+1", "-1"],
  );
  speak("fr");
  assert.equal(text(share(figure(0.555, 0.5, 0.6))), "55,5\u00a0% (50–60)");
  assert.equal(signed(0.5, 2), "+0,50");
});

test("a side is favoured where the interval says so", () => {
  /** @param {[number, number, number]} weak @param {[number, number, number]} strong */
  const said = (weak, strong) =>
    verdict(
      findings("dualite", (one) => {
        one.solved = null;
        const [first, last] = [one.strengths[0], one.strengths.at(-1)];
        assert.ok(first && last);
        [first.score, last.score] = [figure(...weak), figure(...strong)];
      }),
    );
  const even = said([0.5, 0.4, 0.6], [0.55, 0.45, 0.65]);
  assert.equal(
    even,
    "No side is shown to be favoured: 55.0\u00a0% (45–65) (Dualité, 128 simulations). No trend with strength is shown.",
  );
  assert.match(said([0.5, 0.4, 0.6], [0.8, 0.7, 0.9]), /^The first side is favoured: 80.*gains with strength\.$/);
  assert.match(said([0.5, 0.4, 0.6], [0.2, 0.1, 0.3]), /^The second side is favoured: the first scores 20.*loses/);
});

test("a solved game is said to be, a game of points could be evened", () => {
  assert.match(
    verdict(findings("dualite")),
    /^Dualité is solved: the first side wins with perfect play\. \d+\s% of the/,
  );
  const lost = findings("dualite", (one) => one.solved && (one.solved.start = -1));
  assert.match(verdict(lost), /^Dualité is solved: the second side wins/);
  const evened = findings("l-calculus", (one) => (one.strongest.evening = 3));
  assert.match(verdict(evened), /compensation of \+3 points for the second side/);
  speak("fr");
  assert.match(verdict(evened), /compensation de \+3 points au second camp/);
});

test("a pie rule helps where an opening is balanced; exact results count more than values", () => {
  /** @param {[string, number, number | null][]} turns */
  const turns = (turns) =>
    turns.map(([move, value, exact]) => ({
      moves: [move],
      shown: { position: "" },
      images: 1,
      played: null,
      value,
      exact,
    }));
  assert.equal(
    balance(
      turns([
        ["a", 0.9, null],
        ["b", -0.1, null],
        ["c", -0.7, null],
      ]),
    ),
    "3 first turns that are not images of each other; lost, or looking so: 1. For a pie rule, the most balanced is `b` (-0.10).",
  );
  assert.match(
    balance(
      turns([
        ["a", 0.1, 1],
        ["b", 0.2, -1],
      ]),
    ),
    /^2 .* lost, or looking so: 1\. No pie rule helps/,
  );
});

test("values are counted in at most 24 classes", () => {
  assert.deepEqual(classes([[1, 1, 2]]), { width: 1, counted: [[0, 2 / 3, 1 / 3]] });
  const { width, counted } = classes([[1, 1, 2, 700], [0]]);
  assert.equal(width, 30);
  assert.deepEqual(
    counted.map((shares) => [shares.length, shares[0], shares.at(-1)]),
    [
      [24, 0.75, 0.25],
      [24, 1, 0],
    ],
  );
  assert.deepEqual(classes([[]]), { width: 1, counted: [[0]] });
});

test("titles name what is compared", () => {
  assert.equal(reportTitle(kept("dualite").findings), "Report: Dualité / Dualité opening=last");
  speak("fr");
  assert.equal(reportTitle(kept("dualite").findings), "Rapport\u00a0: Dualité / Dualité opening=last");
});
