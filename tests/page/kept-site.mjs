// A site that a browser keeps for itself, behind a line that can be cut.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { PATIENCE, visit } from "./browser.mjs";
import { files } from "./hosts.mjs";
import { line } from "./line.mjs";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("./hosts.mjs").Host} Host */

/** What a browser logs where a request was cut off, or a preload not used. */
const CUT = /net::ERR_|Failed to (fetch|load)/;

/** With service workers, which other tests go without. */
const KEPT = /** @type {const} */ ({ serviceWorkers: "allow" });

/** @param {Host} host */
export function folderOf({ folder }) {
  assert.ok(folder, "the host has a folder");
  return folder;
}

/** The digests that a site's service worker knows. @param {string} folder @returns {Record<string, string>} */
export function listOf(folder) {
  const [, list] = readFileSync(join(folder, "service-worker.js"), "utf8").match(/^const FILES = (.*);$/m) ?? [];
  return JSON.parse(list ?? "");
}

/** The addresses of all that the browser keeps. @param {Page} page @returns {Promise<string[]>} */
function kept(page) {
  return page.evaluate(async () => {
    const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const requests = await Promise.all(stores.map((store) => store.keys()));
    return requests.flat().map(({ url }) => url);
  });
}

/** Waits until so many files are kept. @param {Page} page @param {number} count */
export async function keeps(page, count) {
  for (let waited = 0, found = await kept(page); found.length !== count; waited += 100, found = await kept(page)) {
    assert.ok(waited < PATIENCE, `${found.length} files are kept, not ${count}:\n${found.join("\n")}`);
    await page.waitForTimeout(100);
  }
}

/** Waits until the browser keeps a whole site. @param {Page} page @param {string} folder */
export async function allKept(page, folder) {
  await keeps(page, Object.keys(listOf(folder)).length);
}

/**
 * A site behind a line that can be cut, in a folder of its host.
 * @param {string} folder
 * @param {(address: string, line: import("./line.mjs").Line) => Promise<void>} use
 */
export async function behindLine(folder, use) {
  const host = await files(dirname(folder), { gzip: true });
  const way = await line(host);
  try {
    await use(`${way.url}site/`, way);
  } finally {
    way.close();
    host.close();
  }
}

/**
 * Visits a page whose service worker may keep it, and whose line may be cut.
 * @param {string} address
 * @param {(page: Page) => Promise<void>} use
 * @param {import("playwright-core").BrowserContextOptions} [options]
 */
export const visitKept = (address, use, options) => visit(address, use, { ...KEPT, ...options }, undefined, CUT);

/**
 * Visits a site behind a line that can be cut.
 * @param {Host} host
 * @param {(site: {page: Page, folder: string, address: string, way: import("./line.mjs").Line}) => Promise<void>} use
 * @param {import("playwright-core").BrowserContextOptions} [options]
 */
export async function visitSite(host, use, options) {
  const folder = folderOf(host);
  await behindLine(folder, (address, way) =>
    visitKept(address, (page) => use({ page, folder, address, way }), options),
  );
}
