// Whole games of every variant, played on the page as people do: by clicks and by drags, to the end.
//
// The games lie in `whole-games.json`; each has ended by the rules. They came from `ardoise arena random random --game NAME
// --opening-plies 0 --record FILE`, or, where games at random are long, from search against random moves (`mcts:300`,
// `released@sims=32`): of thousands a short one with many kinds of turns. A greedy player made Chinese checkers, and the
// beginning of Abalone. A new game needs a line there: `turns` as `ardoise moves` writes them, `end` as the page says it,
// `decided` the cells that it marks then. Of games of more than sixty turns all but the last ones are `before`: they are
// made when the game is shown.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { turnTo, visit } from "./browser.mjs";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("./hosts.mjs").Host} Host */
/** @typedef {[number, number]} Point */

/**
 * A game that has ended by the rules.
 * @typedef {object} Whole
 * @property {string} [before] turns that are made already
 * @property {string} turns that are made by hand
 * @property {string} end what is said of it
 * @property {string} [decided] the cells that are marked at the end
 */

/** @type {Record<string, Whole>} */
const GAMES = JSON.parse(readFileSync(new URL("whole-games.json", import.meta.url), "utf8"));

/** @param {string} [text] */
const words = (text = "") => text.split(" ").filter(Boolean);

/** Buttons that do not name the move that they make. @type {Record<string, string>} */
const SIGNS = { pass: "Pass", "-": "Remove nothing", $: "Buy back the captives" };

/**
 * A move of a side: what is chosen for it, cells and signs beside the board, and the cells that are marked once it is
 * made.
 * @typedef {{move: string, side: number, parts: string[], marked: string[]}} Turn
 */

/** Whether a part is the reserve of a side. @param {string} part */
const isReserve = (part) => /^[PD][01]$/.test(part);

/** Whether a part is a place of the board, as cells and reserves are. @param {string} part */
const isPlace = (part) => /^[a-z]+\d+[hv]?$/.test(part) || isReserve(part);

/** Games in which the cells that a turn has changed are marked, and not those by which it is called. */
const CHANGED = ["kalah", "oware", "pentago", "pig"];

/** Games of chance. */
const CHANCE = ["einstein", "pig"];

/** The cells on which something else is written than before. @param {string} variant @param {string[]} positions */
function changed(variant, positions) {
  const [before = [], after = []] = positions.map((text) => (text.split(" ")[0] ?? "").split("/"));
  // Tens of seeds lie in the rows outside.
  const row = (/** @type {number} */ up) =>
    ["pentago", "pig"].includes(variant) ? up : up === 1 ? 2 : up === 4 ? 3 : up;
  const cells = after.flatMap((line, y) =>
    [...line].flatMap((man, x) =>
      man === before[y]?.[x] ? [] : [`${String.fromCharCode(97 + x)}${row(after.length - y)}`],
    ),
  );
  return [...new Set(cells)];
}

/**
 * What is chosen in L-Calculus: both ends of a stretch whose halves change places, or the end of what is removed.
 * @param {string} move
 * @param {string} position before it
 * @returns {Pick<Turn, "parts" | "marked">}
 */
function choiceOfLine(move, position) {
  const [line = ""] = position.split(" ");
  const piece = (/** @type {number} */ place) => `p${place}`;
  const [, first, size] = /^(\d+)x(\d+)$/.exec(move) ?? [];
  if (first !== undefined) {
    const [from, pieces] = [Number(first), 2 * Number(size)];
    const marked = Array.from({ length: pieces }, (_, index) => piece(from + index));
    return { parts: [piece(from), piece(from + pieces - 1)], marked };
  }
  const [, end, count] = /^([LR])(\d+)$/.exec(move) ?? [];
  const part = end === "L" ? piece(Number(count)) : end ? piece(line.length - Number(count) + 1) : move;
  return { parts: [part], marked: [] };
}

/**
 * A move as the engine tells it. Men of Logitac that can only be lifted are lifted at once; those that go to the summit
 * go to its cell, and reserves are those of a side.
 * @param {string} variant
 * @param {{move: string, parts: string[], side: number}} last
 * @param {string} before the position before it
 * @returns {Turn}
 */
function turnOf(variant, { move, parts, side }, before) {
  if (variant === "l-calculus") return { move, side, ...choiceOfLine(move, before) };
  const up = /^[u-y]/.test(move) ? ["z26"] : [];
  const chosen = parts.flatMap((part) => (part === "^" ? up : /^[PD]$/.test(part) ? part + side : part));
  return { move, side, parts: chosen, marked: chosen.filter(isPlace) };
}

/**
 * The turns of a game, from the engine.
 * @param {Host} host
 * @param {string} variant
 * @param {string[]} moves
 * @returns {Promise<Turn[]>}
 */
async function turnsOf(host, variant, moves) {
  const { positions } = await ask(host, { do: "line", game: { variant, moves } });
  return positions.slice(1).map((/** @type {any} */ { last, position }, /** @type {number} */ index) => {
    const before = positions[index].position;
    const turn = turnOf(variant, last, before);
    return CHANGED.includes(variant) ? { ...turn, marked: changed(variant, [before, position]) } : turn;
  });
}

/** @param {Host} host @param {Record<string, any>} request @returns {Promise<any>} */
async function ask(host, request) {
  const headers = { "Content-Type": "application/json" };
  const reply = await fetch(`${host.url}api`, { method: "POST", headers, body: JSON.stringify(request) });
  const told = /** @type {any} */ (await reply.json());
  assert.equal(told.error, undefined);
  return told;
}

/**
 * What is seen of a game.
 * @typedef {object} Seen
 * @property {string[]} moves in the list
 * @property {string} status
 * @property {string[]} places that are there
 * @property {string[]} marked places of the last turn
 * @property {string[]} decided cells that ended the game
 * @property {string[]} chosen cells
 * @property {number} open cells that can be chosen
 * @property {(Point | null)[]} points in the middle of the cells that were asked for; `null`: it is none
 * @property {string} refused why
 */

/**
 * What is seen once so many moves are made; earlier, where a move is refused, or where all of its cells are chosen and
 * more may follow: choosing the last one again makes it.
 * @param {Page} page
 * @param {number} count
 * @param {string[]} whole the cells of the turn under way
 * @param {string[]} wanted cells
 * @returns {Promise<Seen>}
 */
async function seen(page, count, whole, wanted) {
  const found = await page.waitForFunction(
    ({ count, whole, wanted }) => {
      const all = (/** @type {string} */ selector) =>
        /** @type {SVGGraphicsElement[]} */ ([...document.querySelectorAll(selector)]);
      const moves = all(".moves .move");
      const refused = document.querySelector(".note.error")?.textContent ?? "";
      const chosen = all('.spot[aria-pressed="true"]').map((spot) => spot.dataset["spot"] ?? "");
      const begun = whole.length > 1 && whole.every((part) => chosen.includes(part));
      const made = moves.length === count && (count === 0 || moves.at(-1)?.classList.contains("current"));
      const [svg] = /** @type {SVGSVGElement[]} */ (all("svg.board"));
      const spots = all(".board .spot > .area");
      if (!svg || spots.length === 0 || !(refused || begun || made)) return null;

      const middle = (/** @type {SVGGraphicsElement} */ element) => {
        const { x, y, width, height } = element.getBBox();
        return /** @type {Point} */ ([x + width / 2, y + height / 2]);
      };
      const places = spots.map((spot) => ({ name: spot.parentElement?.dataset["spot"] ?? "", at: middle(spot) }));
      const placeAt = (/** @type {Point} */ [x, y]) =>
        places.find(({ at }) => Math.hypot(at[0] - x, at[1] - y) < 0.01)?.name ?? `${x} ${y}`;
      const points = (/** @type {SVGGraphicsElement} */ path) =>
        [...(path.getAttribute("d") ?? "").matchAll(/([\d.]+) ([\d.]+)/g)].map(([, x, y]) =>
          placeAt([Number(x), Number(y)]),
        );
      const matrix = svg.getScreenCTM();
      const pointOf = (/** @type {string} */ cell) => {
        const at = places.find(({ name }) => name === cell)?.at;
        if (!at || !matrix) return null;
        const { x, y } = new DOMPoint(...at).matrixTransform(matrix);
        return /** @type {Point} */ ([x, y]);
      };
      return {
        moves: moves.map((move) => move.textContent ?? ""),
        status: document.querySelector(".status")?.textContent ?? "",
        places: places.map(({ name }) => name),
        marked: all(".board .mark.last").map((mark) => placeAt(middle(mark))),
        decided: [
          ...all(".board .decided").map((circle) => placeAt(middle(circle))),
          ...new Set(all(".board .completed, .board .joined").flatMap(points)),
        ],
        chosen,
        open: all(".spot.source, .spot.target").length,
        points: wanted.map(pointOf),
        refused: made ? "" : refused,
      };
    },
    { count, whole, wanted },
  );
  return /** @type {Promise<Seen>} */ (found.jsonValue());
}

/** Shows another view; the board of the one before may stay for a moment. @param {Page} page @param {string} hash */
async function show(page, hash) {
  const left = await page.locator("#main").elementHandle();
  await turnTo(page, hash);
  await page.waitForFunction((left) => !left?.isConnected, left);
}

/** @param {Page} page @param {Point} from @param {Point} to */
async function drag(page, from, to) {
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move(...to);
  await page.mouse.up();
}

/** Presses the button of a sign beside the board. @param {Page} page @param {string} sign */
function press(page, sign) {
  const plain = (SIGNS[sign] ?? sign).replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return page.locator(".board-actions button", { hasText: new RegExp(`${plain}( …)?$`) }).click();
}

/**
 * Makes a turn.
 * @param {Page} page
 * @param {string[]} parts
 * @param {(Point | null)[]} points of them
 * @param {boolean} dragged whether men are dragged where they go on to another cell
 */
async function make(page, parts, points, dragged) {
  for (const [index, part] of parts.entries()) {
    const [before, point, after] = [points[index - 1], points[index], points[index + 1]];
    // What is no choice after a man and where it goes is made with them.
    if (index > 1 && (await chosen(page)).length === 0) return;
    if (!point) await press(page, part);
    else if (dragged && before) await drag(page, before, point);
    // Where a drag begins, nothing is to be clicked.
    else if (!dragged || !after) await page.mouse.click(...point);
  }
}

/** The cells that are chosen. @param {Page} page */
const chosen = (page) =>
  page.locator('.spot[aria-pressed="true"]').evaluateAll((spots) => spots.map((one) => one.getAttribute("data-spot")));

/** Chooses the cell where a turn begins, and lets it go by Escape. @param {Page} page @param {string} cell @param {Point} point */
async function cancel(page, cell, point) {
  await page.mouse.click(...point);
  assert.deepEqual(await chosen(page), [cell]);
  assert.ok(await page.locator(".dot, .take, .target-sign, .board-actions button").count(), "how it may go on is seen");
  await page.keyboard.press("Escape");
  assert.deepEqual(await chosen(page), []);
}

/**
 * Plays a game from its beginning, or from where its last part begins, to its end. Turns are made by clicks and by drags
 * in turn; the first of several cells is begun, let go, and begun again.
 * @param {Page} page
 * @param {Host} host
 * @param {string} variant
 * @param {Whole} game
 */
async function play(page, host, variant, { before, turns, end, decided }) {
  const [given, own] = [words(before), words(turns)];
  const moves = [...given, ...own];
  const made = await turnsOf(host, variant, moves);
  await show(page, `#/analyse/${variant}${before ? `?moves=${encodeURIComponent(given.join())}` : ""}`);
  let shown = await seen(page, given.length, [], made[given.length]?.parts ?? []);
  let cancelled = false;
  for (const [index, { move, parts, marked }] of [...made.entries()].slice(given.length)) {
    const saying = `turn ${index + 1}, ${move}`;
    const [[first = ""], [point]] = [parts, shown.points];
    if (!cancelled && point && parts.length > 1) {
      await cancel(page, first, point);
      cancelled = true;
    }
    await make(page, parts, shown.points, index % 2 === 1);
    const cells = parts.filter((_, part) => shown.points[part]);
    const last = shown.points.at(-1);
    const next = made[index + 1]?.parts ?? [];
    // Where a way comes back to a cell, the cells do not tell whether all of it is chosen.
    const told = new Set(cells).size === parts.length;
    shown = await seen(page, index + 1, told ? cells : [], next);
    if (shown.moves.length === index && last && !shown.refused) {
      await page.mouse.click(...last);
      shown = await seen(page, index + 1, [], next);
    }
    assert.equal(shown.refused, "", saying);
    assert.equal(shown.moves.at(-1), move, saying);
    // A reserve that is used up is not there any more.
    const due = new Set(marked.filter((place) => shown.places.includes(place)));
    assert.deepEqual(shown.marked.sort(), [...due].sort(), `what is marked after ${saying}`);
    assert.deepEqual(shown.chosen, [], `what is chosen after ${saying}`);
    if (index + 1 < made.length) assert.deepEqual(shown.decided, [], `what has decided after ${saying}`);
  }
  assert.deepEqual(shown.moves, moves);
  // Behind it there may be what each side has.
  assert.equal(shown.status.split(" · ")[0], end);
  assert.deepEqual(shown.decided.sort(), words(decided).sort(), "what has decided");
  assert.equal(shown.open, 0, "nothing can be chosen any more");
}

/**
 * A turn that can be planned: the first one of most cells that follows one of the other side, or of a man in reserve.
 * Signs beside the board, and cells that tell turns apart, cannot be chosen before they are due.
 * @param {Turn[]} turns
 * @returns {number} its place
 */
function plannedIn(turns) {
  const fits = turns.map(({ side, move, parts }, index) => {
    const isPlain = parts.every(isPlace) && !move.includes("#");
    const follows = index > 0 && turns[index - 1]?.side !== side && isPlain;
    return follows ? parts.length + Number(parts.some(isReserve)) : 0;
  });
  return fits.indexOf(Math.max(...fits));
}

/**
 * A table at which so many moves are made; the page has the seat of a side.
 * @param {Page} page
 * @param {Host} host
 * @param {string} variant
 * @param {Turn[]} made
 * @param {number} side
 */
async function sitDown(page, host, variant, made, side) {
  const opened = await ask(host, { do: "open_table", game: { variant }, side: 0 });
  const table = opened.name;
  const keys = [opened.key, (await ask(host, { do: "take_seat", table })).key];
  /** @param {Turn} turn @param {number} ply */
  const act = ({ move, side }, ply) => ask(host, { do: "act", table, key: keys[side], move, ply });
  for (const [ply, turn] of made.entries()) await act(turn, ply);
  await page.evaluate(([name, key]) => localStorage.setItem(`ardoise.table.${name}`, key), [table, keys[side]]);
  await show(page, `#/table/${variant}?table=${table}`);
  return act;
}

/**
 * Plans a turn while the other side is to move; it is made as soon as that has moved.
 * @param {Page} page
 * @param {Host} host
 * @param {string} variant
 * @param {Whole} game
 */
async function plan(page, host, variant, { before, turns }) {
  // A table throws the dice itself.
  if (CHANCE.includes(variant)) return;
  const all = await turnsOf(host, variant, [...words(before), ...words(turns)]);
  const ply = plannedIn(all);
  const [other, own] = all.slice(ply - 1, ply + 1);
  assert.ok(other && own);
  const act = await sitDown(page, host, variant, all.slice(0, ply - 1), own.side);
  const { points } = await seen(page, ply - 1, [], own.parts);
  for (const point of points) if (point) await page.mouse.click(...point);
  await page.locator(".status", { hasText: `next turn: ${own.parts.join(" – ")}.` }).waitFor();
  await act(other, ply - 1);
  await page.waitForFunction(
    (count) =>
      document.querySelectorAll(".moves .move").length > count ||
      document.querySelector(".status")?.textContent?.includes("cannot be played"),
    ply,
  );
  const made = await page.locator(".moves .move").allInnerTexts();
  assert.deepEqual(
    made,
    all.slice(0, ply + 1).map(({ move }) => move),
  );
}

/**
 * Does something with the game of every variant, and tells all that failed.
 * @param {Host} host of which every variant must be in the table of games
 * @param {(page: Page, host: Host, variant: string, game: Whole) => Promise<void>} use
 */
async function everyGame(host, use) {
  const { variants } = await ask(host, { do: "hello" });
  const all = variants.map((/** @type {{name: string}} */ { name }) => name);
  // Other tests give the engine files of their own.
  const names = all.filter((/** @type {string} */ name) => !name.endsWith(".rbg"));
  assert.deepEqual(Object.keys(GAMES).sort(), names.sort());
  const unsearched = async (/** @type {Page} */ page) => {
    await page.addInitScript(() => localStorage.setItem("ardoise.search", "paused"));
  };
  await visit(
    host.url,
    async (page) => {
      /** @type {string[]} */
      const wrong = [];
      for (const [variant, game] of Object.entries(GAMES)) {
        try {
          await use(page, host, variant, game);
        } catch (error) {
          wrong.push(`${page.url()}: ${/** @type {Error} */ (error).message}`);
        }
      }
      assert.equal(wrong.join("\n\n"), "");
    },
    // Men that arrive at once are drawn once.
    { reducedMotion: "reduce" },
    unsearched,
  );
}

/** @param {import("./games.mjs").Use} use */
export function wholeGameTests({ check, moves }) {
  check("serve", "a whole game of every variant by clicks and by drags", (host) =>
    everyGame(host, async (page, host, variant, game) => {
      await play(page, host, variant, game);
      assert.deepEqual(await moves(page), [...words(game.before), ...words(game.turns)], "what the address says");
    }),
  );

  check("only serve", "a turn of every variant is planned at a table, and made as a whole", (host) =>
    everyGame(host, plan),
  );
}
