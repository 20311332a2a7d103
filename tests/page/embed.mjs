// Tests of a game that another page shows within itself.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { axe, visit } from "./browser.mjs";
import { files } from "./hosts.mjs";

/** @typedef {import("playwright-core").Page} Page */

const GAME = "#/analyse/loa?moves=b1-b3,a2-c2,g1-g3";

/**
 * Shows a page of another site that holds some HTML.
 * @param {Page} page
 * @param {string} html
 * @param {(other: Page) => Promise<void>} use
 */
async function elsewhere(page, html, use) {
  const folder = mkdtempSync(join(tmpdir(), "ardoise-elsewhere-"));
  writeFileSync(join(folder, "index.html"), html);
  const host = await files(folder);
  const other = await page.context().newPage();
  try {
    await other.goto(host.url);
    await use(other);
  } finally {
    host.close();
    rmSync(folder, { recursive: true });
  }
}

/** @param {import("./games.mjs").Use} use */
export function embedTests({ check, ready }) {
  check(
    "serve",
    "with `?embed` there is a board to step through, a way to the page, and nothing else",
    async (host) => {
      /** @type {string[]} */
      const asked = [];
      const hear = async (/** @type {Page} */ page) => {
        page.on("request", (request) => {
          if (request.url().endsWith("/api")) asked.push(request.postDataJSON().do);
        });
      };
      await visit(
        `${host.url}?embed${GAME}&ply=2`,
        async (page) => {
          const status = page.locator(".embedded [role=status]");
          await status.filter({ hasText: "2 of 3: a2-c2" }).waitFor();
          assert.equal(await page.locator("header, nav, .panel").count(), 0);
          await page.getByRole("button", { name: "One move forward" }).click();
          await status.filter({ hasText: "3 of 3: g1-g3" }).waitFor();
          await page.keyboard.press("Home");
          await status.filter({ hasText: "Start" }).waitFor();
          await page.locator(".moves .move", { hasText: "b1-b3" }).click();
          await status.filter({ hasText: "1 of 3: b1-b3" }).waitFor();
          const link = page.getByRole("link", { name: "Analyse with ardoise" });
          assert.equal(await link.getAttribute("href"), `${host.url}${GAME}&ply=1`);
          assert.deepEqual(await axe(page), []);
          for (const [width, height] of [
            [360, 480],
            [480, 590],
            [1000, 560],
          ]) {
            await page.setViewportSize({ width: width ?? 0, height: height ?? 0 });
            const over = () => {
              const { scrollWidth, scrollHeight } = document.documentElement;
              return [Math.max(0, scrollWidth - innerWidth), Math.max(0, scrollHeight - innerHeight)];
            };
            assert.deepEqual(await page.evaluate(over), [0, 0], `${width} x ${height}`);
          }
          assert.deepEqual(await page.evaluate(() => [localStorage.length, sessionStorage.length]), [0, 0]);
          assert.deepEqual(asked, host.folder ? [] : ["hello", "line"]);
        },
        {},
        hear,
      );
    },
  );

  check("only serve", "the program's page is shown within no other page, and offers no code for it", async (host) => {
    await visit(`${host.url}${GAME}`, async (page) => {
      await ready(page);
      assert.equal(await page.getByRole("button", { name: "Copy embed code" }).count(), 0);
      await elsewhere(page, `<iframe src="${host.url}?embed${GAME}"></iframe>`, async (other) => {
        // What the browser shows in its place is no document of the page.
        assert.match(other.frames()[1]?.url() ?? "", /^chrome-error:/);
      });
    });
  });

  check(
    "only site",
    "a site's game is shown within another page, by the code that the analysis gives",
    async (host) => {
      const options = { permissions: ["clipboard-read", "clipboard-write"] };
      await visit(
        `${host.url}${GAME}&ply=2`,
        async (page) => {
          await ready(page);
          await page.getByRole("button", { name: "Copy embed code" }).click();
          await page.locator(".note", { hasText: "The code is copied" }).waitFor();
          const code = await page.evaluate(() => navigator.clipboard.readText());
          assert.match(
            code,
            /^<iframe src="[^"]*\?embed#\/analyse\/loa\?moves=b1-b3,a2-c2,g1-g3&amp;ply=2" title="Lines of Action"/,
          );
          await elsewhere(page, code, async (other) => {
            const frame = other.frameLocator("iframe");
            await frame.locator(".embedded [role=status]", { hasText: "2 of 3: a2-c2" }).waitFor();
            await frame.getByRole("button", { name: "To the end" }).click();
            await frame.locator(".embedded [role=status]", { hasText: "3 of 3: g1-g3" }).waitFor();
          });
        },
        options,
      );
    },
  );
}
