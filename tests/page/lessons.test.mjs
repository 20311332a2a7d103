// What lessons say is true: the engine takes their positions and moves, and whoever does what they ask wins in the end.

import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { asked, gameOf } from "../../web/game/lesson.js";
import { lessons as registry } from "../../web/lessons/registry.js";
import { charAt } from "../../web/boards/grid.js";
import { read } from "../../web/boards/lines.js";
import { serve } from "./hosts.mjs";

/** @typedef {import("../../web/engine/engine.js").Position} Position */
/** @typedef {import("../../web/engine/engine.js").GameSpec} GameSpec */
/** @typedef {import("../../web/engine/engine.js").Variant} Variant */
/** @typedef {import("../../web/lessons/lesson.js").Lesson} Lesson */
/** @typedef {import("../../web/lessons/lesson.js").Words} Words */

const host = await serve({ args: ["--threads", "1"] });
after(() => host.close());

/** @param {Record<string, any>} request */
async function ask(request) {
  const body = JSON.stringify(request);
  const reply = await fetch(`${host.url}api`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body,
  });
  const told = await reply.json();
  assert.equal(told.error, undefined, `${body}: ${told.error}`);
  return told;
}

/** @param {GameSpec} game @param {string[]} moves @returns {Promise<Position>} the position after more moves */
function played(game, ...moves) {
  return ask({ do: "position", game: { ...game, moves: [...(game.moves ?? []), ...moves] } });
}

/** @param {Position} position */
const legal = ({ moves }) => moves.map(({ move }) => move);

const { variants } = await ask({ do: "hello" });

/** @type {[string, Lesson][]} */
const lessons = [];
for (const variant of variants) {
  const load = registry[variant.name];
  if (load) lessons.push([variant.name, await load()]);
}

/**
 * Every way through a step: the moves of both sides.
 * @param {Lesson} lesson
 * @param {number} index
 * @param {GameSpec} game in which the step begins
 * @returns {Promise<string[][]>}
 */
async function ways({ steps }, index, game) {
  const step = steps[index];
  assert.ok(step);
  const { moves, also, see, then, replies = [] } = step;
  const start = await played(game);
  const where = `step ${index + 1}, after ${game.moves?.join(" ")}`;
  if (see) {
    assert.ok(
      start.moves.some(({ parts }) => parts[0] === see),
      `${where}: ${see} cannot move`,
    );
    assert.equal(moves, undefined, `${where}: it asks for a look and for a move`);
  }
  if (!moves) {
    assert.ok(!also && !then && replies.length === 0, `${where}: it asks for nothing`);
    return [[]];
  }
  assert.equal(start.side, 0, `${where}: the person is not to move`);
  const all = legal(start);
  for (const move of moves) assert.ok(all.includes(move), `${where}: ${move} is not legal`);
  /** @type {string[][]} */
  const found = [];
  for (const move of all) {
    const next = await played(game, move);
    if (!asked(step, move)) {
      assert.notEqual(next.outcome?.winner, 0, `${where}: ${move} wins, too`);
      continue;
    }
    const turns = then ? legal(next).map((rest) => [move, rest]) : [[move]];
    if (then) {
      assert.equal(next.side, 0, `${where}: the turn is over after ${move}`);
      if (move === moves[0]) assert.ok(legal(next).includes(then.move), `${where}: ${then.move} is not legal`);
    }
    for (const turn of turns) {
      const line = [...turn, ...replies];
      const end = await played(game, ...line);
      const last = index === steps.length - 1;
      const goesOn = !last && steps[index + 1]?.position === undefined;
      if (last || end.outcome) assert.equal(end.outcome?.winner, 0, `${where}: ${line.join(" ")} does not win`);
      if (goesOn) assert.equal(end.outcome, null, `${where}: ${line.join(" ")} ends the game`);
      if (goesOn) assert.equal(end.side, 0, `${where}: the person is not to move after ${line.join(" ")}`);
      found.push(line);
    }
  }
  return found;
}

test("each game with a net has a lesson, of eight to twenty steps, or is learned from that of another one", () => {
  const without = variants.filter((/** @type {Variant} */ { name, net }) => net && !registry[name]);
  assert.deepEqual(
    without.map((/** @type {Variant} */ { name }) => name),
    ["dualite-teams", "hex-5"],
  );
  assert.equal(lessons.length, Object.keys(registry).length, "each lesson is that of a game");
  for (const [name, { steps }] of lessons)
    assert.ok(steps.length >= 8 && steps.length <= 20, `${name}: ${steps.length}`);
});

describe("whatever is played as a lesson asks is legal, goes on, and wins in the end", () => {
  for (const [variant, lesson] of lessons)
    test(variant, async () => {
      for (let index = 0; index < lesson.steps.length;) {
        /** @type {GameSpec[]} */
        let games = [gameOf(variant, lesson.steps, index)];
        // All steps that go on from this one, by all ways.
        do {
          const next = [];
          for (const game of games)
            for (const line of await ways(lesson, index, game))
              next.push({ ...game, moves: [...(game.moves ?? []), ...line] });
          games = next;
          index += 1;
        } while (index < lesson.steps.length && lesson.steps[index]?.position === undefined);
      }
    });
});

test("what is shown to whoever asks leads through each lesson", async () => {
  for (const [variant, { steps }] of lessons)
    for (const [index] of steps.entries()) await played(gameOf(variant, steps, index));
});

test("everything is said in both languages, in few words", () => {
  /** @type {string[]} */
  const wrong = [];
  for (const [variant, { steps }] of lessons)
    steps.forEach(({ text, then, after, otherwise, moves, see }, index) => {
      const said = [text, then?.text, after, otherwise].filter((words) => words !== undefined);
      for (const { en, fr } of said) {
        if (!en || !fr || en === fr) wrong.push(`${variant} ${index + 1}: ${en} / ${fr}`);
        for (const words of [en, fr])
          if (words.length > 260) wrong.push(`${variant} ${index + 1}: ${words.length} letters: ${words}`);
      }
      if ((moves || see) && !after) wrong.push(`${variant} ${index + 1}: nothing is said in the end`);
    });
  assert.deepEqual(wrong, []);
});

/** The person's men, in games whose men move. @type {Record<string, string>} */
const MOVING = { amazons: "w", ataxx: "r", breakthrough: "w", clobber: "w", loa: "b", zen: "bz" };

/** @param {Lesson} lesson @param {string} variant @returns {Promise<Position[]>} where its steps begin, while a game goes on */
async function begun({ steps }, variant) {
  const positions = await Promise.all(steps.map((_, index) => played(gameOf(variant, steps, index))));
  return positions.filter(({ outcome }) => !outcome);
}

describe("lessons of men that move say of every illegal move why, and of no legal one", () => {
  for (const [variant, lesson] of lessons.filter(([name]) => MOVING[name] !== undefined))
    test(variant, async () => {
      const { reason } = lesson;
      assert.ok(reason);
      let refused = 0;
      for (const position of await begun(lesson, variant)) {
        const { rows } = read(position.position);
        const cells = rows.flatMap((row, y) => row.map((_, x) => `${String.fromCharCode(97 + x)}${rows.length - y}`));
        // What an amazon burns is chosen after where it goes.
        const may = new Set(position.moves.map(({ parts }) => parts.slice(0, 2).join("-")));
        for (const from of cells.filter((cell) => MOVING[variant]?.includes(charAt(rows, cell))))
          for (const to of cells.filter((cell) => cell !== from)) {
            const why = reason(position.position, `${from}-${to}`);
            assert.equal(
              why === null,
              may.has(`${from}-${to}`),
              `${position.position}: ${from}-${to}: ${why?.text.en}`,
            );
            if (why) refused += 1;
          }
      }
      assert.ok(refused > 1000);
    });
});

test("the lesson of Ataxx says of every cell where nothing begins why, and of no other one", async () => {
  const lesson = lessons.find(([name]) => name === "ataxx")?.[1];
  assert.ok(lesson?.reason);
  const { reason } = lesson;
  for (const { position, moves } of await begun(lesson, "ataxx")) {
    const { rows } = read(position);
    const cells = rows.flatMap((row, y) => row.map((_, x) => `${String.fromCharCode(97 + x)}${rows.length - y}`));
    const begins = new Set(moves.map(({ parts }) => parts[0]));
    for (const cell of cells) {
      const why = reason(position, cell);
      assert.equal(why === null, begins.has(cell), `${position}: ${cell}: ${why?.text.en}`);
    }
  }
});

test("the lesson of Amazons says of every arrow that cannot fly why, and of no other one", async () => {
  const lesson = lessons.find(([name]) => name === "amazons")?.[1];
  assert.ok(lesson?.reason);
  const { reason } = lesson;
  let refused = 0;
  for (const { position, moves } of await begun(lesson, "amazons")) {
    const { rows } = read(position);
    const cells = rows.flatMap((row, y) => row.map((_, x) => `${String.fromCharCode(97 + x)}${rows.length - y}`));
    /** Where each who may go to a cell can shoot from there. @type {Map<string, Map<string, Set<string>>>} */
    const shots = new Map();
    for (const { parts } of moves) {
      const [from = "", to = "", burnt = ""] = parts;
      const own = shots.get(to) ?? new Map();
      shots.set(to, own.set(from, new Set([...(own.get(from) ?? []), burnt])));
    }
    for (const [from, may] of shots)
      for (const [amazon, burnt] of may)
        for (const at of cells.filter((cell) => cell !== from)) {
          const why = reason(position, `${from}-${at}`, amazon);
          assert.equal(why === null, burnt.has(at), `${position}: ${amazon}-${from}/${at}: ${why?.text.en}`);
          if (why) refused += 1;
        }
  }
  assert.ok(refused > 1000);
});

describe("lessons of men that are put down say why a cell cannot be played", () => {
  /** @param {string} name */
  const cellsOf = (name) => {
    const cells = variants.find((/** @type {Variant} */ variant) => variant.name === name).board.cells;
    return cells.map((/** @type {import("../../web/boards/tiles.js").Cell} */ cell) => cell.name);
  };
  for (const [variant, lesson] of lessons.filter(([name]) =>
    ["connect-four", "hex-7", "reversi", "yavalath"].includes(name),
  ))
    test(variant, async () => {
      const { reason } = lesson;
      assert.ok(reason);
      const names = cellsOf(variant);
      for (const position of await begun(lesson, variant)) {
        const may = new Set(legal(position));
        const taken = new Set(position.men?.map(([cell]) => names[cell]));
        const columns = new Set([...may].map((move) => move.charAt(0)));
        for (const cell of names) {
          // The page takes any cell of a column for that to which a stone falls.
          const refused = variant === "connect-four" ? !columns.has(cell.charAt(0)) : !may.has(cell);
          const where = `${position.position}: ${cell}`;
          if (variant === "reversi") assert.equal(reason(position.position, cell) !== null, refused, where);
          else if (refused) assert.ok(taken.has(cell) && reason(position.position, cell), where);
        }
      }
    });
});
