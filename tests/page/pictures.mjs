// Tests of positions and games that are saved as pictures.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { visit } from "./browser.mjs";

/** @typedef {import("playwright-core").Page} Page */

/** Saves a picture, and gives the file. @param {Page} page @param {string} name of the button */
async function saved(page, name) {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name, exact: true }).click(),
  ]);
  return { name: download.suggestedFilename(), path: await download.path() };
}

/** What a picture must hold, or must not, to be shown anywhere. @param {string} text */
function standsAlone(text) {
  assert.match(text, /^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"[^>]*><title>Lines of Action<\/title>/);
  assert.doesNotMatch(text, /var\(|<script|href|url\(|data-|rgba?\(/);
  assert.match(text, /fill="#[0-9a-f]{6}"/);
}

/** @param {import("./games.mjs").Use} use */
export function pictureTests({ check, ready }) {
  check("serve", "a position is saved as a picture, and a game as one that plays", async (host) => {
    await visit(`${host.url}#/analyse/loa?moves=b1-b3,a2-c2,g1-g3`, async (page) => {
      await ready(page);
      await page.locator("summary", { hasText: "Pictures" }).click();

      const still = await saved(page, "Picture (SVG)");
      assert.equal(still.name, "loa.svg");
      const picture = readFileSync(still.path, "utf8");
      standsAlone(picture);
      assert.doesNotMatch(picture, /class=/);

      const { path } = await saved(page, "Picture (PNG)");
      const png = readFileSync(path);
      assert.equal(png.toString("latin1", 1, 4), "PNG");
      assert.equal(Math.max(png.readUInt32BE(16), png.readUInt32BE(20)), 1600);

      const film = readFileSync((await saved(page, "Animation of the game (SVG)")).path, "utf8");
      standsAlone(film);
      const other = await page.context().newPage();
      await other.goto(`data:image/svg+xml,${encodeURIComponent(film)}`);
      /** What is said below the board, and how many men are seen on it, some milliseconds after the start. @param {number} time */
      const at = (time) =>
        other.evaluate((time) => {
          for (const animation of document.getAnimations()) {
            animation.pause();
            animation.currentTime = time;
          }
          const seen = (/** @type {Element} */ one) => getComputedStyle(one).visibility === "visible";
          const words = [...document.querySelectorAll("text")].filter(seen).map((one) => one.textContent ?? "");
          const men = [...document.querySelectorAll("g[transform]")].filter(seen);
          return { words: words.filter((text) => text.length > 1), men: men.length };
        }, time);
      assert.deepEqual(await at(0), { words: ["Lines of Action"], men: 24 });
      assert.deepEqual(await at(1700), { words: ["1. b1-b3"], men: 24 });
      assert.deepEqual(await at(4100), { words: ["3. g1-g3"], men: 24 });
    });
  });
}
