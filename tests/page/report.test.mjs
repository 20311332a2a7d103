// What reports say, in words: figures with their intervals, who is favoured, which opening is balanced, how values are
// counted. How they look is tested in `reports.mjs`.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { beforeEach, test } from "node:test";
import { classes } from "../../web/charts/histogram.js";
import { difference, mean, share, text } from "../../web/report/figures.js";
import { known } from "../../web/report/decisiveness.js";
import { size } from "../../web/report/depth.js";
import { copying, verdict } from "../../web/report/fairness.js";
import { balance, pie } from "../../web/report/openings.js";
import { nearest, undecided } from "../../web/report/variants.js";
import { reportTitle } from "../../web/report/words.js";
import { bring, signed, speak } from "../../web/text.js";
import { words } from "../../web/text/reports.js";
import { words as ofVariants } from "../../web/text/variants.js";

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
bring(ofVariants);
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

test("what a pie rule changes is told in points of fairness", () => {
  assert.equal(
    pie({ moves: ["b"], kept: 0.45, today: 0.7 }),
    "With a pie rule whoever opens plays `b` and keeps 45\u00a0%; without one the best first turn gives 70\u00a0%: +15 points of fairness.",
  );
  assert.match(pie({ moves: ["b"], kept: 0, today: 1 }), /: 0 points of fairness/);
});

test("older reports say nothing of what was not asked then", () => {
  const old = findings("dualite");
  assert.deepEqual([copying(old), known(old), size(old)], ["", "", ""]);
});

test("copying wins or loses where the interval says so, and is said to be impossible", () => {
  /** @param {[number, number, number]} score */
  const said = (score) =>
    copying(
      findings("dualite", (one) => {
        one.copying = { example: ["a1", "d4"], score: figure(...score), images: figure(0.75, 0.5, 1) };
      }),
    );
  assert.match(said([0.8, 0.6, 0.9]), /\(`d4` answers `a1`\).* scores 80\.0.*; 75\s% of its turns.* Copying wins\.$/);
  assert.match(said([0.2, 0.1, 0.3]), /Copying loses\.$/);
  assert.match(said([0.5, 0.1, 0.9]), /not shown\.$/);
  assert.match(copying(findings("dualite", (one) => (one.copying = null))), /^The rules allow no copying/);
});

test("komi, how early the winner is known, and how large the game is stand in sentences", () => {
  const one = findings("l-calculus", ({ strongest }) => (strongest.komi = figure(2.5, -0.5, 5.5)));
  assert.match(verdict(one), /A komi of \+2\.5 points .* \(-0\.5 … \+5\.5\)\.$/);
  one.strongest.known = [
    { share: 0.8, left: figure(0.5, 0.4, 0.6) },
    { share: 0.95, left: figure(0.25, 0.2, 0.3) },
  ];
  assert.match(known(one), /for good 80\s% with 50\.0\s% \(40–60\) of the game left, 95\s% with 25\.0\s%/);
  one.strongest.known = [{ share: 0.8, left: null }];
  assert.match(known(one), /no game was decided/);
  one.size = { tree: figure(12.4, 9.6, 15.2), positions: 1234, games: 8 };
  assert.match(size(one), /^Some 10¹² games are possible \(10¹⁰ to 10¹⁵;.* at least 1,234 positions.* 8 games\.$/);
  one.size.tree = null;
  assert.match(size(one), /^There are at least/);
});

test("the nearest fair rules are named, and what it takes to decide the others", () => {
  /**
   * @param {Record<string, string>} options
   * @param {import("../../web/report/format.js").RulesSummary["verdict"]} verdict
   * @param {number | null} more
   */
  const rules = (options, verdict, more) => ({
    ...{ options, verdict, games: 100, games_to_decide: more, scores: [null, figure(0.5, 0.46, 0.54)] },
    ...{ draws: null, cut_off: null, length: null, choices: null, doubling: null, copying: null },
  });
  const all = [rules({}, "first_side", null), rules({ size: "7" }, "fair", null), rules({ size: "9" }, "unknown", 500)];
  /** @param {number | null} at */
  const said = (at) =>
    nearest(/** @type {import("../../web/report/format.js").Comparison} */ ({ rules: all, nearest_fair: at }));
  assert.equal(said(1), "Fair with the smallest change: `size=7`, where the first side scores 50.0\u00a0% (46–54).");
  assert.match(said(2), /^Perhaps fair .* `size=9`/);
  assert.match(said(null), /^None of these/);
  assert.equal(
    undecided(all),
    "Not decided yet: 1 of 3. That would take some 400 more games of each strength in all, 1.3 times what was played for this page.",
  );
  assert.match(undecided([rules({}, "unknown", null)]), /^Not decided yet: 1 of 1\. For 1 of them no number/);
  assert.equal(undecided(all.slice(0, 2)), "");
});

test("values are counted in at most 24 classes", () => {
  assert.deepEqual(classes([[1, 1, 2]]), { least: 0, width: 1, counted: [[0, 2 / 3, 1 / 3]] });
  const { width, counted } = classes([[1, 1, 2, 700], [0]]);
  assert.equal(width, 30);
  assert.deepEqual(
    counted.map((shares) => [shares.length, shares[0], shares.at(-1)]),
    [
      [24, 0.75, 0.25],
      [24, 1, 0],
    ],
  );
  assert.deepEqual(classes([[]]), { least: 0, width: 1, counted: [[0]] });
  // Margins may be negative.
  assert.deepEqual(classes([[-2, 1]]), { least: -2, width: 1, counted: [[0.5, 0, 0, 0.5]] });
  assert.deepEqual(classes([[-30, -29, 29, 30]]), {
    least: -30,
    width: 3,
    counted: [[0.5, ...Array.from({ length: 18 }, () => 0), 0.25, 0.25]],
  });
});

test("titles name what is compared", () => {
  assert.equal(reportTitle(kept("dualite").findings), "Report: Dualité / Dualité opening=last");
  speak("fr");
  assert.equal(reportTitle(kept("dualite").findings), "Rapport\u00a0: Dualité / Dualité opening=last");
});
