// A page in Chromium, and what tests of it share.

import assert from "node:assert/strict";
import { after, before } from "node:test";
import { chromium as browsers } from "playwright-core";
import { chromium, FLAGS } from "./hosts.mjs";

/** @typedef {import("playwright-core").Page} Page */

/** Milliseconds that an answer may take on a busy machine. */
const PATIENCE = 60_000;

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
 */
export async function visit(address, use, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: "en-GB", ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  /** @type {string[]} */
  const wrong = [];
  page.on("pageerror", (error) => wrong.push(`${error.message} ${error.stack ?? ""}`));
  page.on("console", (message) => {
    // What is refused in words comes with a status of 4xx, which the browser logs.
    if (message.type() === "error" && !/status of 4\d\d/.test(message.text())) wrong.push(message.text());
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(new URL(address).origin) && !/^(data|blob):/.test(request.url()))
      wrong.push(`request to ${request.url()}`);
  });
  try {
    await page.goto(address);
    await use(page);
  } finally {
    await context.close();
  }
  assert.deepEqual(wrong, []);
}
