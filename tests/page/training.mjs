// Watching training, on a run that the program has really made, and training from the page.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { LIMIT, visit } from "./browser.mjs";
import { ardoise, serve } from "./hosts.mjs";

/** Small enough for some seconds. */
const TINY = [
  "generations=3",
  "net.channels=8",
  "net.blocks=1",
  "learner.batch=32",
  "selfplay.games=24",
  // Games that the solver decides end where they begin: there would be nothing to step through.
  "selfplay.exact_share=0",
  "selfplay.simulations=8",
  "selfplay.fast_simulations=4",
  'report.opponents=["random"]',
  "report.games=2",
  "report.simulations=4",
];

/**
 * The page about training, with a folder of its own for runs.
 * @param {string[]} args of `ardoise serve`
 * @param {(page: import("playwright-core").Page, folder: string) => Promise<void>} use
 * @param {(folder: string) => Promise<void>} [prepare] what happens in the folder before
 */
async function training(args, use, prepare) {
  const folder = mkdtempSync(join(tmpdir(), "ardoise-training-"));
  try {
    await prepare?.(folder);
    const host = await serve({ cwd: folder, args });
    try {
      await visit(`${host.url}#/training`, (page) => use(page, folder));
    } finally {
      host.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} folder @param {string[]} [more] what differs */
async function train(folder, more = []) {
  const set = [...TINY, ...more].flatMap((key) => ["--set", key]);
  await ardoise(["train", "dualite", "--run", "small", ...set], { cwd: folder });
}

/** @param {string} folder */
async function makeRun(folder) {
  await train(folder);
  await ardoise(["ladder", "small", "--games", "4", "--sims", "4"], { cwd: folder });
}

export function trainingTests() {
  test("a run's curves, its games, and a position through its generations", LIMIT, async () => {
    await training(
      [],
      async (page) => {
        const { origin } = new URL(page.url());
        const run = page.locator(".runs .run");
        await run.first().waitFor();
        assert.equal(await run.count(), 1);
        assert.match(await run.innerText(), /small\s*Dualité\s*generation 3 of 3/);
        assert.equal(await page.getByRole("button", { name: "Resume" }).count(), 0);
        await page.waitForFunction(() => document.querySelectorAll(".charts figure").length >= 8);
        assert.ok((await page.locator(".charts figure circle, .charts figure path").count()) > 8, "no curve is drawn");

        // What `ardoise ladder` has found out, with both ends of its intervals.
        const ladder = page.locator(".charts figure", { hasText: "Generations against each other" });
        assert.equal(await ladder.locator("path.curve").count(), 3);

        await page.waitForFunction(() => document.querySelectorAll("#game option").length === 24);
        // Of short games sometimes only one position is kept.
        await page.waitForFunction(() => {
          const [game, place] = ["#game", "#place"].map((id) => document.querySelector(id));
          if (!(game instanceof HTMLSelectElement) || !(place instanceof HTMLInputElement)) return false;
          if (Number(place.max) > 0) return true;
          game.selectedIndex++;
          game.dispatchEvent(new Event("change"));
          return false;
        });
        await page.locator("#place").focus();
        await page.keyboard.press("ArrowRight");
        await page.getByText(/^2 \/ \d+$/).waitFor();
        await page.locator("#generation").focus();
        await page.keyboard.press("Home");
        await page.getByText(/^1 \/ \d+$/).waitFor();

        await page.getByRole("button", { name: "Ask all generations" }).click();
        await page.waitForFunction(() => {
          const slider = document.querySelector("#through");
          return slider instanceof HTMLInputElement && !slider.disabled && slider.value === "3";
        });
        await page.locator("#through").focus();
        await page.keyboard.press("Home");
        await page.getByText(/^Generation 0: .* \d+(\.\d)?\s?%$/).waitFor();

        await page.getByText(/^(\d+|One) of its positions (are|is) kept for learning/).waitFor();

        // Its net is an opponent, though one comes with the program.
        await page.getByRole("button", { name: "Play against its newest net" }).click();
        await page.locator(".strip", { hasText: "Net of small, 400 simulations" }).waitFor();
        const moved = page.waitForRequest(
          (request) => request.url().endsWith("/api") && request.postDataJSON()?.task?.do === "move",
        );
        await page.locator(".spot.target").first().click();
        await page.locator(".spot.target").first().click();
        assert.equal((await moved).postDataJSON().task.with, "small");
        await page.locator(".moves .move").nth(2).waitFor();
        await page.locator("summary", { hasText: "New game" }).click();
        assert.equal(await page.locator("#seat-1").inputValue(), "run small");
        // It can be chosen where nobody came from there.
        await page.goto("about:blank");
        await page.goto(`${origin}/#/play/dualite?opening=last`);
        await page.locator("summary", { hasText: "New game" }).click();
        await page.locator('#seat-1 [value="run small"]').waitFor({ state: "attached" });
        await page.goto(`${origin}/#/training`);
        await page.locator(".runs .run").first().waitFor();

        await page.setViewportSize({ width: 360, height: 740 });
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(wide <= 360, `${wide} pixels wide on a phone`);
      },
      makeRun,
    );
  });

  test(
    "a page that was opened before the first run shows it as it goes on; exact samples are named",
    LIMIT,
    async () => {
      await training([], async (page, folder) => {
        const none = page.getByText("No training runs here yet");
        await none.waitFor();
        await train(folder, ["selfplay.exact_share=0.9"]);
        await none.waitFor({ state: "hidden" });
        await page.waitForFunction(() => {
          const generation = document.querySelector("#generation");
          return generation instanceof HTMLInputElement && generation.max === "3" && generation.value === "3";
        });
        await page.waitForFunction(() => document.querySelectorAll(".charts figure").length >= 8);
        await page.waitForSelector("#game option", { state: "attached" });
        const exact = page.locator("#game option", { hasText: "solved, no game" });
        assert.ok((await exact.count()) > 0);
        await page.locator("#game").selectOption(await exact.first().innerText());
        await page.getByText("one position whose value the solver has told").waitFor();
        assert.ok(await page.locator(".viewer .board").isVisible());
      });
    },
  );

  test("a run goes on while the server is started anew, and can then be stopped", LIMIT, async () => {
    const folder = mkdtempSync(join(tmpdir(), "ardoise-training-"));
    const args = ["--allow-training"];
    let host = await serve({ cwd: folder, args });
    try {
      await visit(`${host.url}#/training?new=dualite`, async (page) => {
        await page.getByLabel("Name of the run").fill("-rf");
        await page.getByRole("button", { name: "Start", exact: true }).click();
        assert.ok(await page.locator("#new-run").evaluate((name) => name.matches(":invalid")));
        // The engine refuses it, too, as a name and not as an option.
        const { error } = await page.evaluate(async () => {
          const request = { do: "train", run: "-rf", action: "start", config: "dualite" };
          const headers = { "Content-Type": "application/json" };
          return (await fetch("api", { method: "POST", headers, body: JSON.stringify(request) })).json();
        });
        assert.match(error, /^name `-rf`: expected letters/);
        await page.getByLabel("Name of the run").fill("goes-on");
        await page.getByRole("button", { name: "Start", exact: true }).click();
        await page.locator(".runs .run").getByText("training now").waitFor();
      });
      host.close();
      host = await serve({ cwd: folder, args });
      await visit(`${host.url}#/training`, async (page) => {
        await page.getByText("training now").waitFor();
        await page.getByRole("button", { name: "Stop" }).click();
        await page.getByRole("button", { name: "Resume" }).waitFor();
      });
    } finally {
      host.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test("a run is started, stopped and resumed from the page", LIMIT, async () => {
    await training(["--allow-training"], async (page) => {
      // Where runs can be started from the page, nobody is sent to a terminal.
      await page.getByText("No training runs here yet. Start one below").waitFor();
      assert.equal(await page.getByText("terminal").count(), 0);
      await page.getByLabel("Name of the run").fill("from-page");
      await page.getByLabel("Time").selectOption("15m");
      await page.getByRole("button", { name: "Start", exact: true }).click();
      const run = page.locator(".runs .run", { hasText: "from-page" });
      await run.getByText("training now").waitFor();
      await run.getByRole("button", { name: "Stop" }).click();
      await run.getByRole("button", { name: "Resume" }).waitFor();
      await run.getByRole("button", { name: "Resume" }).click();
      await run.getByRole("button", { name: "Stop" }).click();
      await run.getByRole("button", { name: "Resume" }).waitFor();

      // The same name again is refused in words.
      await page.getByRole("button", { name: "Start", exact: true }).click();
      await page
        .getByText(/from-page.*exists/)
        .first()
        .waitFor();

      // A second one is looked at once it goes.
      await page.getByLabel("Name of the run").fill("second");
      await page.getByRole("button", { name: "Start", exact: true }).click();
      await page.locator('#look-second[aria-pressed="true"]').waitFor();
      assert.ok(await page.locator("#run-second").isChecked(), "its curves are drawn");
      await page.getByRole("heading", { name: "Games: second" }).waitFor();
      await page.locator(".runs .run", { hasText: "second" }).getByRole("button", { name: "Stop" }).click();
    });
  });
}
