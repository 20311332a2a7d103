// The page in French: no English is left where French was chosen. And the rule pages, as they are shown.

import assert from "node:assert/strict";
import { axe, turnTo, visit } from "./browser.mjs";
import { figuresOf, rulePages, variantOf } from "./rule-pages.mjs";

/** @typedef {import("playwright-core").Page} Page */

/** English words that no French text has. */
const ENGLISH =
  /\b(the|and|is|are|of|to|with|not|from|here|must|may|move|moves|expected|legal|player|wins|won|draw|board|game|cell|cells|side|pawn|pawns|white|black)\b/i;

/** What is called so in French, too, and the button that changes the language. */
const NAMES = /Lines of Action|English|side to act/g;

/** English that can be seen or is said, but where it is marked as such. @param {Page} page @returns {Promise<string[]>} */
async function english(page) {
  const texts = await page.evaluate(() => {
    const shown = [...document.querySelectorAll("body *")].filter(
      (element) => !element.closest("body [lang=en], script, code, textarea") && element.checkVisibility(),
    );
    return shown.flatMap((element) => [
      ...[...element.childNodes]
        .filter((node) => node.nodeType === Node.TEXT_NODE)
        .map((node) => node.textContent ?? ""),
      ...["aria-label", "title", "placeholder"].map((name) => element.getAttribute(name) ?? ""),
    ]);
  });
  return [...new Set(texts.map((text) => text.replace(NAMES, "").trim()).filter((text) => ENGLISH.test(text)))];
}

/** The rule page of a family. @param {Page} page @param {string} family */
async function turnToRules(page, family) {
  await turnTo(page, `#/rules/${variantOf(family)}`);
  await page.waitForSelector("#notation");
}

/** Moves that cannot be made, and words that are none: each with another reason. @type {Record<string, string[]>} */
const REFUSED = {
  dualite: ["z9", "?moves=a1:a2", "?moves=a1,d4:d1"],
  "l-calculus": ["x", "L1", "3x2", "19x2", "pass", "?moves=4x1:4x1", "?moves=4x1:L1", "?moves=4x1,-:4x1"],
  loa: ["b1", "b1-b4", "b1-c3", "a2-c2", "d2-d4", "c1-c8", "b1xb3", "pass", "b1-d1"],
  zen: ["f6-f8", "f6-c5", "f11-f10"],
  logitac: ["q", "b4-b5", "a5-b4", "c4-c5", "a4^", "P@a1", "D@a1", "$", "@o14"],
  "tic-tac-toe": ["d4"],
};

/** Positions that are none. @type {Record<string, string[]>} */
const WRONG = {
  dualite: [
    "x",
    "..../..../.... 0 -",
    "..../..../..../.... 1 -",
    "..../..../..../...o 0 z9",
    "oo../..../..../.... 1 a4,b4",
  ],
  "l-calculus": ["x", "WB 0 jump 0 0 80 -", "WX 0 swap 0 0 80 -", "WB 2 swap 0 0 80 -", "WB 0 swap 0 0 99 -"],
  loa: ["x", "8/8 0 0", "9/8/8/8/8/8/8/8 0 0", "8/8/8/8/8/8/8/8 0 0", "b7/8/8/8/8/8/8/w7 2 0", "b7/8/8/8/8/8/8/w7 0 x"],
  zen: ["x", "11/11/11/11/11/11/11/11/11/11/11 0 - 0", "b10/11/11/11/11/zz9/11/11/11/11/w10 0 - 0"],
  logitac: ["x", "12 0 - 33 0", "12|8|5 0 - 33,D,0,-,000,0.0.0;33,D,0,-,000,0.0.0 0"],
};

const NO_MEN = "12/12/12/12/12/12/12/12/12/12/12";

/** Games that are over, one for each way to end that a position can tell. @type {[string, string][]} */
const ENDED = [
  ["dualite", "oooo/.xx./.x../.... 1 d4"],
  ["loa", "8/8/3bb3/2b1b3/3b1w2/w2w4/4w2w/8 1 30"],
  ["loa", "8/8/3bb3/2b1b3/2wb1w2/3ww3/4w3/8 1 30"],
  ["loa", "b6b/8/8/8/8/8/8/w6w 0 400"],
  ["zen", "w10/11/11/4bb5/3bz1b4/11/11/11/2w8/11/10w 1 - 40"],
  ["zen", "w10/11/11/4bb5/11/11/11/11/2w8/11/10w 1 - 40"],
  ["zen", "b9b/11/11/4z6/11/11/11/11/11/11/11 1 - 40"],
  ["l-calculus", "WB 0 swap 5 3 60 -"],
  ["l-calculus", "WW 1 swap 5 3 60 -"],
  ["l-calculus", "WBWB 0 swap 5 3 0 -"],
  ["logitac", `${NO_MEN}/P11|8/8/8/8/8/8/8/8|5/5/5/5/5 0 - 0,-,0,Y,000,0.0.0;45,-,44,Y,000,0.0.0 10`],
  ["logitac", `${NO_MEN}/P11|8/8/8/8/8/8/8/8|5/5/5/5/5 1 - 44,-,0,-,000,0.0.0;45,-,0,Y,000,0.0.0 11`],
];

/** Records that are none, or break the rules. */
const RECORDS = [
  '{"game": "loa"',
  '{"game": "chess", "steps": []}',
  '{"game": "loa", "options": {"max_plies": 0}, "steps": []}',
  '{"game": "loa", "options": {"pace": 1}, "steps": []}',
  '{"game": "loa", "steps": ["b1-b3", "b1-b9"], "unfinished": true}',
  '{"game": "loa", "steps": ["b1-b3", "a2-a3"], "unfinished": true}',
  '{"game": "loa", "steps": ["b1-b3"], "winner": null, "unfinished": true, "legal_counts": [1]}',
  "(;GM[9]SZ[8];B[b1-b3];W[a2-a3])",
  "b1-b3 b1-b9",
];

const FRENCH = { locale: "fr-FR" };

/** @param {Pick<import("./games.mjs").Use, "check" | "ready" | "type">} use */
export function languageTests({ check, ready, type }) {
  check("serve", "pictures of the rule pages show positions that can be, with legal moves", async (host) => {
    await visit(host.url, async (page) => {
      await page.waitForSelector(".card");
      const wrong = await page.evaluate(
        async ({ address, figures }) => {
          /** @type {any} */
          const [{ lookOf }, { openEngine }, { finder }] = await Promise.all(
            ["games/registry.js", "engine/open.js", "boards/drawing.js"].map((file) => import(address + file)),
          );
          const engine = openEngine();
          const wrong = [];
          const { variants } = await engine.ask({ do: "hello" });
          for (const { variant, position, moves, spots } of figures) {
            try {
              const reply = await engine.ask({ do: "position", game: { variant, start: position } });
              const legal = reply.moves.map((/** @type {any} */ one) => one.move);
              for (const move of moves) if (!legal.includes(move)) wrong.push(`${variant} ${position}: ${move}`);
              const { drawing } = lookOf(variants.find((/** @type {any} */ one) => one.name === variant));
              const frame = { position, legal: [], last: null, before: null, flipped: false, narrow: false };
              const find = finder(drawing.scene(frame));
              for (const spot of spots) if (!find(spot)) wrong.push(`${variant} ${position}: no ${spot}`);
            } catch (error) {
              wrong.push(`${variant} ${position}: ${error}`);
            }
          }
          return wrong;
        },
        {
          address: host.url,
          figures: [...rulePages.values()]
            .flatMap(figuresOf)
            .map(({ arrows, cells, area, ...figure }) => ({ ...figure, spots: [...arrows.flat(), ...cells, ...area] })),
        },
      );
      assert.deepEqual(wrong, []);
    });
  });

  for (const locale of ["en-GB", "fr-FR"])
    check("both", `rule pages are shown whole, in ${locale}`, async (host) => {
      await visit(
        host.url,
        async (page) => {
          const own = [...rulePages.values()].filter(({ language }) => locale.startsWith(language));
          for (const [index, { family, text }] of own.entries()) {
            await turnToRules(page, family);
            const { length } = figuresOf({ family, text });
            await page.waitForFunction((all) => document.querySelectorAll("figure > svg").length === all, length);
            assert.equal(await page.locator("figcaption:empty, .rules-body > .text > pre").count(), 0);
            // They are built alike, and a look takes long.
            if (index % 6 === 0) assert.deepEqual(await axe(page), [], family);
            await page.locator("#notation summary").click();
            assert.equal(await page.locator("#notation .text[lang=en] p").first().isVisible(), true);
          }
        },
        { locale },
      );
    });

  check("serve", "no English is seen in French: games, rules, endings", async (host) => {
    await visit(host.url, async (page) => {
      await page.waitForSelector(".card");
      assert.notDeepEqual(await english(page), [], "English is found where it is");
    });
    await visit(
      host.url,
      async (page) => {
        await page.waitForSelector(".card");
        assert.deepEqual(await english(page), []);
        for (const { family, language } of rulePages.values()) {
          if (language !== "fr") continue;
          await turnToRules(page, family);
          await page.locator("aside details summary").click();
          assert.deepEqual(await english(page), [], family);
        }
        for (const [variant, start] of ENDED) {
          await turnTo(page, `#/play/${variant}?start=${encodeURIComponent(start)}`);
          await page.waitForSelector(".ending:not([hidden])");
          assert.match(await page.locator(".ending").innerText(), /\s: \p{L}/u);
          assert.deepEqual(await english(page), [], `${variant} ${start}`);
        }
      },
      FRENCH,
    );
  });

  check("serve", "no English is seen in French: moves, positions and records that are refused", async (host) => {
    await visit(
      host.url,
      async (page) => {
        // Nothing here is about a search, which would take the processor from all else.
        await page.evaluate(() => localStorage.setItem("ardoise.search", "paused"));
        /** @param {string} what */
        const refused = async (what) => {
          await page.waitForSelector(".note").catch(() => assert.fail(`nothing is said of ${what}`));
          assert.deepEqual(await english(page), [], what);
        };
        for (const [variant, texts] of Object.entries(REFUSED))
          for (const text of texts) {
            const [moves, move = text] = text.startsWith("?") ? text.split(":") : [""];
            await turnTo(page, `#/analyse/${variant}${moves}`);
            await ready(page);
            await type(page, move);
            await refused(`${variant} ${text}`);
            // What is said goes with its view.
            await turnTo(page, "#/library");
            await page.locator(".note").waitFor({ state: "detached" });
          }
        for (const [variant, positions] of Object.entries(WRONG))
          for (const position of positions) {
            await turnTo(page, `#/analyse/${variant}?start=${encodeURIComponent(position)}`);
            await page.waitForFunction((text) => document.querySelector(".failed p")?.textContent?.includes(text), "«");
            assert.deepEqual(await english(page), [], `${variant} ${position}`);
            await turnTo(page, "#/library");
            await page.waitForSelector("h1");
          }
        await turnTo(page, "#/analyse/loa");
        await ready(page);
        await page.getByRole("button", { name: "Ouvrir", exact: true }).click();
        for (const record of RECORDS) {
          await page.locator("#load-text").fill(record);
          await page.locator("dialog").getByRole("button", { name: "Ouvrir", exact: true }).click();
          await page.waitForFunction(() => document.querySelector("dialog .wrong")?.textContent);
          const left = await english(page);
          // What is wrong with JSON itself is said by its reader, and that this is English.
          assert.deepEqual(
            left.filter((text) => !/, en anglais\s: /.test(text)),
            [],
            record,
          );
        }
      },
      FRENCH,
    );
  });
}
