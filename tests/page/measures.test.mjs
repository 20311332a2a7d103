// How long and how deep games are said to be, against the reports that come with the page.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { depthOf, lengthOf, measureOf, ordered } from "../../web/games/measures.js";

const REPORTS = new URL("../../docs/reports/", import.meta.url);

test("the first view says what the reports have found", () => {
  const files = readdirSync(REPORTS).filter((name) => name.endsWith(".json"));
  assert.ok(files.length > 10);
  for (const file of files) {
    /** @type {import("../../web/report/format.js").Report} */
    const { findings } = JSON.parse(readFileSync(new URL(file, REPORTS), "utf8"));
    const [{ skill, strengths } = assert.fail(file)] = findings;
    const measure = measureOf(file.replace(".json", ""));
    assert.ok(measure && skill, `${file}: a measure of it is missing in web/games/measures.js`);
    assert.equal(measure.skill, Math.round(skill.value), file);
    // Reports count moves, of which a turn may have some.
    const moves = strengths.at(-1)?.length?.value ?? 0;
    assert.ok(measure.turns <= Math.round(moves) && measure.turns >= moves / 2.1, `${file}: ${moves} moves`);
  }
});

test("games are ordered, and what was not measured comes last", () => {
  const games = ["unheard-of", "zen", "loa", "dualite"].map((name) => ({ name }));
  const names = (/** @type {string} */ order) => ordered(games, order).map(({ name }) => name);
  assert.deepEqual(names("listed"), ["unheard-of", "zen", "loa", "dualite"]);
  assert.deepEqual(names("short"), ["dualite", "loa", "zen", "unheard-of"]);
  assert.deepEqual(names("deep"), ["zen", "loa", "dualite", "unheard-of"]);
  assert.deepEqual(
    [7, 9, 15, 21, 42].map((skill) => depthOf({ skill, turns: 1 })),
    [1, 2, 3, 4, 5],
  );
  assert.deepEqual(
    [10, 25, 600].map((turns) => lengthOf({ skill: 1, turns })),
    ["short", "medium", "long"],
  );
});
