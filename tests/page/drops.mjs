// Files that are dropped on the page, and drafts of rules.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { axe, turnTo, visit } from "./browser.mjs";
import { keptGames, press } from "./doings.mjs";

/** @typedef {import("playwright-core").Page} Page */

const ROOT = new URL("../../", import.meta.url);

/** @param {string} path */
const file = (path) => ({
  name: path.replace(/.*\//, ""),
  bytes: [...readFileSync(new URL(path, ROOT)).subarray(0, 2000)],
});

/** @param {string} name @param {string} text */
const written = (name, text) => ({ name, bytes: [...new TextEncoder().encode(text)] });

/** Drops files anywhere. @param {Page} page @param {{name: string, bytes: number[]}[]} files */
function drop(page, ...files) {
  return page.evaluate((files) => {
    const data = new DataTransfer();
    for (const { name, bytes } of files) data.items.add(new File([new Uint8Array(bytes)], name));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  }, files);
}

const SGF = "(;GM[9]SZ[8]PB[Zoé]PW[Bob];B[b1-b3];W[a2-c2](;B[g1-g3]C[open])(;B[d1-d3]))";

/** @param {import("./games.mjs").Use} use */
export function dropTests({ check, ready }) {
  check("both", "a record that is dropped anywhere is opened, beside what was played and written", async (host) => {
    await visit(`${host.url}#/invent`, async (page) => {
      await page.locator("#invent-text").fill("// mine, and not to be lost");
      await page.locator("#invent-name").fill("mine");
      await drop(page, written("game.sgf", SGF));
      await page.waitForFunction(() => location.hash.startsWith("#/analyse/loa"));
      await ready(page);
      await page.locator(".note.done", { hasText: "Zoé – Bob" }).waitFor();
      assert.deepEqual(await page.locator(".moves .move").allInnerTexts(), ["b1-b3", "a2-c2", "g1-g3", "d1-d3"]);
      // The game that is analysed is not replaced by the next one.
      await drop(page, written("other.txt", "b1-b3 a6-c6"));
      await page.locator(".moves .move", { hasText: "a6-c6" }).waitFor();
      assert.equal((await keptGames(page)).length, 2);
      // Several games are listed.
      await drop(
        page,
        written("a.sgf", SGF.replace("g1-g3", "f1-f3")),
        written("b.sgf", SGF.replace("g1-g3", "e1-e3")),
      );
      await page.waitForFunction(() => location.hash === "#/library");
      await page.locator(".note.done", { hasText: "Games added from files: 2." }).waitFor();
      await page.locator(".library li").nth(3).waitFor();
      await turnTo(page, "#/invent");
      await page.waitForSelector("#invent-text");
      assert.equal(await page.locator("#invent-text").inputValue(), "// mine, and not to be lost");
    });
  });

  check("site", "a picture, a net and noise that are dropped are named, and change nothing", async (host) => {
    await visit(`${host.url}#/play/loa?moves=b1-b3`, async (page) => {
      await page.waitForSelector(".board .spot");
      const before = await page.evaluate(() => location.hash);
      for (const [dropped, says] of /** @type {const} */ ([
        [file("web/icon-192.png"), /“icon-192.png” is a picture/],
        [file("checkpoints/hex-5.ard"), /“hex-5.ard” is a net.*--against hex-5.ard/],
        [written("paper.pdf", "%PDF-1.7"), /“paper.pdf” is nothing that this page reads/],
        [written("shopping.txt", "milk, bread"), /No game can be read from “shopping.txt”/],
      ])) {
        await drop(page, dropped);
        await page.locator(".note.error", { hasText: says }).waitFor();
        assert.equal(await page.evaluate(() => location.hash.split("?")[0]), before.split("?")[0]);
      }
    });
  });

  check("serve", "drafts of rules are kept; what is dropped or loaded is one more", async (host) => {
    await visit(`${host.url}#/invent`, async (page) => {
      const text = page.locator("#invent-text");
      const rows = page.locator(".drafts ul").first().locator("li a");
      await text.fill("// the first");
      await page.locator("#invent-name").fill("first");
      await page.getByRole("link", { name: "New draft" }).click();
      await page.waitForFunction(() => location.hash.includes("draft=new"));
      await page.waitForFunction(() => document.querySelector("textarea")?.value.includes("My game"));
      await text.fill("// the second");
      await page.locator("#invent-name").fill("second");
      await drop(page, file("games/hex-5.rbg"));
      await page.locator(".invented .face svg").waitFor();
      await page.locator(".note.done", { hasText: "your other drafts are kept" }).waitFor();
      assert.deepEqual(await rows.allInnerTexts(), ["hex-5", "second", "first"]);
      // The same file again is the same draft; another one of that name has a name of its own.
      await drop(page, file("games/hex-5.rbg"));
      await page.locator(".invented .face svg").waitFor();
      await drop(page, written("hex-5.rbg", "//! title: Not Hex\n#players = "));
      await page.locator(".wrong", { hasText: "hex-5-2.rbg" }).waitFor();
      assert.deepEqual(await rows.allInnerTexts(), ["hex-5-2", "hex-5", "second", "first"]);
      await page.getByRole("link", { name: "first", exact: true }).click();
      await page.waitForFunction(() => document.querySelector("textarea")?.value === "// the first");
      // One that is deleted comes back, after a reload, too.
      await press(page, "Delete the draft second");
      await page.reload();
      await page.getByRole("button", { name: "Bring back the draft second" }).click();
      await page.getByRole("link", { name: "second", exact: true }).click();
      await page.waitForFunction(() => document.querySelector("textarea")?.value === "// the second");
      // An example is loaded beside them.
      await page.locator("summary", { hasText: "Games to begin from" }).click();
      await page.locator(".examples").getByRole("link", { name: "Tic-tac-toe", exact: true }).click();
      await page.waitForFunction(() => document.querySelector("textarea")?.value.includes("three marks"));
      assert.equal(await rows.count(), 4, "what was not changed is not kept");
      await press(page, "Read the rules");
      await page.locator(".invented .face svg").waitFor();
      assert.equal(await rows.count(), 5);
      assert.deepEqual(await axe(page), []);
    });
  });

  for (const locale of ["en-GB", "fr-FR"])
    check(
      "serve",
      `the language is explained beside the editor, by a game that can be read, in ${locale}`,
      async (host) => {
        await visit(
          `${host.url}#/invent`,
          async (page) => {
            const game = page.locator(".reference pre").first();
            const rules = await game.innerText();
            assert.match(rules, /#rules/);
            await page.locator("#invent-text").fill(rules);
            await page.locator("#invent-name").fill(`reference-${locale}`);
            await page.locator("form .primary").click();
            await page.locator(".invented .face svg").waitFor();
            assert.ok((await page.locator(".reference table tr").count()) > 10);
          },
          { locale },
        );
      },
    );
}
