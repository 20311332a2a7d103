// How long an input waits for what it changes: `node input-to-paint.mjs`. The table of `docs/page.md` is what this
// prints: the milliseconds from an input to the next picture on a processor made four times slower, by the browser's
// own Event Timing, which counts in steps of 8.

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium as browsers } from "playwright-core";
import { ardoise, chromium, FLAGS, serve } from "./hosts.mjs";

/** @typedef {import("playwright-core").Page} Page */

/** How much slower the page's processor is. */
const SLOWER = 4;

/** The inputs of each kind that are measured. */
const TIMES = 12;

const folder = mkdtempSync(join(tmpdir(), "ardoise-input-"));
const record = join(folder, "games.jsonl");
await ardoise(["arena", "random", "random", "--game", "loa", "--games", "2", "--record", record]);
/** The beginning of a game of Lines of Action at random. @type {string[]} */
const GAME = JSON.parse(readFileSync(record, "utf8").split("\n")[0] ?? "").steps.slice(0, 60);
rmSync(folder, { recursive: true });

/**
 * Inputs by name: the view they are made in, what is there then, and one of them.
 * @type {Record<string, {hash: string, there: string, input: (page: Page, time: number) => Promise<void>}>}
 */
const INPUTS = {
  "a man is chosen, Lines of Action": {
    hash: "#/play/loa",
    there: ".board .spot.source",
    input: (page, time) => page.locator(".spot.source").nth(time).click(),
  },
  "a cell is chosen, Logitac": {
    hash: "#/play/logitac",
    there: ".board .spot.source",
    input: async (page, time) => {
      const sources = page.locator(".spot.source");
      await sources.nth(time % (await sources.count())).click();
    },
  },
  "a turn back in a game of 60 moves": {
    hash: `#/analyse/loa?moves=${GAME.join()}`,
    there: ".moves .move.current",
    input: (page) => page.keyboard.press("ArrowLeft"),
  },
  "another view": {
    hash: "",
    there: ".card svg",
    input: async (page, time) => {
      await page.keyboard.press("Escape");
      await page
        .locator("header a, nav a")
        .nth(time % 3)
        .click();
      await page.waitForTimeout(500);
    },
  },
};

const host = await serve();
const browser = await browsers.launch({ executablePath: chromium(), args: FLAGS });
console.log("| input | median, ms | longest, ms |");
console.log("| --- | ---: | ---: |");
for (const [name, { hash, there, input }] of Object.entries(INPUTS)) {
  const page = await browser.newPage({ locale: "en-GB", viewport: { width: 1280, height: 900 } });
  await page.goto(host.url + hash);
  await page.locator(there).first().waitFor();
  await page.waitForTimeout(1000);
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  await page.evaluate(() => {
    /** The longest event of each interaction. @type {Map<number, number>} */
    const longest = new Map();
    Object.assign(window, { longest });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { interactionId: id } = /** @type {PerformanceEntry & {interactionId: number}} */ (entry);
        if (id) longest.set(id, Math.max(longest.get(id) ?? 0, entry.duration));
      }
    }).observe(/** @type {PerformanceObserverInit} */ ({ type: "event", durationThreshold: 16 }));
  });
  for (let time = 0; time < TIMES; time++) {
    await input(page, time);
    await page.waitForTimeout(300);
  }
  const longest = await page.evaluate(() => [.../** @type {any} */ (window).longest.values()]);
  // What took less than 16 ms is not told.
  const waits = [...longest, ...Array(Math.max(0, TIMES - longest.length)).fill(8)].sort((a, b) => a - b);
  console.log(`| ${name} | ${waits[Math.floor(waits.length / 2)]} | ${waits.at(-1)} |`);
  await page.close();
}
await browser.close();
host.close();
