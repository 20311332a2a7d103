// How fast both engines search: `node rates.mjs [SIMULATIONS] [ROUNDS]`. The program with one thread and the engine in
// the browser make the same search by turns, from the start of each game, asked by the page in Chromium; the table of
// `docs/page.md` is what this prints.

import { chromium as browsers } from "playwright-core";
import { chromium, FLAGS, serve, site } from "./hosts.mjs";

const [simulations = 4000, rounds = 5] = process.argv.slice(2).map(Number);

const hosts = [await serve({ args: ["--threads", "1"] }), await site()];
const browser = await browsers.launch({ executablePath: chromium(), args: FLAGS });
const pages = await Promise.all(
  hosts.map(async ({ url }) => {
    const page = await browser.newPage();
    await page.goto(url);
    await page.waitForSelector(".card");
    return page;
  }),
);

/**
 * Simulations a second of one search.
 * @param {number} at which engine
 * @param {string} variant
 */
function rate(at, variant) {
  return pages[at]?.evaluate(async ([variant, simulations]) => {
    const address = new URL("engine/engine.js", location.href);
    const { openEngine } = await import(address.href);
    /** @type {any} */ (window).engine ??= openEngine();
    const task = { do: "analyse", game: { variant }, simulations };
    const found = await /** @type {any} */ (window).engine.run(task, () => {}, new AbortController().signal);
    return (1000 * found.simulations) / found.milliseconds;
  }, /** @type {[string, number]} */ ([variant, simulations]));
}

/** @param {number[]} values */
function middle(values) {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

/** @param {number} value */
const whole = (value) => Math.round(value).toLocaleString("en").replace(/,/g, " ");

const variants = await pages[0]?.evaluate(async () => {
  const { openEngine } = await import(new URL("engine/engine.js", location.href).href);
  const hello = await openEngine().ask({ do: "hello" });
  return hello.variants.map((/** @type {{name: string}} */ one) => one.name);
});
console.log("| game | program | browser | browser / program |\n| --- | ---: | ---: | ---: |");
for (const variant of variants) {
  /** @type {[number[], number[], number[]]} */
  const [program, inBrowser, ratios] = [[], [], []];
  for (let round = 0; round <= rounds; round++) {
    const [one, other] = [(await rate(0, variant)) ?? 0, (await rate(1, variant)) ?? 0];
    // The first round loads nets.
    if (round === 0) continue;
    program.push(one);
    inBrowser.push(other);
    ratios.push(other / one);
  }
  const ratio = `${middle(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`;
  console.log(`| \`${variant}\` | ${whole(middle(program))} | ${whole(middle(inBrowser))} | ${ratio} |`);
}
await browser.close();
for (const host of hosts) host.close();
