// Matches, analyses and problems without a page: sessions of `web/game` with an engine of a game that ends after six
// moves.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { EngineError, Unreachable } from "../../web/engine/engine.js";
import { Analysis } from "../../web/game/analysis.js";
import { Game } from "../../web/game/game.js";
import * as library from "../../web/game/library.js";
import { read } from "../../web/game/load.js";
import { Match, wound } from "../../web/game/match.js";
import { PlaySession } from "../../web/game/play-session.js";
import { ProblemSession } from "../../web/game/problem-session.js";
import { standing, tried } from "../../web/game/trainer.js";
import { holds, leaves, readTree } from "../../web/game/tree-text.js";

/** @typedef {import("../../web/engine/engine.js").GameSpec} GameSpec */

/** Any move but `z` is legal. Whoever makes the sixth has won; `start after 3` begins in the middle. */
const LENGTH = 6;

class Six {
  /** What was asked. @type {Record<string, any>[]} */
  asked = [];

  /** @param {GameSpec} game */
  #positions({ start = "start", moves = [] }) {
    if (!start.startsWith("start")) throw new EngineError({ error: `no position: ${start}` });
    const skipped = Number(/ after (\d)/.exec(start)?.[1] ?? 0);
    return [null, ...moves].map((move, ply) => {
      if (move === "z" || /[^a-z]/.test(move ?? "")) throw new EngineError({ error: "`z` is not legal", ply: ply - 1 });
      const side = (skipped + ply) % 2;
      return {
        position: [start, ...moves.slice(0, ply)].join(" "),
        ply,
        side,
        seat: side,
        goes_on: false,
        last: move === null ? null : { move, parts: [move], side: 1 - side, seat: 1 - side },
        outcome: skipped + ply === LENGTH ? { winner: 1, reason: "six" } : null,
      };
    });
  }

  /** @param {any} request */
  async ask(request) {
    this.asked.push(request);
    if (request.do === "problems") return { problems: problems(request.variant), today: 2 };
    if (request.do === "load") return { games: [this.#loaded(request.record)] };
    const positions = this.#positions(request.game);
    const moves = ["a", "b"].map((move) => ({ move, parts: [move] }));
    return request.do === "line" ? { positions } : { ...positions.at(-1), moves, net: true };
  }

  /** A record, of which the moves may be in capitals and have signs behind them. @param {string} record */
  #loaded(record) {
    const [tags = "", text = ""] = record.split("\n\n");
    const moves = text.toLowerCase().match(/[a-z](?=[+!?]*(?:\s|$))/g) ?? [];
    const game = { variant: /\[Game "(\w+)"/.exec(tags)?.[1], start: /\[Start "(.*)"/.exec(tags)?.[1], moves };
    this.#positions({ ...game, variant: "six", start: game.start ?? "start" });
    return { game, players: null, evaluations: null };
  }

  /** @param {any} task @param {(event: any) => void} on @param {AbortSignal} signal */
  async run(task, on, signal) {
    this.asked.push(task);
    await new Promise((resume) => setImmediate(resume));
    if (signal.aborted) return null;
    const event = { ...this.#event(task), done: true };
    on(event);
    return event;
  }

  /** Of a problem: `a` wins, anything else is refuted by `b`. @param {GameSpec & {moves: string[]}} game */
  #judged(game) {
    const solved = this.#positions(game).at(-1)?.outcome !== null;
    const move = game.moves.at(-1);
    if (move !== "a") return { right: false, move, why: "refuted", by: "b", wins: false, of: 1, turns: 1 };
    return { right: true, move, key: game.moves.length === 1, answers: solved ? [] : ["e"], solved, turns: 1 };
  }

  /** @param {any} task */
  #event({ do: what, game }) {
    const side = game.moves.length % 2;
    if (what === "move") return { move: "e" };
    if (what === "attempt") return this.#judged(game);
    if (what === "hint") return { winning: 1, of: 2, begins: "a" };
    if (what === "review")
      return {
        ply: 0,
        of: 1,
        evaluation: { win: 0.5, draw: 0, loss: 0.5, simulations: 400 },
        judgement: game.moves.at(-1) === "d" ? "good" : "mistake",
        lost: 0.25,
        best: "b",
        pv: ["b", "a"],
        exact: false,
      };
    return {
      side,
      simulations: 9,
      win: 0.75,
      draw: 0,
      loss: 0.25,
      score: 0.5,
      moves: [],
      pv: [],
      proven: null,
      best: "a",
    };
  }
}

/** Three problems, each a win in two. @param {string} variant */
function problems(variant) {
  return [1, 2, 3].map((number) => ({
    number,
    game: { variant, start: `start after 3 of ${number}` },
    seat: 1,
    points: false,
    win_in: 2,
    difficulty: number,
    line: ["a", "e", "a"],
    tries: [{ move: "c", refutation: "b" }],
  }));
}

const variant = /** @type {import("../../web/engine/engine.js").Variant} */ (
  /** @type {unknown} */ ({
    name: "six",
    family: "six",
    options: [],
    levels: [],
    seats: [
      { name: "first", side: 0 },
      { name: "second", side: 1 },
    ],
  })
);

/** Until nothing more happens by itself. */
async function settled() {
  for (let turn = 0; turn < 20; turn++) await new Promise((resume) => setImmediate(resume));
}

/**
 * @param {Six} engine
 * @param {GameSpec} [spec]
 * @param {string | null} [id]
 * @param {number} [ply]
 */
async function match(engine, spec = { variant: "six" }, id = null, ply) {
  const session = await PlaySession.open(engine, variant, { spec, ply }, id);
  session.begin();
  await settled();
  return session;
}

/** The moves from the start, and all moves after undoing. @param {{game: Game}} session */
function played({ game }) {
  return [game.current.moves.join(" "), (game.line.moves ?? []).join(" ")];
}

/** @param {PlaySession} session @param {string[]} moves */
async function play(session, ...moves) {
  for (const move of moves) {
    await session.play(move);
    await settled();
  }
}

/** @param {number} milliseconds */
const passing = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** Another game for each test: all share one library. */
let games = 0;
const fresh = () => ({ variant: "six", options: { test: games++ } });

describe("a match", () => {
  test("the engine answers, and one takes back to one's own turn", async () => {
    const session = await match(new Six(), fresh());
    await play(session, "a", "b");
    assert.deepEqual(played(session), ["a e b e", "a e b e"]);
    await session.undo();
    assert.deepEqual(played(session), ["a e", "a e b e"]);
    await session.redo();
    assert.deepEqual(played(session), ["a e b e", "a e b e"]);
    await session.undo();
    await play(session, "c");
    assert.deepEqual(played(session), ["a e c e", "a e c e"], "the moves made are the main line");
    assert.ok(session.game.current.main);
    assert.equal(session.game.tree.size, 7, "the abandoned moves are a variation");
  });

  test("the second player cannot take back the engine's first move", async () => {
    const session = await match(new Six(), fresh());
    session.exchange();
    await settled();
    assert.deepEqual(played(session), ["e", "e"]);
    assert.equal(session.mayUndo, false);
    await session.undo();
    assert.deepEqual(played(session), ["e", "e"]);
    await play(session, "a");
    assert.equal(session.mayUndo, true);
    await session.undo();
    assert.deepEqual(played(session), ["e", "e a e"]);
  });

  test("a resignation that is taken back counts for nothing", async () => {
    const session = await match(new Six(), fresh());
    session.resign();
    assert.deepEqual(session.score, [0, 1]);
    await session.undo();
    assert.deepEqual(session.score, [0, 0]);
    session.resign();
    assert.deepEqual(session.score, [0, 1]);
    assert.equal(session.mayMove, false);
  });

  test("rounds are counted for whoever has won, whatever their side", async () => {
    const session = await match(new Six(), fresh());
    await session.start(session.match.with({ rounds: 2 }));
    session.resign();
    await session.nextRound();
    await settled();
    assert.equal(session.match.ownSide, 1);
    assert.deepEqual(played(session), ["e", "e"], "the engine begins");
    assert.deepEqual(session.score, [0, 1]);
    await play(session, "a", "a", "a");
    assert.equal(session.result?.winner, 1);
    assert.deepEqual(session.score, [1, 1]);
    assert.ok(session.match.last);
    await session.again(true);
    assert.equal(session.match.ownSide, 0);
    assert.deepEqual([session.match.round, session.score], [1, [0, 0]]);
  });

  test("a clock runs from the second turn on, and not while nobody looks", async () => {
    const engine = new Six();
    const rules = fresh();
    const session = await match(engine, rules);
    const times = { seconds: 100, increment: 5 };
    await session.start(session.match.with({ clock: wound(times) }));
    await passing(30);
    assert.deepEqual([session.left(0), session.left(1)], [100_000, 100_000], "the first turn takes no time");
    await play(session, "a");
    await passing(30);
    const [own = 0, engines = 0] = [session.left(0), session.left(1)];
    assert.ok(own !== null && own > 104_000 && own <= 104_971, `${own}: five seconds for the turn`);
    assert.ok(engines !== null && engines > 104_000 && engines < 105_000, `${engines}`);
    await session.undo();
    await play(session, "b");
    assert.ok((session.left(0) ?? 0) > 108_000, "what is taken back has its time");
    session.leave();
    const left = session.left(0);
    await passing(30);
    assert.equal(session.left(0), left);
    const again = await match(engine, rules, session.keeper.id);
    assert.ok(Math.abs((again.left(0) ?? 0) - (left ?? 0)) < 25, "time is kept");
    await again.nextRound();
    assert.deepEqual([again.left(0), again.left(1), again.match.late], [100_000, 100_000, null]);
    again.leave();
  });

  test("whoever has no time left has lost, and may play on without a clock", async () => {
    const session = await match(new Six(), fresh());
    await session.start(session.match.with({ clock: { seconds: 1, increment: 0, left: [1000, 1000] } }));
    await play(session, "a");
    await passing(1100);
    assert.deepEqual(session.result, { winner: 1, reason: "time" });
    assert.deepEqual([session.score, session.mayMove, session.left(0)], [[0, 1], false, 0]);
    await session.undo();
    assert.deepEqual([session.result, session.left(0), session.mayMove], [null, null, true]);
    session.leave();
  });

  test("players, rounds, score and undone moves are kept under its number", async () => {
    const engine = new Six();
    const rules = fresh();
    const session = await match(engine, rules);
    await session.start(session.match.with({ rounds: 3 }));
    await play(session, "b");
    session.resign();
    await session.nextRound();
    await settled();
    session.exchange();
    await play(session, "a");
    await session.undo();
    const before = played(session);
    session.leave();
    // By its number, by its address, and by that of the game alone.
    for (const [spec, id] of /** @type {[GameSpec, string | null][]} */ ([
      [rules, session.keeper.id],
      [session.game.line, null],
      [rules, null],
    ])) {
      const again = await match(engine, spec, id, session.game.current.ply);
      assert.deepEqual(played(again), before);
      assert.deepEqual(again.match.state, session.match.state);
      assert.deepEqual(again.score, [0, 1]);
      again.leave();
    }
    const other = await match(engine, { ...rules, moves: ["a", "b"] });
    assert.equal(other.match.rounds, 1, "another game is a match of its own");
    assert.notEqual(other.keeper.id, session.keeper.id);
    await play(other, "c");
    other.leave();
    const both = library.all().filter(({ options }) => options["test"] === rules.options.test);
    assert.equal(both.length, 3, "the first round, the second one, and the other game");
  });

  test("two tabs that do not hear of each other keep two matches; one that only looks takes over the other", async () => {
    const engine = new Six();
    const rules = fresh();
    const one = await match(engine, rules);
    await play(one, "a");
    const other = await match(engine, rules, one.keeper.id);
    assert.deepEqual(played(other), played(one));
    await play(one, "b");
    await other.undo();
    await settled();
    assert.deepEqual(played(other), played(one), "what it lacked was taken over");
    await play(one, "c");
    let apart = 0;
    other.keeper.apart = () => apart++;
    await play(other, "d");
    assert.equal(apart, 1);
    assert.notEqual(other.keeper.id, one.keeper.id);
    const lines = [one, other].map(({ keeper }) => library.kept(keeper.id)?.text.includes(" d "));
    assert.deepEqual(lines, [false, true]);
    await play(other, "e");
    assert.equal(apart, 1, "it is a game of its own now");
    one.leave();
    other.leave();
  });

  test("a person has the side that is to move where a game begins in the middle", async () => {
    const session = await match(new Six(), { ...fresh(), moves: ["a"] });
    assert.equal(session.match.ownSide, 1);
    assert.deepEqual(played(session), ["a", "a"]);
    assert.ok(session.mayMove);
  });

  test("an engine that cannot be reached is said, and asked again", async (context) => {
    context.mock.timers.enable({ apis: ["setTimeout"] });
    const engine = new Six();
    const session = await match(engine, fresh());
    const { changed } = session;
    let draws = 0;
    session.changed = () => {
      changed();
      draws += 1;
    };
    engine.asked = [];
    const run = engine.run.bind(engine);
    engine.run = async () => {
      throw new Unreachable({ error: "down" });
    };
    await play(session, "a");
    assert.equal(/** @type {Error} */ (session.retry.error).message, "down");
    assert.ok(session.retry.waits && !session.thinking && draws > 0);
    engine.run = run;
    context.mock.timers.tick(60_000);
    await settled();
    assert.equal(session.retry.error, null);
    assert.deepEqual(played(session), ["a e", "a e"]);
  });

  test("an engine that refuses is asked again when somebody wants it", async () => {
    const engine = new Six();
    const session = await match(engine, fresh());
    const run = engine.run.bind(engine);
    engine.run = async () => {
      throw new EngineError({ error: "no" });
    };
    await play(session, "a");
    assert.ok(session.retry.error && !session.retry.waits);
    engine.run = run;
    session.retry.now();
    await settled();
    assert.deepEqual(played(session), ["a e", "a e"]);
  });

  test("a match that was left neither moves nor forgets the move that was on its way", async () => {
    const engine = new Six();
    const rules = fresh();
    const session = await match(engine, rules);
    const made = session.play("a");
    session.leave();
    await made;
    await settled();
    assert.ok(!engine.asked.some((request) => request["do"] === "move"));
    const again = await match(engine, rules);
    assert.deepEqual(played(again), ["a e", "a e"]);
  });

  test("teams stay together when sides are exchanged", () => {
    const seats = [0, 1, 0, 1].map((side, index) => ({ name: `${index}`, side }));
    const players = [1, 2, 3, 4].map((level) => /** @type {const} */ ({ kind: "level", level }));
    const teams = new Match({ ...variant, seats }, { players }).exchange();
    assert.deepEqual(
      teams.players.map((player) => player.kind === "level" && player.level),
      [2, 1, 4, 3],
    );
  });
});

/**
 * @param {Six} engine
 * @param {GameSpec} spec
 * @param {string | null} [id]
 * @param {number} [ply]
 */
async function analysis(engine, spec, id = null, ply) {
  const session = await Analysis.open(engine, { spec, ply }, id);
  session.begin();
  await settled();
  return session;
}

describe("an analysis", () => {
  test("its tree, its place and what is known are kept", async () => {
    const engine = new Six();
    const rules = fresh();
    const session = await analysis(engine, { ...rules, moves: ["a", "b", "c"] }, null, 1);
    await session.play("d");
    await session.play("e");
    await settled();
    await session.judge();
    session.leave();
    const text = session.game.text;
    assert.match(text, /1\. a .*2\. b \(2\. d .*3\. e/s);
    for (const [spec, id, at] of /** @type {[GameSpec, string | null, string][]} */ ([
      [rules, session.keeper.id, "a d e"],
      [rules, null, "a d e"],
      [{ ...rules, moves: ["a", "d", "e"] }, null, "a d e"],
      [{ ...rules, moves: ["a", "b", "c"] }, null, "a b c"],
    ])) {
      const again = await analysis(engine, spec, id);
      assert.equal(played(again)[0], at);
      assert.equal(again.game.tree.size, 6);
      const { evaluation, children } = again.game.tree.root;
      assert.deepEqual(evaluation, { win: 0.5, draw: 0, loss: 0.5, simulations: 400 });
      assert.deepEqual(children[0]?.judgement?.pv, ["b", "a"]);
      again.leave();
    }
  });

  test("it goes on with the match that was played on, and leaves other games alone", async () => {
    const engine = new Six();
    const rules = fresh();
    const session = await analysis(engine, { ...rules, moves: ["a", "b"] }, null, 1);
    await session.play("c");
    session.leave();
    const longer = await analysis(engine, { ...rules, moves: ["a", "b", "d", "e"] });
    assert.equal(longer.keeper.id, session.keeper.id);
    assert.equal(longer.game.tree.size, 6);
    longer.leave();
    const other = await analysis(engine, { ...rules, moves: ["a", "e"] });
    assert.notEqual(other.keeper.id, session.keeper.id);
    assert.equal(other.game.tree.size, 3);
    other.leave();
  });

  test("a paused search keeps what it found; hidden, it tells nothing", async () => {
    const engine = new Six();
    const session = await analysis(engine, { ...fresh(), moves: ["a"] });
    assert.ok(session.current.analysis);
    session.pause();
    assert.ok(!session.searching && session.current.analysis);
    const asked = engine.asked.length;
    await session.goTo(session.game.tree.root);
    await settled();
    assert.ok(!engine.asked.slice(asked).some((request) => request["do"] === "analyse"));
    session.pause();
    await settled();
    assert.ok(session.current.analysis);
    session.hide(true);
    assert.ok(!session.searching && !session.paused);
    session.pause();
    assert.ok(session.searching && !session.hidden);
    session.leave();
  });

  test("nothing is searched while the page is not seen", async () => {
    const engine = new Six();
    const session = await analysis(engine, { ...fresh(), moves: ["a"] });
    const searches = () => engine.asked.filter((request) => request["do"] === "analyse").length;
    const before = searches();
    session.rest(true);
    await session.goTo(session.game.tree.root);
    await settled();
    assert.equal(searches(), before);
    session.rest(false);
    await settled();
    assert.equal(searches(), before + 1);
    session.leave();
  });

  test("a failed search is said and tried again", async () => {
    const engine = new Six();
    const run = engine.run.bind(engine);
    engine.run = async () => {
      throw new EngineError({ error: "no net" });
    };
    const session = await analysis(engine, fresh());
    assert.equal(/** @type {Error} */ (session.retry.error).message, "no net");
    engine.run = run;
    session.retry.now();
    await settled();
    assert.equal(session.retry.error, null);
    assert.ok(session.current.analysis);
    session.leave();
  });

  test("in the place of a mistake moves are judged, and nothing is told before", async () => {
    const engine = new Six();
    const session = await analysis(engine, { ...fresh(), moves: ["a", "c"] });
    await session.judge();
    const [, mistake] = session.game.tree.mainLine();
    assert.equal(mistake?.judgement?.best, "b");
    /** @type {string[]} */
    const found = [];
    session.found = (move) => found.push(move);
    const again = async (/** @type {string} */ move) => {
      await session.goTo(mistake);
      await session.tryAgain();
      assert.ok(session.silent && !session.searching);
      engine.asked = [];
      await session.play(move);
      await settled();
      const reviews = engine.asked.filter((asked) => asked["do"] === "review").map(({ game }) => game.moves.join());
      return [session.current.move, session.second.wrong?.lost ?? null, reviews.join()];
    };
    assert.deepEqual(await again("a"), [null, 0.25, ""], "the mistake itself, which is known");
    assert.deepEqual(await again("e"), [null, 0.25, "e"]);
    assert.equal(session.game.tree.size, 3, "what is no better is not kept");
    await assert.rejects(session.play("z"), /not legal/);
    assert.deepEqual(await again("d"), ["d", null, "d"]);
    assert.equal(session.current.judgement?.judgement, "good");
    assert.ok(!session.silent && session.searching);
    assert.deepEqual(await again("b"), ["b", null, ""], "what the review has found best is known");
    assert.equal(session.current.judgement?.judgement, "best");
    assert.deepEqual(found, ["d", "b"]);
    await session.goTo(mistake);
    await session.tryAgain();
    await session.step(1);
    assert.equal(session.second.mistake, null, "whoever goes on does not try any more");
    session.leave();
  });

  test("after it was left it asks for nothing more", async () => {
    const engine = new Six();
    const session = await analysis(engine, { ...fresh(), moves: ["a", "b"] });
    const judged = session.judge();
    session.leave();
    await judged;
    const asked = engine.asked.length;
    await settled();
    assert.equal(engine.asked.length, asked);
  });
});

/** Another game for each test: standings are kept by games. */
const unsolved = () => `six ${games++}`;

/** @param {Six} engine @param {string} variant @param {string | null} [asked] @param {string} [theme] */
async function problem(engine, variant, asked = "1", theme = "all") {
  const session = await ProblemSession.open(engine, variant, asked, theme);
  /** What was told, in its order. @type {string[]} */
  const told = [];
  session.moved = () => told.push(session.game.current.move ?? "");
  session.scored = () => told.push(`scored ${tried(session.problem)?.score}`);
  session.solved = () => told.push(session.state);
  session.failed = (error) => told.push(/** @type {Error} */ (error).message);
  return { session, told };
}

/** @param {import("node:test").TestContext} context @param {ProblemSession} session @param {string[]} moves */
async function attempt(context, session, ...moves) {
  for (const move of moves) {
    const made = session.play(move);
    await settled();
    context.mock.timers.tick(1000);
    await made;
  }
}

describe("a problem", () => {
  test("right moves are answered until it is solved", async (context) => {
    context.mock.timers.enable({ apis: ["setTimeout"] });
    const name = unsolved();
    const { session, told } = await problem(new Six(), name);
    assert.deepEqual([session.said, session.mayMove, session.begun], [{ what: "begin" }, true, false]);
    const made = session.play("a");
    assert.ok(session.busy && !session.mayMove);
    await session.play("c");
    await session.goTo(session.game.tree.root);
    await settled();
    assert.deepEqual(played(session), ["a", "a"], "the move is seen before it is answered");
    context.mock.timers.tick(1000);
    await made;
    assert.deepEqual(played(session), ["a e", "a e"]);
    assert.ok(session.said.what === "right" && session.said.judged.key && session.mayMove);
    await attempt(context, session, "a");
    assert.deepEqual([session.said.what, session.state, session.mayMove], ["solved", "solved", false]);
    assert.deepEqual(told, ["a", "e", "a", "scored 1", "solved"]);
    assert.ok(session.change !== null && session.change > 0);
    assert.equal(standing(name).streak, 1);
  });

  test("a wrong move is refuted and not made; it counts once, and what is solved later is solved", async (context) => {
    context.mock.timers.enable({ apis: ["setTimeout"] });
    const name = unsolved();
    const { session, told } = await problem(new Six(), name);
    await attempt(context, session, "c");
    assert.ok(session.said.what === "wrong" && session.said.judged.by === "b");
    assert.deepEqual([session.drawn, session.wrong, session.game.tree.size], [["c", "b"], 1, 1]);
    await assert.rejects(session.play("z"), /not legal/);
    assert.ok(!session.busy && session.wrong === 1, "what is no move is no wrong one");
    await attempt(context, session, "d", "a", "a");
    assert.deepEqual([session.said.what, session.wrong, session.drawn], ["solved", 2, []]);
    assert.deepEqual(told, ["scored 0", "a", "e", "a", "scored 0", "solved"]);
    assert.deepEqual([tried(session.problem)?.missed, tried(session.problem)?.solved], [true, true]);
    await session.restart();
    assert.deepEqual([session.state, session.wrong, session.said.what], ["open", 0, "begin"]);
    assert.deepEqual([session.game.tree.size, session.begun, session.mayMove], [1, false, true]);
    const { session: later } = await problem(new Six(), name);
    await attempt(context, later, "a", "a");
    assert.equal(tried(later.problem)?.missed, false, "without help at another time");
    assert.equal(later.change, null, "it had counted before");
  });

  test("a solution with a hint is half of one", async (context) => {
    context.mock.timers.enable({ apis: ["setTimeout"] });
    const { session, told } = await problem(new Six(), unsolved());
    await session.askHint();
    assert.deepEqual(session.said, { what: "hint", hint: { winning: 1, of: 2, begins: "a", done: true } });
    await attempt(context, session, "a", "a");
    assert.equal(told.at(-2), "scored 0.5");
  });

  test("the solution and the tries are shown, and nothing can be tried then", async () => {
    const engine = new Six();
    const { session, told } = await problem(engine, unsolved());
    await session.showSolution();
    assert.deepEqual([session.said.what, session.state, session.busy], ["shown", "shown", false]);
    assert.deepEqual(played(session), ["", "a e a"]);
    await session.step(1);
    await session.step(1);
    await session.step(-1);
    assert.deepEqual(played(session), ["a", "a e a"]);
    const asked = engine.asked.length;
    await session.play("a");
    await session.askHint();
    assert.equal(engine.asked.length, asked);
    await session.showTry({ move: "c", refutation: "b" });
    assert.deepEqual([played(session)[0], session.drawn], ["", ["c", "b"]]);
    assert.deepEqual(told, ["scored 0"]);
    await session.restart();
    engine.ask = async () => {
      throw new EngineError({ error: "no" });
    };
    await session.showSolution();
    assert.deepEqual(told, ["scored 0", "no"]);
    assert.deepEqual([session.said.what, session.busy], ["shown", false], "in words it is known");
  });

  test("the next problem is of the theme, and what was missed is tried again", async () => {
    const engine = new Six();
    const name = unsolved();
    const { session } = await problem(engine, name, null);
    assert.deepEqual([session.problem.number, session.today], [2, 2], "that of the day");
    assert.deepEqual([session.chosen.id, session.missed], ["all", []]);
    await session.showSolution();
    assert.deepEqual(session.missed, [], "this problem aside");
    const { session: other } = await problem(engine, name, "1", "missed");
    const { id, problems } = other.chosen;
    assert.deepEqual([id, problems.map(({ number }) => number), other.missed], ["missed", [2], problems]);
    assert.equal(other.next(problems).number, 2);
    other.theme = "new";
    assert.equal(other.next(other.chosen.problems).number, 3);
    other.theme = "win-9";
    assert.equal(other.chosen.id, "all", "a theme that no problem has");
  });

  test("after it was left, it is neither answered nor drawn", async (context) => {
    context.mock.timers.enable({ apis: ["setTimeout"] });
    const engine = new Six();
    const { session, told } = await problem(engine, unsolved());
    const made = session.play("a");
    await settled();
    let draws = 0;
    session.changed = () => draws++;
    session.leave();
    context.mock.timers.tick(1000);
    await made;
    assert.deepEqual([told, draws], [["a"], 0]);
  });
});

describe("what is loaded", () => {
  const present = { variant: "six", options: {} };
  const load = async (/** @type {string} */ text) => {
    const [loaded] = await read(text, new Six(), present);
    assert.ok(loaded);
    return { ...loaded, lines: leaves(loaded.root).map((path) => path.slice(1).map(({ move }) => move)) };
  };

  test("moves in whatever form people write them", async () => {
    for (const text of ["a b c", "1. a 2. b 3. c", "1.a b 2.c", "a, b,c", "\uFEFFa b c\r\n", "1. a! b?! {good} c 1-0"])
      assert.deepEqual((await load(text)).lines, [["a", "b", "c"]], text);
  });

  test("moves as others write them, which the engine reads", async () => {
    for (const text of ["A B c", "1. A b+ 2. … c", "1.A! B+? {good} … c"])
      assert.deepEqual((await load(text)).lines, [["a", "b", "c"]], text);
    const [loaded] = await read("A", new Six(), { ...present, start: "start of all" });
    assert.deepEqual(loaded?.game, { variant: "six", start: "start of all", moves: ["a"] });
  });

  test("links to this page", async () => {
    const { game } = await load("http://host/?x#/analyse/six?depth=3&start=start+here&moves=a,b&ply=1");
    assert.deepEqual(game, { variant: "six", options: { depth: 3 }, start: "start here", moves: ["a", "b"] });
  });

  test("positions, and variations", async () => {
    assert.equal((await load("start of all")).game.start, "start of all");
    assert.deepEqual((await load("a (b c (d)) (e) f")).lines, [["a", "f"], ["b", "c"], ["b", "d"], ["e"]]);
  });

  test("what is neither is refused with both reasons", async () => {
    await assert.rejects(read("a z", new Six(), present), /no position: a z.*`z` is not legal/);
    await assert.rejects(read("a (b", new Six(), present), /no position/);
    await assert.rejects(read('[Game "six"]\na (b', new Six(), present), { tried: [] });
    assert.equal((await read('[Game "six"]\n\na\n\n[Game "six"]\n\n{so} b', new Six(), present)).length, 2);
  });

  test("a game with variations is read as it was written", async () => {
    const engine = new Six();
    const game = await Game.open(engine, {
      variant: "six",
      options: { size: 3 },
      start: 'start "x"',
      moves: ["a", "b"],
    });
    game.current.learn({ win: 0.5, draw: 0.25, loss: 0.25, simulations: 12 });
    await game.back();
    for (const move of ["c", "d"]) await game.play(move);
    game.current.notes = {
      comment: "mistake 1",
      sign: "!?",
      sketches: [
        { from: "a", to: "a", colour: "red" },
        { from: "a", to: "b", colour: "blue" },
      ],
    };
    const found = readTree(game.text);
    assert.ok(found);
    const { start, options } = found;
    assert.deepEqual([found.game, options, start], ["six", { size: 3 }, 'start "x"']);
    const again = await Game.grow(engine, { variant: "six", options, start: start ?? "" }, found.root, ["a", "c"]);
    assert.equal(again.text, game.text);
    assert.deepEqual(again.current.moves, ["a", "c"]);
    assert.ok(holds(again.tree.root, game.tree.root) && holds(game.tree.root, again.tree.root));
    game.current.notes = { ...game.current.notes, comment: "another" };
    assert.ok(!holds(again.tree.root, game.tree.root));
    const { root } = readTree("1. a!? {Good. [%cal Ya-b,Gc]} {0.5 0 0.5 9} 2. b?") ?? {};
    const [first] = root?.children ?? [];
    assert.deepEqual(first?.notes, {
      comment: "Good.",
      sign: "!?",
      sketches: [
        { from: "a", to: "b", colour: "yellow" },
        { from: "c", to: "c", colour: "green" },
      ],
    });
    assert.equal(first.evaluation?.simulations, 9);
    assert.deepEqual([first.children[0]?.move, first.children[0]?.notes.sign], ["b", "?"]);
  });
});
