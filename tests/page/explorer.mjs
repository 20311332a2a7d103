// Tests of the explorer of openings.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { axe, visit } from "./browser.mjs";

/** @typedef {import("playwright-core").Page} Page */

/** Games of this browser: moves, and the side that gave up. @type {[string, number | null][]} */
const GAMES = [
  ["b1-b3 a2-c2", 0],
  ["b1-b3 a2-c2 g1-g3", 1],
  ["b1-b3 a6-c6", 1],
  ["d1-b3", null],
];

/** @param {Page} page */
async function keepGames(page) {
  await page.evaluate((games) => {
    games.forEach(([moves, resigned], index) => {
      const text = `[Game "loa"]\n\n${moves}\n`;
      const players = [{ kind: "person" }, { kind: "person" }];
      const match = { players, rounds: 1, round: 1, points: [0, 0], resigned, exchanged: false };
      const game = { kind: "play", variant: "loa", options: {}, start: null, text, at: [], changed: index + 1, match };
      localStorage.setItem(`ardoise.game.test-${index}`, JSON.stringify(game));
    });
  }, GAMES);
}

/** Its rows: move, games, results. @param {Page} page @param {string} title */
async function rows(page, title) {
  const table = page.locator(".explorer table", { hasText: title });
  await table.waitFor();
  return table.locator("tbody tr").evaluateAll((rows) =>
    rows.map((row) => {
      const [move, games] = [...row.children].map((cell) => cell.textContent ?? "");
      return [move, games, row.querySelector(".score-bar")?.getAttribute("aria-label") ?? ""];
    }),
  );
}

/** @param {import("./games.mjs").Use} use */
export function explorerTests({ check, ready, moves }) {
  check("serve", "an analysis shows what was played from its positions, and plays it", async (host) => {
    const report = JSON.parse(readFileSync(new URL("../../docs/reports/loa.json", import.meta.url), "utf8"));
    const { games } = report.plan;
    await visit(`${host.url}#/rules/loa`, async (page) => {
      await keepGames(page);
      /** @type {string[]} */
      const asked = [];
      page.on("request", (request) => asked.push(request.url()));
      await page.goto(`${host.url}?#/analyse/loa`);
      await ready(page);
      await page.locator(".toggle").click();
      assert.ok(!asked.some((url) => url.endsWith("loa.json")), "the report is not read before it is wanted");
      await page.locator(".explorer summary").click();
      assert.deepEqual(await rows(page, "In your games: 4"), [
        ["b1-b3", "3 75\u00a0%", "Black 67\u00a0%, draw 0\u00a0%, White 33\u00a0%"],
        ["d1-b3", "1 25\u00a0%", ""],
      ]);
      const first = await rows(page, `games of the report: ${games}`);
      const { moves: turn, played } = report.findings[0].first_turns[0];
      const told = `${Math.round(games * played.value)} ${Math.round(100 * played.value)}\u00a0%`;
      assert.deepEqual(first[0]?.slice(0, 2), [turn[0], told]);
      assert.deepEqual(await axe(page), []);

      await page.locator(".explorer button", { hasText: "b1-b3" }).first().focus();
      await page.keyboard.press("Enter");
      await page.waitForFunction(() => location.hash.includes("b1-b3"));
      assert.deepEqual(await rows(page, "In your games: 3"), [
        ["a2-c2", "2 67\u00a0%", "Black 50\u00a0%, draw 0\u00a0%, White 50\u00a0%"],
        ["a6-c6", "1 33\u00a0%", "Black 100\u00a0%, draw 0\u00a0%, White 0\u00a0%"],
      ]);
      assert.equal(await page.locator(".explorer table", { hasText: "report" }).count(), 0);
      await page.keyboard.press("Enter");
      await page.locator(".explorer table", { hasText: "In your games: 1" }).waitFor();
      assert.deepEqual(await moves(page), ["b1-b3", "a2-c2"]);
      await page.setViewportSize({ width: 360, height: 740 });
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    });
  });

  check("serve", "first turns of a report go on within a turn of several moves", async (host) => {
    await visit(`${host.url}#/analyse/dualite`, async (page) => {
      await ready(page);
      await page.locator(".explorer summary").click();
      await page.locator(".explorer button", { hasText: "a1 d1" }).click();
      await page.waitForFunction(() => location.hash.includes("a1,d1"));
      await page.locator(".explorer", { hasText: "None of your games" }).waitFor();
      await page.keyboard.press("ArrowLeft");
      await page.locator(".explorer tbody .link", { hasText: /^d1$/ }).waitFor();
    });
  });
}
