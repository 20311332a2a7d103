// Tests of how boards fit screens and fingers, of what is drawn on them, and of colours.

import assert from "node:assert/strict";
import { axe, turnTo, visit } from "./browser.mjs";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {(host: import("./hosts.mjs").Host) => Promise<void>} Use */
/** @typedef {(where: "serve" | "site" | "both" | "only serve", name: string, use: Use) => void} Check */

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

/** Upright and lying phones, a magnified page, a desk. @type {[number, number][]} */
const SCREENS = [
  [360, 740],
  [390, 844],
  [844, 390],
  [640, 400],
  [1280, 800],
];

const GAMES = ["loa", "zen", "dualite", "grand-dual", "l-calculus", "logitac", "breakthrough", "hex-7", "connect-four"];

/** White must let one of three men go up from the first board. */
const ASCENT =
  "12/12/12/12/12/12/12/D11/12/6C5/4P7/2P2Y6|8/8/8/8/8/1N6/8/8|5/5/5/5/5 0 - 43,-,0,-,000,1.0.0;45,-,0,Y,000,0.0.0 10";

const ready = (/** @type {Page} */ page) =>
  page.waitForSelector(".board .spot.source, .board .spot.target, .ending:not([hidden])");

/** Whether all of an element is on the screen. @param {Page} page @param {string} selector */
async function inSight(page, selector) {
  const box = await page.locator(selector).boundingBox();
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const left = await page.evaluate(() => scrollY);
  assert.equal(left, 0, "the page was scrolled");
  const inside = box && box.x >= -1 && box.y >= 0 && box.x + box.width <= width + 1 && box.y + box.height <= height + 1;
  return inside ? "" : `${selector} at ${JSON.stringify(box)} of ${width}x${height}`;
}

/**
 * Moves a finger from one spot to another one.
 * @param {Page} page
 * @param {string} from
 * @param {string} to
 */
async function dragFinger(page, from, to) {
  const middle = async (/** @type {string} */ id) => {
    const box = await page.locator(`[data-spot="${id}"]`).boundingBox();
    assert.ok(box);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const [start, end] = [await middle(from), await middle(to)];
  const devtools = await page.context().newCDPSession(page);
  const touch = (
    /** @type {"touchStart" | "touchMove" | "touchEnd"} */ type,
    /** @type {{x: number, y: number}[]} */ at,
  ) => devtools.send("Input.dispatchTouchEvent", { type, touchPoints: at });
  await touch("touchStart", [start]);
  for (let step = 1; step <= 8; step++)
    await touch("touchMove", [
      { x: start.x + ((end.x - start.x) * step) / 8, y: start.y + ((end.y - start.y) * step) / 8 },
    ]);
  await touch("touchEnd", []);
}

/** @param {Check} check */
export function fitTests(check) {
  check("site", "a man is dragged with a finger, and the page does not scroll; elsewhere it does", async (host) => {
    await visit(
      `${host.url}#/play/loa`,
      async (page) => {
        await ready(page);
        await dragFinger(page, "d4", "d7");
        await page.waitForFunction(() => scrollY > 20);
        await page.reload();
        await page.evaluate(() => scrollTo(0, 0));
        await ready(page);
        await dragFinger(page, "b1", "b3");
        await page.waitForFunction(() => location.hash.includes("moves=b1-b3"));
        assert.equal(await page.evaluate(() => scrollY), 0);
      },
      PHONE,
    );
  });

  check("serve", "all of a board is seen at once, on phones, on their side, magnified, on a desk", async (host) => {
    await visit(host.url, async (page) => {
      await page.waitForSelector(".card");
      const wrong = [];
      for (const game of GAMES) {
        await turnTo(page, `#/play/${game}`);
        await ready(page);
        for (const [width, height] of SCREENS) {
          await page.setViewportSize({ width, height });
          // Laid out anew before the next frame but one.
          await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
          const out = await inSight(page, ".board");
          if (out) wrong.push(`${game}: ${out}`);
          const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
          if (wide) wrong.push(`${game} is too wide at ${width}x${height}`);
        }
      }
      assert.deepEqual(wrong, []);
    });
  });

  check(
    "serve",
    "Logitac on a phone: one board large, the others a tap away; what is due stays in sight",
    async (host) => {
      await visit(
        `${host.url}#/play/logitac?start=${encodeURIComponent(ASCENT)}`,
        async (page) => {
          await ready(page);
          const size = async (/** @type {string} */ id) =>
            (await page.locator(`[data-spot="${id}"]`).boundingBox())?.width ?? 0;
          assert.equal(await inSight(page, ".guide"), "");
          assert.match(await page.locator(".guide").innerText(), /ascent/);
          assert.ok((await size("a1")) >= 26, "cells of the first board");
          assert.ok((await size("n14")) < 15);
          await page.locator('[data-spot="n14"]').tap();
          await page.waitForSelector('[data-spot="a1"].opens');
          assert.ok((await size("n14")) >= 38, "cells of the second board");
          assert.equal(await inSight(page, ".board"), "");
          await page.locator('[data-spot="c3"]').tap();
          await page.locator('[data-spot="a3"]').tap();
          await page.waitForFunction(
            () => location.hash.includes("moves=a3%5E") || location.hash.includes("moves=a3^"),
          );
          assert.deepEqual(await axe(page), []);
        },
        PHONE,
      );
    },
  );

  check("serve", "on a phone the verdict of a search, and of a problem's move, are in sight", async (host) => {
    await visit(
      `${host.url}#/analyse/logitac`,
      async (page) => {
        await page.waitForFunction(() => /%/.test(document.querySelector(".verdict-line")?.textContent ?? ""));
        assert.equal(await inSight(page, ".verdict-line"), "");
        await turnTo(page, "#/problems/logitac?problem=2");
        await page.waitForSelector(".said");
        assert.equal(await inSight(page, ".said"), "");
      },
      PHONE,
    );
  });

  check("site", "what a candidate is worth stands above the dots of legal cells", async (host) => {
    await visit(`${host.url}#/analyse/dualite?moves=b1,a3,c1`, async (page) => {
      await page.waitForSelector(".arrows .label");
      const below = await page.evaluate(() => {
        const label = document.querySelector(".arrows .label");
        return [...document.querySelectorAll(".board .dot, .board .take")].every(
          (dot) => label && dot.compareDocumentPosition(label) & Node.DOCUMENT_POSITION_FOLLOWING,
        );
      });
      assert.ok(below && (await page.locator(".board .dot").count()) > 0);
    });
  });

  check("site", "the group and the line that have won are drawn", async (host) => {
    await visit(`${host.url}#/analyse/loa?start=8/8/3bb3/2b1b3/3b4/8/4w3/w7+1+30`, async (page) => {
      // Five men: each with itself and its neighbours.
      await page.waitForSelector(".board .joined", { state: "attached" });
      assert.equal(await page.locator(".board .joined").count(), 1);
      await turnTo(page, "#/analyse/loa");
      await ready(page);
      assert.equal(await page.locator(".board .joined").count(), 0);
      const line = "b1,a3,c1,d2,d3,d2,c2,b1,a2,b2,a3,b2,a1,a2,b3,a4,b4,c3,c4";
      await turnTo(page, `#/play/dualite?moves=${line}`);
      await page.waitForSelector(".board .completed", { state: "attached" });
      assert.equal(await page.locator(".board .around").count(), 0, "nothing needs an answer any more");
    });
  });

  check("site", "lists in lists of a page of rules", async (host) => {
    await visit(`${host.url}#/rules/zen`, async (page) => {
      await page.locator("#notation summary").click();
      const inner = page.locator(".text ul ul li");
      await inner.first().waitFor();
      assert.equal(await inner.count(), 2);
      assert.match(await inner.last().innerText(), /^only to a cell .* stood on\.$/s);
      assert.doesNotMatch(await page.locator("#notation .text > ul").first().innerText(), / - not back/);
    });
  });

  check("site", "men whose side or kind has a colour's name have that colour, and are seen", async (host) => {
    for (const colorScheme of /** @type {const} */ (["light", "dark"]))
      await visit(
        `${host.url}#/play/connect-four`,
        async (page) => {
          await ready(page);
          assert.equal(await page.locator(".strip .chip.red").count(), 1);
          assert.equal(await page.locator(".strip .chip.yellow").count(), 1);
          await page.locator(".spot.target").first().click();
          await page.waitForSelector(".man.red");
          await page.waitForSelector(".man.yellow");
          assert.match((await page.locator(".spot[aria-label*=Red]").getAttribute("aria-label")) ?? "", /, Red’s man/);
          // Of the disc or its edge, against the ground.
          const least = await page.evaluate(() => {
            const luminance = (/** @type {string} */ colour) => {
              const [r = 0, g = 0, b = 0] = (colour.match(/[\d.]+/g) ?? []).map((one) => {
                const share = Number(one) / 255;
                return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
              });
              return 0.2126 * r + 0.7152 * g + 0.0722 * b;
            };
            const contrast = (/** @type {string} */ one, /** @type {string} */ other) => {
              const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
              return (high + 0.05) / (low + 0.05);
            };
            const tile = document.querySelector(".board .tile");
            const man = document.querySelector(".board .man.red");
            if (!tile || !man) return {};
            const ground = getComputedStyle(tile).fill;
            const names = ["red", "yellow", "blue", "green", "orange", "purple", "brown", "pink", "grey"];
            return Object.fromEntries(
              names.map((name) => {
                man.setAttribute("class", `man ${name}`);
                const body = man.querySelector(".body");
                const { fill = "", stroke = "" } = body ? getComputedStyle(body) : {};
                return [name, Math.max(contrast(fill, ground), contrast(stroke, ground))];
              }),
            );
          });
          assert.equal(Object.keys(least).length, 9);
          for (const [name, contrast] of Object.entries(least)) assert.ok(contrast >= 3, `${name}: ${contrast}`);
        },
        { colorScheme },
      );
  });

  check("serve", "a position of a game from a file of rules is set up on its board", async (host) => {
    await visit(`${host.url}#/analyse/breakthrough`, async (page) => {
      await ready(page);
      await page.locator("summary", { hasText: "Position and rules" }).click();
      await page.getByRole("button", { name: "Set up on the board" }).click();
      await page.locator(".set-up").getByLabel("empty").check();
      for (const cell of ["a7", "a8"]) await page.locator(`[data-spot="${cell}"]`).click();
      await page.locator(".set-up").getByLabel("White’s man").check();
      await page.locator('[data-spot="a7"]').click();
      await page.getByRole("button", { name: "Use this position" }).click();
      await page.waitForFunction(() => location.hash.includes("start="));
      await ready(page);
      assert.match(
        (await page.locator('[data-spot="a7"]').getAttribute("aria-label")) ?? "",
        /^a7, White’s man, can be moved/,
      );
      assert.equal(await page.locator('.men [data-at="a8"]').count(), 0);
    });
  });

  check("site", "in the system's own colours sides differ, and the current move is marked", async (host) => {
    await visit(
      `${host.url}#/play/loa?moves=b1-b3,a2-c2`,
      async (page) => {
        await page.waitForSelector(".move.current");
        const colours = (/** @type {string} */ selector) =>
          page.locator(selector).evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor));
        const [above, below] = await colours(".strip .chip");
        assert.ok(above && above !== below, `${above}, ${below}`);
        const [current] = await colours(".move.current");
        const [other] = await colours(".move:not(.current)");
        assert.ok(current && current !== other, `${current}, ${other}`);
      },
      { forcedColors: "active" },
    );
  });

  check("serve", "on a phone the end of a game is said where one looks", async (host) => {
    const bankrupt =
      "12/12/12/12/12/12/12/12/12/12/12/P11|8/8/8/8/8/8/8/8|5/5/5/5/5 0 - 0,-,0,Y,000,0.0.0;45,-,44,Y,000,0.0.0 10";
    await visit(
      host.url,
      async (page) => {
        for (const end of [
          "dualite?moves=b1,a3,c1,d2,d3,d2,c2,b1,a2,b2,a3,b2,a1,a2,b3,a4,b4,c3,c4",
          "loa?start=8/8/3bb3/2b1b3/3b1w2/w2w4/4w2w/8+1+30",
          `logitac?start=${encodeURIComponent(bankrupt)}`,
        ]) {
          await turnTo(page, `#/play/${end}`);
          await page.waitForSelector(".ending:not([hidden])");
          assert.equal(await inSight(page, ".ending"), "", end);
        }
        assert.deepEqual(await axe(page), []);
      },
      { ...PHONE, viewport: { width: 390, height: 844 } },
    );
  });

  for (const locale of ["en-GB", "fr-FR"])
    check("only serve", `on a phone all pages are seen in the head, in ${locale}`, async (host) => {
      await visit(
        host.url,
        async (page) => {
          await page.waitForSelector(".card");
          const links = page.locator(".top nav a");
          assert.equal(await links.count(), 5);
          for (const [width, height] of SCREENS) {
            await page.setViewportSize({ width, height });
            for (let link = 0; link < 5; link++)
              assert.equal(await inSight(page, `.top nav a >> nth=${link}`), "", `${width}`);
            const box = await page.locator(".top nav").boundingBox();
            assert.ok(box && box.height < 50, `${box?.height} pixels at ${width}`);
          }
        },
        { ...PHONE, locale },
      );
    });

  check("serve", "on paper: the board, the moves and what is said of them, whatever the colours", async (host) => {
    const moves = "b1-b3,a2-c2,c1-c4,a3-d3,d1-d4,a4-d4".split(",");
    await visit(
      `${host.url}#/analyse/loa?moves=${moves.slice(0, 2).join()}`,
      async (page) => {
        await ready(page);
        await page.keyboard.press("c");
        await page.keyboard.type("Early.");
        await page.keyboard.press("Enter");
        await page.locator("button.comment").waitFor();
        await page.locator("#typed").fill("b1-b9");
        await page.locator("#typed").press("Enter");
        await page.locator(".note.error").waitFor();
        await page.emulateMedia({ media: "print", colorScheme: "dark" });
        for (const shown of [".board", ".moves .move >> nth=0", ".comment", ".panel-head h2"])
          assert.ok(await page.locator(shown).isVisible(), shown);
        for (const hidden of [".note", ".top", ".typed", ".candidates", ".win-graph", ".toggle", ".arrows .candidate"])
          assert.equal(await page.locator(`${hidden}:visible`).count(), 0, hidden);
        const [ink, cut] = await page.locator(".moves").evaluate((list) => {
          list.style.width = "4em";
          return [getComputedStyle(list).color, list.scrollHeight > list.clientHeight + 1];
        });
        assert.ok(!cut, "all moves are printed");
        assert.ok(
          (ink.match(/\d+/g) ?? []).every((part) => Number(part) < 100),
          `${ink} on white`,
        );
      },
      { colorScheme: "dark" },
    );
  });

  check("site", "an error goes with the page that it is about", async (host) => {
    await visit(`${host.url}#/play/loa`, async (page) => {
      await ready(page);
      await page.locator("#typed").fill("b1-b9");
      await page.locator("#typed").press("Enter");
      await page.locator(".note.error").waitFor();
      await turnTo(page, "#/rules/loa");
      await page.waitForSelector(".rules-page");
      assert.equal(await page.locator(".note").count(), 0);
    });
  });

  check("site", "an error of any length leaves the board in sight", async (host) => {
    await visit(`${host.url}#/play/loa`, async (page) => {
      await ready(page);
      await page.locator("#typed").fill("b1-".repeat(7000));
      await page.locator("#typed").press("Enter");
      const note = page.locator(".note.error");
      await note.waitFor();
      const { height = Infinity } = (await note.boundingBox()) ?? {};
      assert.ok(height < 360, `${height} pixels high`);
      assert.match(await note.innerText(), /^move .* … /s);
    });
  });
}
