// Turns of games from files: what players call a move is one move wherever it is made, planned, listed and judged.

import assert from "node:assert/strict";
import { turnTo, visit } from "./browser.mjs";
import { middle, press } from "./doings.mjs";

/** @typedef {import("playwright-core").Page} Page */

/**
 * A turn of each kind: a step, a way with something put down, a jump over several men. `elsewhere` is a cell where
 * nothing of it can be done.
 */
const TURNS = [
  { variant: "breakthrough", before: "", parts: ["d2", "d3"], move: "d2-d3", elsewhere: "f5" },
  { variant: "amazons", before: "", parts: ["d1", "d7", "g7"], move: "d1-d7/g7", elsewhere: "e9" },
  {
    variant: "draughts",
    before: "f6-e5,g3-h4,e7-f6,h4-g5,h6xf4",
    parts: ["e3", "e7"],
    move: "e3xe7",
    elsewhere: "h6",
  },
];

/** Turns of both sides: the second one is planned before the first is made. */
const PLANS = [
  { variant: "breakthrough", first: "d2-d3", parts: ["d7", "d6"], second: "d7-d6" },
  { variant: "amazons", first: "a4-a5/b5", parts: ["d10", "d5", "g5"], second: "d10-d5/g5" },
  { variant: "draughts", first: "b6-a5", parts: ["c3", "d4"], second: "c3-d4" },
];

/** @param {Page} page @param {string} id */
const spot = (page, id) => page.locator(`[data-spot="${id}"]`);

/** Drags from one cell to another. @param {Page} page @param {string} from @param {string} to */
async function drag(page, from, to) {
  await page.mouse.move(...(await middle(page, from)));
  await page.mouse.down();
  await page.mouse.move(...(await middle(page, to)), { steps: 4 });
  await page.mouse.up();
}

/** The cells that are chosen so far. @param {Page} page @returns {Promise<(string | null)[]>} */
const chosen = (page) =>
  page.locator('.spot[aria-pressed="true"]').evaluateAll((spots) => spots.map((one) => one.getAttribute("data-spot")));

/** @param {Page} page @param {string[]} cells in any order */
const isChosen = async (page, ...cells) => assert.deepEqual((await chosen(page)).sort(), cells.sort());

/** @param {import("./games.mjs").Use} use */
export function turnTests({ check, ready, moves, type }) {
  for (const { variant, before, parts, move, elsewhere } of TURNS) {
    const [from = "", ...onward] = parts;
    const made = before ? before.split(",") : [];

    check(
      "serve",
      `a turn of ${variant} by clicks: its man stays until it is whole, and can be let go`,
      async (host) => {
        await visit(`${host.url}#/analyse/${variant}?moves=${before}`, async (page) => {
          await ready(page);
          await page.locator(".toggle").click();
          const man = page.locator(`.men [data-at="${from}"]`);
          /** Picks the man up and lets it go. @param {() => Promise<void>} letGo */
          const cancelled = async (letGo) => {
            await spot(page, from).click();
            await isChosen(page, from);
            assert.equal(await man.getAttribute("class"), "picked");
            assert.ok(await page.locator(".dot, .take").count(), "where it may go is seen");
            await letGo();
            await isChosen(page);
            assert.notEqual(await man.getAttribute("class"), "picked");
          };
          await cancelled(() => page.keyboard.press("Escape"));
          await cancelled(() => spot(page, from).click());
          await cancelled(() => spot(page, elsewhere).click());
          // Beside the board, where nothing else takes the click.
          await cancelled(() => page.locator(".panel-head").click({ position: { x: 2, y: 2 } }));
          assert.deepEqual(await moves(page), made);

          for (const [index, part] of parts.entries()) {
            await spot(page, part).click();
            if (index < onward.length) {
              await isChosen(page, ...parts.slice(0, index + 1));
              assert.equal(await man.getAttribute("class"), "picked", "the man stays where it is");
            }
          }
          await page.waitForFunction((move) => location.hash.endsWith(move), move);
          assert.deepEqual(await moves(page), [...made, move]);
          assert.equal(await page.locator(".moves .move").last().innerText(), move);
          assert.equal(await page.locator(".mark.last").count(), parts.length, "all of the turn is marked");
          assert.equal(await man.count(), 0);
        });
      },
    );

    check("serve", `a turn of ${variant} by drags, and the engine answers with a turn`, async (host) => {
      await visit(`${host.url}#/rules/${variant}`, async (page) => {
        await page.evaluate(() => localStorage.setItem("ardoise.level", "1"));
        await page.goto(`${host.url}#/play/${variant}?moves=${before}`);
        await ready(page);
        // Dropped where nothing can be done, the man is back.
        await drag(page, from, elsewhere);
        await isChosen(page);
        for (const [index, part] of onward.entries()) await drag(page, parts[index] ?? "", part);
        await page.waitForFunction((count) => location.hash.split(",").length === count, made.length + 2);
        const played = await moves(page);
        assert.deepEqual(played.slice(0, -1), [...made, move]);
        assert.match(played.at(-1) ?? "", /^[a-j]\d+[-x][a-j]\d+/, "a whole turn");
        await press(page, "Undo");
        await page.waitForFunction((count) => location.hash.includes(`ply=${count}`), made.length);
        assert.equal(await page.locator(`.men [data-at="${from}"]`).count(), 1);
      });
    });
  }

  for (const { variant, first, parts, second } of PLANS)
    check(
      "only serve",
      `at a table of ${variant} a turn is sent once it is whole, and planned as a whole`,
      async (host) => {
        await visit(`${host.url}#/table/${variant}`, async (ann) => {
          await ann.locator("#side").selectOption("0");
          await ann.locator("#minutes").fill("0");
          await press(ann, "Make a link");
          const address = await ann.locator("#invitation").inputValue();
          await visit(address, async (bob) => {
            await bob.locator(".door button.primary").click();
            for (const page of [ann, bob]) await page.locator(".door").waitFor({ state: "hidden" });
            const says = (/** @type {string} */ text) => bob.locator(".status", { hasText: text }).waitFor();
            // A plan is let go by Escape, then made.
            const [one = "", ...others] = parts;
            await spot(bob, one).click();
            await says(`Planned for your next turn: ${one}`);
            await bob.keyboard.press("Escape");
            await says("to move.");
            await spot(bob, one).click();
            await isChosen(bob, one);
            for (const part of others) await spot(bob, part).click();
            await says(parts.join(" – "));
            await isChosen(bob, ...parts);
            await bob.keyboard.press("Escape");
            await says("to move.");
            for (const [index, part] of others.entries()) await drag(bob, parts[index] ?? "", part);
            await says(parts.join(" – "));
            await isChosen(bob, ...parts);

            const [from = "", ...onward] = first.split(/[-/]/);
            await spot(ann, from).click();
            await isChosen(ann, from);
            assert.equal(await bob.locator(".moves .move").count(), 0, "a turn under way is nobody else's business");
            for (const part of onward) await spot(ann, part).click();
            for (const page of [ann, bob]) {
              await page.locator(".moves .move").nth(1).waitFor();
              assert.deepEqual(await page.locator(".moves .move").allInnerTexts(), [first, second]);
              assert.match(await page.locator(".moves").innerText(), /^1\.\s*\S+\s+\S+$/, "one numbered turn of each");
            }
          });
        });
      },
    );

  check("serve", "a game from a file says how it ended, and shows the cells that decided", async (host) => {
    for (const [line, decided, why] of [
      ["connect-four?moves=d1,a1,e1,a2,g1,a3,f1", 4, /four in a row/],
      ["tic-tac-toe?moves=a1,b1,a2,b2,a3", 3, /three in a row/],
      ["hex-5", 0, null],
    ])
      await visit(`${host.url}#/analyse/${line}`, async (page) => {
        await page.waitForSelector(".board .spot");
        if (why) await page.locator(".status", { hasText: /** @type {RegExp} */ (why) }).waitFor();
        assert.equal(await page.locator(".board .decided").count(), decided);
      });
    await visit(`${host.url}#/analyse/reversi?moves=f5`, async (page) => {
      await page.locator(".status", { hasText: "Black 4, White 1" }).waitFor();
    });
    const french = { locale: "fr-FR" };
    await visit(
      `${host.url}#/analyse/connect-four?moves=d1,a1,e1,a2,g1,a3,f1`,
      (page) => page.locator(".status", { hasText: "quatre en ligne" }).waitFor(),
      french,
    );
  });

  check("serve", "a stone that falls may be let go over any cell of its column", async (host) => {
    await visit(`${host.url}#/analyse/connect-four`, async (page) => {
      await ready(page);
      assert.equal(await page.locator(".dot").count(), 7, "where stones come to lie");
      for (const [chosen, made] of [
        ["d4", 1],
        ["d1", 2],
        ["d6", 3],
        ["a1", 4],
      ]) {
        await spot(page, String(chosen)).click();
        await page.waitForFunction((count) => document.querySelectorAll(".men .man").length === count, made);
      }
      assert.deepEqual(await moves(page), ["d1", "d2", "d3", "a1"]);
    });
  });

  check("serve", "Hex shows in their colours whose sides are whose", async (host) => {
    await visit(`${host.url}#/analyse/hex-5`, async (page) => {
      await ready(page);
      const lengths = await page.locator(".board .border").evaluateAll((lines) =>
        lines.map((line) => {
          const colour = ["red", "blue"].find((name) => line.classList.contains(name));
          return [colour, Math.round(/** @type {SVGPathElement} */ (line).getTotalLength() * 10)];
        }),
      );
      // 38 sides of hexagons lie outside, half of them each player's.
      assert.deepEqual(Object.fromEntries(lengths), { red: 110, blue: 110 });
      await turnTo(page, "#/analyse/breakthrough");
      await page.waitForFunction(() => document.querySelectorAll(".board .man").length === 32);
      assert.equal(await page.locator(".board .border").count(), 0);
    });
  });

  check("serve", "where a turn begins with an empty cell, that is seen", async (host) => {
    await visit(`${host.url}#/analyse/pentago`, async (page) => {
      await ready(page);
      assert.equal(await page.locator(".dot").count(), 36, "any cell, then a quarter to turn");
      await spot(page, "a1").click();
      assert.equal(await page.locator(".target-sign").count(), 8);
      await turnTo(page, "#/analyse/domineering");
      await page.locator(".panel-head h2", { hasText: "Domineering" }).waitFor();
      await ready(page);
      assert.equal(await page.locator(".dot").count(), 64, "either half of a domino may lie on any cell");
    });
  });

  check("serve", "analysis, hint, review and saved games are about turns", async (host) => {
    await visit(`${host.url}#/analyse/breakthrough?moves=d2-d3,d7-d6,e2-e3,e7-e6`, async (page) => {
      const turn = /^[a-h][1-8][-x][a-h][1-8]$/;
      const candidates = page.locator(".candidates tbody tr:not([hidden])");
      await candidates.nth(2).waitFor();
      await page.locator(".toggle").click();
      for (const row of await candidates.locator(":scope > :first-child").allInnerTexts())
        assert.match(row.trim().split(/\s/).at(-1) ?? "", turn);
      await press(page, "Review this game");
      await page.waitForSelector(".summary");
      await page.locator(".moves .move").nth(2).click();
      await page.locator(".review .judged", { hasText: "e2-e3" }).waitFor();
      await page.locator(".moves .move").nth(1).click();
      await type(page, "c2-c3");
      await page.locator(".variation .move", { hasText: "c2-c3" }).waitFor();
      await page.goto(`${host.url}#/library`);
      await page.locator(".library .muted", { hasText: "4 moves" }).waitFor();
      await page.goto(`${host.url}#/play/breakthrough`);
      await ready(page);
      await press(page, "Hint");
      await page.locator(".arrow.hint").waitFor({ state: "attached" });
      await page.locator("[role=status]", { hasText: /[a-h]2-[a-h]3/ }).waitFor({ state: "attached" });
    });
  });
}
