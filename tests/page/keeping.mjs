// One browser, several tabs: the same game open in two of them, and the list of games in a third. Nothing that is done
// in one is lost by what is done in another.

import assert from "node:assert/strict";
import { visit } from "./browser.mjs";
import { keptGames, tab } from "./doings.mjs";

/** @typedef {import("playwright-core").Page} Page */

/** All kept games as texts. @param {Page} page */
async function kept(page) {
  return (await keptGames(page)).map(({ text }) => text);
}

/** Until a tab is not told any more of what others keep. */
const deaf = () => addEventListener("storage", (event) => event.stopImmediatePropagation(), true);

/** @param {import("./games.mjs").Use} use */
export function keepingTests({ check, ready, type }) {
  const has = (/** @type {Page} */ page, /** @type {string} */ move) =>
    page.locator(".moves .move", { hasText: move }).waitFor();
  const current = (/** @type {Page} */ page, /** @type {string} */ move) =>
    page.locator(".move.current", { hasText: move }).waitFor();

  check("serve", "an analysis in two tabs: each follows the other, and nothing is lost", async (host) => {
    await visit(`${host.url}#/analyse/loa?moves=b1-b3`, async (page) => {
      await ready(page);
      await page.locator(".toggle").click();
      await type(page, "a2-c2");
      await current(page, "a2-c2");
      const other = await tab(page, `${host.url}#/analyse/loa`);
      await current(other, "a2-c2");
      await other.locator(".moves .move", { hasText: "b1-b3" }).click();
      await ready(other);
      await type(other, "a6-c6");
      await current(other, "a6-c6");
      await has(page, "a6-c6");
      assert.equal(await page.locator(".move.current").innerText(), "a2-c2", "who looks at a move stays there");
      await type(page, "g1-g3");
      await has(other, "g1-g3");
      await other.getByRole("button", { name: "Delete from here" }).click();
      await page.locator(".variation").waitFor({ state: "detached" });
      await other.getByRole("button", { name: "Bring back" }).click();
      await has(page, "a6-c6");
      // A tab that is closed last writes nothing that is older.
      await page.close();
      await type(other, "c1-c4");
      await current(other, "c1-c4");
      await other.reload();
      await has(other, "c1-c4");
      await has(other, "g1-g3");
      assert.equal((await kept(other)).length, 1);
    });
  });

  check("serve", "a match in two tabs is one match, and the engine answers once", async (host) => {
    await visit(`${host.url}#/rules/loa`, async (page) => {
      await page.evaluate(() => localStorage.setItem("ardoise.level", "1"));
      await page.goto(`${host.url}?#/play/loa`);
      await ready(page);
      await type(page, "b1-b3");
      await page.locator(".moves .move").nth(1).waitFor();
      const other = await tab(page, `${host.url}#/play/loa`);
      await other.locator(".moves .move").nth(1).waitFor();
      await type(other, "g1-g3");
      await page.locator(".moves .move").nth(3).waitFor();
      const line = (/** @type {Page} */ one) => one.locator(".moves .move").allInnerTexts();
      await other.locator(".moves .move").nth(3).waitFor();
      assert.deepEqual(await line(page), await line(other));
      await page.getByRole("button", { name: "Undo", exact: true }).click();
      await other.waitForFunction(() => location.hash.includes("ply=2"));
      assert.equal((await kept(page)).length, 1);
    });
  });

  check("serve", "what two tabs do without knowing of each other is kept as two games", async (host) => {
    await visit(`${host.url}#/analyse/loa?moves=b1-b3`, async (page) => {
      await ready(page);
      await page.locator(".toggle").click();
      await type(page, "a2-c2");
      await current(page, "a2-c2");
      const other = await tab(page, `${host.url}#/analyse/loa`, deaf);
      await current(other, "a2-c2");
      await type(page, "g1-g3");
      await current(page, "g1-g3");
      // Only to look: what the other tab has kept is taken over.
      await other.keyboard.press("ArrowLeft");
      await has(other, "g1-g3");
      await type(page, "h2-f2");
      await current(page, "h2-f2");
      await type(other, "a6-c6");
      await other.locator(".panel [role=status]", { hasText: "second game" }).waitFor();
      assert.deepEqual((await kept(page)).map((text) => [/h2-f2/.test(text), /a6-c6/.test(text)]).sort(), [
        [false, true],
        [true, false],
      ]);
      await other.reload();
      await has(other, "a6-c6");
      await page.reload();
      await has(page, "h2-f2");
    });
  });

  check("serve", "a game that is named in the list keeps what was played since the list was shown", async (host) => {
    await visit(`${host.url}#/analyse/loa?moves=b1-b3`, async (page) => {
      await ready(page);
      await type(page, "a2-c2");
      await current(page, "a2-c2");
      const list = await tab(page, `${host.url}#/library`, deaf);
      await list.locator(".library li").waitFor();
      await type(page, "g1-g3");
      await current(page, "g1-g3");
      await list.locator(".library li").getByRole("textbox").fill("My best");
      await list.locator("#library-search").focus();
      await page.reload();
      await has(page, "g1-g3");
      await list.reload();
      assert.equal(await list.locator(".library li").getByRole("textbox").inputValue(), "My best");
    });
  });

  check("serve", "games from a file never replace what was played since", async (host) => {
    await visit(`${host.url}#/analyse/loa?moves=b1-b3`, async (page) => {
      await ready(page);
      await type(page, "a2-c2");
      await current(page, "a2-c2");
      const list = await tab(page, `${host.url}#/library`);
      const [download] = await Promise.all([
        list.waitForEvent("download"),
        list.getByRole("button", { name: "Save all as a file" }).click(),
      ]);
      await page.getByRole("button", { name: "Delete from here" }).click();
      await ready(page);
      await type(page, "a6-c6");
      await current(page, "a6-c6");
      await list.locator(".library .muted", { hasText: "2 moves" }).waitFor();
      const file = await download.path();
      await list.locator("#library-file").setInputFiles(file);
      await list.locator(".library li").nth(1).waitFor();
      await list.locator("#library-file").setInputFiles(file);
      await list.locator(".note", { hasText: "Games added: 0" }).waitFor();
      assert.deepEqual((await kept(page)).map((text) => [/a2-c2/.test(text), /a6-c6/.test(text)]).sort(), [
        [false, true],
        [true, false],
      ]);
    });
  });
}
