// The page on a slow line, without a network, and after a new version of the site: what is counted are bytes and files,
// not time.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { turnTo, visit } from "./browser.mjs";
import { files, serve } from "./hosts.mjs";
import { allKept, behindLine, folderOf, keeps, listOf, visitKept, visitSite } from "./kept-site.mjs";
import { line } from "./line.mjs";

/** @typedef {import("playwright-core").Page} Page */

/** Bytes that the first view may take on the wire. */
const FIRST_VIEW = 160_000;

/** @param {import("./games.mjs").Use} use */
export function offlineTests({ check, ready, moves, type }) {
  /** The engine has answered. @param {Page} page @param {number} count moves that there are then */
  const answered = (page, count) =>
    page.waitForFunction(
      (count) => new URLSearchParams(location.hash.split("?")[1]).get("moves")?.split(",").length === count,
      count,
    );

  check("both", "the first view takes few bytes and requests, and no engine", async (host) => {
    const compressing = host.folder ? await files(host.folder, { gzip: true }) : host;
    try {
      for (const [hash, seen] of Object.entries({ "": ".card svg", "#/play/loa": ".board .spot.source" })) {
        // Held up on the line: what the engine's worker asks for first can escape the browser's own `page.route`.
        const way = await line(compressing, { held: /engine\.wasm|\.ard$/ });
        await visit(way.url + hash, async (page) => {
          await page.locator(seen).first().waitFor();
          assert.equal(await page.locator(".opening").count(), 0);
          const bytes = way.sent.reduce((sum, one) => sum + one.bytes, 0);
          const told = way.sent.map(({ path, bytes }) => `${path} ${bytes}`).join("\n");
          assert.ok(bytes < FIRST_VIEW, `${bytes} bytes:\n${told}`);
          assert.ok(way.sent.length < 25, told);
        }).finally(way.close);
      }
    } finally {
      if (compressing !== host) compressing.close();
    }
  });

  check("only site", "what comes is shown with how much is there", async (host) => {
    const slow = await line(host, { bits: 4_000_000 });
    try {
      await visit(`${slow.url}#/play/loa`, async (page) => {
        await page.locator(".coming", { hasText: /Engine: \d\.\d of \d\.\d MB/ }).waitFor();
        await page.locator(".coming > div").first().waitFor({ state: "detached" });
        await ready(page);
      });
    } finally {
      slow.close();
    }
  });

  check("only site", "a site that was visited once works without a network", async (host) => {
    await visitSite(host, async ({ page, folder, address, way }) => {
      await page.locator(".card svg").first().waitFor();
      await allKept(page, folder);
      way.cut();
      await turnTo(page, "#/play/loa");
      await ready(page);
      await type(page, "b1-b3");
      await answered(page, 2);
      const played = await moves(page);
      await page.reload();
      await ready(page);
      assert.deepEqual(await moves(page), played);
      assert.equal(await page.locator(".muted:visible", { hasText: "No net was trained" }).count(), 0);
      // Another game, with its net; the list of games; a report.
      await turnTo(page, "#/play/zen");
      await ready(page);
      await type(page, "a1-a4");
      await answered(page, 2);
      assert.equal(await page.locator(".trouble:visible").count(), 0);
      await turnTo(page, "#/reports/loa");
      await page.locator("article.report").waitFor();
      await page.goto(address);
      await page.locator(".card svg").first().waitFor();
    });
  });

  check("only site", "a net that never came is said in plain words, and comes with the network", async (host) => {
    await visitSite(host, async ({ page, folder, way }) => {
      await allKept(page, folder);
      await page.evaluate(async () => {
        const store = await caches.open((await caches.keys())[0] ?? "");
        for (const request of await store.keys()) if (/nets\/loa/.test(request.url)) await store.delete(request);
      });
      way.cut();
      await page.context().setOffline(true);
      await turnTo(page, "#/play/loa");
      await ready(page);
      await page.locator(".muted", { hasText: "does not have the net of Lines of Action yet" }).waitFor();
      await type(page, "b1-b3");
      await page.locator(".trouble", { hasText: "There is no network" }).waitFor();
      assert.equal((await moves(page)).length, 1, "the engine does not play without its net");
      way.mend();
      await page.context().setOffline(false);
      await answered(page, 2);
      await page.locator(".trouble").waitFor({ state: "hidden" });
    });
  });

  check("only site", "what is kept heals", async (host) => {
    await visitSite(host, async ({ page, folder, way }) => {
      await allKept(page, folder);
      await page.evaluate(async () => {
        const store = await caches.open((await caches.keys())[0] ?? "");
        for (const request of await store.keys())
          if (/page\.css|engine\.wasm/.test(request.url)) await store.put(request, new Response("half of it"));
          else if (/views\.js|hello\.json/.test(request.url)) await store.delete(request);
      });
      await page.reload();
      await page.locator(".card svg").first().waitFor();
      await turnTo(page, "#/play/loa");
      await ready(page);
      await type(page, "b1-b3");
      await answered(page, 2);
      // All of it is there again.
      await allKept(page, folder);
      way.cut();
      await page.reload();
      await ready(page);
      const length = await page.evaluate(async () => (await (await fetch("page.css")).text()).length);
      assert.equal(length, readFileSync(join(folder, "page.css"), "utf8").length);
    });
  });

  check("only site", "a new version is offered, and does not take a game's place", async (host) => {
    const parent = mkdtempSync(join(tmpdir(), "ardoise-renewed-"));
    const folder = join(parent, "site");
    cpSync(folderOf(host), folder, { recursive: true });
    try {
      await behindLine(folder, async (address) => {
        await visitKept(`${address}#/play/loa`, async (page) => {
          await allKept(page, folder);
          await ready(page);
          await type(page, "b1-b3");
          await answered(page, 2);
          const other = await page.context().newPage();
          await other.goto(address);
          await other.locator(".card svg").first().waitFor();

          const sheet = join(folder, "page.css");
          const worker = join(folder, "service-worker.js");
          const before = listOf(folder)["page.css"] ?? "";
          appendFileSync(sheet, ":root { --renewed: 1 }\n");
          const after = createHash("sha256").update(readFileSync(sheet)).digest("hex").slice(0, 16);
          writeFileSync(worker, readFileSync(worker, "utf8").replace(before, after));
          const renewed = () => getComputedStyle(document.documentElement).getPropertyValue("--renewed") === "1";

          await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
          await page.locator(".renewal", { hasText: "A new version of this page is here" }).waitFor();
          assert.equal((await moves(page)).length, 2);
          // Nothing changes by a reload until somebody wants it.
          await page.reload();
          await ready(page);
          assert.equal(await page.evaluate(renewed), false);
          await page.locator(".renewal").getByRole("button", { name: "Reload" }).click();
          await page.waitForFunction(renewed);
          await ready(page);
          assert.equal((await moves(page)).length, 2, "the game goes on");
          assert.equal(await page.locator(".renewal").count(), 0);

          // A page of the old version does not go on with files of the new one.
          assert.equal(await other.evaluate(renewed), false);
          await other.evaluate(() => (location.hash = "#/rules/loa"));
          await other.waitForFunction(renewed);
          await allKept(page, folder);
        });
      });
    } finally {
      rmSync(parent, { recursive: true, force: true });
    }
  });

  check("only site", "`ardoise serve` where a site was before shows its own page", async (host) => {
    const folder = folderOf(host);
    const [before, program] = await Promise.all([files(folder), serve()]);
    const way = await line(before);
    try {
      await visitKept(way.url, async (page) => {
        await allKept(page, folder);
        way.lead(program);
        await page.goto(`${way.url}#/rules/loa`);
        await page.reload();
        await page.waitForFunction(() => document.documentElement.dataset["engine"] === "program");
        await page.locator("main h1").waitFor();
        await keeps(page, 0);
        const registered = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
        while ((await registered()) > 0) await page.waitForTimeout(100);
      });
    } finally {
      way.close();
      before.close();
      program.close();
    }
  });
}
