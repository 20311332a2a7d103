// What a person does on the page and what is seen of it then, as several tests need it.

import { readFileSync } from "node:fs";
import { PATIENCE } from "./browser.mjs";

/** @typedef {import("playwright-core").Page} Page */

/**
 * The problems of a variant that come with the program, the easiest first.
 * @param {string} variant
 * @returns {{position: string, win_in: number}[]}
 */
export function problemsOf(variant) {
  const text = readFileSync(new URL(`../../problems/${variant}.jsonl`, import.meta.url), "utf8");
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

/** Where a problem is shown. @param {string} variant @param {string} position in which it is */
export function problemAddress(variant, position) {
  const index = problemsOf(variant).findIndex((problem) => problem.position === position);
  if (index < 0) throw new Error(`${variant} has no problem in ${position}`);
  return `#/problems/${variant}?problem=${index + 1}`;
}

/** Until another problem than this one is shown. @param {Page} page @param {string} address of this one */
export async function anotherProblem(page, address) {
  await page.waitForFunction((was) => /problem=\d/.test(location.hash) && location.hash !== was, address);
}

/** A problem of Lines of Action: d3-e4 wins in two, then h3-g2. */
export const LOA_PROBLEM = problemAddress("loa", "8/8/8/3w4/3b4/3bwb1b/8/8 0 52");

/** @param {Page} page @param {string} name of a button */
export function press(page, name) {
  return page.getByRole("button", { name, exact: true }).click();
}

/**
 * Another tab of the same browser.
 * @param {Page} page
 * @param {string} address
 * @param {() => void} [prepare] in the tab, before the page
 */
export async function tab(page, address, prepare = () => {}) {
  const other = await page.context().newPage();
  other.setDefaultTimeout(PATIENCE);
  await other.addInitScript(prepare);
  await other.goto(address);
  return other;
}

/** All games that the browser keeps. @param {Page} page @returns {Promise<import("../../web/game/library.js").Kept[]>} */
export function keptGames(page) {
  return page.evaluate(() =>
    Object.keys(localStorage)
      .filter((key) => key.startsWith("ardoise.game."))
      .map((key) => JSON.parse(localStorage.getItem(key) ?? "")),
  );
}

/**
 * To the rules and back, into another language and back, a reload: `same` holds after each.
 * @param {Page} page
 * @param {() => Promise<void>} same
 */
export async function leaveAndReturn(page, same) {
  await page.locator(".panel-head a").click();
  await page.waitForSelector(".rules-page");
  await page.goBack();
  await same();
  await press(page, "Français");
  await page.locator(".tools", { hasText: "English" }).waitFor();
  await same();
  await press(page, "English");
  await page.locator(".tools", { hasText: "Français" }).waitFor();
  await same();
  await page.reload();
  await same();
}

/** The middle of a spot. @param {Page} page @param {string} spot @returns {Promise<[number, number]>} */
export async function middle(page, spot) {
  // A board that is being drawn anew has no spots for a moment.
  for (;;) {
    const box = await page.locator(`[data-spot="${spot}"]`).boundingBox();
    if (box) return [box.x + box.width / 2, box.y + box.height / 2];
  }
}

/** Draws with the right button. @param {Page} page @param {string} from @param {string} [to] */
export async function draw(page, from, to = from) {
  await page.mouse.move(...(await middle(page, from)));
  await page.mouse.down({ button: "right" });
  await page.mouse.move(...(await middle(page, to)), { steps: 3 });
  await page.mouse.up({ button: "right" });
}

/** Waits for what is drawn. @param {Page} page @param {string[]} kinds a colour each; circles with a dot */
export async function drawn(page, ...kinds) {
  await page.waitForFunction(
    (kinds) =>
      [...document.querySelectorAll(".board .sketch")]
        .map(({ classList }) => `${classList.item(classList.length - 1)}${classList.contains("round") ? "." : ""}`)
        .sort()
        .join() === kinds,
    kinds.sort().join(),
  );
}

/** What the trainer says. @param {Page} page */
export async function told(page) {
  return (await page.locator(".standing dd").allInnerTexts()).map((text) => text.replace(/\s+/g, " ").trim());
}
