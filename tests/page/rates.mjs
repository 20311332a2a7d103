// How fast both engines search: `node rates.mjs [SIMULATIONS] [ROUNDS]`. The program with one thread and the engine in
// the browser make the same search by turns, from the start of each game, asked by the page in Chromium; the table of
// `docs/page.md` is what this prints. Every search has a new engine: what one has evaluated it remembers.

import { chromium as browsers } from "playwright-core";
import { chromium, FLAGS, serve, site } from "./hosts.mjs";

const [simulations = 8000, rounds = 5] = process.argv.slice(2).map(Number);

const browser = await browsers.launch({ executablePath: chromium(), args: FLAGS });
const folder = await site();

/**
 * Simulations a second of one search.
 * @param {string} url
 * @param {string} variant
 * @returns {Promise<number>}
 */
async function search(url, variant) {
  const page = await browser.newPage();
  await page.goto(url);
  await page.waitForSelector(".card");
  const rate = await page.evaluate(async ([variant, simulations]) => {
    const { openEngine } = await import(new URL("engine/open.js", location.href).href);
    const engine = openEngine();
    const analyse = (/** @type {object} */ rest) =>
      engine.run({ do: "analyse", ...rest }, () => {}, new AbortController().signal);
    // Another position first: it loads the net, and the browser compiles what is called often once more.
    const { moves } = await engine.ask({ do: "position", game: { variant } });
    await analyse({ game: { variant, moves: [moves.at(-1).move] }, milliseconds: 1500 });
    const found = await analyse({ game: { variant }, simulations });
    return (1000 * found.simulations) / found.milliseconds;
  }, /** @type {[string, number]} */ ([variant, simulations]));
  await page.close();
  return rate;
}

/** @param {string} variant */
async function searchByProgram(variant) {
  const program = await serve({ args: ["--threads", "1"] });
  try {
    return await search(program.url, variant);
  } finally {
    program.close();
  }
}

/** @param {number[]} values */
function middle(values) {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

/** @param {number} value */
const whole = (value) => Math.round(value).toLocaleString("en").replace(/,/g, " ");

const variants = ["dualite", "grand-dual", "dualite-teams", "l-calculus", "loa", "zen", "logitac"];
console.log("| game | program | browser | browser / program |\n| --- | ---: | ---: | ---: |");
for (const variant of variants) {
  /** @type {[number[], number[], number[]]} */
  const [program, inBrowser, ratios] = [[], [], []];
  for (let round = 0; round < rounds; round++) {
    const [one, other] = [await searchByProgram(variant), await search(folder.url, variant)];
    program.push(one);
    inBrowser.push(other);
    ratios.push(other / one);
  }
  const ratio = `${middle(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`;
  console.log(`| \`${variant}\` | ${whole(middle(program))} | ${whole(middle(inBrowser))} | ${ratio} |`);
}
await browser.close();
folder.close();
