// Tests of reports and sheets of problems: in the page, and in files of their own.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { axe, turnTo, visit } from "./browser.mjs";
import { ardoise } from "./hosts.mjs";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {(host: import("./hosts.mjs").Host) => Promise<void>} Use */
/** @typedef {(where: "serve" | "site" | "both" | "only serve", name: string, use: Use) => void} Check */

const FOLDER = resolve(import.meta.dirname, "reports");

/**
 * Small reports: of two sets of rules side by side, of a game of points without a board, of rules from a file; and one of a
 * game of points that has what was not asked when those were played.
 */
const KEPT = ["dualite", "l-calculus", "tic-tac-toe", "kalah"];

/** @param {string} name @returns {import("../../web/report/format.js").Report} */
function kept(name) {
  return JSON.parse(readFileSync(join(FOLDER, `${name}.json`), "utf8"));
}

/** The page has these reports and no others. @param {Page} page */
async function keeping(page) {
  await page.route(/reports\.json$/, (route) => route.fulfill({ json: KEPT }));
  await page.route(/reports\/[\w-]+\.json$/, (route) =>
    route.fulfill({ json: kept(new URL(route.request().url()).pathname.match(/([\w-]+)\.json$/)?.[1] ?? "") }),
  );
}

/** All that a report says. @param {Page} page */
function said(page) {
  return page.locator("article.report").innerText();
}

/** What nothing that is said may hold: keys of words, values that are missing, sums of no numbers. */
const NOTHING = /report\.\w|undefined|\bnull\b|NaN|\[object|Infinity/;

/** @param {Page} page @param {string} name of its report */
async function isWhole(page, name) {
  const { findings } = kept(name);
  assert.doesNotMatch(await said(page), NOTHING, name);
  const report = page.locator("article.report");
  assert.equal(await report.locator("section > h2").count(), 8, "all parts are there");
  assert.equal(await report.locator(".example").count(), findings.flatMap(({ examples }) => examples).length);
  const turns = findings.map(({ first_turns: turns }) => Math.min(12, turns.length));
  assert.equal(
    await report.locator(".turns:not(.wide) figure").count(),
    turns.reduce((sum, count) => sum + count, 0),
  );
  // Where no game was decided there is nothing to tell of the winners' values.
  const isDecided = findings.some(({ strongest }) => strongest.decided.some((share) => share !== null));
  const hasPoints = findings.some(({ strongest }) => strongest.margins);
  const charts = 4 + Number(isDecided) + Number(hasPoints);
  assert.equal(await report.locator(".chart").count(), charts);
  for (const legend of await report.locator(".chart .legend").all())
    assert.equal(await legend.locator(".key").count(), findings.length);
  assert.equal(await report.locator(".chart .legend").count(), findings.length > 1 ? charts : 0);
  for (const row of await report.locator("section > .scroll tr").all())
    assert.equal(await row.locator("th, td").count(), 1 + findings.length);
  assert.equal(
    await report.locator(".turns.wide figure").count(),
    findings.flatMap(({ disagreements = [] }) => disagreements).length,
  );
  /** @type {(book: import("../../web/report/format.js").BookMove[]) => number} */
  const moves = (book) => book.reduce((sum, { next }) => sum + 1 + moves(next), 0);
  assert.equal(
    await report.locator(".book li").count(),
    findings.reduce((sum, { book = [] }) => sum + moves(book), 0),
  );
  const drawn = await report.locator(".chart svg").evaluateAll((all) => all.map((one) => one.innerHTML).join());
  assert.doesNotMatch(drawn, NOTHING);
  const wrong = await report.locator(".chart circle").evaluateAll((all) =>
    all.flatMap((one) => {
      const [x = 0, y = 0] = ["cx", "cy"].map((name) => Number(one.getAttribute(name)));
      return x >= 46 && x <= 410 && y >= 10 && y <= 166 ? [] : [`${x} ${y}`];
    }),
  );
  assert.deepEqual(wrong, [], "points lie within their chart");
}

/** The first game is stepped through with buttons, keys and the slider. @param {Page} page */
async function steps(page) {
  const example = page.locator(".example").first();
  const place = () => example.locator("[aria-live]").innerText();
  const board = () => example.locator(".place").innerHTML();
  await example.getByRole("button", { name: "To the start" }).click();
  const [first, empty] = [await place(), await board()];
  assert.match(first, /^Start/);
  await example.getByRole("button", { name: "One move forward" }).click();
  // Of long games only the end is shown, with the moves' own numbers.
  const number = async () => Number((await place()).match(/^(\d+)\. /)?.[1]);
  const one = await number();
  assert.ok(one >= 1);
  assert.notEqual(await board(), empty);
  await example.focus();
  await page.keyboard.press("ArrowLeft");
  assert.equal(await place(), first);
  await page.keyboard.press("End");
  const last = await number();
  assert.equal(last - one + 1, Number(await example.getByRole("slider").getAttribute("max")));
  await example.getByRole("slider").press("ArrowLeft");
  assert.equal(await number(), last - 1);
}

/**
 * What the program writes into a file of its own, shown from the disk.
 * @param {string[]} args up to the name of the file
 * @param {(page: Page) => Promise<void>} use
 * @param {import("playwright-core").BrowserContextOptions} [options]
 */
async function fromDisk(args, use, options) {
  const folder = mkdtempSync(join(tmpdir(), "ardoise-file-"));
  try {
    const file = join(folder, "file.html");
    await ardoise([...args, file]);
    await visit(pathToFileURL(file).href, use, options);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} name */
const report = (name) => ["report", name, "--from", join(FOLDER, `${name}.json`), "--out"];

/** @param {Check} check */
export function reportTests(check) {
  check("site", "the kept reports are linked, and their games step", async (host) => {
    await visit(host.url, async (page) => {
      await page.waitForSelector(".card");
      const links = page.getByRole("link", { name: /^Report about/ });
      const addresses = await links.evaluateAll((all) => all.map((one) => /** @type {HTMLAnchorElement} */ (one).href));
      assert.ok(addresses.length > 0);
      for (const address of addresses) {
        await turnTo(page, new URL(address).hash);
        await page.waitForSelector(".report .example");
        assert.doesNotMatch(await said(page), NOTHING, address);
        await steps(page);
      }
      await turnTo(page, "#/reports");
      await page.waitForFunction(() => document.querySelector("h1")?.textContent === "Reports");
      assert.equal(await page.locator("main li a").count(), addresses.length);
      await turnTo(page, "#/reports/no-such-game");
      await page.getByText("There is no report about “no-such-game” here.").waitFor();
    });
  });

  check("serve", "a report shows all that is known, in both languages", async (host) => {
    await visit(
      host.url,
      async (page) => {
        await page.waitForSelector(".card");
        for (const name of KEPT) {
          await turnTo(page, `#/reports/${name}`);
          await page.waitForSelector(".report .example");
          await isWhole(page, name);
          const english = await said(page);
          assert.match(english, /Is it fair\?/);
          await page.getByRole("button", { name: "Français" }).click();
          await page.getByText("Est-ce équitable ?").waitFor();
          await isWhole(page, name);
          await page.getByRole("button", { name: "English" }).click();
          await page.getByText("Is it fair?").waitFor();
          assert.equal(await said(page), english);
        }
      },
      {},
      keeping,
    );
  });

  check("only serve", "a report in a file says what the page says", async (host) => {
    for (const name of KEPT) {
      let [shown, boards] = ["", 0];
      const read = async (/** @type {Page} */ page) => {
        await page.waitForSelector(".report .example");
        return [await said(page), await page.locator(".report .picture").count()];
      };
      await visit(
        `${host.url}#/reports/${name}`,
        async (page) => {
          [shown, boards] = /** @type {[string, number]} */ (await read(page));
        },
        {},
        keeping,
      );
      await fromDisk(report(name), async (page) => {
        assert.deepEqual(await read(page), [shown, boards]);
        assert.ok(boards > 0);
        await steps(page);
        await page.getByRole("button", { name: "Français" }).click();
        assert.match(await page.title(), /^Rapport\s: /);
        await isWhole(page, name);
        assert.equal(await page.evaluate(() => document.documentElement.lang), "fr");
      });
    }
  });

  check("only serve", "a report in a file is light on paper, fits phones, and can be used by everybody", async () => {
    const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
    const is = (/** @type {Page} */ page, /** @type {string} */ theme) =>
      page.waitForFunction((theme) => document.documentElement.dataset["theme"] === theme, theme);
    await fromDisk(
      report("dualite"),
      async (page) => {
        await page.waitForSelector(".example");
        await is(page, "dark");
        assert.deepEqual(await axe(page), []);
        assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360);
        await page.emulateMedia({ colorScheme: "light" });
        await is(page, "light");
        assert.deepEqual(await axe(page), []);
        await page.emulateMedia({ media: "print", colorScheme: "dark" });
        await is(page, "light");
        assert.equal(await page.locator("button:visible, input:visible").count(), 0);
        assert.ok((await page.locator(".picture:visible").count()) > 0);
      },
      { ...phone, colorScheme: "dark" },
    );
  });

  check(
    "only serve",
    "rules side by side have charts and a table, in both languages, fit phones, and can be used by everybody",
    async () => {
      const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
      await fromDisk(
        ["variants", "dualite", "--with", "mcts:2", "--games", "4", "--out"],
        async (page) => {
          await page.waitForSelector(".report .chart");
          assert.equal(await page.title(), "Rules side by side: Dualité");
          const isWhole = async () => {
            assert.doesNotMatch(await said(page), /variants\.\w|report\.\w|undefined|\bnull\b|NaN|\[object|Infinity/);
            // Dualité has no draws, which a chart shows, too.
            assert.equal(await page.locator(".chart").count(), 4);
            assert.equal(await page.locator(".chart rect.band").count(), 1);
            for (const chart of await page.locator(".chart svg").all())
              assert.equal(await chart.locator("circle").count(), 3);
            assert.equal(await page.locator("section > .scroll tbody tr").count(), 3);
          };
          await isWhole();
          const english = await said(page);
          assert.match(english, /Not decided yet: 3 of 3\. /);
          assert.match(english, /opening=last/);
          assert.deepEqual(await axe(page), []);
          assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360);
          await page.getByRole("button", { name: "Français" }).click();
          await page.getByText("Lesquelles sont équitables").waitFor();
          await isWhole();
          await page.emulateMedia({ colorScheme: "dark" });
          await page.waitForFunction(() => document.documentElement.dataset["theme"] === "dark");
          assert.deepEqual(await axe(page), []);
        },
        phone,
      );
    },
  );

  check("only serve", "a report by anybody runs nothing, and one that is damaged says so", async () => {
    const markup = `<img src=x onerror="window.ran=1"><script>window.ran=1</script></script>{n}{toString}`;
    /** Each text in its place, but for those of the game itself. @param {any} value @returns {any} */
    const replaced = (value) => {
      if (typeof value === "string") return markup;
      if (Array.isArray(value)) return value.map(replaced);
      if (value === null || typeof value !== "object") return value;
      return Object.fromEntries(
        Object.entries(value).map(([key, part]) => [key, key === "game" ? part : replaced(part)]),
      );
    };
    const report = kept("dualite");
    const folder = mkdtempSync(join(tmpdir(), "ardoise-report-"));
    const file = join(folder, "report.json");
    try {
      const texts = { ...report, findings: replaced(report.findings) };
      // What is left out, and what is of another kind.
      const damaged = [{}, { ...report.findings[0], strengths: null }, { ...report.findings[0], examples: "none" }];
      for (const content of [
        texts,
        ...damaged.map((one) => ({ ...report, findings: report.findings.map(() => one) })),
      ]) {
        writeFileSync(file, JSON.stringify(content));
        await fromDisk(["report", "dualite", "--from", file, "--out"], async (page) => {
          const words = content === texts ? "<img src=x onerror" : "That did not work";
          await page.locator("main", { hasText: words }).waitFor();
          assert.equal(await page.evaluate(() => "ran" in window), false);
          assert.equal(await page.locator("img").count(), 0);
        });
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  check("only serve", "a sheet of problems holds boards, questions and solutions", async () => {
    await fromDisk(["problems", "loa", "--shipped", "--count", "5", "--sheet"], async (page) => {
      await page.waitForSelector(".solutions");
      assert.equal(await page.title(), "Problems: Lines of Action");
      assert.equal(await page.locator(".problems .picture").count(), 5);
      assert.match(await page.locator(".problems h2").first().innerText(), /^1\. (Black|White) plays and wins in \d$/);
      assert.equal(await page.locator(".solutions li").count(), 5);
      assert.match(await page.locator(".solutions li").first().innerText(), /^\S+! /);
      assert.deepEqual(await axe(page), []);
    });
    await fromDisk(["problems", "logitac", "--shipped", "--count", "2", "--lang", "fr", "--sheet"], async (page) => {
      await page.waitForSelector(".solutions");
      assert.match(await page.locator(".problems h2").first().innerText(), /^1\. (Blanc|Noir) joue et gagne/);
      assert.equal(await page.locator(".problems.wide .picture").count(), 2);
    });
  });
}
