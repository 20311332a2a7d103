// How games from files look: boards by rule options, numbers beside them, what moves, what is picked up.

import assert from "node:assert/strict";
import { turnTo, visit } from "./browser.mjs";
import { middle } from "./doings.mjs";

/** @typedef {import("playwright-core").Page} Page */

/** Waits until a board has so many cells. @param {Page} page @param {number} count */
const cells = (page, count) =>
  page.waitForFunction((count) => document.querySelectorAll(".board .spot").length === count, count);

/** Keeps all that is animated. @param {Page} page */
const watched = async (page) => {
  await page.addInitScript(() => {
    const [own, seen] = [Element.prototype.animate, /** @type {string[]} */ ([])];
    /** @param {Parameters<typeof own>[0]} frames @param {Parameters<typeof own>[1]} how */
    Element.prototype.animate = function (frames, how) {
      seen.push(JSON.stringify(frames));
      return own.call(this, frames, how);
    };
    Object.assign(window, { seen });
  });
};

/** Waits until something was animated so. @param {Page} page @param {RegExp} how */
const moves = (page, how) =>
  page.waitForFunction(
    (how) => /** @type {any} */ (window).seen.some((/** @type {string} */ frames) => new RegExp(how).test(frames)),
    how.source,
  );

/** @param {import("./games.mjs").Use} use */
export function lookTests({ check, ready, moves: made, type }) {
  check("serve", "a board is as the rule options say, and what is counted stands beside it", async (host) => {
    await visit(`${host.url}#/play/quoridor?size=nine&walls=10`, async (page) => {
      await cells(page, 17 * 17);
      for (const pawn of ["e1", "e9"]) await page.locator(`.men [data-at="${pawn}"]`).waitFor();
      await page.locator(".strip .points", { hasText: "walls left: 10" }).first().waitFor();
      // Walls stand in narrow slots.
      const width = (/** @type {string} */ cell) =>
        page.locator(`[data-spot="${cell}"] .area`).evaluate((area) => area.getBoundingClientRect().width);
      assert.ok((await width("a1v")) < 0.5 * (await width("a1")));
      await turnTo(page, "#/analyse/go?size=nine");
      await cells(page, 81);
      await page.locator(".board .joints").waitFor();
      await turnTo(page, "#/analyse/kalah");
      await page.locator(".status", { hasText: "in store: South 0, North 0" }).waitFor();
      await page.waitForFunction(() => document.querySelectorAll(".board .counters").length === 12);
      await turnTo(page, "#/analyse/surakarta");
      await cells(page, 36);
      assert.equal((await page.locator(".board .joints").getAttribute("d"))?.match(/A/g)?.length, 8, "loops");
      await turnTo(page, "#/analyse/surakarta?moves=f2-f3,b5-a4,f3-e4,a4-b5,e4xc6&ply=4");
      await page.locator('.men [data-at="e4"]').waitFor();
      assert.equal(await page.locator(".board .trail").count(), 0);
      await page.keyboard.press("ArrowRight");
      await page.locator(".board .trail").waitFor();
      await turnTo(page, "#/analyse/go?size=five&moves=c3,b4,c4,b3,c2,b2,c1,b1,c5,b5,pass,pass");
      await page.locator(".status", { hasText: "White wins: both have passed, 15–19" }).waitFor();
      assert.equal(await page.locator(".men .black .block").count(), 10, "areas are no stones");
      assert.equal(await page.locator('[data-spot="a1"]').getAttribute("aria-label"), "a1, White’s area");
      await turnTo(page, "#/analyse/mini-chess");
      await page.locator('[data-spot="a1"][aria-label*="rook"]').waitFor();
    });
  });

  check("serve", "parts that are won, dominoes, walls and what has moved can be told apart", async (host) => {
    await visit(
      `${host.url}#/analyse/ultimate-tic-tac-toe?moves=h9,f8,g4,a1,b1,f3,i9,i7,g2,a4,a2,c5,h4,f1,i3,g8,a5,c4,g1,a3,a7,c3,g9`,
      async (page) => {
        await cells(page, 81);
        // The last mark wins the board below on the right.
        await page.waitForFunction(() => document.querySelectorAll(".board .won").length === 1);
        assert.equal(await page.locator(".board .won").textContent(), "X");
        const [sign, part] = await Promise.all([page.locator(".board .won").boundingBox(), middle(page, "h8")]);
        assert.ok(sign && Math.abs(sign.x + sign.width / 2 - part[0]) < sign.width / 4);
        // Two upright dominoes in one column: each half goes on towards its own other half.
        await turnTo(page, "#/analyse/domineering?moves=a8/a7,c8/d8,a6/a5");
        await cells(page, 64);
        const turned = async (/** @type {string} */ cell) =>
          (await page.locator(`.men [data-at="${cell}"] .block`).getAttribute("transform")) ?? "";
        const halves = async () =>
          (await Promise.all(["a8", "a7", "a6", "a5", "c8", "d8"].map(turned))).map((text) =>
            Math.abs(parseInt(text.slice(7))),
          );
        assert.deepEqual(await halves(), [0, 180, 0, 180, 90, 90]);
        await page.keyboard.press("f");
        await page.waitForFunction(() =>
          document.querySelector('.men [data-at="a8"] .block')?.getAttribute("transform")?.includes("180"),
        );
        // Three balls went to their side: all are marked, and where they came from.
        await turnTo(page, "#/analyse/abalone?moves=c3-d6");
        await page.waitForFunction(() => document.querySelectorAll(".board .mark.last").length === 6);
        await turnTo(page, "#/analyse/quoridor");
        await cells(page, 81);
        assert.deepEqual((await page.locator(".board .coordinate").allTextContents()).sort(), [..."12345abcde"]);
        await turnTo(page, "#/analyse/slither?moves=e3,a1,e5,b4,e6,d6,c2,b6,f1,d2,e1,d4,f1-f2/e2");
        await cells(page, 36);
        assert.equal(await page.locator(".board .mark.last.left").count(), 1);
        assert.equal(await page.locator(".board .mark.last").count(), 3);
      },
    );
  });

  check("serve", "what a turn goes on with is said, and what may be done in place of what was tried", async (host) => {
    await visit(`${host.url}#/analyse/amazons`, async (page) => {
      await cells(page, 100);
      await ready(page);
      await page.locator(".toggle").click();
      await page.locator('[data-spot="d1"].source').waitFor();
      for (const cell of ["d1", "d7"]) await page.locator(`[data-spot="${cell}"]`).click();
      await page.locator(".guide", { hasText: "choose where the arrow lands" }).waitFor();
      /** @param {string} game @param {number} count @param {string} cell @param {string} words */
      const refused = async (game, count, cell, words) => {
        await turnTo(page, `#/analyse/${game}`);
        await cells(page, count);
        await page.locator(".board .spot:is(.source, .target)").first().waitFor();
        await page.locator(`[data-spot="${cell}"]`).click();
        await page.getByText(words).waitFor();
      };
      await refused("tic-tac-toe?moves=b2", 9, "b2", "b2 is taken.");
      await refused("ultimate-tic-tac-toe?moves=b9", 81, "a1", "Nothing can be put on a1 now.");
      await refused("dodgem", 15, "c3", "No move begins at c3 now: only at a2, a3.");
      await refused("loa", 64, "a4", "No move begins at a4.");
    });
  });

  check("serve", "boards lie as their rules say, and as there is room", async (host) => {
    await visit(`${host.url}#/analyse/dodgem`, async (page) => {
      await cells(page, 15);
      const [low, high] = [await middle(page, "a1"), await middle(page, "a3")];
      assert.ok(low[1] > high[1], "the cars that drive upwards stand below");
      await turnTo(page, "#/analyse/breakthrough");
      await cells(page, 64);
      // The lower left cell is dark.
      const isDark = await page.evaluate(() => {
        const boxes = (/** @type {string} */ selector) =>
          [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect());
        const [a1] = boxes('[data-spot="a1"] .area');
        return boxes(".board .tile.shade").some(({ x, y }) => a1 && Math.hypot(x - a1.x, y - a1.y) < 2);
      });
      assert.ok(isDark);
      await page.setViewportSize({ width: 568, height: 320 });
      for (const game of ["hex-5", "hex-11"]) {
        await turnTo(page, `#/analyse/${game}`);
        const wide = (/** @type {string} */ game) =>
          page.waitForFunction((game) => {
            const board = document.querySelector("svg.board");
            const label = board?.getAttribute("aria-label") ?? "";
            const { width = 0, height = 1 } = board?.getBoundingClientRect() ?? {};
            return label.toLowerCase().includes(game) && width > 1.2 * height;
          }, game);
        await wide(game.slice(0, 3));
      }
    });
  });

  check("serve", "lines of hexagons are named at the rim, beside all cells and within the picture", async (host) => {
    await visit(`${host.url}#/analyse/hex-5`, async (page) => {
      /** @param {number} count @param {string} names */
      const named = async (count, names) => {
        await cells(page, count);
        assert.equal((await page.locator(".board .coordinate").allTextContents()).sort().join(" "), names);
        assert.equal(await page.locator(".board .cell-name").count(), 0);
        for (const turns of [1, 2]) {
          // Nothing lies below the middle or the corners of a name, and it is not cut off.
          const wrong = await page.locator(".board .coordinate").evaluateAll((texts) => {
            const board = texts[0]?.closest("svg")?.getBoundingClientRect() ?? new DOMRect();
            const shapes = /** @type {SVGPathElement[]} */ ([
              ...document.querySelectorAll(".board .tile, .board .border"),
            ]);
            const inner = texts.map((text) => [text.textContent, text.getBoundingClientRect()]);
            return /** @type {[string, DOMRect][]} */ (inner).flatMap(([name, { left, right, top, bottom }]) => {
              const tall = (bottom - top) / 4;
              const points = [left, (left + right) / 2, right].flatMap((x) =>
                [top + tall, bottom - tall].map((y) => ({ x, y })),
              );
              const isCut =
                left < board.left || right > board.right || top + tall < board.top || bottom - tall > board.bottom;
              const isHit = shapes.some((shape) =>
                points.some((point) => {
                  const at = new DOMPoint(point.x, point.y).matrixTransform(shape.getScreenCTM()?.inverse());
                  return shape.matches(".border") ? shape.isPointInStroke(at) : shape.isPointInFill(at);
                }),
              );
              return isCut || isHit ? name : [];
            });
          });
          assert.deepEqual(wrong, [], `${turns}`);
          await page.keyboard.press("f");
        }
      };
      await named(25, "1 2 3 4 5 a b c d e");
      await turnTo(page, "#/analyse/y");
      await named(45, "1 2 3 4 5 6 7 8 9 a b c d e f g h i");
      // Numbers that bend stand at both ends.
      await turnTo(page, "#/analyse/abalone");
      await named(61, "1 1 2 2 3 3 4 4 5 5 6 6 7 7 8 8 9 a b c d e f g h i");
      await turnTo(page, "#/analyse/chinese-checkers");
      await cells(page, 121);
      assert.equal(await page.locator(".board .coordinate").count(), 17 + 2 * 13);
    });
  });

  check("serve", "whoever has picked a man up makes no move of another kind by missing a cell", async (host) => {
    await visit(`${host.url}#/analyse/quoridor`, async (page) => {
      await ready(page);
      await page.locator(".toggle").click();
      const dots = await page.locator(".dot").count();
      await page.locator('[data-spot="c1"]').click();
      await page.waitForFunction((dots) => document.querySelectorAll(".dot").length < dots, dots);
      assert.equal(await page.locator(".dot").count(), 3, "where the pawn goes, and no walls");
      await page.mouse.move(...(await middle(page, "c1")));
      await page.mouse.down();
      await page.mouse.move(...(await middle(page, "a1h")), { steps: 4 });
      await page.mouse.up();
      await page.waitForFunction((dots) => document.querySelectorAll(".dot").length === dots, dots);
      assert.deepEqual(await made(page), []);
      await page.locator('[data-spot="a1h"]').click();
      await page.waitForFunction(() => location.hash.endsWith("a1h"));
    });
  });

  check("serve", "what a move would change is shown where it is pointed at", async (host) => {
    await visit(`${host.url}#/analyse/quoridor`, async (page) => {
      /** Waits for so many men that would come, and so many that would go. @param {number} come @param {number} gone */
      const changes = (come, gone) =>
        page.waitForFunction(
          (counts) =>
            [".board .preview .man", ".board :is(.leaving, .changing)"]
              .map((kind) => document.querySelectorAll(kind).length)
              .join() === counts,
          `${come},${gone}`,
        );
      const point = async (/** @type {string} */ cell) => page.mouse.move(...(await middle(page, cell)));
      await ready(page);
      await point("a2v");
      await changes(3, 0);
      await page.mouse.move(1, 1);
      await changes(0, 0);
      await turnTo(page, "#/analyse/reversi");
      await cells(page, 64);
      await point("f5");
      await changes(2, 1);
      // By keys, too.
      await page.mouse.move(1, 1);
      await changes(0, 0);
      await page.locator('[data-spot="d3"]').focus();
      await changes(2, 1);
      await turnTo(page, "#/analyse/pentago");
      await cells(page, 36);
      await page.locator('[data-spot="a1"]').click();
      await page.waitForFunction(() => document.querySelectorAll(".board .target-sign").length === 8);
      assert.equal((await page.locator(".board .target-sign").allTextContents()).sort().join(""), "↺↺↺↺↻↻↻↻");
      // The stone comes to the other corner of its quarter.
      await point("c2");
      await changes(1, 0);
      const at = await page.locator(".board .preview g").first().getAttribute("transform");
      const corner = await page.locator('[data-spot="a3"] .area').getAttribute("d");
      const [x, y] = /** @type {RegExpMatchArray} */ (at?.match(/[\d.]+/g)).map(Number);
      assert.ok(corner?.startsWith(`M${(x ?? 0) - 0.5} ${(y ?? 0) - 0.5}`), `${at} ${corner}`);
      await turnTo(page, "#/analyse/onitama");
      await cells(page, 30);
      assert.equal(await page.locator(".board .card").count(), 5);
    });
  });

  check("serve", "a domino is laid from either half, and what a turn has put down is seen", async (host) => {
    await visit(`${host.url}#/analyse/domineering`, async (page) => {
      await cells(page, 64);
      const choose = (/** @type {string} */ cell) => page.locator(`[data-spot="${cell}"]`).click();
      await choose("c3");
      await page.locator(".board .placed").waitFor();
      await choose("c4");
      await page.waitForFunction(() => location.hash.endsWith("c4-c3"));
      await turnTo(page, "#/analyse/amazons");
      await cells(page, 100);
      await choose("d1");
      await choose("d5");
      await page.locator(".board .placed .man.white").waitFor();
      assert.match(await page.locator(".guide").innerText(), /goes on/);
      // A stone on the cell of a sign: it may be chosen again, which is no end of the turn.
      await turnTo(page, "#/analyse/pentago");
      await cells(page, 36);
      await choose("d5");
      await page.waitForFunction(() => document.querySelectorAll(".board .target-sign").length === 8);
      assert.doesNotMatch(await page.locator(".guide").innerText(), /end it/);
      // Counters of two cells are one number, on twelve pits.
      await turnTo(page, `#/analyse/oware?start=${encodeURIComponent("1...../044444/333333/...... 0 0,0,0,0 1@0 0")}`);
      await cells(page, 12);
      assert.equal(await page.locator('.men [data-at="a3"]').textContent(), "10");
    });
  });

  check("serve", "a finger on small cells shows its move first", async (host) => {
    const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
    await visit(
      `${host.url}#/analyse/gomoku`,
      async (page) => {
        await cells(page, 225);
        const tap = (/** @type {string} */ cell) => page.locator(`[data-spot="${cell}"]`).tap();
        const aims = (/** @type {string} */ cell) => page.locator(".actions", { hasText: `Play ${cell}` }).waitFor();
        await tap("h8");
        await aims("h8");
        await tap("i8");
        await aims("i8");
        await page.locator(".board .aim").waitFor();
        assert.deepEqual(await made(page), []);
        await tap("i8");
        await page.waitForFunction(() => location.hash.endsWith("i8"));
        await tap("j9");
        await aims("j9");
        await page.locator(".actions button", { hasText: "Play j9" }).click();
        await page.waitForFunction(() => location.hash.endsWith("j9"));
        assert.equal(await page.locator(".board .aim").count(), 0);
        // What is to be done stays in sight, with its button.
        await tap("a1");
        await aims("a1");
        const button = await page.locator(".actions button", { hasText: "Play a1" }).boundingBox();
        assert.ok(button && button.y + button.height <= 740, JSON.stringify(button));
        // A finger beside a narrow slot means it.
        await turnTo(page, "#/analyse/quoridor?size=nine");
        await cells(page, 289);
        const slot = await page.locator('[data-spot="a2v"]').boundingBox();
        assert.ok(slot && slot.width < 12);
        await page.touchscreen.tap(slot.x + slot.width + 4, slot.y + slot.height / 2);
        await aims("a2v");
        // Large cells are hit at once.
        await turnTo(page, "#/analyse/tic-tac-toe");
        await cells(page, 9);
        await tap("b2");
        await page.waitForFunction(() => location.hash.endsWith("b2"));
      },
      phone,
    );
  });

  check("serve", "men that are taken fade, those that change sides turn over, stones fall", async (host) => {
    await visit(
      `${host.url}#/analyse/breakthrough?moves=d2-d3,e7-e6,d3-d4,e6-e5`,
      async (page) => {
        await ready(page);
        await type(page, "d4xe5");
        await moves(page, /"opacity":\[1,0\]/);
        await page.waitForFunction(() => document.querySelectorAll(".men > *").length === 31);
        await turnTo(page, "#/analyse/reversi");
        await page.locator(".panel-head h2", { hasText: "Reversi" }).waitFor();
        await ready(page);
        await type(page, "f5");
        await moves(page, /"scaleX\(1\)","scaleX\(0\)"/);
        await turnTo(page, "#/analyse/connect-four");
        await page.locator(".panel-head h2", { hasText: "Connect Four" }).waitFor();
        await ready(page);
        await type(page, "d1");
        await moves(page, /translate\(0px, -5px\)/);
        // A man goes along his line and the loop in many steps.
        await turnTo(page, "#/analyse/surakarta?moves=f2-f3,b5-a4,f3-e4,a4-b5");
        await page.locator(".panel-head h2", { hasText: "Surakarta" }).waitFor();
        await ready(page);
        await type(page, "e4xc6");
        await moves(page, /(translate\([^)]*\)[^)]*){20}/);
        // What a search tells draws arrows anew, and no men: they would not go on.
        await page.locator('.men [data-at="c6"]').evaluate((man) => Object.assign(man, { kept: true }));
        const told = await page.locator(".figures").textContent();
        await page.waitForFunction((told) => document.querySelector(".figures")?.textContent !== told, told);
        assert.ok(await page.locator('.men [data-at="c6"]').evaluate((man) => "kept" in man));
      },
      {},
      watched,
    );
  });

  check("serve", "boards are of slate, wood or felt, as one likes", async (host) => {
    await visit(`${host.url}#/play/go`, async (page) => {
      await ready(page);
      const colour = () => page.locator(".board .ground").evaluate((ground) => getComputedStyle(ground).fill);
      const slate = await colour();
      await page.locator("select", { hasText: "Wood" }).selectOption("wood");
      assert.notEqual(await colour(), slate);
      const wood = await colour();
      await page.reload();
      await ready(page);
      assert.equal(await colour(), wood);
    });
  });
}
