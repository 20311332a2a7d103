// Analyses: what stays in sight, the way from mistake to mistake, and what the figures mean.

import assert from "node:assert/strict";
import { visit } from "./browser.mjs";
import { press } from "./doings.mjs";

/** @typedef {import("playwright-core").Page} Page */

/** A game of Dualité in which both sides make mistakes. */
const LOST = "b1,a3,c1,d2,d3,d2,c2,b1,a2,b2,a3,b2,a1,a2,b3,a4,b4,c3,c4";

const DESK = { viewport: { width: 1400, height: 900 } };

/** The place of an element that all of it can be seen at. @param {import("playwright-core").Locator} element */
async function seen(element) {
  return element.evaluate((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    const hit = (/** @type {number} */ x, /** @type {number} */ y) => one.contains(document.elementFromPoint(x, y));
    return hit(left + 4, top + 4) && hit(right - 4, bottom - 4);
  });
}

/** A game that is reviewed, looked at from its start. @param {Page} page @param {Pick<import("./games.mjs").Use, "ready">} use */
async function reviewed(page, { ready }) {
  await ready(page);
  await press(page, "Review this game");
  await page.waitForSelector(".summary");
}

/** @param {Page} page */
const ply = (page) => page.evaluate(() => Number(/ply=(\d+)/.exec(location.hash)?.[1] ?? -1));

/** @param {Page} page @param {() => Promise<void>} act @returns {Promise<number>} the ply to which one comes */
async function goes(page, act) {
  const was = await page.evaluate(() => location.hash);
  await act();
  await page.waitForFunction((was) => location.hash !== was, was);
  return ply(page);
}

/** @param {import("./games.mjs").Use} use */
export function analysisTests({ check, ready, type }) {
  const address = `#/analyse/dualite?moves=${LOST}&ply=0`;

  check("serve", "beside a board that stays the panel scrolls, and what is needed most is in sight", async (host) => {
    await visit(
      host.url + address,
      async (page) => {
        await reviewed(page, { ready });
        await page.keyboard.press("n");
        await page.locator(".review .judged").waitFor();
        for (const name of ["Load", "Previous mistake", "Next mistake", "Try again here"])
          assert.ok(await seen(page.getByRole("button", { name, exact: true })), name);
        const top = () => page.locator(".board").evaluate((board) => board.getBoundingClientRect().top);
        const before = await top();
        await page.mouse.move(1200, 600);
        await page.mouse.wheel(0, 3000);
        const last = page.locator("summary", { hasText: "Position and rules" });
        await page.waitForFunction(() => (document.querySelector(".panel")?.scrollTop ?? 0) > 0);
        assert.ok(await seen(last), "the end of the panel");
        assert.equal(await top(), before);
        assert.equal(await page.evaluate(() => scrollY), 0);
      },
      DESK,
    );
  });

  check("serve", "mistakes are gone through from a variation, too, and of one side only", async (host) => {
    await visit(
      host.url + address,
      async (page) => {
        await reviewed(page, { ready });
        const next = () => press(page, "Next mistake");
        const back = () => press(page, "Previous mistake");
        const first = await goes(page, next);
        const second = await goes(page, next);
        assert.ok(second > first && first > 0);
        await goes(page, () => press(page, "Show"));
        await page.locator(".variation .move.current").waitFor();
        assert.equal(await goes(page, back), second, "what the variation is played instead of");
        assert.equal(await goes(page, back), first);
        for (const side of ["0", "1"]) {
          await goes(page, () => page.keyboard.press("Home"));
          await page.getByLabel("Whose mistakes").selectOption(side);
          await goes(page, next);
          await page.locator(`.move.current.side${side}`).waitFor();
        }
      },
      DESK,
    );
  });

  check("only serve", "while a move is judged, no other one is taken", async (host) => {
    await visit(
      host.url + address,
      async (page) => {
        await reviewed(page, { ready });
        await goes(page, () => press(page, "Next mistake"));
        const said = await page.locator(".review .judged").first().innerText();
        const [, mistake, best] = /^(\S+):.* better was (\S+)\./.exec(said) ?? assert.fail(said);
        await goes(page, () => press(page, "Try again here"));
        const spots = page.locator(".spot.target");
        const all = await spots.evaluateAll((all) => all.map((one) => one.getAttribute("data-spot") ?? ""));
        // Of these two the review has said what they are worth; about any other one the engine is asked.
        const other = all.find((spot) => spot !== mistake && spot !== best) ?? assert.fail(all.join(" "));
        let answer = () => {};
        const held = new Promise((done) => (answer = () => done(null)));
        await page.route("**/api", async (route) => {
          const request = route.request().postDataJSON();
          if (request.do === "start" && request.task.do === "review") await held;
          await route.continue();
        });
        await type(page, other);
        await page.locator(".said", { hasText: "The engine looks at your move" }).waitFor();
        assert.equal(await spots.count(), 0, "no spot can be chosen");
        assert.ok(!(await page.locator("#typed").isEditable()));
        answer();
        await page.locator(".said.wrong, .review .judged.good, .review .judged.best").first().waitFor();
        assert.equal(await page.locator(".note.error").count(), 0);
      },
      DESK,
    );
  });

  check("serve", "of a link with a move that cannot be made what comes before is shown", async (host) => {
    await visit(`${host.url}#/analyse/loa?moves=b1-b3,a2-c2,a1-a9,c1-c3&ply=4`, async (page) => {
      await page.locator(".note.error", { hasText: "a1-a9" }).waitFor();
      await page.locator(".move.current", { hasText: "a2-c2" }).waitFor();
    });
  });

  check("serve", "what the figures mean is said", async (host) => {
    await visit(`${host.url}#/analyse/loa`, async (page) => {
      await page.waitForSelector(".candidates tbody tr:not([hidden])");
      await page.locator("summary", { hasText: "What the figures mean" }).click();
      const legend = await page.locator(".legend dl").innerText();
      for (const words of [/Visits.*how often the search/is, /Prior.*before any search/is]) assert.match(legend, words);
      await page.goto(`${host.url}#/problems/loa?problem=1`);
      await page.getByText("a rating that is still a guess").waitFor();
    });
  });
}
