// What the first view costs on a slow line: `node first-view.mjs`. The tables of `docs/page.md` are what this prints:
// bytes and requests until the first view stands, and the milliseconds until something is painted and until a board is
// there. The line carries 1.6 Mbit/s with round trips of 150 ms, and speaks HTTP/1.1.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium as browsers } from "playwright-core";
import { ardoise, chromium, files, FLAGS, serve } from "./hosts.mjs";
import { line } from "./line.mjs";

const SLOW = { bits: 1_600_000, latency: 150 };

/** A board as it is first seen: a card's picture on the list of games, the board of a game. */
const BOARD = { "": ".card svg", "#/play/loa": ".board .spot" };

/** @param {number} value */
const whole = (value) => Math.round(value).toLocaleString("en").replace(/,/g, " ");

const browser = await browsers.launch({ executablePath: chromium(), args: FLAGS });

/**
 * @param {string} name
 * @param {import("./hosts.mjs").Host} host
 */
async function measure(name, host) {
  for (const [hash, board] of Object.entries(BOARD)) {
    const slow = await line(host, SLOW);
    const context = await browser.newContext({ locale: "en-GB" });
    for (const which of ["first", "second"]) {
      const page = await context.newPage();
      slow.sent.length = 0;
      const begin = performance.now();
      await page.goto(slow.url + hash, { waitUntil: "commit" });
      await page.waitForSelector(board, { timeout: 120_000 });
      const seen = performance.now() - begin;
      const bytes = slow.sent.reduce((sum, one) => sum + one.bytes, 0);
      const requests = slow.sent.length;
      await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
      const painted = await page.evaluate(
        () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0,
      );
      const cells = [name, hash || "home", which, bytes / 1000, requests, painted, seen];
      console.log(`| ${cells.map((cell) => (typeof cell === "number" ? whole(cell) : cell)).join(" | ")} |`);
      // What comes quietly afterwards is part of the first visit.
      let before = -1;
      while (before !== (before = slow.sent.reduce((sum, one) => sum + one.bytes, 0))) await page.waitForTimeout(2500);
      await page.close();
    }
    await context.close();
    slow.close();
  }
}

console.log("| host | view | visit | kB | requests | painted, ms | board, ms |");
console.log("| --- | --- | --- | ---: | ---: | ---: | ---: |");
const folder = mkdtempSync(join(tmpdir(), "ardoise-first-"));
await ardoise(["site", join(folder, "site")]);
const hosts = {
  "`serve`": await serve(),
  "`site`, compressed": await files(join(folder, "site"), { gzip: true }),
  "`site`, as it lies": await files(join(folder, "site")),
};
for (const [name, host] of Object.entries(hosts)) {
  await measure(name, host);
  host.close();
}
rmSync(folder, { recursive: true, force: true });
await browser.close();
