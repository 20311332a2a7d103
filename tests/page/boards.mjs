// Tests of boards of games that the page does not know, drawn from what an engine tells of them.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { axe, LIMIT, turnTo, visit } from "./browser.mjs";
import { answering, INVENTED, page as files } from "./invented.mjs";

/** @typedef {import("playwright-core").Page} Page */

const host = await files();
after(() => host.close());

/**
 * @param {string} address
 * @param {(page: Page) => Promise<void>} use
 * @param {import("playwright-core").BrowserContextOptions} [options]
 */
function open(address, use, options) {
  return visit(host.url + address, use, options, answering);
}

/** @param {Page} page @returns {Promise<string>} */
async function moves(page) {
  return page.evaluate(() => new URLSearchParams(location.hash.split("?")[1] ?? "").get("moves") ?? "");
}

/** Waits until these moves were made. @param {Page} page @param {string} made */
async function made(page, made) {
  await page.waitForFunction(
    (made) => new URLSearchParams(location.hash.split("?")[1] ?? "").get("moves") === made,
    made,
  );
}

const spot = (/** @type {Page} */ page, /** @type {string} */ id) => page.locator(`[data-spot="${id}"]`);

/** Where a spot is: a board that is being drawn anew has none for a moment. */
async function box(/** @type {Page} */ page, /** @type {string} */ id) {
  for (;;) {
    const found = await spot(page, id).boundingBox();
    if (found) return found;
  }
}

export function boardTests() {
  test("the home page shows every game by the engine's words", LIMIT, () =>
    open("", async (page) => {
      await page.waitForSelector(".card");
      assert.deepEqual(await page.locator(".card h2").allInnerTexts(), Object.keys(INVENTED));
      assert.match(await page.locator(".card").last().innerText(), /A game without a board/);
      assert.equal(await page.locator(".card svg.board").count(), 3);
      assert.match(await page.locator(".card pre").innerText(), /--\+--/);
      // The games, the saved ones, and one of one’s own.
      assert.equal(await page.locator("nav a").count(), 3);
    }),
  );

  test(
    "squares: moves of two and more parts by clicks, drags and keys; signs beside the board are buttons",
    LIMIT,
    () =>
      open("#/analyse/steps", async (page) => {
        await page.waitForSelector(".spot.source");
        assert.equal(await page.locator(".spot").count(), 24);
        assert.equal(await page.locator(".tile.shade").count(), 12);
        assert.equal(await spot(page, "a1").getAttribute("aria-label"), "a1, First player’s draughtsman, can be moved");
        assert.equal(await spot(page, "e2").getAttribute("aria-label"), "e2, wall");

        // Three parts, by clicks.
        for (const cell of ["a1", "c1", "c4"]) await spot(page, cell).click();
        await made(page, "a1:c1:c4");
        await page.waitForSelector('.men [data-at="c4"]');
        assert.equal(await page.locator(".mark.last").count(), 3);
        // A pass, by its button.
        await page.getByRole("button", { name: "Pass", exact: true }).click();
        await made(page, "a1:c1:c4,pass");

        // A step, dragged.
        const [from, to] = [await box(page, "c2"), await box(page, "d2")];
        await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
        await page.mouse.down();
        await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 4 });
        await page.mouse.up();
        await made(page, "a1:c1:c4,pass,c2-d2");
        // By keys: a man of the other side steps.
        await page.locator('[data-spot="b3"].source').focus();
        // A board that is drawn anew, here because the other side is shown and the first again, keeps the focus there.
        await page.keyboard.press("f");
        await page.keyboard.press("f");
        await page.keyboard.press("Enter");
        await page.keyboard.press("ArrowRight");
        assert.match(
          (await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))) ?? "",
          /^c3, empty, can be/,
        );
        await page.keyboard.press("Enter");
        await made(page, "a1:c1:c4,pass,c2-d2,b3-c3");
      }),
  );

  test("a part beside the board is offered once the others are chosen, and a refusal says why", LIMIT, () =>
    open("#/analyse/steps", async (page) => {
      await page.waitForSelector(".spot.source");
      await spot(page, "f4").click();
      await page.getByText("No move begins at f4 now: only at ").waitFor();
      await spot(page, "a2").click();
      await spot(page, "a3").click();
      await page.getByRole("button", { name: "Play a2-a3=R" }).click();
      await made(page, "a2-a3=R");
    }),
  );

  for (const game of ["hexes", "morris"])
    test(`${game}: men are placed by clicks, the last move is marked, the board can be turned`, LIMIT, () =>
      open(`#/play/${game}`, async (page) => {
        await page.waitForSelector(".spot.target");
        const { cells = [], edges = [] } = INVENTED[game]?.board ?? {};
        assert.equal(await page.locator(".spot").count(), cells.length);
        assert.equal(await page.locator(".joints").count(), edges.length > 0 ? 1 : 0);
        const free = cells.at(-1)?.name ?? "";
        const before = await spot(page, free).boundingBox();
        await spot(page, free).click();
        // The engine answers.
        await page.waitForFunction(() => location.hash.split(",").length > 1);
        await page.waitForSelector(".mark.last");
        assert.match(await moves(page), new RegExp(`^${free},`));
        await page.getByRole("button", { name: "Turn the board" }).click();
        const turned = await spot(page, free).boundingBox();
        assert.ok(before && turned && Math.hypot(before.x - turned.x, before.y - turned.y) > 50);
      }),
    );

  test("a game without a board is shown in characters, its moves are buttons", LIMIT, () =>
    open("#/play/words", async (page) => {
      await page.waitForSelector(".board-actions button");
      assert.match(await page.locator("pre").innerText(), /\| 0 \|/);
      await page.getByRole("button", { name: "Hint" }).click();
      await page.locator(".text-board").getByText("alpha").waitFor();
      await page.getByRole("button", { name: "gamma" }).click();
      await page.waitForFunction(() => /\| 2 \|/.test(document.querySelector("pre")?.textContent ?? ""));
      assert.equal(await moves(page), "gamma,alpha");
    }),
  );

  for (const colorScheme of /** @type {const} */ (["light", "dark"]))
    test(`boards of any game are accessible and fit on phones, ${colorScheme}`, LIMIT, () =>
      open(
        "",
        async (page) => {
          for (const game of Object.keys(INVENTED)) {
            for (const view of ["play", "analyse", "rules"]) {
              await turnTo(page, `#/${view}/${game}`);
              await page.waitForSelector("main h1");
              assert.deepEqual(await axe(page), [], `${view} ${game}`);
              const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
              assert.ok(!wide, `${view} ${game} is too wide`);
            }
          }
        },
        { colorScheme, viewport: { width: 360, height: 740 } },
      ),
    );
}
