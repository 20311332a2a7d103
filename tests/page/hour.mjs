// An hour of a person with the page, as one story: what is played, taken back, left, analysed, noted, deleted, loaded and
// solved is there at the end, though the line was cut meanwhile.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { leaves, readTree } from "../../web/game/tree-text.js";
import { turnTo, visit } from "./browser.mjs";
import { LOA_PROBLEM, draw, drawn, keptGames, leaveAndReturn, press, problemsOf, tab, told } from "./doings.mjs";
import { allKept, visitSite } from "./kept-site.mjs";
import { line } from "./line.mjs";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("./line.mjs").Line} Line */
/** @typedef {import("../../web/game/library.js").Kept} Kept */
/** @typedef {import("./games.mjs").Use & {clickMove: (page: Page, choose: (below: number) => number) => Promise<void>}} Use */

/** What a browser logs where a request was cut off. */
const CUT = /net::ERR_/;

const OPTIONS = { permissions: ["clipboard-read", "clipboard-write"] };

/** A first move of Lines of Action that every review finds bad, and its mirror image. */
const BAD = "b1-h1";
const AS_BAD = "g1-a1";

const COMMENT = "Here I should have thought longer.";

/** All lines of a kept game, in the order of their texts. @param {Kept} game */
function linesOf({ text }) {
  const { root } = readTree(text) ?? {};
  assert.ok(root, text);
  return leaves(root)
    .map((path) => path.slice(1).map(({ move }) => move ?? ""))
    .sort();
}

/** What every spot of the board says of itself. @param {Page} page @returns {Promise<(string | null)[]>} */
const board = (page) =>
  page.locator(".board .spot").evaluateAll((spots) => spots.map((spot) => spot.getAttribute("aria-label")));

/**
 * @param {Use} use
 * @param {Page} page at the page's address, with its line whole
 * @param {string} address
 * @param {{way: Line, online: () => Promise<void>, offline: boolean}} how `online`: waits until the page can be cut
 *   off; `offline`: it then works without its line
 */
async function hour({ ready, moves, type, clickMove }, page, address, { way, online, offline }) {
  /** Each match and analysis with all lines that were played in it. @type {Record<string, string[][]>} */
  const played = {};
  /** What the steps tell those after them. */
  let [main, aside, standing] = /** @type {[string[], string[], string[]]} */ ([[], [], []]);
  let saved = Buffer.from("");

  /** The kept game of a kind. @param {Kept["kind"]} kind @param {string} variant */
  const kept = async (kind, variant) => {
    const found = (await keptGames(page)).filter((game) => game.kind === kind && game.variant === variant);
    assert.equal(found.length, 1, `${kind} ${variant}: ${found.map(({ text }) => text).join("\n")}`);
    return /** @type {Kept} */ (found[0]);
  };

  /** Makes a move by clicks, and waits until one may move again. */
  const exchange = async () => {
    await clickMove(page, () => 0);
    await ready(page);
  };

  /** Makes a move with another man. @param {string | undefined} move @returns {Promise<void>} */
  const moveOther = async (move = "") => {
    const [from] = move.split(/\W/);
    await page.locator(`.spot.source:not([data-spot="${from}"])`).first().click();
    await page.locator(".spot.target").first().click();
  };

  const comment = page.locator(".moves button.comment", { hasText: COMMENT });

  const home = () => page.locator(".brand").click();

  /** @param {string} name of a game */
  const goOn = async (name) => {
    await home();
    await page.getByRole("link", { name: `Play ${name}`, exact: true }).click();
  };

  const openProblem = async () => {
    await turnTo(page, LOA_PROBLEM);
    // The board before it may still be there.
    await page.waitForSelector("h1.stipulation");
    await ready(page);
  };

  /** The match as it was left. */
  const same = async () => {
    await ready(page);
    assert.deepEqual(await moves(page), main);
  };

  /** @param {RegExp} what what its row says */
  const row = (what) => page.locator(".library li", { hasText: what });
  const library = () => page.getByRole("link", { name: "Saved games" }).click();
  const ANALYSIS = /Lines of Action.*Analysis/s;

  /** @param {number} count games that a file brings */
  const loadFile = async (count) => {
    await page.locator("#library-file").setInputFiles({ name: "loa.pgn", mimeType: "text/plain", buffer: saved });
    await page.locator(".note", { hasText: `Games added: ${count}.` }).waitFor();
  };

  /**
   * Cuts the line as soon as something is asked of the engine.
   * @param {string} kind
   * @param {() => void} cut
   * @returns {Promise<() => Promise<void>>} mends it
   */
  const cutAt = async (kind, cut) => {
    await page.route("**/api", async (route) => {
      const { do: what, task } = route.request().postDataJSON();
      if ((task?.do ?? what) === kind) cut();
      await route.continue();
    });
    return async () => {
      await page.unroute("**/api");
      way.mend();
    };
  };

  /**
   * Does something, where there is a line once more: at first it is cut as the engine is asked, which the page says.
   * @param {string} kind
   * @param {() => void} cut
   * @param {() => Promise<void>} act
   */
  const atLast = async (kind, cut, act) => {
    if (!offline) {
      const whole = await cutAt(kind, cut);
      await act();
      await page.locator(".note.error", { hasText: "cannot be reached" }).waitFor();
      await whole();
    }
    await act();
  };

  /** @type {Record<string, () => Promise<void>>} */
  const story = {
    "a match begins, and some moves are made": async () => {
      await page.locator(".card svg").first().waitFor();
      await page.evaluate(() => localStorage.setItem("ardoise.level", "1"));
      await page.getByRole("link", { name: "Play Lines of Action", exact: true }).click();
      await ready(page);
      await type(page, BAD);
      await page.locator(".moves .move").nth(1).waitFor();
      await ready(page);
      await exchange();
      main = await moves(page);
      assert.equal(main.length, 4);
    },

    "it is there after a reload": async () => {
      await page.reload();
      await same();
    },

    "a move is taken back, another one is made": async () => {
      aside = main;
      await press(page, "Undo");
      await page.waitForFunction(() => location.hash.includes("ply=2"));
      await ready(page);
      await moveOther(aside[2]);
      await page.locator(".variation .move", { hasText: aside[2] ?? "" }).waitFor();
      await ready(page);
      await exchange();
      main = await moves(page);
      assert.deepEqual([main.length, main.slice(0, 2)], [6, aside.slice(0, 2)]);
      assert.notEqual(main[2], aside[2]);
    },

    "it is there after a look at the rules, another language, a reload": () => leaveAndReturn(page, same),

    "it is given up": async () => {
      await press(page, "Resign");
      await page.locator("dialog").getByRole("button", { name: "Resign" }).click();
      await page.locator(".ending", { hasText: "You lose." }).waitFor();
      played["play loa"] = [main, aside];
    },

    "the line is cut, where the page does without": async () => {
      await online();
      if (offline) way.cut();
    },

    "the match is analysed, with a variation, a comment and an arrow": async () => {
      await press(page, "Look at the game");
      await page.waitForSelector(".candidates tbody tr:not([hidden])");
      assert.deepEqual(await moves(page), main);
      await page.locator(".toggle").click();
      await page.locator('.toggle[aria-pressed="false"]').waitFor();
      await page.locator(".moves .move").nth(1).click();
      await page.waitForFunction(() => location.hash.includes("ply=2"));
      await ready(page);
      await moveOther(main[2]);
      await page.locator(".variation .move.current").waitFor();
      const line = await moves(page);
      assert.deepEqual(line.slice(0, -1), main.slice(0, 2));
      played["analyse loa"] = [main, line];
      await press(page, "Comment");
      await page.keyboard.type(COMMENT);
      await page.keyboard.press("Enter");
      await comment.waitFor();
      await draw(page, "c1", "c4");
      await leaveAndReturn(page, async () => {
        await page.locator(".variation .move.current", { hasText: line.at(-1) ?? "" }).waitFor();
        await comment.waitFor();
        await drawn(page, "green");
        await page.locator('.toggle[aria-pressed="false"]').waitFor();
      });
    },

    "it is reviewed": async () => {
      await atLast("review", way.cut, () => press(page, "Review this game"));
      await page.waitForSelector(".summary");
    },

    "another move is found in the place of the worst": async () => {
      await page.keyboard.press("Home");
      await page.waitForFunction(() => location.hash.includes("ply=0"));
      await press(page, "Next mistake");
      const judged = page.locator(".review .judged", { hasText: BAD });
      await judged.waitFor();
      const [, best = ""] = /better was (\S+)\./.exec(await judged.innerText()) ?? [];
      await press(page, "Try again here");
      await page.getByText(`Find a better move than ${BAD}.`).first().waitFor();
      await type(page, AS_BAD);
      await page.locator(".said.wrong", { hasText: `${AS_BAD} gives away` }).waitFor();
      await type(page, best);
      await page.locator(".variation .move.current", { hasText: best }).waitFor();
      await page.locator(".review .judged.best", { hasText: best }).waitFor();
      played["analyse loa"]?.push([best]);
    },

    "it is saved in both forms": async () => {
      const [sgf] = await Promise.all([page.waitForEvent("download"), press(page, "Save as SGF")]);
      const text = readFileSync(await sgf.path(), "utf8");
      // There a capture has a colon.
      const moves = (played["analyse loa"] ?? []).flat().map((move) => `[${move.replace("x", ":")}]`);
      for (const move of moves) assert.ok(text.includes(move), `${move}: ${text}`);
      assert.ok(text.includes(COMMENT));
      const [pgn] = await Promise.all([page.waitForEvent("download"), press(page, "Save")]);
      saved = readFileSync(await pgn.path());
    },

    "it is deleted in the list of games, brought back, deleted for good and loaded from its file": async () => {
      await library();
      await row(ANALYSIS).waitFor();
      const before = await kept("analyse", "loa");
      await row(ANALYSIS).getByRole("button", { name: "Delete" }).click();
      assert.equal((await keptGames(page)).length, 1);
      await press(page, "Bring back");
      await row(ANALYSIS).waitFor();
      assert.deepEqual(await kept("analyse", "loa"), before);
      await loadFile(0);
      await row(ANALYSIS).getByRole("button", { name: "Delete" }).click();
      await page.reload();
      await row(/Level 1/).waitFor();
      assert.equal(await row(ANALYSIS).count(), 0);
      await loadFile(1);
      await row(ANALYSIS).waitFor();
      assert.equal((await kept("analyse", "loa")).text, before.text, "evaluations and notes, too");
    },

    "it is opened, and the link of a position shows the same in another tab": async () => {
      await row(ANALYSIS).getByRole("link").click();
      await comment.waitFor();
      await page.locator(".variation .move", { hasText: played["analyse loa"]?.[1]?.at(-1) ?? "" }).click();
      await drawn(page, "green");
      await press(page, "Copy link");
      await page.locator(".note.done").waitFor();
      const link = await page.evaluate(() => navigator.clipboard.readText());
      assert.ok(link.startsWith(address));
      const other = await tab(page, link);
      await drawn(other, "green");
      await ready(other);
      assert.deepEqual(await board(other), await board(page));
      assert.deepEqual(await moves(other), await moves(page));
      assert.equal(await other.locator(".move.current").innerText(), await page.locator(".move.current").innerText());
      await other.close();
      await kept("analyse", "loa");
    },

    "a problem is solved, and the trainer keeps it": async () => {
      await openProblem();
      await atLast("attempt", way.tear, () => type(page, "d3-e4"));
      await page.waitForSelector(".said.right");
      await type(page, "h3-g2");
      await page.getByText("Solved without a wrong move").waitFor();
      const [rating = "", ...others] = await told(page);
      assert.match(rating, /^1[34]\d\d \? \+\d+$/);
      standing = [rating.replace(/ \+\d+$/, ""), ...others];
      assert.deepEqual(others, ["1", "1", `1 of ${problemsOf("loa").length}`]);
      await page.reload();
      await ready(page);
      assert.deepEqual(await told(page), standing);
    },

    "another match begins": async () => {
      await goOn("Dualité");
      await ready(page);
      assert.deepEqual(await moves(page), []);
      await exchange();
      main = await moves(page);
      if (offline) await exchange();
      else {
        // The engine's reply comes by halves, and no more after it.
        const whole = await cutAt("move", way.tear);
        // A turn may have several moves.
        do await clickMove(page, () => 0);
        while ((await page.locator(".spot.target").count()) > 0);
        await page.locator(".trouble", { hasText: "asked again by itself" }).waitFor();
        main = await moves(page);
        await home();
        await page.locator(".failed", { hasText: "cannot be reached" }).waitFor();
        await whole();
        await press(page, "Try again");
        await goOn("Dualité");
        await ready(page);
        assert.deepEqual((await moves(page)).slice(0, main.length), main);
      }
      main = await moves(page);
    },

    "a move that cannot be sent stays in its field": async () => {
      if (offline) return;
      way.cut();
      const spot = (await page.locator(".spot.target").first().getAttribute("data-spot")) ?? "";
      await type(page, spot);
      await page.locator(".note.error", { hasText: "cannot be reached" }).waitFor();
      way.mend();
      await page.locator("#typed").press("Enter");
      await page.locator(".moves .move").nth(main.length).waitFor();
      await ready(page);
      assert.deepEqual((await moves(page)).slice(0, main.length + 1), [...main, spot]);
      main = await moves(page);
    },

    "from home one goes on with it, and the match that is over stays over": async () => {
      if (offline) await goOn("Dualité");
      else {
        const whole = await cutAt("line", way.tear);
        await goOn("Dualité");
        await page.locator(".failed", { hasText: "cannot be reached" }).waitFor();
        await whole();
        await press(page, "Try again");
      }
      await same();
      await page.reload();
      await same();
      played["play dualite"] = [main];
      await goOn("Lines of Action");
      await ready(page);
      await page.getByText("No moves yet").waitFor();
    },

    "all of it is kept, and nothing else": async () => {
      await library();
      await row(/Lines of Action.*You – Level 1 · 6 moves/s).waitFor();
      assert.doesNotMatch(await row(/Lines of Action.*Level 1/s).innerText(), /unfinished/);
      await row(ANALYSIS).waitFor();
      await row(/Dualité.*You – Level 1 · \d+ moves · unfinished/s).waitFor();
      const games = await keptGames(page);
      const lines = Object.fromEntries(games.map((game) => [`${game.kind} ${game.variant}`, linesOf(game)]));
      assert.equal(games.length, 3);
      assert.deepEqual(lines, Object.fromEntries(Object.entries(played).map(([name, all]) => [name, all.sort()])));
      const match = await kept("play", "loa");
      assert.deepEqual([match.match?.resigned, match.over], [0, true]);
      const { text } = await kept("analyse", "loa");
      assert.ok(text.includes(COMMENT) && text.includes("[%cal Gc1-c4]"), text);
      await openProblem();
      assert.deepEqual(await told(page), standing);
    },
  };

  for (const [name, tell] of Object.entries(story))
    try {
      await tell();
    } catch (error) {
      throw new Error(`in the step “${name}”`, { cause: error });
    }
}

/** @param {Use} use */
export function hourTests(use) {
  use.check(
    "both",
    "in an hour of play, analysis and problems nothing is lost, though the line is cut",
    async (host) => {
      if (host.folder) {
        const story = (/** @type {{page: Page, folder: string, address: string, way: Line}} */ site) =>
          hour(use, site.page, site.address, { ...site, online: () => allKept(site.page, site.folder), offline: true });
        await visitSite(host, story, OPTIONS);
        return;
      }
      const way = await line(host);
      const story = (/** @type {Page} */ page) =>
        hour(use, page, way.url, { way, online: async () => {}, offline: false });
      try {
        await visit(way.url, story, OPTIONS, undefined, CUT);
      } finally {
        way.close();
      }
    },
  );
}
