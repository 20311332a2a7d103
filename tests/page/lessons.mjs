// Tests of lessons in a browser: they are taken by clicks, left and gone on with, and fit phones.

import assert from "node:assert/strict";
import { axe, turnTo, visit } from "./browser.mjs";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {(where: "serve" | "site" | "both", name: string, use: (host: import("./hosts.mjs").Host) => Promise<void>) => void} Check */

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** @param {Page} page @param {string[]} spots chosen one after the other */
async function choose(page, ...spots) {
  for (const spot of spots) await page.locator(`[data-spot="${spot}"]`).click();
}

/** @param {Page} page @param {number} step */
const atStep = (page, step) => page.locator(".panel-head", { hasText: new RegExp(`\\b${step} (of|sur) `) }).waitFor();

/** @param {Page} page @param {"right" | "wrong"} kind @param {RegExp} [text] */
const said = (page, kind, text = /./) => page.locator(`.said.${kind}`, { hasText: text }).waitFor();

/** @param {Page} page */
const next = (page) => page.getByRole("button", { name: "Next", exact: true }).click();

/**
 * Begins a lesson at a step, as if it had been left there.
 * @param {Page} page
 * @param {string} variant
 * @param {number} step from 1
 */
async function beginAt(page, variant, step) {
  await page.evaluate(
    ([variant, step]) => {
      localStorage.setItem("ardoise.lessons", JSON.stringify({ [variant]: { step, done: false } }));
      document.querySelector(".board")?.setAttribute("data-left", "");
      dispatchEvent(new Event("hashchange"));
    },
    /** @type {[string, number]} */ ([variant, step - 1]),
  );
  // The board of the step before is there for a moment more.
  await page.waitForSelector(".board:not([data-left]) .spot");
  await atStep(page, step);
}

/** Shows another lesson, from a step on. @param {Page} page @param {string} variant @param {number} step from 1 */
async function learnFrom(page, variant, step) {
  await turnTo(page, `#/learn/${variant}`);
  await atStep(page, 1);
  await beginAt(page, variant, step);
}

/** What of a lesson is out of sight. @param {Page} page */
function outOfSight(page) {
  return page.evaluate(() =>
    [".board", ".words", ".lesson .controls", ".ending:not([hidden])"].filter((selector) => {
      const box = document.querySelector(selector)?.getBoundingClientRect();
      return box && (box.top < 0 || box.bottom > innerHeight + 1 || box.right > innerWidth + 1);
    }),
  );
}

/** @param {Check} check */
export function lessonTests(check) {
  check("site", "a lesson of Lines of Action: wrong and illegal moves, left, gone on with, finished", async (host) => {
    await visit(host.url, async (page) => {
      await page.getByRole("link", { name: "Lines of Action: Learn it in five minutes" }).click();
      await atStep(page, 1);
      await next(page);
      // Nothing was looked at yet.
      await page.getByRole("button", { name: "Next", exact: true, disabled: true }).waitFor();
      await choose(page, "b1");
      await said(page, "right", /Row 1 holds six/);
      await next(page);
      // A legal move that is not meant is seen, and taken back.
      await choose(page, "b1", "b3");
      await said(page, "wrong", /not along column d/);
      await page.locator('.men [data-at="b1"]').waitFor({ state: "attached" });
      // What is no move is explained on the board.
      await choose(page, "d1", "d4");
      await said(page, "wrong", /2 men stand on this line, so it goes exactly 2 cells/);
      assert.equal(await page.locator(".mark.hint").count(), 2, "the men that count");
      await choose(page, "d1", "d3");
      await said(page, "right", /White has counted/);
      await page.locator('.men [data-at="c4"]').waitFor({ state: "attached" });
      await page.keyboard.press("Enter");
      await atStep(page, 4);
      await page.reload();
      await atStep(page, 4);
      await page.getByRole("button", { name: "Français" }).click();
      await page.locator(".task", { hasText: "par-dessus les siens" }).waitFor();
      await atStep(page, 4);
      await page.getByRole("button", { name: "English" }).click();
      await turnTo(page, "#/rules/loa");
      await page.getByRole("link", { name: "Lines of Action: Go on with the lesson" }).click();
      await atStep(page, 4);
      await choose(page, "b1", "h1");
      await said(page, "right");
      await beginAt(page, "loa", 11);
      await page.getByRole("button", { name: "Show me" }).click();
      await page.locator(".arrow.best").first().waitFor({ state: "attached" });
      await choose(page, "d3", "e4");
      await said(page, "right");
      await next(page);
      await atStep(page, 12);
      // Another way to win than the first one is right, too.
      await choose(page, "h3", "g4");
      await page.locator(".ending", { hasText: "You know how to play Lines of Action" }).waitFor();
      await page.getByRole("button", { name: "Play against level 1" }).click();
      await page.locator(".strip .player", { hasText: "Level 1" }).waitFor();
      await turnTo(page, "#/rules/loa");
      await page.getByRole("link", { name: "Lines of Action: Take the lesson again" }).click();
      await atStep(page, 1);
    });
  });

  check("serve", "a lesson of Logitac on a phone: a turn of two moves, another board, the summit", async (host) => {
    await visit(
      `${host.url}#/learn/logitac`,
      async (page) => {
        await atStep(page, 1);
        await next(page);
        await choose(page, "b6", "d6");
        await said(page, "wrong", /A pawn goes one cell/);
        await choose(page, "b6", "c6");
        await said(page, "right", /Black has answered/);
        await beginAt(page, "logitac", 7);
        await choose(page, "e11", "j11");
        await said(page, "right", /you hold an ascent/);
        await next(page);
        await choose(page, "a5");
        await said(page, "wrong", /Send up a pawn/);
        await page.locator('.men [data-at="a5"]').waitFor({ state: "attached" });
        await choose(page, "a8");
        await page.locator(".task", { hasText: "Now put it" }).waitFor();
        // Whoever leaves in the middle of a turn begins the step again.
        await page.reload();
        await page.locator(".task", { hasText: "This ascent must be used" }).waitFor();
        await choose(page, "a8");
        await page.locator(".task", { hasText: "Now put it" }).waitFor();
        await choose(page, "p17");
        await said(page, "right", /One man is up/);
        await beginAt(page, "logitac", 12);
        await choose(page, "o16");
        await said(page, "right", /as a knight in chess/);
        assert.ok((await page.locator(".board .dot, .board .take").count()) >= 6, "where it may go");
        await beginAt(page, "logitac", 20);
        await choose(page, "w24", "z26");
        await page.locator(".ending", { hasText: "You know how to play Logitac" }).waitFor();
        assert.deepEqual(await outOfSight(page), []);
        assert.deepEqual(await axe(page), []);
      },
      PHONE,
    );
  });

  check(
    "serve",
    "board, words and buttons of every step are in sight, and what is pointed out is there",
    async (host) => {
      await visit(
        host.url,
        async (page) => {
          await page.waitForSelector(".card");
          const known = await page.evaluate(async (address) => {
            const { lessons } = await import(`${address}lessons/registry.js`);
            const { openEngine } = await import(`${address}engine/open.js`);
            const { variants } = await openEngine().ask({ do: "hello" });
            const found = [];
            for (const variant of variants) {
              const lesson = await lessons[variant.name]?.();
              if (lesson) found.push({ name: variant.name, steps: lesson.steps });
            }
            return found;
          }, host.url);
          assert.ok(known.length >= 11);
          const wrong = [];
          for (const { name, steps } of known) {
            await turnTo(page, `#/learn/${name}`);
            for (const [index, { marks = [], see }] of steps.entries()) {
              await beginAt(page, name, index + 1);
              for (const spot of see ? [...marks, see] : marks)
                if (!(await page.locator(`[data-spot="${spot}"]`).count()))
                  wrong.push(`${name} ${index + 1}: no ${spot}`);
              for (const [width, height] of [
                [390, 844],
                [844, 390],
              ]) {
                await page.setViewportSize({ width: width ?? 0, height: height ?? 0 });
                await page.evaluate(
                  () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
                );
                for (const out of await outOfSight(page))
                  wrong.push(`${name} ${index + 1}, ${width}x${height}: ${out}`);
              }
            }
          }
          assert.deepEqual(wrong, []);
        },
        { ...PHONE, locale: "fr-FR" },
      );
    },
  );

  check(
    "serve",
    "lessons of games from files: nobody is shut in, a column is full, a pass, a man to look at",
    async (host) => {
      await visit(
        `${host.url}#/learn/reversi`,
        async (page) => {
          await atStep(page, 1);
          await choose(page, "a1");
          await said(page, "wrong", /no white man stands beside it/);
          await choose(page, "d3");
          await said(page, "right", /A white man was shut in/);
          await beginAt(page, "reversi", 4);
          await choose(page, "f5");
          await said(page, "wrong", /White has a better move/);
          await page.locator('.men [data-at="f5"]').waitFor({ state: "detached" });
          await choose(page, "e7");
          await said(page, "right", /White had only this move/);
          await next(page);
          await choose(page, "a1");
          await said(page, "right", /must pass/);
          await next(page);
          await choose(page, "b2");
          await said(page, "right", /Two moves in a row/);
          await learnFrom(page, "connect-four", 9);
          await choose(page, "a3");
          await said(page, "wrong", /This column is full/);
          await choose(page, "c6");
          await said(page, "right", /Yellow had no other move/);
          await next(page);
          // Any cell of a column will do.
          await choose(page, "b6");
          await page.locator(".ending", { hasText: "You know how to play Connect Four" }).waitFor();
          await learnFrom(page, "breakthrough", 2);
          await choose(page, "d4");
          await said(page, "right", /straight ahead nobody takes/);
          await next(page);
          await choose(page, "d4", "d5");
          await said(page, "wrong", /men take diagonally only/);
          await choose(page, "d4", "e5");
          await said(page, "right", /The black man leaves the game/);
          await learnFrom(page, "hex-7", 3);
          await choose(page, "d3");
          await said(page, "wrong", /Somebody stands on d3/);
          await choose(page, "c4");
          await said(page, "right", /as good as joined/);
          assert.deepEqual(await outOfSight(page), []);
          assert.deepEqual(await axe(page), []);
        },
        PHONE,
      );
    },
  );

  check("serve", "games without a lesson lead to none, but to their rules", async (host) => {
    await visit(`${host.url}#/rules/knightthrough`, async (page) => {
      await page.waitForSelector(".rules-page");
      assert.equal(await page.locator('a[href^="#/learn"]').count(), 0);
      await turnTo(page, "#/learn/knightthrough");
      await page.waitForURL(/#\/rules\/knightthrough$/);
      await page.waitForSelector(".rules-page");
    });
  });
}
