// What strangers write: rules, records, addresses, names, and what lies in the browser. Nothing of it runs, nothing is
// read as something else, no move is lost, and all that is wrong is said in words.

import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { about, game, read, write } from "../../web/fragment.js";
import { LIMIT, turnTo, visit } from "./browser.mjs";
import { keptGames } from "./doings.mjs";
import { serve } from "./hosts.mjs";

/** @typedef {import("playwright-core").Page} Page */

/** Elements, quotes of all kinds, places of the page's own texts. */
const MARKUP = `<img src=x onerror="window.ran=1">'\`{n}{toString}<script>window.ran=1</script>&lt;%20%s\\`;

/** Turns the direction of writing. */
const TURNED = "\u202eabc";

/** Names that every object has. */
const OWN = ["__proto__", "constructor", "toString"];

/** A game kept by the page. */
const KEPT = { kind: "analyse", variant: "loa", text: '[Game "loa"]\n\n1. b1-b3 2. a2-c2\n', at: [], changed: 1 };

const PERSON = { kind: "person" };

/** Games that are damaged, each in its way. @type {Record<string, any>} */
const DAMAGED = {
  "no options": { options: null },
  "options that are none": { options: { setup: { a: 1 } } },
  "half a character in an option": { options: { setup: "\ud800" } },
  "a start that is a number": { start: 5 },
  "half a character in the start": { start: "\ud800" },
  "half a character in a move": { text: "1. \ud800" },
  "a name that is none": { name: { toString: "x" } },
  "moves that are numbers": { at: [5, null] },
  "a moment without a date": { changed: 1e300 },
  "versions that are none": { past: 5 },
  "a winner that is no side": { result: { winner: "__proto__" } },
  "turns that are markup": { turns: MARKUP },
  "players that are nobody": { kind: "play", match: { players: [null, null] } },
  "a player of no kind": { kind: "play", match: { players: [{ kind: MARKUP }, PERSON] } },
  "a clock without times": { kind: "play", match: { players: [PERSON, PERSON], clock: { seconds: "x" } } },
  "people that are none": { kind: "table", table: { name: "a", names: [{}, 5] } },
};

/**
 * Two marks on 2x2 cells.
 * @param {{title?: string, summary?: string, letter?: string, options?: [string, string, string][], sides?: string[]}} heading
 *   `options`: the name, the other value, and what it decides
 */
function rules({ title = "T", summary = "S", letter = "x", options = [], sides = ["cross", "nought"] }) {
  const chosen = options.map(([name, other, about]) => `//! option: ${name} = first, ${other} (${about})\n`).join("");
  const macros = options.map(([name]) => `#${name} = first\n`).join("");
  const [one, two] = sides;
  return `//! title: ${title}
//! summary: ${summary}
//! pieces: none=. x=${letter} first=o
${chosen}#players = ${one}(2), ${two}(2)
#pieces = none, x, first, ${[...new Set(options.map(([, other]) => other))].join(", ") || "other"}
#variables =
#board = rectangle(north, south, west, east, [none, none] [none, none])
${macros}#anywhere = north* west* (south* east*)
#turn(side; rival; mark) =
    ->side anywhere {none} [mark] ->>
    ({! anywhere {none}} [$ side = 2, rival = 0] ->> {} + {? anywhere {none}})
#rules = [$ ${one} = 1, ${two} = 1] (turn(${one}; ${two}; x) turn(${two}; ${one}; first))*
`;
}

/** Drops a file. @param {Page} page @param {string} name @param {string} text */
function drop(page, name, text) {
  return page.evaluate(
    ({ name, text }) => {
      const data = new DataTransfer();
      data.items.add(new File([text], name));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    },
    { name, text },
  );
}

/** Nothing has run, nothing became an element, and the page is no wider than its window. @param {Page} page */
async function harmless(page) {
  const found = await page.evaluate(() => ({
    ran: "ran" in window,
    elements: document.querySelectorAll("img[src=x], script:not([src])").length,
    beyond: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  }));
  assert.deepEqual(found, { ran: false, elements: 0, beyond: 0 });
}

/** Keeps something in the browser before the page comes. @param {Record<string, string>} texts */
const keeping = (texts) => async (/** @type {Page} */ page) => {
  await page.addInitScript((texts) => {
    for (const [name, text] of Object.entries(texts)) localStorage.setItem(`ardoise.${name}`, text);
  }, texts);
};

/** The moves that are listed. @param {Page} page */
const listed = (page) => page.locator(".moves .move").allInnerTexts();

/** @param {import("./games.mjs").Use} use */
export function hostileTests({ check, ready }) {
  test("an address holds whatever names, options and moves there are", () => {
    const names = [
      ...OWN,
      "a b",
      "a+b",
      "a%20b",
      "a?b",
      "a#b",
      "a&b",
      "a=b",
      "a/b",
      "<b>",
      TURNED,
      "moves",
      "option.run",
    ];
    for (const name of names) {
      const options = Object.fromEntries([[name, name]]);
      const spec = { variant: name, options, moves: [name, "b"], start: name };
      assert.deepEqual(game(read(write("play", spec))).spec, spec);
      assert.equal(read(about("rules", name)).variant, name);
    }
    assert.equal(game(read("#/play/loa?max_plies=99999999999999999999")).spec.options?.["max_plies"], "9".repeat(20));
  });

  check("serve", "what is damaged in the browser hides nothing else", async (host) => {
    const games = { ...DAMAGED, good: { name: MARKUP }, turned: { name: TURNED } };
    const texts = Object.fromEntries(
      Object.entries(games).map(([id, damage]) => [`game.${id}`, JSON.stringify({ ...KEPT, ...damage })]),
    );
    const settings = {
      language: "__proto__",
      trainer: '{"loa":{"rating":"x","problems":5}}',
      level: "x",
      games: "[5]",
      lessons: "5",
    };
    await visit(
      `${host.url}#/library`,
      async (page) => {
        await page.locator(".library li input").nth(1).waitFor();
        const names = await page.evaluate(() =>
          [...document.querySelectorAll(".library li input")].map((one) => /** @type {HTMLInputElement} */ (one).value),
        );
        assert.deepEqual(names.sort(), [MARKUP, TURNED].sort());
        await harmless(page);
        for (const place of [
          "",
          "#/play/loa",
          "#/problems",
          "#/problems/loa?problem=1",
          "#/learn/loa",
          "#/analyse/loa",
        ]) {
          await turnTo(page, place || "#/");
          await page.waitForFunction(() => document.querySelector("main")?.children.length);
          assert.equal(await page.locator(".failed").count(), 0, place);
        }
        await ready(page);
        assert.deepEqual(await listed(page), ["b1-b3", "a2-c2"]);
      },
      {},
      keeping({ ...texts, ...settings }),
    );
  });

  check("site", "rules with any names are played, and go on as they were", async (host) => {
    const options = [...OWN, "run", "moves", "start", "ply"].map((name) => [
      name,
      "isPrototypeOf",
      MARKUP.replace(/[()]/g, ""),
    ]);
    const text = rules({
      title: `${MARKUP.slice(0, 60)} 👩‍👩‍👧 ${"w".repeat(20)}`,
      summary: "w".repeat(500),
      letter: "<",
      options: /** @type {[string, string, string][]} */ (options),
      sides: ["valueOf", "hasOwnProperty"],
    });
    await visit(
      `${host.url}#/invent`,
      async (page) => {
        await page.waitForSelector("#invent-text");
        await drop(page, `${MARKUP}.rbg`, text);
        await page.locator(".invented .face svg").waitFor();
        await harmless(page);
        const play = (await page.locator(".invented a.primary").getAttribute("href")) ?? "";
        const chosen = OWN.concat("moves").map((name) => `${name === "moves" ? "option.moves" : name}=isPrototypeOf`);
        await turnTo(page, `${play.replace("play", "analyse")}?${chosen.join("&")}`);
        await page.locator(".board .spot.target").first().click();
        await page.locator(".moves .move").first().waitFor();
        await harmless(page);
        const before = await page.evaluate(() => location.hash);
        for (const one of chosen) assert.ok(before.includes(one), `${one} in ${before}`);
        await page.reload();
        await page.locator(".moves .move").first().waitFor();
        assert.equal(await page.evaluate(() => location.hash), before);
        for (const place of ["#/", play.replace("play", "rules"), "#/library"]) {
          await turnTo(page, place);
          await page.locator("h1").waitFor();
          await harmless(page);
        }
      },
      { viewport: { width: 360, height: 740 } },
    );
  });

  check("site", "what would break the list of games, or cannot be seen, is no heading", async (host) => {
    await visit(`${host.url}#/invent`, async (page) => {
      await page.locator("#invent-name").fill("heading");
      for (const [heading, says] of /** @type {const} */ ([
        [{ title: TURNED }, /heading\.rbg:1: .*expected characters that are shown, found `\\u\{202e\}`/],
        [{ title: "w".repeat(101) }, /expected at most 100 characters, found 101/],
        [{ summary: "w ".repeat(50_000) }, /expected at most 500 characters, found 99999/],
        [{ letter: "\u200b" }, /`\\u\{200b\}` cannot stand for a piece/],
        [{ letter: "\u0301" }, /`\\u\{301\}` cannot stand for a piece/],
      ])) {
        await page.locator("#invent-text").fill(rules(heading));
        await page.locator("form .primary").click();
        await page.locator(".wrong", { hasText: says }).waitFor();
        await harmless(page);
      }
    });
  });

  check("serve", "records by anybody keep their moves, names and comments", async (host) => {
    const comment = `${MARKUP.replaceAll("{", "(").replaceAll("}", ")")} [Game "zen"] ${"w".repeat(100_000)}`;
    const quoted = (/** @type {string} */ text) => text.replace(/[\\\]]/g, "\\$&");
    const sgf = `(;GM[9]SZ[8]PB[${quoted(MARKUP)}]PW[${TURNED}];B[b1-b3]C[${quoted(comment)}];W[a2-c2]C[0.5 0.1 0.4 9])`;
    const pgn =
      '[Event "x"]\n[Game "loa"]\n[White "אבג"]\n[Black "דהו"]\n\n1. b1-b3 {one\n[Game "zen"]\ntwo} 2. a2-c2 *\n';
    await visit(`${host.url}#/library`, async (page) => {
      await page.waitForSelector("#library-file");
      // The sign that turns words is shown as one that is not known: what follows it stays as it is.
      const said = page.locator(".note.done", { hasText: "– \ufffdabc” is one of your saved games now" }).waitFor();
      await drop(page, "a.sgf", sgf);
      await said;
      await page.waitForFunction(() => location.hash.startsWith("#/analyse/loa"));
      await page.locator(".moves .comment").nth(1).waitFor();
      assert.deepEqual(await listed(page), ["b1-b3", "a2-c2"]);
      assert.deepEqual(await page.locator(".moves .comment").allTextContents(), [comment, "0.5 0.1 0.4 9"]);
      await harmless(page);
      // What was kept is what was written; the same file again is the same game.
      const [first] = await keptGames(page);
      assert.equal(first?.name, `${MARKUP} – ${TURNED}`);
      await drop(page, "b.pgn", first?.text ?? "");
      await page.locator(".note.done").waitFor();
      assert.equal((await keptGames(page)).length, 1);
      // Tags of other programs before the game's own.
      await drop(page, "c.pgn", pgn);
      await page.waitForFunction(
        () => document.querySelector(".moves .comment")?.textContent === 'one [Game "zen"] two',
      );
      assert.deepEqual(await listed(page), ["b1-b3", "a2-c2"]);
      const names = (await keptGames(page)).map(({ name }) => name);
      assert.ok(names.includes("דהו\u200e – אבג\u200e"), names.join());
      // A game that cannot be read is not left out in silence.
      await drop(page, "d.pgn", '[Game "loa"]\n\n1. b1-b3\n\n[Game "loa"]\n\n1. b1-b3 (2. a2-c2\n');
      await page.locator(".note.error", { hasText: "No game can be read from “d.pgn”" }).waitFor();
      assert.equal((await keptGames(page)).length, 2);
    });
  });

  check("serve", "addresses by anybody are answered in words", async (host) => {
    const markup = encodeURIComponent(MARKUP);
    await visit(`${host.url}#/reports`, async (page) => {
      for (const [place, says] of /** @type {const} */ ([
        ["#/__proto__", "There is no page “__proto__”"],
        [`#/play/${markup}`, `There is no game “${MARKUP}”`],
        ["#/rules/constructor", "There is no game “constructor”"],
        [`#/reports/${markup}`, `There is no report about “${MARKUP}”`],
        ["#/play/loa?__proto__=1", "unknown rule option `__proto__` for loa"],
        ["#/play/loa?max_plies=99999999999999999999", "`99999999999999999999`"],
        [`#/analyse/loa?start=${encodeURIComponent(TURNED)}`, "position `\ufffdabc`"],
        ["#/problems/loa?problem=1e400", "There is no problem “1e400”"],
        [`#/table/loa?table=${markup}`, "this game between people is over and gone"],
      ])) {
        await turnTo(page, place);
        await page.locator(".failed", { hasText: says }).waitFor();
        assert.equal(await page.title(), "That did not work · ardoise", place);
        await harmless(page);
      }
      await turnTo(page, `#/analyse/loa?moves=${markup}`);
      await page.locator(".note.error", { hasText: `move \`${MARKUP}\`` }).waitFor();
      await harmless(page);
    });
  });

  check("only serve", "names of people and of runs are names", async (host) => {
    const ask = async (/** @type {object} */ request) => {
      const headers = { "Content-Type": "application/json" };
      const reply = await fetch(`${host.url}api`, { method: "POST", headers, body: JSON.stringify(request) });
      return reply.json();
    };
    const open = (/** @type {string} */ name) => ask({ do: "open_table", game: { variant: "loa" }, side: 0, name });
    assert.match((await open(TURNED)).error, /without signs that turn the direction of writing/);
    const { name } = await open(MARKUP.slice(0, 40));
    const runs = [{ name: `a"] ${MARKUP}`, variant: "loa", generations: 1, of: 1, training: false }];
    await visit(
      `${host.url}#/table/loa?table=${name}`,
      async (page) => {
        await page.locator(".strip", { hasText: MARKUP.slice(0, 40) }).waitFor();
        await harmless(page);
        await turnTo(page, "#/play/loa");
        await page.locator("select.player option", { hasText: MARKUP }).first().waitFor({ state: "attached" });
        await harmless(page);
      },
      {},
      async (page) => {
        await page.route("**/api", (route) =>
          route.request().postDataJSON()?.do === "runs" ? route.fulfill({ json: { runs } }) : route.continue(),
        );
      },
    );
  });

  test("a run with any name, whose config is noise, is listed", LIMIT, async () => {
    const folder = mkdtempSync(join(tmpdir(), "ardoise-hostile-"));
    const run = `${MARKUP.replaceAll("/", "")} ${TURNED}`;
    mkdirSync(join(folder, "checkpoints", "runs", run), { recursive: true });
    writeFileSync(join(folder, "checkpoints", "runs", run, "config.toml"), `variant = "${TURNED}<b>"\n\0`);
    const host = await serve({ cwd: folder });
    try {
      await visit(`${host.url}#/training`, async (page) => {
        await page.locator(".runs .run .wrong").waitFor();
        assert.ok((await page.locator(".runs .run .link").innerText()).includes("\ufffdabc"));
        await harmless(page);
      });
    } finally {
      host.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
}
