// What a person notes in an analysis: arrows and circles, signs and comments.

import assert from "node:assert/strict";
import { axe, visit } from "./browser.mjs";
import { draw, drawn, middle, press } from "./doings.mjs";

const ADDRESS = "#/analyse/loa?moves=b1-b3,a2-c2";

/** @param {import("./games.mjs").Use} use */
export function notesTests({ check, ready, type }) {
  check("serve", "arrows and circles are drawn by mouse and keys, and kept with their position", async (host) => {
    await visit(host.url + ADDRESS, async (page) => {
      await ready(page);
      await page.locator(".toggle").click();
      await draw(page, "c1", "c4");
      await draw(page, "g6");
      await drawn(page, "green", "green.");
      await page.keyboard.down("Shift");
      await draw(page, "c1", "c4");
      await page.keyboard.up("Shift");
      await drawn(page, "green.", "red");
      await page.keyboard.down("Alt");
      await draw(page, "b8", "h2");
      await page.keyboard.up("Alt");
      await drawn(page, "blue", "green.", "red");
      await draw(page, "g6");
      await drawn(page, "blue", "red");
      await page.getByLabel("yellow").check();
      // By keys: from the spot with the focus to the next one but one.
      await page.keyboard.press("b");
      const from = await page.evaluate(() => document.activeElement?.getAttribute("data-spot"));
      await page.keyboard.press("d");
      await page.keyboard.press("ArrowUp");
      await page.keyboard.press("ArrowUp");
      await page.keyboard.press("d");
      await drawn(page, "blue", "red", "yellow");
      assert.match(String(from), /^[a-h]\d$/);
      await page.keyboard.press("ArrowLeft");
      await page.locator(".moves .move", { hasText: "b1-b3" }).click();
      await drawn(page);
      await page.keyboard.press("ArrowRight");
      await drawn(page, "blue", "red", "yellow");
      await page.reload();
      await drawn(page, "blue", "red", "yellow");
      assert.deepEqual(await axe(page), []);
      // An empty cell to which nothing goes; a man is moved as ever.
      await page.locator('[data-spot="d5"]').click();
      await drawn(page);
      assert.equal(await page.locator(".note").count(), 0);
    });
  });

  check("serve", "a finger that rests draws, one that moves at once moves a man", async (host) => {
    await visit(
      host.url + ADDRESS,
      async (page) => {
        await ready(page);
        const touch = await page.context().newCDPSession(page);
        const finger = async (/** @type {string} */ kind, /** @type {string | null} */ spot) => {
          const [x, y] = spot ? await middle(page, spot) : [0, 0];
          const touchPoints = spot ? [{ x, y }] : [];
          await touch.send("Input.dispatchTouchEvent", { type: /** @type {any} */ (kind), touchPoints });
        };
        await page.locator(".board").scrollIntoViewIfNeeded();
        await finger("touchStart", "c1");
        await page.waitForSelector(".board .sketch");
        await finger("touchMove", "c4");
        await finger("touchEnd", null);
        await drawn(page, "green");
        assert.equal(await page.locator(".moves .move").count(), 2, "no move was made");
        await page.reload();
        await drawn(page, "green");
        await ready(page);
        // However busy the machine is, this finger moves before it has rested.
        await page.evaluate(() => {
          const { setTimeout } = window;
          const other = (/** @type {TimerHandler} */ run, /** @type {number | undefined} */ wait) =>
            wait === 450 ? 0 : setTimeout(run, wait);
          window.setTimeout = /** @type {typeof window.setTimeout} */ (other);
        });
        await finger("touchStart", "c1");
        await finger("touchMove", "d2");
        await finger("touchMove", "e3");
        await finger("touchEnd", null);
        await page.locator(".moves .move", { hasText: "c1-e3" }).waitFor();
        await drawn(page);
      },
      { viewport: { width: 390, height: 844 }, hasTouch: true },
    );
  });

  check("serve", "moves have signs and comments, which are edited in place, kept, saved and loaded", async (host) => {
    await visit(host.url + ADDRESS, async (page) => {
      await ready(page);
      await page.locator(".toggle").click();
      const sign = (/** @type {string} */ text) =>
        page.waitForFunction((text) => document.querySelector(".move.current .sign")?.textContent === text, text);
      await page.getByRole("button", { name: "interesting move" }).click();
      await sign("!?");
      await page.getByRole("button", { name: "brilliant move" }).click();
      await sign("!!");
      await page.keyboard.press("c");
      await page.keyboard.type("0 0 0 1 {better}: see a6-c6");
      await page.keyboard.press("Enter");
      const comment = page.locator(".moves button.comment");
      await comment.waitFor();
      assert.equal(await comment.innerText(), "0 0 0 1 (better): see a6-c6");
      await page.waitForFunction(() => document.activeElement?.matches(".move.current"));
      await comment.click();
      await page.keyboard.press("End");
      await page.keyboard.type(" as well");
      // Whoever clicks a move meanwhile goes there, and what was written is kept.
      await page.locator(".moves .move", { hasText: "b1-b3" }).click();
      await page.waitForFunction(() => location.hash.endsWith("ply=1"));
      await page.reload();
      await comment.waitFor();
      assert.equal(await comment.innerText(), "0 0 0 1 (better): see a6-c6 as well");
      await draw(page, "b3");
      await drawn(page, "green.");
      assert.deepEqual(await axe(page), []);
      const [download] = await Promise.all([page.waitForEvent("download"), press(page, "Save")]);
      assert.equal(download.suggestedFilename(), "loa.pgn");
      const file = await download.path();
      await press(page, "New analysis");
      await page.getByText("No moves yet").waitFor();
      await press(page, "Load");
      await page.locator("#load-file").setInputFiles(file);
      await page.locator("dialog").getByRole("button", { name: "Open" }).click();
      await comment.waitFor();
      assert.equal(await comment.innerText(), "0 0 0 1 (better): see a6-c6 as well");
      await sign("!!");
      await page.keyboard.press("ArrowLeft");
      await drawn(page, "green.");
      await page.keyboard.press("ArrowRight");
      await comment.click();
      await page.keyboard.press("Escape");
      await page.locator(".moves textarea").waitFor({ state: "detached" });
      await comment.click();
      await page.keyboard.press("ControlOrMeta+A");
      await page.keyboard.press("Delete");
      await page.keyboard.press("Enter");
      await comment.waitFor({ state: "detached" });
      await type(page, "h2-f2");
    });
  });
}
