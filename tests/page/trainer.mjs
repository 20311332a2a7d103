// The trainer and the page: rating, streak, themes, what was missed.

import assert from "node:assert/strict";
import { axe, visit } from "./browser.mjs";
import { LOA_PROBLEM, anotherProblem, press, problemsOf, told } from "./doings.mjs";

const PROBLEMS = problemsOf("loa");
const COUNT = PROBLEMS.length;

/** @param {import("./games.mjs").Use} use */
export function trainerTests({ check, ready, type }) {
  check("serve", "problems are rated, those that were missed are tried again, and all of it is kept", async (host) => {
    await visit(host.url + LOA_PROBLEM, async (page) => {
      await ready(page);
      assert.deepEqual(await told(page), ["1200 ?", "0", "0", `0 of ${COUNT}`]);
      await type(page, "d3-e4");
      await page.waitForSelector(".said.right");
      await type(page, "h3-g2");
      await page.getByText("Solved without a wrong move").waitFor();
      const [rating, streak, best, solved] = await told(page);
      assert.match(rating ?? "", /^1[34]\d\d \? \+\d+$/);
      assert.deepEqual([streak, best, solved], ["1", "1", `1 of ${COUNT}`]);
      await page.keyboard.press("n");
      await anotherProblem(page, LOA_PROBLEM);
      await ready(page);
      // Which one that is depends on the rating; its solution is shown, so it was missed.
      const second = await page.evaluate(() => location.hash);
      await press(page, "Show the solution");
      await page.locator(".standing .lost").waitFor();
      assert.deepEqual((await told(page)).slice(1), ["0", "1", `1 of ${COUNT}`]);
      assert.deepEqual(await axe(page), []);
      await press(page, "Start again");
      await page.waitForSelector(".said:not(.right):not(.wrong)");
      // Choosing a theme changes what is next and what is shown, and stays in the address.
      await page.locator("#theme").selectOption("win-2");
      assert.equal(await page.locator(".pick").count(), PROBLEMS.filter(({ win_in }) => win_in === 2).length);
      await page.waitForFunction(() => location.hash.endsWith("theme=win-2"));
      await page.reload();
      await ready(page);
      assert.equal(await page.locator("#theme").inputValue(), "win-2");
      assert.equal((await page.locator(".pick.missed, .pick.solved").count()) > 0, true);
      await page.goto(`${host.url}?${LOA_PROBLEM}`);
      await ready(page);
      assert.equal((await told(page))[3], `1 of ${COUNT}`);
      await page.getByRole("link", { name: "Try what was missed again (1)" }).click();
      await page.waitForFunction((second) => location.hash === `${second}&theme=missed`, second);
      await ready(page);
      const key = await page.evaluate(async (address) => {
        const { openEngine } = await import(`${address}engine/open.js`);
        const { problems } = await openEngine().ask({ do: "problems", variant: "loa" });
        const number = Number(/problem=(\d+)/.exec(location.hash)?.[1]);
        return problems[number - 1].line;
      }, host.url);
      await type(page, "a1-a2");
      await page.waitForSelector(".note.error");
      const before = (await told(page))[0];
      for (const move of key.filter((/** @type {string} */ _, /** @type {number} */ ply) => ply % 2 === 0)) {
        await ready(page);
        await type(page, move);
        await page.waitForSelector(".said.right:not(.busy)");
      }
      await page.getByText("Solved without a wrong move").waitFor();
      assert.deepEqual(await told(page), [before, "0", "1", `2 of ${COUNT}`], "it counts once");
      assert.equal(await page.locator(".trainer a.button").isVisible(), false, "nothing is missed any more");
      await page.getByRole("link", { name: "Problems", exact: true }).click();
      await page.locator(".card", { hasText: /Lines of Action.*Rating 1[234]\d\d/s }).waitFor();
    });
  });
}
