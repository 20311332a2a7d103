// The page in a real browser, as a person uses it, on `ardoise serve` and on the static site: all tests that need a
// browser, in one process, so that they share it.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { analysisTests } from "./analysis.mjs";
import { boardTests } from "./boards.mjs";
import { axe, LIMIT, PATIENCE, turnTo, visit } from "./browser.mjs";
import { LOA_PROBLEM, anotherProblem, problemAddress, problemsOf } from "./doings.mjs";
import { dropTests } from "./drops.mjs";
import { embedTests } from "./embed.mjs";
import { explorerTests } from "./explorer.mjs";
import { fitTests } from "./fit.mjs";
import { gameTests } from "./games.mjs";
import { ardoise, hosts } from "./hosts.mjs";
import { hostileTests } from "./hostile.mjs";
import { hourTests } from "./hour.mjs";
import { keepingTests } from "./keeping.mjs";
import { lessonTests } from "./lessons.mjs";
import { lookTests } from "./looks.mjs";
import { offlineTests } from "./offline.mjs";
import { languageTests } from "./languages.mjs";
import { notesTests } from "./notes.mjs";
import { pictureTests } from "./pictures.mjs";
import { reportTests } from "./reports.mjs";
import { savedTests } from "./saved.mjs";
import { tableTests } from "./tables.mjs";
import { trainerTests } from "./trainer.mjs";
import { trainingTests } from "./training.mjs";
import { turnTests } from "./turns.mjs";
import { wholeGameTests } from "./whole-games.mjs";

/** @typedef {import("playwright-core").Page} Page */

/**
 * Every variant, with rule options that bring a random game to its end in time.
 * @type {Record<string, string>}
 */
const VARIANTS = {
  dualite: "",
  "grand-dual": "",
  "dualite-teams": "",
  "l-calculus": "?max_turns=16",
  loa: "?max_plies=60",
  zen: "?max_plies=30",
  logitac: "?max_turns=20",
};

/** A game of Dualité with mistakes; side 1 wins. */
const LOST = "b1,a3,c1,d2,d3,d2,c2,b1,a2,b2,a3,b2,a1,a2,b3,a4,b4,c3,c4";

/**
 * Tests that run at a time: a browser waits now and then. With more of them, each takes longer, and analyses that nobody
 * waits for go on for as long. They share nothing but the browser and the hosts.
 */
const AT_ONCE = 2;

/** One thread to search: tests wait for answers, not for depth. */
const found = await hosts({ args: ["--threads", "1"] });

/** Every test on each host: in the full run, and where hosts are named. */
const everywhere = process.env.ARDOISE_FULL === "1" || process.env.HOSTS !== undefined;

after(() => {
  for (const host of found) host.close();
});

/** Numbers from a seed, so that a failure can be seen again. @param {number} seed */
function random(seed) {
  let state = seed;
  return (/** @type {number} */ below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** @param {Page} page */
async function ready(page) {
  await page.waitForSelector(".board .spot.source, .board .spot.target, .board-actions button, .ending:not([hidden])");
}

/**
 * Holds back the answer to the first question of a kind; `asked` is once it was put, `answer` lets it through.
 * @param {Page} page
 * @param {string} kind
 */
async function holdFirst(page, kind) {
  let [release, put] = [() => {}, () => {}];
  /** @type {Promise<void>} */
  const asked = new Promise((done) => (put = done));
  /** @type {Promise<void> | null} */
  let held = new Promise((done) => (release = done));
  const isKind = (/** @type {import("playwright-core").Request} */ request) =>
    request.url().endsWith("/api") && request.postDataJSON()?.do === kind;
  await page.route("**/api", async (route) => {
    const wait = isKind(route.request()) ? held : null;
    if (wait) {
      held = null;
      put();
    }
    await wait;
    await route.continue();
  });
  const answer = async () => {
    const late = page.waitForResponse((response) => isKind(response.request()));
    release();
    await (await late).finished();
  };
  return { asked, answer };
}

/** The moves in the address. @param {Page} page @returns {Promise<string[]>} */
async function moves(page) {
  const hash = await page.evaluate(() => location.hash);
  return (new URLSearchParams(hash.split("?")[1] ?? "").get("moves") ?? "").split(",").filter(Boolean);
}

/**
 * Makes one move of the person by clicks: an action's button, or a man and its target.
 * @param {Page} page
 * @param {(below: number) => number} choose
 */
async function clickMove(page, choose) {
  const count = (await moves(page)).length;
  const actions = page.locator(".board-actions button");
  if (await actions.count()) await actions.first().click();
  else {
    const direct = page.locator(".spot.target");
    if (!(await direct.count())) {
      const sources = page.locator(".spot.source");
      await sources.nth(choose(await sources.count())).click();
      await page.waitForFunction(
        (was) =>
          document.querySelector(".spot.target") ||
          location.hash.split(",").length + (location.hash.includes("moves=") ? 0 : -1) > was,
        count,
      );
    }
    if ((await moves(page)).length === count && (await direct.count()))
      await direct.nth(choose(await direct.count())).click();
  }
  await page.waitForFunction(
    (was) =>
      (new URLSearchParams(location.hash.split("?")[1] ?? "").get("moves") ?? "").split(",").filter(Boolean).length >
      was,
    count,
  );
}

/**
 * While a search runs: gives what waits until it has been stopped, and fails where it goes on.
 * @param {Page} page
 */
async function stopping(page) {
  const [worker] = page.workers();
  if (!worker) {
    const stop = page.waitForResponse(
      (reply) => reply.url().endsWith("/api") && reply.request().postDataJSON()?.do === "stop",
    );
    stop.catch(() => {});
    return async () => assert.equal((await stop).status(), 200);
  }
  // The worker's tasks go on in turn with timers: so the turns that are taken until a search tells something are a
  // measure of how many it may be silent.
  const turns = await worker.evaluate(async () => {
    const scope = /** @type {any} */ (self);
    const tell = scope.postMessage.bind(scope);
    scope.events = 0;
    scope.postMessage = (/** @type {any} */ message) => {
      if (message.event) scope.events++;
      tell(message);
    };
    scope.heard = new Promise((done) =>
      scope.addEventListener("message", (/** @type {any} */ { data }) => data.stop !== undefined && done(null)),
    );
    scope.turn = () => new Promise((done) => setTimeout(done, 0));
    let turns = 0;
    for (; scope.events < 3; turns++) await scope.turn();
    return turns;
  });
  return async () => {
    const events = await worker.evaluate(
      async ({ turns, patience }) => {
        const scope = /** @type {any} */ (self);
        const late = () => new Error("the worker was not told to stop");
        await Promise.race([scope.heard, new Promise((_, fail) => setTimeout(() => fail(late()), patience))]);
        scope.events = 0;
        for (let turn = 0; turn < 5 * turns; turn++) await scope.turn();
        return scope.events;
      },
      { turns, patience: PATIENCE },
    );
    assert.equal(events, 0, "the engine searches on");
  };
}

/**
 * Shows what is at an address and waits until it can be used. A view follows another one as a link leads there.
 * @param {Page} page
 * @param {import("./hosts.mjs").Host} host
 * @param {string} address
 */
async function open(page, host, address) {
  const [document] = page.url().split("#");
  if (address.startsWith("#") && document === host.url) await turnTo(page, address);
  else if (page.url() !== host.url + address) await page.goto(host.url + address);
  await page.waitForSelector("h1");
  if (/play|analyse|problem=/.test(address)) await ready(page);
}

/** Makes a move by typing. @param {Page} page @param {string} move */
async function type(page, move) {
  await page.locator("#typed").fill(move);
  await page.locator("#typed").press("Enter");
}

/** The shipped problems of each variant, as the page gets them. @param {Page} page @param {string} address */
function shippedProblems(page, address) {
  return page.evaluate(async (address) => {
    const { openEngine } = await import(`${address}engine/open.js`);
    const engine = openEngine();
    const { variants } = await engine.ask({ do: "hello" });
    const day = Math.floor(Date.now() / 86_400_000);
    /** @type {Record<string, {problems: {game: {start: string}, line: string[]}[], today: number}>} */
    const found = {};
    for (const { name: variant, problems } of variants)
      if (problems) found[variant] = await engine.ask({ do: "problems", variant, day });
    return found;
  }, address);
}

/**
 * A test of what both hosts serve, with the page on the host that it is given. Daily it runs where it may find most:
 * on `both`, if what it does is done differently there (how tasks run and stop, how errors come, what files lie where),
 * else on one of them. Only the server answers in whatever order; the engine in the browser has one worker.
 * @param {"serve" | "site" | "both" | "only serve" | "only site"} where
 * @param {string} name
 * @param {(host: import("./hosts.mjs").Host) => Promise<void>} use
 */
function check(where, name, use) {
  for (const host of found) {
    const elsewhere = where === "only serve" ? host.name === "site" : where === "only site" && host.name !== "site";
    const fits = !elsewhere && (everywhere || where === "both" || where.endsWith(host.name));
    if (fits) test(`${host.name}: ${name}`, LIMIT, () => use(host));
  }
}

describe("the page", { concurrency: AT_ONCE }, () => {
  trainingTests();
  boardTests();
  fitTests(check);
  lessonTests(check);
  analysisTests({ check, ready, moves, type });
  dropTests({ check, ready, moves, type });
  savedTests({ check, ready, moves, type });
  gameTests({ check, ready, moves, type });
  hostileTests({ check, ready, moves, type });
  hourTests({ check, ready, moves, type, clickMove });
  keepingTests({ check, ready, moves, type });
  notesTests({ check, ready, moves, type });
  explorerTests({ check, ready, moves, type });
  embedTests({ check, ready, moves, type });
  pictureTests({ check, ready, moves, type });
  trainerTests({ check, ready, moves, type });
  languageTests({ check, ready, type });
  reportTests(check);
  offlineTests({ check, ready, moves, type });
  tableTests(check);
  turnTests({ check, ready, moves, type });
  lookTests({ check, ready, moves, type });
  wholeGameTests({ check, ready, moves, type });

  for (const [variant, options] of Object.entries(VARIANTS)) {
    check(
      variant === "dualite" ? "both" : "serve",
      `a whole game of ${variant} by clicks against the lowest level`,
      async (host) => {
        await visit(`${host.url}#/rules/${variant}`, async (page) => {
          await page.evaluate(() => localStorage.setItem("ardoise.level", "1"));
          await page.goto(`${host.url}#/play/${variant}${options}`);
          const choose = random(7);
          for (let made = 0; ; made++) {
            assert.ok(made < 200, "the game does not end");
            await ready(page);
            if (await page.locator(".ending").isVisible()) break;
            await clickMove(page, choose);
          }
          const why = await page.locator(".ending").innerText();
          assert.match(why, /win|Draw|drawn/i);
          assert.match(why, /: \w+/, "the end says why");
        });
      },
    );
  }

  check("only serve", "a view that was left while the page came up does not clear the next one", async (host) => {
    await visit(host.url, async (page) => {
      const hello = await holdFirst(page, "hello");
      await page.addInitScript(() => {
        const { text } = Response.prototype;
        Response.prototype.text = async function () {
          const answer = await text.call(this);
          // What the page does at once with an answer comes before the next task.
          if (answer.includes('"variants"')) setTimeout(() => document.documentElement.classList.add("greeted"));
          return answer;
        };
      });
      await page.goto(`${host.url}?again#/rules/loa`);
      await page.waitForFunction(() => document.querySelector("#main"));
      await page.evaluate(() => (location.hash = "#/play/loa"));
      await ready(page);
      // The next view has asked for itself: the answer that was held back is the second one that the page reads.
      await page.waitForSelector("html.greeted");
      await page.evaluate(() => document.documentElement.classList.remove("greeted"));
      await hello.answer();
      await page.waitForSelector("html.greeted");
      assert.ok((await page.locator(".spot.source").count()) > 0, "the board is still there");
    });
  });

  check("serve", "what comes late for a view that was left is not shown in the next one", async (host) => {
    await visit(host.url, async (page) => {
      let release = () => {};
      const held = new Promise((done) => (release = () => done(null)));
      await page.route("**/reference/**", async (route) => {
        await held;
        await route.continue();
      });
      const asked = page.waitForRequest("**/reference/**");
      await turnTo(page, "#/invent");
      await asked;
      await open(page, host, "#/problems/dualite?problem=1");
      const late = page.waitForResponse("**/reference/**");
      release();
      await (await late).finished();
      await page.evaluate(() => new Promise((done) => setTimeout(done, 50)));
      assert.ok(await page.locator("h1.stipulation").isVisible());
      assert.equal(await page.locator("#invent-text").count(), 0);
    });
  });

  check("both", "a wrong move is refused in words", async (host) => {
    await visit(`${host.url}#/play/loa`, async (page) => {
      await ready(page);
      await page.locator('[data-spot="b1"]').click();
      await page.locator('[data-spot="d4"]').click();
      // A note goes after some seconds, so that it is found and read at once.
      await page.locator(".note.error", { hasText: "b1-d4" }).waitFor();
      await type(page, "b1-b9");
      await page.locator(".note.error", { hasText: "b1-b9" }).waitFor();
      assert.deepEqual(await moves(page), []);
      await type(page, "b1b3");
      await page.waitForFunction(() => location.hash.includes("b1-b3"));
    });
  });

  check("both", "rules of one's own are read, mended, played and kept", async (host) => {
    await visit(`${host.url}#/invent`, async (page) => {
      const name = `own-${host.name}`;
      const text = await page.locator("#invent-text").inputValue();
      await page.locator("#invent-name").fill(name);
      await page.locator("#invent-text").fill(text.replace("#rules = (turn", "#rules = (tern"));
      await page.getByRole("button", { name: "Read the rules" }).click();
      await page.locator(".wrong", { hasText: "tern" }).waitFor();
      const chosen = () => {
        const field = /** @type {HTMLTextAreaElement} */ (document.querySelector("#invent-text"));
        return field.value.slice(field.selectionStart, field.selectionStart + 4);
      };
      assert.equal(await page.evaluate(chosen), "tern", "the cursor stands at the error");
      // A reload loses nothing.
      await page.reload();
      await page.waitForSelector("#invent-text");
      assert.match(await page.locator("#invent-text").inputValue(), /\(tern/);
      assert.equal(await page.locator("#invent-name").inputValue(), name);
      await page.locator("#invent-text").fill(text);
      await page.getByRole("button", { name: "Read the rules" }).click();
      await page.locator(".invented .face svg").waitFor();
      await page.locator(".invented").getByRole("link", { name: "Play" }).click();
      await ready(page);
      await clickMove(page, random(3));
      // The engine is started anew.
      if (host.name !== "site")
        await page.evaluate(async (name) => {
          const headers = { "Content-Type": "application/json" };
          const body = JSON.stringify({ do: "remove_game", name });
          const { ok } = await fetch("/api", { method: "POST", headers, body });
          if (!ok) throw new Error("the game is still there");
        }, `${name}.rbg`);
      await page.reload();
      await ready(page);
      assert.ok((await moves(page)).length >= 1);
      await open(page, host, "#/");
      // The match that is left has headings of that name, too.
      await page.locator(".card").getByRole("heading", { name: "My game" }).waitFor();
      await open(page, host, `#/invent/${name}.rbg`);
      await page.getByRole("button", { name: "Read the rules" }).click();
      await page.getByRole("button", { name: "Forget this game" }).click();
      await page.locator(".invented .face").waitFor({ state: "detached" });
      await page.reload();
      await open(page, host, "#/");
      assert.equal(await page.getByRole("heading", { name: "My game" }).count(), 0);
    });
  });

  check("site", "a rules file is dropped on the page", async (host) => {
    await visit(`${host.url}#/`, async (page) => {
      const { text } = await page.evaluate(async (address) => {
        const { openEngine } = await import(`${address}engine/open.js`);
        return await openEngine().ask({ do: "rules", variant: "breakthrough" });
      }, host.url);
      await page.evaluate((text) => {
        const data = new DataTransfer();
        data.items.add(new File([text], "my break.rbg"));
        document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
      }, text);
      await page.locator(".invented .face svg").waitFor();
      assert.equal(await page.locator("#invent-name").inputValue(), "my-break");
    });
  });

  check("site", "addresses that name nothing are answered", async (host) => {
    await visit(`${host.url}#/play/%E0%A4%A`, async (page) => {
      await page.locator(".failed").waitFor();
      await turnTo(page, "#/constructor");
      await page.locator(".failed", { hasText: "constructor" }).waitFor();
      await turnTo(page, "#/play/loa?ply=-1");
      await ready(page);
    });
  });

  check("site", "a man is dragged to its target", async (host) => {
    await visit(`${host.url}#/play/loa`, async (page) => {
      await ready(page);
      await page.locator('[data-spot="b1"]').dragTo(page.locator('[data-spot="b3"]'));
      await page.waitForFunction(() => location.hash.includes("moves=b1-b3"));
    });
  });

  check("site", "undo, redo, hint, resignation", async (host) => {
    await visit(`${host.url}#/play/dualite`, async (page) => {
      await ready(page);
      await page.locator('[data-spot="a1"]').click();
      await page.locator('[data-spot="c3"]').click();
      await page.waitForFunction(() => location.hash.split(",").length === 3);
      await ready(page);
      await page.getByRole("button", { name: "Undo", exact: true }).click();
      await page.waitForFunction(() => location.hash.includes("ply=1"));
      await page.getByRole("button", { name: "Redo", exact: true }).click();
      await page.waitForFunction(() => !location.hash.includes("ply="));
      await page.getByRole("button", { name: "Hint" }).click();
      await page.waitForSelector(".arrow.hint", { state: "attached" });
      await page.getByRole("button", { name: "Resign" }).click();
      await page.locator("dialog").getByRole("button", { name: "Resign" }).click();
      await page.waitForSelector(".ending:not([hidden])");
      assert.match(await page.locator(".ending").innerText(), /resigned/);
    });
  });

  check("serve", "two people at one screen play two rounds with exchanged sides", async (host) => {
    await visit(`${host.url}#/play/dualite`, async (page) => {
      await ready(page);
      await page.locator("summary", { hasText: "New game" }).click();
      await page.locator("#seat-1").selectOption("person");
      await page.locator("#rounds").fill("2");
      await page.getByRole("button", { name: "Start" }).click();
      await page.waitForSelector("details:not([open])");
      for (const move of LOST.split(",")) {
        await page.locator("#typed").fill(move);
        await page.locator("#typed").press("Enter");
        await page.waitForFunction((text) => location.hash.endsWith(text), move);
      }
      await page.waitForSelector(".ending:not([hidden])");
      assert.match(await page.locator(".score").innerText(), /Round 1 of 2, 0 – 1/);
      await page.getByRole("button", { name: "Round 2 of 2" }).click();
      await page.waitForFunction(() => document.querySelector(".score")?.textContent?.startsWith("Round 2"));
      assert.deepEqual(await moves(page), []);
    });
  });

  check("only serve", "a click before the last one is answered is not lost", async (host) => {
    await visit(`${host.url}#/play/dualite`, async (page) => {
      await ready(page);
      const first = await holdFirst(page, "position");
      await page.locator('[data-spot="a1"]').click();
      await first.asked;
      await page.locator('[data-spot="c3"]').click();
      await first.answer();
      await page.waitForFunction(() => location.hash.includes("moves=a1,c3"));
    });
  });

  check("only serve", "what is typed before the last move is answered stays", async (host) => {
    await visit(`${host.url}#/play/dualite`, async (page) => {
      await ready(page);
      const first = await holdFirst(page, "position");
      await type(page, "a1");
      await first.asked;
      await page.locator("#typed").fill("c3");
      await first.answer();
      await page.waitForFunction(() => location.hash.includes("moves=a1"));
      await page.keyboard.press("Enter");
      await page.waitForFunction(() => location.hash.includes("moves=a1,c3"));
      assert.equal(await page.locator("#typed").inputValue(), "");
    });
  });

  check("only serve", "while a new game comes up, the old one takes no moves", async (host) => {
    await visit(`${host.url}#/play/dualite`, async (page) => {
      await ready(page);
      const line = await holdFirst(page, "line");
      await page.locator("summary", { hasText: "New game" }).click();
      await page.locator("#seat-1").selectOption("person");
      await page.locator("#typed").fill("b1");
      await page.getByRole("button", { name: "Start" }).click();
      await line.asked;
      assert.ok(!(await page.locator("#typed").isEditable()), "no moves are taken");
      await page.locator("#typed").press("Enter");
      await page.locator(".note.error", { hasText: "b1 is not played: no move can be made now." }).waitFor();
      assert.equal(await page.locator(".spot.source, .spot.target").count(), 0);
      await line.answer();
      await ready(page);
      await page.locator("#typed").press("Enter");
      await page.waitForFunction(() => location.hash.includes("moves=b1"));
    });
  });

  check("both", "a game is analysed, and the search can be stopped", async (host) => {
    await visit(`${host.url}#/analyse/loa?moves=b1-b3,a2-c2`, async (page) => {
      await page.waitForSelector(".candidates tbody tr:not([hidden])");
      await page.waitForSelector(".arrow.best", { state: "attached" });
      await page.locator(".candidates tbody tr").first().hover();
      await page.waitForSelector(".label.number", { state: "attached" });
      await page.keyboard.press("2");
      await page.waitForSelector(".preview-bar:not([hidden])");
      await page.keyboard.press("Escape");
      await page.waitForSelector(".preview-bar", { state: "hidden" });

      const stopped = await stopping(page);
      await page.locator(".toggle").click();
      await page.waitForSelector('.toggle[aria-pressed="false"]');
      await stopped();
      assert.ok((await page.locator(".candidates tbody tr:not([hidden])").count()) > 0, "a pause keeps what was found");
      assert.ok((await page.locator(".arrow.best").count()) > 0);
      await page.getByLabel("Hide evaluations").check();
      await page.locator(".figures", { hasText: "The evaluation is hidden." }).waitFor();
      assert.equal(await page.locator(".candidates tbody tr:not([hidden])").count(), 0);
      await page.locator(".toggle").click();
      assert.ok(!(await page.getByLabel("Hide evaluations").isChecked()));
      await page.waitForSelector(".candidates tbody tr:not([hidden])");
    });
  });

  check(
    "only serve",
    "more tabs analyse than a browser has connections, another one plays, and a hidden one rests",
    async (host) => {
      await visit(host.url, async (page) => {
        const tabs = [];
        // A browser grants a host six connections.
        for (let tab = 0; tab < 7; tab++) {
          const other = await page.context().newPage();
          other.setDefaultTimeout(PATIENCE);
          await other.goto(`${host.url}#/analyse/loa?moves=b1-b3`);
          await other.waitForSelector(".candidates tbody tr:not([hidden])");
          tabs.push(other);
        }
        await turnTo(page, "#/play/loa");
        await ready(page);
        await clickMove(page, () => 0);
        await page.waitForFunction(() => (location.hash.match(/moves=([^&]*)/)?.[1] ?? "").split(",").length >= 2);
        const [tab] = tabs;
        assert.ok(tab);
        const hide = (/** @type {boolean} */ hidden) =>
          tab.evaluate((hidden) => {
            Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
            document.dispatchEvent(new Event("visibilitychange"));
          }, hidden);
        const told = (/** @type {string} */ kind) =>
          tab.waitForRequest((request) => request.url().endsWith("/api") && request.postDataJSON()?.do === kind);
        // A search that has just begun: those of the tabs may have found enough by now.
        await Promise.all([told("start"), tab.goto(`${host.url}#/analyse/loa?moves=b1-b3,a2-c2`)]);
        await told("step");
        await Promise.all([told("stop"), hide(true)]);
        await Promise.all([told("start"), hide(false)]);
      });
    },
  );

  check("serve", "variations are made, promoted, deleted and brought back", async (host) => {
    await visit(`${host.url}#/analyse/loa?moves=b1-b3,a2-c2`, async (page) => {
      await ready(page);
      await page.locator(".toggle").click();
      await page.keyboard.press("ArrowLeft");
      await page.waitForFunction(() => location.hash.includes("ply=1"));
      await page.locator("#typed").fill("a6-c6");
      await page.locator("#typed").press("Enter");
      await page.waitForSelector(".variation .move.current");
      await page.getByRole("button", { name: "Make main line" }).click();
      await page.waitForFunction(() => document.querySelector(".variation .move")?.textContent === "a2-c2");
      await page.getByRole("button", { name: "Delete from here" }).click();
      await page.waitForFunction(() => !document.querySelector(".variation"));
      await page.getByRole("button", { name: "Bring back" }).click();
      await page.waitForSelector(".variation");
    });
  });

  check("site", "a finished game is reviewed, its mistakes are found", async (host) => {
    await visit(`${host.url}#/analyse/dualite?moves=${LOST}&ply=0`, async (page) => {
      await ready(page);
      await page.getByRole("button", { name: "Review this game" }).click();
      await page.waitForSelector(".summary");
      await page.getByRole("button", { name: "Next mistake" }).click();
      await page.waitForSelector(".review .judged.decisive");
      assert.match(await page.locator(".review .judged").innerText(), /better was/);
      assert.ok((await page.locator(".win-graph .dot").count()) > 0);
      const at = await page.evaluate(() => location.hash);
      await page.keyboard.press("n");
      await page.waitForFunction((was) => location.hash !== was, at);
    });
  });

  check("both", "another move is tried in the place of a mistake", async (host) => {
    await visit(`${host.url}#/analyse/dualite?moves=${LOST}&ply=0`, async (page) => {
      await ready(page);
      await page.getByRole("button", { name: "Review this game" }).click();
      await page.waitForSelector(".summary");
      await page.keyboard.press("n");
      const judged = page.locator(".review .judged.decisive");
      await judged.waitFor();
      const [, mistake, best] = /^(\w+):.*better was (\w+)/.exec(await judged.innerText()) ?? [];
      assert.ok(mistake && best);
      await page.getByRole("button", { name: "Try again here" }).click();
      await page.getByText(`Find a better move than ${mistake}.`).first().waitFor();
      assert.equal(await page.locator(".arrow.candidate").count(), 0, "nothing is told");
      assert.equal(await page.locator(".candidates tbody tr:visible").count(), 0);
      await type(page, mistake);
      await page.locator(".said.wrong", { hasText: `${mistake} gives away` }).waitFor();
      const others = await page
        .locator(".spot.target")
        .evaluateAll((spots) => spots.map((spot) => spot.getAttribute("data-spot") ?? ""));
      const other = others.find((spot) => spot !== mistake && spot !== best);
      if (other) {
        await page.locator(`[data-spot="${other}"]`).click();
        await page.locator(`.said.wrong:has-text("${other}"), .review .judged:has-text("${other}")`).waitFor();
        if (await page.locator(".review .judged").count()) {
          await page.keyboard.press("ArrowLeft");
          await page.locator(".moves .move", { hasText: mistake }).first().click();
          await page.keyboard.press("r");
        }
      }
      assert.deepEqual(await axe(page), []);
      await type(page, best);
      await page.locator(".review .judged.best", { hasText: best }).waitFor();
      await page.locator(".variation .move.current", { hasText: best }).waitFor();
      await page.waitForSelector(".arrow.candidate", { state: "attached" });
    });
  });

  check("site", "the exact verdict stands on every legal cell", async (host) => {
    await visit(`${host.url}#/analyse/dualite?moves=b1,a3,c1`, async (page) => {
      await ready(page);
      await page.getByLabel("Exact verdict").check();
      await page.waitForFunction(
        () => document.querySelectorAll(".mark.verdict").length === document.querySelectorAll(".spot.target").length,
      );
      assert.ok((await page.locator(".mark.verdict").count()) > 0);
    });
  });

  check("serve", "an address opens position, variation and options; a wrong one says why", async (host) => {
    await visit(`${host.url}#/analyse/loa?simultaneous=mover&moves=b1-b3,a2-c2,g1-g3&ply=2`, async (page) => {
      await page.waitForSelector(".move.current");
      assert.equal(await page.locator(".move.current").innerText(), "a2-c2");
      assert.equal(await page.locator("#option-simultaneous").inputValue(), "mover");
    });
    await visit(`${host.url}#/analyse/loa?moves=b1-b9`, async (page) => {
      await page.locator(".note.error", { hasText: "b1-b9" }).waitFor();
    });
  });

  check("serve", "a game is saved and loaded again, with its evaluations", async (host) => {
    const folder = mkdtempSync(join(tmpdir(), "ardoise-page-"));
    try {
      await visit(`${host.url}#/analyse/dualite?moves=${LOST}`, async (page) => {
        await page.waitForSelector(".board .spot");
        await page.getByRole("button", { name: "Review this game" }).click();
        await page.waitForSelector(".summary");
        const [download] = await Promise.all([
          page.waitForEvent("download"),
          page.getByRole("button", { name: "Save", exact: true }).click(),
        ]);
        const file = join(folder, "game.jsonl");
        await download.saveAs(file);
        const record = JSON.parse(readFileSync(file, "utf8"));
        assert.deepEqual(record.steps, LOST.split(","));
        assert.equal(record.evaluations.length, record.steps.length + 1);
        await page.getByRole("button", { name: "New analysis" }).click();
        await page.waitForFunction(() => !location.hash.includes("moves"));
        await ready(page);
        await page.getByRole("button", { name: "Load" }).click();
        await page.locator("#load-file").setInputFiles(file);
        await page.locator("dialog").getByRole("button", { name: "Open" }).click();
        await page.waitForFunction((steps) => location.hash.includes(steps), LOST);
        assert.ok(await page.locator(".win-graph .curve").count());
      });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  check("site", "a position is set up on the board, and one that cannot be is refused", async (host) => {
    await visit(`${host.url}#/analyse/loa`, async (page) => {
      await ready(page);
      await page.locator("summary", { hasText: "Position and rules" }).click();
      await page.getByRole("button", { name: "Set up on the board" }).click();
      await page.locator(".set-up").getByLabel("empty").check();
      await page.locator('[data-spot="b1"]').click();
      await page.getByRole("button", { name: "Use this position" }).click();
      await page.waitForFunction(() => location.hash.includes("start="));
      await page.locator("#position").fill("nonsense");
      await page.locator("#position").press("Enter");
      await page.waitForSelector(".note.error");
    });
  });

  check("serve", "Dualité with the keyboard alone", async (host) => {
    await visit(`${host.url}#/play/dualite`, async (page) => {
      await ready(page);
      await page.keyboard.press("b");
      await page.waitForFunction(() => document.activeElement?.hasAttribute("data-spot"));
      for (let made = 0; !(await page.locator(".ending").isVisible()); made++) {
        assert.ok(made < 40, "the game does not end");
        await ready(page);
        if (await page.locator(".ending").isVisible()) break;
        const count = (await moves(page)).length;
        // To a cell that may be played, by arrows only: first to the upper left corner, then row by row.
        for (let i = 0; i < 4; i++) await page.keyboard.press("ArrowUp");
        for (let i = 0; i < 4; i++) await page.keyboard.press("ArrowLeft");
        for (let row = 0, done = false; row < 4 && !done; row++) {
          for (let column = 0; column < 4 && !done; column++) {
            done = await page.evaluate(() => document.activeElement?.classList.contains("target") ?? false);
            if (!done && column < 3) await page.keyboard.press(row % 2 ? "ArrowLeft" : "ArrowRight");
          }
          if (!done) await page.keyboard.press("ArrowDown");
        }
        await page.keyboard.press("Enter");
        await page.waitForFunction(
          (was) =>
            (new URLSearchParams(location.hash.split("?")[1] ?? "").get("moves") ?? "").split(",").filter(Boolean)
              .length > was,
          count,
        );
      }
      await page.keyboard.press("?");
      await page.waitForSelector("dialog.shortcuts[open]");
    });
  });

  check("site", "the problem of the day is that of the program, and the home page leads to it", async (host) => {
    await visit(host.url, async (page) => {
      const shipped = Object.entries(await shippedProblems(page, host.url));
      assert.ok(shipped.length >= Object.keys(VARIANTS).length);
      for (const [variant, { problems, today }] of shipped) {
        const printed = await ardoise(["problems", variant, "--today", "--json"]);
        assert.equal(problems[today - 1]?.game.start, JSON.parse(printed).position, variant);
      }
      await page.getByRole("link", { name: "Solve the problem" }).click();
      await page.waitForSelector("h1.stipulation");
      await page.getByText("Problem of the day", { exact: true }).waitFor();
      assert.match(await page.evaluate(() => location.hash), /^#\/problems\/[a-z0-9-]+\?problem=\d+$/);
      await page.getByRole("link", { name: "Problems", exact: true }).click();
      await page.waitForSelector(".card");
      assert.equal(await page.locator(".card").count(), shipped.length);
    });
  });

  check("site", "a problem is solved by clicks, wrong moves are refuted", async (host) => {
    await visit(host.url + LOA_PROBLEM, async (page) => {
      await ready(page);
      assert.equal(await page.locator("h1").innerText(), "Black plays and wins in 2");
      const click = (/** @type {string} */ spot) => page.locator(`[data-spot="${spot}"]`).click();
      await click("h3");
      await click("g2");
      await page.waitForSelector(".said.wrong");
      assert.match(await page.locator(".said").innerText(), /after h3-g2, the answer e3-e4 wins at once/);
      assert.equal(await page.locator(".arrows .line").count(), 2, "the move and its refutation are drawn");
      await type(page, "a1-a2");
      await page.waitForSelector(".note.error");
      await page.getByRole("button", { name: "Hint" }).click();
      await page.getByText("One move wins. It begins with d3.").waitFor();
      await click("d3");
      await click("e4");
      await page.waitForSelector(".said.right");
      assert.match(
        await page.locator(".said").innerText(),
        /the key.*holds out longest with e3-e1.*Win with this turn/,
      );
      await click("h3");
      await click("g2");
      await page.getByText("wrong moves: 1").waitFor();
      assert.match(await page.locator(".said").innerText(), /Black wins: all pieces connected/);
      assert.match((await page.locator(".pick[aria-current]").getAttribute("aria-label")) ?? "", /solved/);
      await page.getByRole("link", { name: "Next problem" }).click();
      await anotherProblem(page, LOA_PROBLEM);
    });
  });

  check("serve", "a problem of every variant: its key is right, its solution is shown", async (host) => {
    await visit(host.url, async (page) => {
      for (const [variant, { problems }] of Object.entries(await shippedProblems(page, host.url))) {
        const [key, ...rest] = problems[1]?.line ?? [];
        assert.ok(key);
        await open(page, host, `#/problems/${variant}?problem=2`);
        await type(page, key);
        await page.waitForSelector(".said.right");
        await page.getByRole("button", { name: "Show the solution" }).click();
        await page.waitForFunction(
          (length) => document.querySelectorAll(".moves .move").length >= length,
          1 + rest.length,
        );
        assert.ok((await page.locator(".said").innerText()).includes(`${key}!`), variant);
        await page.keyboard.press("ArrowRight");
        await page.waitForSelector(".moves .move.current");
        await page.getByRole("button", { name: "Start again" }).click();
        await page.waitForSelector(".said:not(.right):not(.wrong)");
        await ready(page);
      }
      await turnTo(page, "#/problems/loa?problem=999");
      await page.waitForSelector(".failed");
      assert.match(
        await page.locator(".failed").innerText(),
        new RegExp(`expected a number from 1 to ${problemsOf("loa").length}\\b`),
      );
    });
  });

  check("serve", "a problem with the keyboard alone", async (host) => {
    const first = problemAddress("dualite", "xxo./xoxo/oxox/.oxx 1 b2");
    await visit(host.url + first, async (page) => {
      await ready(page);
      await page.keyboard.press("b");
      await page.waitForFunction(() => document.activeElement?.hasAttribute("data-spot"));
      // The second player sees the board from the other side.
      for (let i = 0; i < 4; i++) await page.keyboard.press("ArrowUp");
      for (let i = 0; i < 4; i++) await page.keyboard.press("ArrowRight");
      assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("data-spot")), "a1");
      await page.keyboard.press("Enter");
      await page.waitForSelector(".said.right");
      await page.waitForFunction(() => document.activeElement?.matches('.target[data-spot="a1"]'));
      await page.keyboard.press("Enter");
      await page.getByText("Solved without a wrong move").waitFor();
      await page.keyboard.press("Enter");
      await anotherProblem(page, first);
    });
  });

  check("only serve", "games are played on the boards that the engine tells of, too", async (host) => {
    // As if the page had no board of its own for any game.
    const unknown = async (/** @type {Page} */ page) => {
      await page.route("**/api", async (route) => {
        if (route.request().postDataJSON().do !== "hello") return route.continue();
        const reply = await route.fetch();
        const hello = await reply.json();
        for (const variant of hello.variants) variant.family = `not ${variant.family}`;
        return route.fulfill({ response: reply, json: hello });
      });
    };
    await visit(
      host.url,
      async (page) => {
        await page.waitForSelector(".card");
        for (const variant of ["dualite", "loa", "zen"]) {
          await open(page, host, `#/play/${variant}`);
          await page.waitForSelector(".tile");
          const choose = random(4);
          for (let turn = 0; turn < 3; turn++) {
            await ready(page);
            await clickMove(page, choose);
          }
        }
        // A man in reserve is no cell: it is a button.
        await open(page, host, "#/play/logitac");
        await clickMove(page, random(4));
        await page.getByRole("button", { name: "P …" }).click();
        await page.locator(".spot.target").first().click();
        await page.waitForFunction(() => location.hash.includes(",P@"));
        await open(page, host, "#/play/l-calculus");
        await page.waitForSelector("pre");
        await clickMove(page, random(5));
        await open(page, host, "#/problems/loa?problem=1");
        await page.locator(".tile").nth(63).waitFor();
        assert.equal(await page.locator(".tile").count(), 64);
      },
      {},
      unknown,
    );
  });

  check("serve", "pictures of games show positions that can be", async (host) => {
    await visit(host.url, async (page) => {
      await page.waitForSelector(".card");
      const wrong = await page.evaluate(async (address) => {
        /** @type {any} */
        const [{ lookOf }, { openEngine }] = await Promise.all(
          ["games/registry.js", "engine/open.js"].map((file) => import(address + file)),
        );
        const engine = openEngine();
        const wrong = [];
        const { variants } = await engine.ask({ do: "hello" });
        for (const variant of variants) {
          // Games without a look of their own have none.
          const position = lookOf(variant).samples?.[variant.name];
          if (position === undefined) continue;
          try {
            await engine.ask({ do: "position", game: { variant: variant.name, start: position } });
          } catch (error) {
            wrong.push(`${variant.name} ${position}: ${error}`);
          }
        }
        return wrong;
      }, host.url);
      assert.deepEqual(wrong, []);
    });
  });

  check("site", "usable at 360 pixels, with a finger", async (host) => {
    const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
    await visit(
      host.url,
      async (page) => {
        for (const address of [
          "",
          ...Object.keys(VARIANTS).flatMap((variant) => [`#/play/${variant}`, `#/analyse/${variant}`]),
          "#/rules/logitac",
          "#/problems",
          "#/library",
          "#/invent",
          ...Object.keys(VARIANTS).map((variant) => `#/problems/${variant}?problem=1`),
          ...(host.name === "serve" ? ["#/training"] : []),
          ...Object.keys(VARIANTS).map((variant) => `#/reports/${variant}`),
        ]) {
          await open(page, host, address);
          const wide = await page.evaluate(() => document.documentElement.scrollWidth);
          assert.ok(wide <= 360, `${address}: ${wide} pixels wide`);
        }
        await open(page, host, "#/play/dualite");
        await page.locator('[data-spot="b2"]').tap();
        await page.waitForFunction(() => location.hash.includes("moves=b2"));
      },
      phone,
    );
  });

  const played = Object.keys(VARIANTS).flatMap((variant) => [`#/play/${variant}`, `#/analyse/${variant}`]);
  const problems = ["#/problems", "#/problems/loa?problem=1", "#/problems/l-calculus?problem=1"];
  const reports = Object.keys(VARIANTS).map((variant) => `#/reports/${variant}`);
  const looked = {
    light: [
      "",
      "#/rules/logitac",
      "#/invent",
      "#/learn/logitac",
      "#/learn/loa",
      "#/learn/l-calculus",
      ...problems,
      ...played,
      ...reports,
    ],
    // What is said and where it stands is the same in the dark: about every second page shows the colours, and so each
    // board once, played on or analysed.
    dark: [
      "",
      "#/learn/dualite",
      ...problems,
      ...played.filter((_, index) => index % 4 === 0 || index % 4 === 3),
      ...reports.slice(0, 3),
    ],
  };
  for (const colorScheme of /** @type {const} */ (["light", "dark"]))
    check("serve", `axe finds nothing serious, in the ${colorScheme}`, async (host) => {
      await visit(
        host.url,
        async (page) => {
          for (const address of looked[colorScheme]) {
            await open(page, host, address);
            assert.equal(await page.evaluate(() => document.documentElement.dataset["theme"]), colorScheme);
            assert.deepEqual(await axe(page), [], `${address} ${colorScheme}`);
          }
        },
        { colorScheme },
      );
    });

  check("site", "the page is French where French is asked for", async (host) => {
    await visit(
      host.url,
      async (page) => {
        await page.waitForSelector(".card");
        assert.match(await page.locator("h1").innerText(), /jeux de plateau/);
        await page.getByRole("button", { name: "English" }).click();
        await page.waitForFunction(() => document.querySelector("h1")?.textContent?.startsWith("Board"));
      },
      { locale: "fr-FR" },
    );
  });
});
