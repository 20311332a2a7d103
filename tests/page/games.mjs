// Playing and analysing as people do it over days: what they leave and come back to, what fails meanwhile, what they
// bring along.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { axe, turnTo, visit } from "./browser.mjs";
import { leaveAndReturn, press } from "./doings.mjs";

/** @typedef {import("playwright-core").Page} Page */

/**
 * What these tests share with those of the page.
 * @typedef {object} Use
 * @property {(where: "serve" | "site" | "both" | "only serve" | "only site", name: string, use: (host: import("./hosts.mjs").Host) => Promise<void>) => void} check
 * @property {(page: Page) => Promise<void>} ready
 * @property {(page: Page) => Promise<string[]>} moves
 * @property {(page: Page, move: string) => Promise<void>} type
 */

/** What a browser logs where a request was cut off, or a proxy finds nobody behind it. */
const CUT = /net::ERR_|status of 502/;

/**
 * Answers in the engine's place where it is to begin a task.
 * @param {Page} page
 * @param {(route: import("playwright-core").Route) => Promise<void>} answer
 * @returns {Promise<() => Promise<void>>} lets the engine answer again, whatever was to answer in its place
 */
async function tasksBy(page, answer) {
  const address = /\/api(\/stream)?$/;
  await page.route(address, (route) => {
    const { do: what } = route.request().postDataJSON();
    return what === "start" || what === "move" || what === "analyse" ? answer(route) : route.continue();
  });
  return () => page.unroute(address);
}

/** @param {Use} use */
export function gameTests({ check, ready, moves, type }) {
  check("serve", "a match is there again with its players, rounds and score", async (host) => {
    await visit(`${host.url}#/play/dualite`, async (page) => {
      await ready(page);
      await page.locator("summary", { hasText: "New game" }).click();
      await page.locator("#seat-1").selectOption("person");
      await page.locator("#rounds").fill("2");
      await press(page, "Start");
      await page.waitForSelector("details:not([open])");
      const score = (/** @type {string} */ text) => page.locator(".score", { hasText: text }).waitFor();
      await type(page, "b1");
      await page.waitForFunction(() => location.hash.endsWith("b1"));
      for (let time = 0; time < 2; time++) {
        await press(page, "Resign");
        await page.locator("dialog").getByRole("button", { name: "Resign" }).click();
        await score("Round 1 of 2, 0 – 1");
        if (time === 0) await press(page, "Undo");
        if (time === 0) await score("Round 1 of 2, 0 – 0");
      }
      await page.getByRole("button", { name: "Round 2 of 2" }).click();
      await score("Round 2 of 2, 0 – 1");
      await type(page, "c2");
      await page.waitForFunction(() => location.hash.endsWith("c2"));
      await leaveAndReturn(page, async () => {
        await page.locator(".move.current", { hasText: "c2" }).waitFor();
        assert.match(await page.locator(".score").innerText(), /2 .* 2, 0 – 1/);
        const players = await page.locator(".strip .player").allInnerTexts();
        assert.ok(["Person,Person", "Humain,Humain"].includes(players.join()), players.join());
        assert.deepEqual(await moves(page), ["c2"]);
      });
      await turnTo(page, "#/");
      await page.getByRole("link", { name: "Play Dualité", exact: true }).click();
      await page.locator(".move.current", { hasText: "c2" }).waitFor();
      await score("Round 2 of 2, 0 – 1");
    });
  });

  check("serve", "whoever plays second sees the board from their side, and stays second", async (host) => {
    await visit(`${host.url}#/rules/loa`, async (page) => {
      await page.evaluate(() => localStorage.setItem("ardoise.level", "1"));
      await turnTo(page, "#/play/loa");
      await ready(page);
      await press(page, "Exchange sides");
      const mine = async () => {
        await page.locator(".status", { hasText: "White to move." }).waitFor();
        const [near, far] = await Promise.all(
          ["a8", "a1"].map(async (spot) => (await page.locator(`[data-spot="${spot}"]`).boundingBox())?.y ?? 0),
        );
        assert.ok((near ?? 0) > (far ?? 0), "White's side is near");
        assert.match(await page.locator(".strip").last().innerText(), /White\s+You/);
        assert.ok(await page.getByRole("button", { name: "Undo", exact: true }).isDisabled());
        assert.equal((await moves(page)).length, 1);
      };
      await mine();
      await page.reload();
      await mine();
    });
  });

  check("serve", "whoever plays from a position of an analysis has the side to move", async (host) => {
    await visit(`${host.url}#/analyse/loa?moves=b1-b3`, async (page) => {
      await ready(page);
      await press(page, "Play from here");
      await page.locator(".status", { hasText: "White to move." }).waitFor();
      assert.match(await page.locator(".strip").last().innerText(), /White\s+You/);
      assert.deepEqual(await moves(page), ["b1-b3"]);
    });
  });

  check("serve", "another move after taking back is the game, the one before a variation", async (host) => {
    await visit(`${host.url}#/play/dualite`, async (page) => {
      await ready(page);
      await type(page, "a1");
      await page.waitForFunction(() => location.hash.endsWith("a1"));
      await press(page, "Undo");
      await page.waitForFunction(() => location.hash.includes("ply=0"));
      await type(page, "b2");
      await page.locator(".variation .move", { hasText: "a1" }).waitFor();
      assert.equal(await page.locator(".moves .line > .step .move").innerText(), "b2");
      await page.reload();
      await page.locator(".variation .move", { hasText: "a1" }).waitFor();
      assert.deepEqual(await moves(page), ["b2"]);
    });
  });

  check("serve", "an analysis is there again with its variations", async (host) => {
    await visit(`${host.url}#/analyse/loa?moves=b1-b3,a2-c2`, async (page) => {
      await ready(page);
      await page.locator(".toggle").click();
      await page.keyboard.press("ArrowLeft");
      await page.waitForFunction(() => location.hash.includes("ply=1"));
      await type(page, "a6-c6");
      const same = () => page.locator(".variation .move.current", { hasText: "a6-c6" }).waitFor();
      await same();
      await leaveAndReturn(page, same);
      assert.equal(await page.locator(".toggle").getAttribute("aria-pressed"), "false", "the search is still paused");
      await turnTo(page, "#/analyse/zen");
      await page.getByText("No moves yet").waitFor();
      await turnTo(page, "#/analyse/loa");
      await same();
      await press(page, "New analysis");
      await page.getByText("No moves yet").waitFor();
    });
  });

  check("serve", "the current move of a long game is in sight", async (host) => {
    await visit(`${host.url}#/rules/zen`, async (page) => {
      const line = await page.evaluate(async (address) => {
        const { openEngine } = await import(`${address}engine/open.js`);
        const engine = openEngine();
        /** @type {string[]} */
        const moves = [];
        while (moves.length < 80) {
          const { moves: legal } = await engine.ask({ do: "position", game: { variant: "zen", moves } });
          moves.push(legal[(7 * moves.length) % legal.length].move);
        }
        return moves;
      }, host.url);
      const inSight = () =>
        page.waitForFunction(() => {
          const [list, move] = [".moves", ".move.current"].map((one) =>
            document.querySelector(one)?.getBoundingClientRect(),
          );
          return list && move && move.top >= list.top && move.bottom <= list.bottom;
        });
      await turnTo(page, `#/analyse/zen?moves=${line.join()}`);
      await ready(page);
      await inSight();
      assert.ok(await page.evaluate(() => (document.querySelector(".moves")?.scrollTop ?? 0) > 0));
      await page.keyboard.press("Home");
      await page.waitForFunction(() => location.hash.includes("ply=0"));
      assert.equal(await page.evaluate(() => document.querySelector(".moves")?.scrollTop), 0);
      await page.locator(".moves .move").nth(59).click();
      await page.waitForFunction(() => location.hash.includes("ply=60"));
      await inSight();
    });
  });

  check("only serve", "an engine that does not answer is said, and asked again", async (host) => {
    await visit(
      `${host.url}#/play/loa`,
      async (page) => {
        await ready(page);
        await tasksBy(page, (route) => route.abort());
        await type(page, "b1-b3");
        await page.locator(".trouble", { hasText: "cannot be reached" }).waitFor();
        assert.ok(await page.locator(".status").isHidden(), "nobody is said to be at move");
        await press(page, "Try again");
        await page.locator(".trouble", { hasText: "asked again by itself" }).waitFor();
        // A proxy before the engine that does not reach it, either.
        const answerMoves = await tasksBy(page, (route) => route.fulfill({ status: 502, body: "Bad Gateway" }));
        await page.locator(".trouble", { hasText: "502 Bad Gateway It is asked again by itself" }).waitFor();
        await answerMoves();
        await page.waitForFunction(() => location.hash.split(",").length === 2);
        await page.locator(".trouble").waitFor({ state: "hidden" });
        // The search of an analysis, as well.
        const answer = await tasksBy(page, (route) => route.fulfill({ status: 404, body: '{"error": "no engine"}' }));
        await turnTo(page, "#/analyse/loa");
        await page.locator(".trouble", { hasText: "no engine" }).waitFor();
        await answer();
        await press(page, "Try again");
        await page.waitForSelector(".candidates tbody tr:not([hidden])");
        assert.ok(await page.locator(".trouble").isHidden());
      },
      {},
      undefined,
      CUT,
    );
  });

  check("only site", "a net that cannot be loaded is not said to be none, and is waited for", async (host) => {
    await visit(
      host.url,
      async (page) => {
        await page.waitForSelector(".card");
        await page.route("**/*.ard", (route) => route.abort());
        await turnTo(page, "#/play/loa");
        await ready(page);
        await type(page, "b1-b3");
        await page.locator(".muted", { hasText: "could not be loaded (nets/loa.ard" }).waitFor();
        await page.locator(".trouble", { hasText: "loa.ard" }).waitFor();
        assert.equal((await moves(page)).length, 1, "the engine does not play without its net");
        await page.unroute("**/*.ard");
        await page.waitForFunction(() => location.hash.split(",").length === 2);
        await page.locator(".muted", { hasText: "could not be loaded" }).waitFor({ state: "hidden" });
      },
      {},
      undefined,
      CUT,
    );
  });

  check("serve", "moves, links and games with variations are loaded; a whole tree is saved", async (host) => {
    const folder = mkdtempSync(join(tmpdir(), "ardoise-games-"));
    const load = async (/** @type {Page} */ page, /** @type {{text?: string, file?: string}} */ { text, file }) => {
      await press(page, "Load");
      if (file) await page.locator("#load-file").setInputFiles(file);
      if (text) await page.locator("#load-text").fill(text);
      await page.locator("dialog").getByRole("button", { name: "Open" }).click();
    };
    const shown = (/** @type {Page} */ page, /** @type {string} */ line) =>
      page.waitForFunction((line) => location.hash.endsWith(`moves=${line}`), line);
    try {
      await visit(`${host.url}#/analyse/loa`, async (page) => {
        await ready(page);
        await page.locator(".toggle").click();
        // One move in two forms is one move.
        await load(page, { text: "1. b1b3 (1. b1-b3 2. a6-c6 3. c1-c4) 2. a2-c2 3. g1-g3" });
        await shown(page, "b1-b3,a2-c2,g1-g3");
        await page.locator(".variation", { hasText: "a6-c6" }).waitFor();
        const [download] = await Promise.all([page.waitForEvent("download"), press(page, "Save")]);
        assert.equal(download.suggestedFilename(), "loa.pgn");
        const file = join(folder, "tree.pgn");
        await download.saveAs(file);
        await load(page, { text: `${host.url}#/analyse/loa?simultaneous=mover&moves=c1-c3` });
        await page.waitForFunction(() => location.hash.includes("simultaneous=mover"));
        await load(page, { file });
        await page.locator(".variation", { hasText: "c1-c4" }).waitFor();
        assert.ok(!(await page.evaluate(() => location.hash)).includes("simultaneous"));

        // Variations and notes go to other programs and back.
        const [sgf] = await Promise.all([page.waitForEvent("download"), press(page, "Save as SGF")]);
        assert.equal(sgf.suggestedFilename(), "loa.sgf");
        const other = join(folder, "tree.sgf");
        await sgf.saveAs(other);
        assert.match(readFileSync(other, "utf8"), /;B\[b1-b3\]\(;W\[a2-c2\];B\[g1-g3\]\)\(;W\[a6-c6\];B\[c1-c4\]\)\)/);
        await load(page, { text: "(;GM[9];B[e1-e3](;W[a2-c4]C[good])(;W[a1-a2])(;W[h2-f2]))" });
        await page.locator("dialog .wrong", { hasText: "left out: 1." }).waitFor();
        await page.locator("dialog li button").click();
        await page.locator(".variation", { hasText: "h2-f2" }).waitFor();
        await page.getByText("good").first().waitFor();
        await load(page, { file: other });
        await page.locator(".variation", { hasText: "c1-c4" }).waitFor();

        await load(page, { text: "b1-b3 b1-b9" });
        await page.locator("dialog .wrong", { hasText: "b1-b9" }).waitFor();
        await page.locator("dialog").getByRole("button", { name: "Close" }).click();

        const { record } = await page.evaluate(async (address) => {
          const { openEngine } = await import(`${address}engine/open.js`);
          return await openEngine().ask({ do: "save", game: { variant: "loa", moves: ["b1-b3"] } });
        }, host.url);
        const marked = join(folder, "marked.jsonl");
        writeFileSync(marked, `\uFEFF${record}${record}`);
        await load(page, { file: marked });
        await page.locator("dialog li", { hasText: "unfinished" }).first().waitFor();
        await page.locator("dialog li button").first().click();
        await shown(page, "b1-b3");
        assert.match(readFileSync(file, "utf8"), /^\[Game "loa"\]/);
      });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  check("site", "the games of the browser are found, named, deleted, brought back and taken along", async (host) => {
    const folder = mkdtempSync(join(tmpdir(), "ardoise-games-"));
    try {
      await visit(`${host.url}#/play/dualite`, async (page) => {
        await ready(page);
        await type(page, "b1");
        await page.waitForFunction(() => location.hash.endsWith("b1"));
        await turnTo(page, "#/analyse/loa?moves=b1-b3");
        await ready(page);
        await type(page, "a2-c2");
        await page.waitForFunction(() => location.hash.endsWith("a2-c2"));
        await page.getByRole("link", { name: "Saved games" }).click();
        const games = page.locator(".library li");
        await games.nth(1).waitFor();
        assert.match(await games.first().innerText(), /Lines of Action.*Analysis · 2 moves/s);
        assert.match(await games.nth(1).innerText(), /Dualité.*You – Level 3 · 1 move · unfinished/s);
        assert.deepEqual(await axe(page), []);
        await games.first().getByRole("textbox").fill("My best");
        await page.locator("#library-search").fill("best action");
        await page.waitForFunction(() => document.querySelectorAll(".library li").length === 1);
        const [download] = await Promise.all([page.waitForEvent("download"), press(page, "Save all as a file")]);
        const file = join(folder, "all.jsonl");
        await download.saveAs(file);
        await press(page, "Delete");
        await press(page, "Bring back");
        assert.equal(await games.getByRole("textbox").inputValue(), "My best");
        await press(page, "Delete");
        await page.reload();
        await games.first().waitFor();
        assert.equal(await games.count(), 1);
        await page.locator("#library-file").setInputFiles(file);
        await games.nth(1).waitFor();
        await games.getByRole("link", { name: "Lines of Action" }).click();
        await page.locator(".move.current", { hasText: "a2-c2" }).waitFor();
        await page.goBack();
        await games.getByRole("link", { name: "Dualité" }).click();
        await page.locator(".move.current", { hasText: "b1" }).waitFor();
      });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
}
