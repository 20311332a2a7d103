// Makes pictures of the page from the real thing: `node screenshots.mjs DIR [NAME...]`; the program is named by
// ARDOISE, or a page by HOSTS.

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { chromium as browsers } from "playwright-core";
import { chromium, FLAGS, hosts } from "./hosts.mjs";

/** @typedef {import("playwright-core").Page} Page */

const [folder = "screenshots", ...only] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });

const LOA = "c8-c6,a4-c2,d8-b6,a6-c4,b8-b5,h2-e2,g8-g6,a2-d2,g6xc2,h4-f2,b6xf2,h6-e3";
const DUALITE = "b1,a3,c1,d2,d3,d2,c2,b1,a2,b2,a3,b2,a1,a2,b3,a4,b4,c3,c4";

/** Each picture: where, and what is done there before it is taken; `short`: on phones, too, only what fits the screen. @type {Record<string, {at: string, act?: (page: Page) => Promise<void>, short?: boolean}>} */
const PICTURES = {
  home: { at: "" },
  rules: { at: "#/rules/loa" },
  "play-dualite": {
    at: "#/play/dualite",
    act: async (page) => {
      for (const cell of ["b2", "d4"]) await page.locator(`[data-spot="${cell}"]`).click();
      await page.waitForFunction(() => location.hash.split(",").length > 2);
      await page.mouse.move(5, 5);
      await page.waitForTimeout(500);
    },
  },
  "play-l-calculus": {
    at: "#/play/l-calculus?moves=6x7,-,2x4,L1,7x2,-,3x7,L1,9x3,-",
    act: async (page) => {
      await page.waitForSelector(".spot.source");
      const sources = page.locator(".spot.source");
      await sources.nth(2).click();
      await page.locator(".spot.target").nth(1).hover();
      await page.waitForTimeout(400);
    },
  },
  "play-logitac": {
    at: "#/play/logitac?start=5y6/3p1p2p3/12/4p4p2/12/5P6/3P8/D11/2P4P4/6C5/4P7/2P2Y6|8/2p5/4n3/8/8/1N2P3/8/8|5/5/1P3/5/5+0+-+35,-,2,-,000,1.0.0;37,-,2,-,000,0.0.0+40",
  },
  "play-teams": { at: "#/play/dualite-teams?moves=b1,d4" },
  "analyse-loa": {
    at: `#/analyse/loa?moves=${LOA}`,
    act: async (page) => {
      // A review fills the graph of chances; the search then goes on in the last position.
      await page.getByRole("button", { name: "Review this game" }).click();
      await page.waitForSelector(".summary");
      await page.mouse.move(5, 5);
      await page.waitForSelector(".arrow.best", { state: "attached" });
      await page.waitForTimeout(4000);
    },
  },
  "analyse-zen": {
    at: "#/analyse/zen",
    act: async (page) => {
      await page.waitForSelector(".arrow.best", { state: "attached" });
      await page.locator(".candidates tbody tr").first().hover();
      await page.waitForTimeout(1500);
    },
  },
  verdicts: {
    at: "#/analyse/grand-dual?moves=b2,e2,e3,e2",
    act: async (page) => {
      await page.getByRole("checkbox").first().check();
      await page.waitForFunction(
        () => document.querySelectorAll(".mark.verdict").length === document.querySelectorAll(".spot.target").length,
      );
    },
  },
  review: {
    at: `#/analyse/dualite?moves=${DUALITE}&ply=8`,
    act: async (page) => {
      await page.locator(".review button").first().click();
      await page.waitForSelector(".summary");
      await page.keyboard.press("n");
      await page.waitForSelector(".review .judged");
      await page.waitForTimeout(800);
    },
  },
  problems: { at: "#/problems" },
  "problem-loa": {
    short: true,
    at: "#/problems/loa?problem=1",
    act: async (page) => {
      await page.waitForSelector(".spot.source");
      await page.locator("#typed").fill("h3-g2");
      await page.locator("#typed").press("Enter");
      await page.waitForSelector(".said.wrong");
      await page.evaluate(() => scrollTo(0, 0));
    },
  },
  "problem-dualite": {
    at: "#/problems/dualite?problem=20",
    act: async (page) => {
      await page.waitForSelector(".spot.target");
      await page.getByRole("button", { name: "Show the solution" }).click();
      await page.waitForSelector(".tries:not([hidden])");
    },
  },
  "problem-l-calculus": { at: "#/problems/l-calculus?problem=3" },
  "problem-logitac": { at: "#/problems/logitac?problem=2" },
  "report-dualite": { at: "#/reports/dualite" },
  "report-l-calculus": { at: "#/reports/l-calculus" },
  training: {
    at: "#/training",
    act: async (page) => {
      await page.waitForTimeout(1500);
    },
  },
  shortcuts: {
    at: "#/analyse/loa",
    act: async (page) => {
      await page.waitForSelector(".spot.source");
      await page.keyboard.press("?");
    },
  },
};

/** @type {Record<string, import("playwright-core").BrowserContextOptions>} */
const LOOKS = {
  light: { viewport: { width: 1280, height: 860 }, colorScheme: "light" },
  dark: { viewport: { width: 1280, height: 860 }, colorScheme: "dark" },
  phone: { viewport: { width: 360, height: 740 }, colorScheme: "light", deviceScaleFactor: 2, hasTouch: true },
};

const [host, ...others] = await hosts();
if (!host) throw new Error("HOSTS names no host");
const browser = await browsers.launch({ executablePath: chromium(), args: FLAGS });
for (const [name, { at, act, short }] of Object.entries(PICTURES)) {
  if (only.length > 0 && !only.includes(name)) continue;
  for (const [look, options] of Object.entries(LOOKS)) {
    const context = await browser.newContext({ locale: "en-GB", reducedMotion: "reduce", ...options });
    const page = await context.newPage();
    await page.goto(host.url + at);
    await page.waitForSelector("h1");
    try {
      await act?.(page);
    } catch (error) {
      console.error(`${name}, ${look}: ${error}`);
    }
    await page.waitForTimeout(500);
    await page.screenshot({ path: join(folder, `${name}-${look}.png`), fullPage: look === "phone" && !short });
    await context.close();
  }
}
await browser.close();
for (const one of [host, ...others]) one.close();
