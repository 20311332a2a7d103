// A page in Chromium, and what tests of it share. One browser is for all tests of a process; each has a profile of its
// own.

import AxeModule from "axe-core";
import assert from "node:assert/strict";
import { after, before } from "node:test";
import { chromium as browsers } from "playwright-core";
import { chromium, FLAGS } from "./hosts.mjs";

/** @typedef {import("playwright-core").Page} Page */

/** Milliseconds after which an answer is taken to be missing, on however busy a machine. */
export const PATIENCE = 120_000;

/** A test that hangs ends at last. */
export const LIMIT = { timeout: 10 * PATIENCE };

/** @type {import("playwright-core").Browser} */
let browser;

before(async () => {
  browser = await browsers.launch({ executablePath: chromium(), args: FLAGS });
});

after(async () => {
  await browser?.close();
});

/**
 * A page on which any error that the browser reports fails the test.
 * @param {string} address
 * @param {(page: Page) => Promise<void>} use
 * @param {import("playwright-core").BrowserContextOptions} [options]
 * @param {(page: Page) => Promise<void>} [prepare] before the page is loaded
 * @param {RegExp} [meant] errors that the test brings about
 */
export async function visit(address, use, options = {}, prepare = async () => {}, meant = /$^/) {
  // What a service worker fetches cannot be held up by tests: only those of `offline.mjs` have one.
  const usual = /** @type {const} */ ({
    viewport: { width: 1280, height: 900 },
    locale: "en-GB",
    serviceWorkers: "block",
  });
  const context = await browser.newContext({ ...usual, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  const own = address.startsWith("file:") ? address : new URL(address).origin;
  /** @type {string[]} */
  const wrong = [];
  page.on("pageerror", (error) => wrong.push(`${error.message} ${error.stack ?? ""}`));
  page.on("console", (message) => {
    // What is refused in words comes with a status of 4xx, which the browser logs.
    if (message.type() === "error" && ![/status of 4\d\d/, meant].some((fine) => fine.test(message.text())))
      wrong.push(message.text());
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(own) && !/^(data|blob):/.test(request.url()))
      wrong.push(`request to ${request.url()}`);
  });
  try {
    await prepare(page);
    await page.goto(address);
    await use(page);
  } catch (error) {
    // What a test waited for in vain is seldom told by the selector alone.
    const shown = await page.evaluate(() => document.body.innerText).catch(String);
    console.error([`Failed at ${page.url()}`, ...wrong, shown.slice(0, 2000)].join("\n"));
    throw error;
  } finally {
    await context.close();
  }
  assert.deepEqual(wrong, []);
}

/**
 * Shows another view of the page that is open, as a link does: the page is not loaded again. What was shown is gone
 * then.
 * @param {Page} page
 * @param {string} hash such as `#/play/loa`
 */
export async function turnTo(page, hash) {
  await page.evaluate(async (hash) => {
    if (location.hash === hash) throw new Error(`${hash} is shown already`);
    // The page's own listener was there first: it has left the last view before this one hears of it.
    const heard = new Promise((done) => addEventListener("hashchange", done, { once: true }));
    location.hash = hash;
    await heard;
  }, hash);
}

/** What is seriously wrong for people with aids. @param {Page} page */
export async function axe(page) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AxeModule.source);
  const { violations } = await page.evaluate(() =>
    /** @type {any} */ (window).axe.run(document, { resultTypes: ["violations"] }),
  );
  return violations
    .filter((/** @type {any} */ one) => one.impact === "serious" || one.impact === "critical")
    .map(
      (/** @type {any} */ one) =>
        `${one.id}: ${one.nodes
          .map((/** @type {any} */ node) => node.target.join(" "))
          .slice(0, 4)
          .join("; ")}`,
    );
}
