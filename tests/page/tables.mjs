// Two people at two browsers: they play each game against each other with clocks, while one's line is cut in between.

import assert from "node:assert/strict";
import { axe, turnTo, visit } from "./browser.mjs";
import { press } from "./doings.mjs";
import { line } from "./line.mjs";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("./hosts.mjs").Host} Host */

/** Turns of one move and of several, two seats a side, a game from a file; in the full run all boards. */
const DAILY = "dualite-teams l-calculus loa logitac breakthrough";
const FULL = `${DAILY} dualite grand-dual zen hex-7`;
const GAMES = (process.env.ARDOISE_FULL === "1" ? FULL : DAILY).split(" ");

/** Moves of a test. */
const MOVES = 8;

/** The line is cut. */
const CUT = /net::ERR_|Failed to fetch/;

/**
 * A legal move after others, and the side that makes it.
 * @param {Host} host
 * @param {string} variant
 * @param {string[]} moves
 * @returns {Promise<{side: number, move: string}>}
 */
async function next(host, variant, moves) {
  const reply = await fetch(`${host.url}api`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ do: "position", game: { variant, moves } }),
  });
  const { side, moves: legal } = /** @type {any} */ (await reply.json());
  return { side, move: legal[Math.floor(legal.length / 3)].move };
}

/**
 * Opens a table with the first side; returns the address of the invitation.
 * @param {Page} page
 * @param {{minutes?: string, name?: string}} [how]
 */
async function invite(page, { minutes = "5", name = "Ann" } = {}) {
  await page.locator("#side").selectOption("0");
  await page.locator("#minutes").fill(minutes);
  await page.locator("#own-name").fill(name);
  await press(page, "Make a link");
  return page.locator("#invitation").inputValue();
}

/** Takes the free seat. @param {Page} page */
async function join(page) {
  await page.locator("#own-name").fill("Bob");
  await page.locator(".door button.primary").click();
  await page.locator(".door").waitFor({ state: "hidden" });
}

/** @param {Page} page @param {string} text */
const status = (page, text) => page.locator(".status", { hasText: text }).waitFor();

/** @param {Page} page */
const moves = (page) => page.locator(".moves .move").allInnerTexts();

/** Waits until a page shows so many moves. @param {Page} page @param {number} count */
const shows = (page, count) =>
  page.waitForFunction((count) => document.querySelectorAll(".moves .move").length === count, count);

/** Types a move once it is one's turn. @param {Page} page @param {string} move */
async function type(page, move) {
  await page.locator("#typed").fill(move);
  await page.locator("#typed").press("Enter");
}

/** @param {import("./games.mjs").Use["check"]} check */
export function tableTests(check) {
  for (const variant of GAMES)
    check("only serve", `two browsers play ${variant} with clocks, and one loses its line`, async (host) => {
      const way = await line(host);
      try {
        await visit(`${host.url}#/table/${variant}`, async (ann) => {
          const address = await invite(ann);
          await visit(
            address.replace(host.url, way.url),
            async (bob) => {
              await join(bob);
              /** @type {string[]} */
              const made = [];
              for (let ply = 0; ply < MOVES; ply++) {
                const { side, move } = await next(host, variant, made);
                const [mover, other] = side === 0 ? [ann, bob] : [bob, ann];
                if (ply === 3) way.cut();
                if (ply === 3) await bob.locator(".trouble:not([hidden])").waitFor();
                await type(mover, move);
                // What is made on a line that is cut arrives once it is mended.
                if (ply === 3 && mover === bob) await status(bob, "on its way");
                if (ply === 3) way.mend();
                made.push(move);
                await Promise.all([shows(mover, made.length), shows(other, made.length)]);
              }
              assert.deepEqual(await moves(ann), await moves(bob));
              await bob.locator(".trouble").waitFor({ state: "hidden" });
              assert.match((await bob.locator(".strip .clock").allInnerTexts()).join(), /^[45]:\d\d,[45]:\d\d$/);
              await press(bob, "Resign");
              await bob.locator("dialog").getByRole("button", { name: "Resign" }).click();
              await ann.locator(".ending", { hasText: "You win!" }).waitFor();
              await bob.locator(".ending", { hasText: "You lose." }).waitFor();
              await press(ann, "Again, sides exchanged");
              await press(bob, "Agree");
              await Promise.all([shows(ann, 0), shows(bob, 0)]);
              const [first, second] = (await next(host, variant, [])).side === 0 ? [bob, ann] : [ann, bob];
              await status(first, "Your turn.");
              await status(second, "to move.");
            },
            {},
            async () => {},
            CUT,
          );
        });
      } finally {
        way.close();
      }
    });

  check(
    "only serve",
    "at a table: others watch, a move is planned and taken back, and a reload keeps the seat",
    async (host) => {
      await visit(`${host.url}#/play/loa`, async (ann) => {
        await ann.locator("summary", { hasText: "New game" }).click();
        await ann.getByRole("link", { name: "Play with somebody elsewhere" }).click();
        assert.deepEqual(await axe(ann), []);
        const address = await invite(ann, { minutes: "0" });
        await ann.locator(".door", { hasText: "Only browsers on this machine" }).waitFor();
        assert.deepEqual(await axe(ann), []);
        await visit(address, async (bob) => {
          await bob.locator(".door", { hasText: "You are invited" }).waitFor();
          assert.deepEqual(await axe(bob), []);
          await visit(address, async (eve) => {
            await join(bob);
            await Promise.all([status(eve, "Black to move."), status(bob, "Black to move.")]);
            assert.equal(await eve.locator("#typed").isVisible(), false);
            // Bob sees the board from White's side, and plans an answer.
            await bob.locator('[data-spot="a2"]').click();
            await status(bob, "Planned for your next turn: a2");
            await bob.locator('[data-spot="c2"]').click();
            await status(bob, "a2 – c2");
            await type(ann, "b1-b3");
            await shows(eve, 2);
            assert.deepEqual(await moves(eve), ["b1-b3", "a2-c2"]);
            await Promise.all([status(ann, "Your turn."), status(bob, "Black to move.")]);
            assert.equal(await ann.evaluate(() => document.activeElement?.id), "typed", "who types goes on typing");
            // What is planned may be impossible.
            await bob.locator('[data-spot="a4"]').click();
            await bob.locator('[data-spot="a5"]').click();
            await type(ann, "d1-d3");
            await status(bob, "cannot be played now");
            await press(ann, "Ask to take back");
            await bob.locator(".offered", { hasText: "Ann asks to take back" }).waitFor();
            await press(bob, "Agree");
            await Promise.all([shows(ann, 2), shows(eve, 2)]);
            await bob.reload();
            await status(bob, "Black to move.");
            await type(ann, "g1-g3");
            await type(bob, "h2-f2");
            await shows(eve, 4);
            await press(bob, "Offer a draw");
            await press(ann, "Agree");
            for (const page of [ann, bob, eve]) await page.locator(".ending", { hasText: "by agreement" }).waitFor();
            assert.deepEqual(await axe(ann), []);
            await turnTo(bob, "#/library");
            await bob.locator(".library li", { hasText: "Ann – Bob · 4 moves" }).waitFor();
          });
        });
      });
    },
  );

  check("only serve", "whether the other person is here is seen and said, by name", async (host) => {
    await visit(`${host.url}#/table/loa`, async (ann) => {
      const address = await invite(ann, { minutes: "0" });
      await visit(address, async (bob) => {
        await join(bob);
        await ann.locator(".strip .presence.here", { hasText: "here" }).waitFor();
        assert.equal(await ann.locator(".strip .presence").count(), 1, "nobody needs to be told of oneself");
        await bob.goto("about:blank");
        await ann.locator(".strip .presence:not(.here)", { hasText: "away" }).waitFor();
        await type(ann, "b1-b3");
        await status(ann, "Bob is away");
        assert.deepEqual(await axe(ann), []);
        await bob.goto(address);
        await ann.locator(".strip .presence.here").waitFor();
        await ann.locator("[role=status]", { hasText: "Bob is back." }).waitFor({ state: "attached" });
        await status(ann, "White to move.");
        await press(bob, "Offer a draw");
        await ann.locator(".offered", { hasText: "Bob offers a draw." }).waitFor();
        // A button that is being pressed stays, whatever is news meanwhile.
        await ann.getByRole("button", { name: "Agree", exact: true }).hover();
        await ann.mouse.down();
        await bob.goto("about:blank");
        await ann.locator(".strip .presence:not(.here)", { hasText: "away" }).waitFor();
        await ann.mouse.up();
        await ann.locator(".ending", { hasText: "by agreement" }).waitFor();
      });
    });
  });

  check("only serve", "a clock that has run down ends the game", async (host) => {
    await visit(`${host.url}#/table/dualite`, async (ann) => {
      await ann.locator("#increment").fill("0");
      const address = await invite(ann, { minutes: "0.05" });
      await visit(address, async (bob) => {
        await join(bob);
        // The first player opens with two moves.
        await type(ann, "a1");
        await type(ann, "c4");
        await ann.locator(".ending", { hasText: "You win!" }).waitFor();
        await bob.locator(".ending", { hasText: "the other side has no time left" }).waitFor();
      });
    });
  });

  check("only site", "a page without a program says that it brings nobody together", async (host) => {
    await visit(`${host.url}#/table/loa`, async (page) => {
      await page.locator(".failed", { hasText: "cannot bring people together" }).waitFor();
    });
  });
}
