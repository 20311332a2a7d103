// A table without a page: `web/game/table-session.js` with a server that answers as told, late, or not at all.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { EngineError, Unreachable } from "../../web/engine/engine.js";
import * as library from "../../web/game/library.js";
import { longest, planned } from "../../web/game/premove.js";
import { openTable, TableSession } from "../../web/game/table-session.js";

/** A server with one table, of a game in which `z` alone is no legal move. */
class Server {
  moves = /** @type {string[]} */ ([]);
  version = 1;
  round = 1;
  reached = true;
  people = /** @type {any[]} */ ([
    { name: "Ann", here: true },
    { name: null, here: true },
  ]);
  /** Moves that were sent. @type {string[]} */
  sent = [];

  get told() {
    const { moves, version, round, people } = this;
    const game = { variant: "six", moves: [...moves] };
    const clock = {
      seconds: 60,
      increment: 0,
      left: [50_000, 40_000],
      runs: moves.length > 0 ? moves.length % 2 : null,
    };
    const rest = { offers: [null, null], points: [0, 0], clock, outcome: null };
    return { game, version, round, acts: moves.length % 2, you: 0, people, ...rest };
  }

  /** @param {string} move */
  play(move) {
    this.moves.push(move);
    this.version += 1;
  }

  /** @param {any} request @returns {Promise<any>} */
  async ask(request) {
    if (!this.reached) throw new Unreachable({ error: "no line" });
    if (["position", "line"].includes(request.do)) return this.#rules(request);
    if (request.do === "open_table") return { name: "t", key: "k", table: this.told };
    if (request.do === "act" && request.move) {
      this.sent.push(request.move);
      if (this.moves[request.ply] !== request.move) this.play(request.move);
    }
    return this.told;
  }

  /** @param {any} request */
  #rules({ do: what, game: { moves = [] } }) {
    if (moves.includes("z")) throw new Error("`z` is not legal");
    const positions = [null, ...moves].map((move, ply) => ({
      position: String(moves.slice(0, ply)),
      side: ply % 2,
      seat: ply % 2,
      last: move && { move, parts: [move], side: (ply + 1) % 2, seat: (ply + 1) % 2 },
      outcome: null,
    }));
    const legal = ["a", "b"].map((move) => ({ move, parts: [move] }));
    return what === "line" ? { positions } : { ...positions.at(-1), moves: legal };
  }

  async run() {
    return null;
  }
}

/** Waits until it is so. @param {() => boolean} so */
async function until(so) {
  for (let waited = 0; !so(); waited += 10) {
    assert.ok(waited < 20_000, "it does not come to pass");
    await new Promise((done) => setTimeout(done, 10));
  }
}

/** @param {(session: TableSession, server: Server) => Promise<void>} use */
async function atTable(use) {
  const server = new Server();
  const name = await openTable(server, { game: { variant: "six" } });
  const session = await TableSession.open(server, name);
  session.begin();
  try {
    await use(session, server);
  } finally {
    session.leave();
  }
}

/** @param {TableSession} session */
const line = (session) => session.game.tree.mainLine().at(-1)?.moves.join("") ?? "";

describe("a table", () => {
  test("moves come as they are made, and whoever looks back stays there", () =>
    atTable(async (session, server) => {
      assert.ok(session.mayMove && !session.mayPlan);
      await session.play("a");
      assert.deepEqual([line(session), server.sent, session.mayMove], ["a", ["a"], false]);
      await session.goTo(session.game.tree.root);
      server.play("b");
      await until(() => line(session) === "ab");
      assert.equal(session.game.current.ply, 0);
      assert.ok(!session.mayMove, "an earlier position is shown");
      assert.equal(library.kept("t-1")?.text.includes("1. a"), true);
      const [first = 0, second] = [session.left(0), session.left(1)];
      assert.ok(second === 40_000 && first !== null && first > 40_000 && first <= 50_000, `${first}`);
      library.rename("t-1", "the first");
      server.play("a");
      await until(() => line(session) === "aba");
      assert.equal(library.kept("t-1")?.name, "the first");
    }));

  test("one that is gone offers nothing more", () =>
    atTable(async (session, server) => {
      const { ask } = server;
      server.ask = async () => {
        throw new EngineError({ error: "this game between people is over and gone", code: "table.none" });
      };
      await until(() => session.gone);
      assert.ok(!session.mayMove && !session.mayPlan && !session.retry.waits);
      // It is there again, as after a restart of the server, once somebody asks for it.
      server.ask = ask;
      session.retry.now();
      await until(() => session.mayMove);
    }));

  test("an illegal move is not sent", () =>
    atTable(async (session, server) => {
      await assert.rejects(session.play("z"), /not legal/);
      assert.deepEqual([server.sent, session.sending], [[], false]);
    }));

  test("a move on a line that is cut arrives once", () =>
    atTable(async (session, server) => {
      server.reached = false;
      await session.play("a");
      assert.ok(session.sending && session.retry.waits);
      // It is tried again in vain, too.
      await new Promise((done) => setTimeout(done, 1500));
      server.reached = true;
      await until(() => !session.sending);
      assert.deepEqual([line(session), server.moves, session.retry.error], ["a", ["a"], null]);
    }));

  test("a move that arrives before the page has asked again is followed by the other side's", () =>
    atTable(async (session, server) => {
      server.reached = false;
      await until(() => session.retry.waits);
      server.reached = true;
      await session.play("a");
      assert.deepEqual([server.moves, session.retry.error], [["a"], null]);
      server.play("b");
      await until(() => line(session) === "ab");
      assert.ok(session.mayMove);
    }));

  test("an answer that is overtaken changes nothing", () =>
    atTable(async (session, server) => {
      const old = server.told;
      const ask = server.ask.bind(server);
      await session.play("a");
      server.ask = async (request) => (request.do === "table" ? old : ask(request));
      await new Promise((done) => setTimeout(done, 500));
      assert.equal(line(session), "a");
    }));

  test("what is taken back goes, and the next game begins anew", () =>
    atTable(async (session, server) => {
      await session.play("a");
      server.play("b");
      server.moves = [];
      await until(() => line(session) === "");
      await session.play("b");
      server.moves = [];
      server.round = 2;
      server.version += 1;
      await until(() => session.told.round === 2);
      assert.equal(line(session), "");
    }));

  test("what is planned is played where it is legal", () =>
    atTable(async (session, server) => {
      await session.play("a");
      session.plan("b");
      session.plan("x");
      assert.deepEqual(session.premove, ["x"], "a move of this game is one spot");
      session.plan("x");
      assert.deepEqual(session.premove, []);
      session.plan("b");
      server.play("a");
      await until(() => line(session) === "aab");
      session.plan("x");
      server.play("a");
      await until(() => session.missed);
      assert.deepEqual([line(session), session.premove], ["aaba", []]);
    }));

  test("a man may be planned to go where all turns so far have put one down", () =>
    atTable(async (session) => {
      await session.play("a");
      session.begins = (spot) => spot === "b";
      session.plan("b");
      session.plan("x");
      assert.deepEqual(session.premove, ["b", "x"]);
      session.plan("y");
      session.plan("z");
      assert.deepEqual(session.premove, ["z"], "where none begins, a turn is one spot");
    }));

  test("plans are the spots of a move", () => {
    const moves = [
      { move: "b1-b3", parts: ["b1", "b3"] },
      { move: "pass", parts: ["pass"] },
    ];
    const position = /** @type {any} */ ({ moves });
    assert.equal(longest([position, /** @type {any} */ ({})]), 2);
    assert.equal(longest([]), 1);
    assert.equal(planned(position, ["b1", "b3"]), "b1-b3");
    assert.equal(planned(position, ["b1"]), null);
  });
});
