// Saved games and the first view: results, pictures, filters; the game that goes on; games by length and depth.

import assert from "node:assert/strict";
import { axe, turnTo, visit } from "./browser.mjs";
import { press } from "./doings.mjs";

/** @typedef {import("playwright-core").Page} Page */

/** Side 1 wins; the person has side 0. */
const LOST = "b1,a3,c1,d2,d3,d2,c2,b1,a2,b2,a3,b2,a1,a2,b3,a4,b4,c3,c4";

/** @param {import("./games.mjs").Use} use */
export function savedTests({ check, ready, type }) {
  /** A lost game, one that was given up by the engine’s side, one that goes on, an analysis. @param {Page} page */
  async function play(page) {
    await ready(page);
    await type(page, "b1");
    await page.locator(".moves .move").nth(0).waitFor();
    for (const [variant, move] of [
      ["loa", "b1-b3"],
      ["hex-7", "d4"],
    ]) {
      await turnTo(page, `#/play/${variant}`);
      await page.locator(".panel-head h2", { hasText: variant === "loa" ? "Lines" : "Hex" }).waitFor();
      await ready(page);
      await type(page, move ?? "");
      await page.locator(".moves .move").nth(1).waitFor();
    }
    await press(page, "Resign");
    await page.locator("dialog").getByRole("button", { name: "Resign" }).click();
    await page.locator(".ending:not([hidden])").waitFor();
    await turnTo(page, `#/play/dualite?moves=${LOST.split(",").slice(0, -1).join()}`);
    await page.locator(".panel-head h2", { hasText: "Dualité" }).waitFor();
    await turnTo(page, "#/analyse/zen?moves=f11-c11");
    await page.locator(".panel-head h2", { hasText: "Zen" }).waitFor();
    await ready(page);
    await page.locator(".toggle").click();
    await page.keyboard.press("ArrowLeft");
    await page.waitForFunction(() => location.hash.includes("ply=0"));
  }

  check("serve", "saved games have pictures and results, and are found by game, kind and result", async (host) => {
    await visit(`${host.url}#/play/dualite`, async (page) => {
      await play(page);
      await turnTo(page, "#/library");
      const rows = page.locator(".library li");
      await rows.nth(3).waitFor();
      const told = (/** @type {string} */ game) => rows.filter({ hasText: game }).locator("span.muted").innerText();
      assert.match(await told("Hex 7x7"), /^You – Level 3 · \d+ moves · Lost · /);
      assert.match(await told("Lines of Action"), /^You – Level 3 · 2 moves · unfinished · /);
      assert.match(await told("Zen"), /^Analysis · /);
      for (let row = 0; row < 4; row++) await rows.nth(row).locator(".face svg").waitFor();
      const shown = () => rows.locator("a:not(.face)").allInnerTexts();
      await page.locator("#library-state").selectOption("lost");
      assert.deepEqual(await shown(), ["Hex 7x7"]);
      await page.locator("#library-state").selectOption("won");
      await page.getByText("No game is like that.").waitFor();
      await page.locator("#library-state").selectOption("");
      await page.locator("#library-kind").selectOption("analyse");
      assert.deepEqual(await shown(), ["Zen l’initié"]);
      await page.locator("#library-kind").selectOption("");
      await page.locator("#library-game").selectOption("loa");
      assert.deepEqual(await shown(), ["Lines of Action"]);
      // What is drawn stays while the list is filtered.
      assert.equal(await rows.first().locator(".face svg").count(), 1);
      assert.deepEqual(await axe(page), []);
      await page.setViewportSize({ width: 360, height: 740 });
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360);
    });
  });

  check(
    "serve",
    "games of earlier versions of the page are shown with the result that the rules give",
    async (host) => {
      await visit(`${host.url}#/rules/loa`, async (page) => {
        await page.evaluate((moves) => {
          const text = `[Game "dualite"]\n\n${moves.split(",").join(" ")}\n`;
          const players = [{ kind: "person" }, { kind: "level", level: 2 }];
          const match = { players, rounds: 1, round: 1, points: [0, 0], resigned: null, late: null, clock: null };
          const kept = {
            kind: "play",
            variant: "dualite",
            options: {},
            start: null,
            text,
            at: [],
            changed: 1,
            over: true,
          };
          localStorage.setItem("ardoise.game.old", JSON.stringify({ ...kept, match }));
        }, LOST);
        await turnTo(page, "#/library");
        await page.locator(".library .muted", { hasText: "You – Level 2 · 19 moves · Lost" }).waitFor();
      });
    },
  );

  check("serve", "the first view goes on with the game that was left, where there is one", async (host) => {
    await visit(`${host.url}#/`, async (page) => {
      await page.waitForSelector(".cards .card");
      assert.equal(await page.locator(".going-on").count(), 0);
      await turnTo(page, "#/play/loa");
      await ready(page);
      await type(page, "b1-b3");
      await page.locator(".moves .move").nth(1).waitFor();
      await turnTo(page, "#/");
      const card = page.locator(".going-on");
      await card.locator(".face .man").first().waitFor();
      assert.match(await card.innerText(), /Lines of Action: You – Level 3 · 2 moves/);
      await card.getByRole("link", { name: "Continue the game" }).click();
      await page.locator(".moves .move", { hasText: "b1-b3" }).waitFor();
      await press(page, "Resign");
      await page.locator("dialog").getByRole("button", { name: "Resign" }).click();
      await page.locator(".ending:not([hidden])").waitFor();
      await turnTo(page, "#/");
      await page.waitForSelector(".cards .card");
      assert.equal(await page.locator(".going-on").count(), 0, "a game that is over does not go on");
    });
  });

  check("site", "games are listed by length and depth, in words that need no net", async (host) => {
    await visit(`${host.url}#/`, async (page) => {
      await page.waitForSelector(".cards .card");
      const texts = await page.locator(".cards .strength").allInnerTexts();
      assert.doesNotMatch(texts.join("\n"), /Elo|net of|×/);
      const about = (/** @type {string} */ game) =>
        page
          .locator(".cards .card", { has: page.getByRole("heading", { name: game, exact: true }) })
          .locator(".strength");
      assert.match(await about("Lines of Action").innerText(), /^Medium: about 49 turns · ●●●●●$/);
      assert.equal(await about("Logitac").locator("[role=img]").getAttribute("aria-label"), "depth 1 of 5");
      const first = () => page.locator(".cards .card h2").first().innerText();
      await page.locator("#order").selectOption("short");
      assert.equal(await first(), "L-Calculus");
      await page.locator("#order").selectOption("deep");
      assert.equal(await first(), "Zen l’initié");
      await page.reload();
      await page.waitForSelector(".cards .card");
      assert.equal(await first(), "Zen l’initié", "the order is remembered");
    });
  });
}
