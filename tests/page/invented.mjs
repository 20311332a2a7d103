// An engine of games that nobody has heard of, for the page: it tells how they look, as `docs/protocol.md` says, and
// moves men from the first cell of a move to the last.

import { files } from "./hosts.mjs";
import { join, resolve } from "node:path";

/** @typedef {{move: string, parts: string[]}} Legal */
/** @typedef {[number, number][]} Men cells and kinds */

/**
 * @typedef {object} Invented
 * @property {string} summary
 * @property {import("../../web/boards/tiles.js").Geometry | null} board
 * @property {Men} men before the first move
 * @property {(men: Men, side: number) => Legal[]} legal
 */

/** @param {string} name @param {any} look @param {number | null} side */
const kind = (name, look, side) => ({ name, look, side });
const letters = "abcdefghijkl";

/** Squares, chequered: men step to the right, one jumps over two cells, one is promoted; a side may pass. */
const squares = Array.from({ length: 24 }, (_, i) => ({
  name: `${letters[i % 6]}${Math.floor(i / 6) + 1}`,
  x: i % 6,
  y: Math.floor(i / 6),
}));

/** Hexagons on a corner, a rhombus of 5x5. */
const hexagons = Array.from({ length: 25 }, (_, i) => {
  const [q, r] = [i % 5, Math.floor(i / 5)];
  return { name: `${letters[q]}${r + 1}`, x: q + r / 2, y: (r * Math.sqrt(3)) / 2 };
});

/** The points of nine men's morris: three squares, eight points each, joined in the middles of their sides. */
const points = [1, 2, 3].flatMap((size) =>
  [
    [-1, -1],
    [0, -1],
    [1, -1],
    [1, 0],
    [1, 1],
    [0, 1],
    [-1, 1],
    [-1, 0],
  ].map(([x = 0, y = 0]) => ({ name: `${letters[3 + x * size]}${4 + y * size}`, x: x * size, y: y * size })),
);
/** @type {[number, number][]} */
const edges = [0, 8, 16].flatMap((base) =>
  Array.from({ length: 8 }, (_, i) => /** @type {[number, number]} */ ([base + i, base + ((i + 1) % 8)])),
);
for (const middle of [1, 3, 5, 7]) edges.push([middle, middle + 8], [middle + 8, middle + 16]);

/** Puts a man on any free cell. @param {{name: string}[]} cells @returns {(men: Men) => Legal[]} */
const placing = (cells) => (men) =>
  cells.filter((_, at) => !men.some(([on]) => on === at)).map(({ name }) => ({ move: name, parts: [name] }));

/** @type {Record<string, Invented>} */
export const INVENTED = {
  steps: {
    summary: "Men step to the right",
    board: {
      cells: squares,
      tile: "square",
      edges: [],
      chequered: true,
      dark: 1,
      kinds: [
        kind("draughtsman", "disc", 0),
        kind("draughtsman", "disc", 1),
        kind("knight", { letter: "N" }, 0),
        kind("knight", { letter: "N" }, 1),
        kind("wall", { letter: "#" }, null),
      ],
    },
    men: [
      [0, 0],
      [6, 0],
      [8, 2],
      [13, 1],
      [19, 3],
      [21, 1],
      [10, 4],
    ],
    legal(men, side) {
      const steps = men.flatMap(([at, of]) => {
        const [from, to] = [squares[at], squares[at + 1]];
        if (of % 2 !== side || of === 4 || !from || !to || to.y !== from.y) return [];
        return men.some(([on]) => on === at + 1)
          ? []
          : [{ move: `${from.name}-${to.name}`, parts: [from.name, to.name] }];
      });
      if (side === 1) return [...steps, { move: "pass", parts: ["pass"] }];
      const jump = { move: "a1:c1:c4", parts: ["a1", "c1", "c4"] };
      const promotions = ["Q", "R"].map((man) => ({ move: `a2-a3=${man}`, parts: ["a2", "a3", man] }));
      return men.some(([on]) => on === 0) ? [...steps, jump, ...promotions] : steps;
    },
  },
  hexes: {
    summary: "Stones on hexagons",
    board: {
      cells: hexagons,
      tile: "hexagon",
      edges: [],
      chequered: true,
      dark: 0,
      kinds: [kind("stone", "stone", 0), kind("stone", "stone", 1)],
    },
    men: [
      [6, 0],
      [7, 1],
      [12, 0],
    ],
    legal: placing(hexagons),
  },
  morris: {
    summary: "Men on points",
    board: {
      cells: points,
      tile: "point",
      edges,
      chequered: false,
      dark: 1,
      kinds: [kind("man", "disc", 0), kind("ring", "ring", 1)],
    },
    men: [
      [0, 0],
      [11, 1],
      [20, 0],
      [5, 1],
    ],
    legal: placing(points),
  },
  words: {
    summary: "A game without a board",
    board: null,
    men: [],
    legal: () => ["alpha", "beta", "gamma", "delta", "epsilon", "zeta"].map((move) => ({ move, parts: [move] })),
  },
};

/** @param {string} name @param {Invented} game */
function variant(name, { summary, board, men }) {
  return {
    name,
    family: name,
    summary,
    options: [
      { name: "size", about: "how large it is", default: { times: 2, of: "pieces" }, value: 8, low: 2, high: 9 },
    ],
    seats: [
      { name: "first", side: 0 },
      { name: "second", side: 1 },
    ],
    board,
    start: shown(board, men, 0),
    problems: false,
    solver: false,
    points: false,
    net: null,
    levels: [{ level: 3, simulations: 10, temperature: 1, elo: null }],
  };
}

/** @param {Invented["board"]} board @param {Men} men @param {number} ply */
function shown(board, men, ply) {
  return board
    ? { position: `${ply} ${JSON.stringify(men)}`, men }
    : { position: `${ply}`, drawing: `  | ${ply} |\n--+--\n` };
}

/** @param {{variant: string, moves?: string[]}} spec */
function positions({ variant: name, moves = [] }) {
  const game = INVENTED[name];
  if (!game) return { error: `unknown game ${name}` };
  let men = game.men;
  /** @type {(Legal & {side: number, seat: number}) | null} */
  let last = null;
  const told = [];
  for (let ply = 0; ply <= moves.length; ply++) {
    const side = ply % 2;
    const legal = game.legal(men, side);
    told.push({
      variant: name,
      ...shown(game.board, men, ply),
      ply,
      side,
      seat: side,
      goes_on: false,
      last,
      moves: legal,
      legal: legal.length,
      outcome: null,
      net: true,
    });
    if (ply === moves.length) break;
    const made = legal.find(({ move }) => move === moves[ply]);
    if (!made) return { error: `move \`${moves[ply]}\` is not legal here`, ply };
    last = { ...made, side, seat: side };
    const [from, to] = made.parts.map((part) => game.board?.cells.findIndex(({ name }) => name === part) ?? -1);
    const end = made.parts.length > 2 && made.parts[2]?.length === 2 ? made.parts[2] : null;
    const target = end ? (game.board?.cells.findIndex(({ name }) => name === end) ?? -1) : (to ?? -1);
    if (to === undefined && from !== undefined && from >= 0) men = [...men, [from, side]];
    else men = men.map(([at, of]) => (at === from ? [target, of] : [at, of]));
  }
  return { positions: told };
}

/** @param {any} request @returns {object} */
function answer(request) {
  if (request.do === "hello") {
    const variants = Object.entries(INVENTED).map(([name, game]) => variant(name, game));
    return { version: "0", engine: "program", threads: 1, training: null, variants };
  }
  if (request.do === "rules") return { markdown: "## Rules\nMove.\n" };
  const found = positions(request.game);
  if ("error" in found || request.do === "line") return found;
  const position = found.positions?.at(-1);
  if (!position || request.do === "position") return position ?? { error: "nothing" };
  const best = position.moves[0]?.move ?? "";
  if (request.do === "move") return { move: best, parts: [best], done: true };
  const moves = position.moves.slice(0, 4).map(({ move }, rank) => ({
    move,
    visits: 40 - 9 * rank,
    prior: 0.4 - 0.1 * rank,
    score: 0.3 - 0.2 * rank,
    proven: null,
    pv: [move],
  }));
  const figures = { simulations: 100, score: 0.3, win: 0.6, draw: 0.1, loss: 0.3, moves_left: 12, proven: null };
  return { position: position.position, side: position.side, ...figures, best, pv: [best], moves, done: true };
}

/** The page as files, for {@link answering}. */
export const page = () => files(join(resolve(import.meta.dirname, "../.."), "web"));

/** The page's questions are answered here. @param {import("playwright-core").Page} page */
export async function answering(page) {
  /** What each task tells, which was begun: all at once. @type {object[]} */
  const told = [];
  await page.route(/\/api$/, async (route) => {
    const request = route.request().postDataJSON();
    if (request.do === "step") return route.fulfill({ json: { events: [told[request.task]], done: true } });
    if (request.do === "stop") return route.fulfill({ json: {} });
    const reply = answer(request.do === "start" ? request.task : request);
    if ("error" in reply) return route.fulfill({ status: 400, json: reply });
    return route.fulfill({ json: request.do === "start" ? { task: told.push(reply) - 1 } : reply });
  });
  await page.route(/reports\.json$/, (route) => route.fulfill({ json: [] }));
}
