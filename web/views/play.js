// A game against the engine, or between people at one screen.

import { announce, note, quiet } from "../announce.js";
import { h, message, put } from "../dom.js";
import * as fragment from "../fragment.js";
import { PlaySession } from "../game/play-session.js";
import { knock } from "../game/sound.js";
import { setShortcuts } from "../keys.js";
import { movedText, pageTitle, seatName, title, turnText } from "../names.js";
import { t } from "../text.js";
import { confirmed } from "./confirm.js";
import { ofNobody } from "./counts.js";
import { Ending, scoreText } from "./ending.js";
import { Frame, panelHead } from "./frame.js";
import { matchTools } from "./match-tools.js";
import { MoveList } from "./moves.js";
import { NewGame } from "./new-game.js";
import { players as playersOf, Strips } from "./strips.js";
import { apartNote, NetNote, Trouble } from "./trouble.js";

/** @typedef {import("./context.js").Context} Context */

/**
 * @param {Context} context
 * @param {import("../fragment.js").Place} place
 */
export async function playView(context, place) {
  const { engine, main, variant: find, signal } = context;
  const variant = find(place.variant ?? "");
  document.title = pageTitle("play", variant.name);
  const session = await PlaySession.open(engine, variant, fragment.game(place), fragment.kept());
  if (signal.aborted) return;

  const frame = new Frame(variant, {
    signal,
    play: (move) => session.play(move),
    check: async (move) => void (await session.game.try(move)),
    foresee: (move) => session.game.foresee(move),
  });
  const status = h("p", { class: "status", "aria-live": "polite" });
  const strips = new Strips(variant, playersOf);
  const score = h("p", { class: "score" });
  const head = h("div");
  const netNote = new NetNote();
  const trouble = new Trouble(session.retry, signal);
  const list = new MoveList({ pick: (node) => void session.goTo(node) });
  const ending = new Ending(variant, {
    again: (exchanged) => void attempt(() => session.again(exchanged)),
    next: () => void attempt(() => session.nextRound()),
    review: () => analyse(),
  });
  const start = (
    /** @type {import("../game/match.js").Match} */ match,
    /** @type {typeof session.game.options} */ options,
  ) => void attempt(() => session.start(match, options));
  const newGame = new NewGame(variant, context, start);

  const button = (/** @type {string} */ text, /** @type {() => void} */ run) => h("button", { onclick: run }, t(text));
  const undo = button("undo", () => void session.undo());
  const redo = button("redo", () => void session.redo());
  const hint = button("hint", () => void askHint());
  const resign = button("resign", () => void giveUp());

  put(
    main,
    h(
      "div",
      { class: "table-view" },
      h("h1", { class: "visually-hidden" }, title(variant.name)),
      h("div", { class: "board-side" }, strips.far, frame.element, strips.near),
      h(
        "div",
        { class: "panel" },
        head,
        apartNote(session.keeper),
        ending.element,
        status,
        trouble.element,
        frame.due,
        h("div", { class: "controls" }, undo, redo, hint, resign),
        netNote.element,
        frame.typed,
        list.element,
        matchTools(session, { flip: frame.board.flips && flip, analyse, attempt }),
        newGame.element,
      ),
    ),
  );

  /** Reports a failure. @param {() => Promise<void>} act */
  async function attempt(act) {
    try {
      await act();
    } catch (error) {
      if (!signal.aborted) note(message(error));
    }
  }

  async function askHint() {
    hint.disabled = true;
    quiet();
    await attempt(() => session.askHint(signal));
    if (session.hint) announce(t("hint.is", { move: session.hint }));
    hint.disabled = !session.mayMove;
  }

  async function giveUp() {
    if (!session.outcome && (await confirmed("resign"))) session.resign();
  }

  function analyse() {
    location.hash = fragment.write("analyse", session.game.line, session.game.current.ply);
  }

  function flip() {
    frame.board.flip();
    strips.draw(session, frame.board.flipped);
  }

  function statusText() {
    const { position } = session.game.current;
    if (position.chance && session.latest) return turnText(variant, position);
    if (session.thinking) return t("thinking", { side: seatName(variant, position.seat) });
    if (!session.latest && !session.mayMove) return t("turn.earlier");
    return turnText(variant, position);
  }

  /** The players that were last shown. @type {import("../game/match.js").Player[] | null} */
  let players = null;
  let {
    game,
    game: { current: before },
  } = session;

  /** A single player sees the board from their side, until they turn it or change sides. */
  function seat() {
    const { ownSide } = session.match;
    if (ownSide !== null && frame.board.flips && frame.board.flipped !== (ownSide === 1)) frame.board.flip();
  }

  /** Announces a move that was just made, with its sound. */
  function tell() {
    const { current } = session.game;
    if (current.parent !== before || !current.move) return;
    knock();
    const { last, seat } = current.position;
    const turn = session.mayMove ? ` ${t("turn", { side: seatName(variant, seat) })}` : "";
    announce((last ? movedText(variant, last) : "") + turn);
  }

  /** Updates whatever has changed since the last time. */
  function follow() {
    if (players === null || session.game !== game) put(head, panelHead(variant.name, session.game.options, score));
    if (session.match.players !== players) seat();
    if (session.match.players !== players || session.game !== game) newGame.draw(session);
    tell();
    players = session.match.players;
    game = session.game;
    before = game.current;
  }

  function draw() {
    follow();
    const { hint: best, mayMove, outcome, match } = session;
    const { view, line, tree } = session.game;
    const shown = best !== null && view.legal.includes(best);
    frame.show(
      {
        ...view,
        legal: outcome ? [] : view.legal,
        candidates: shown ? [{ move: best, rank: 0, label: "", share: 0.6, kind: "hint" }] : [],
      },
      mayMove,
    );
    put(status, outcome ? "" : statusText() + ofNobody(tree.current.position));
    status.hidden = outcome !== null || session.retry.error !== null;
    status.classList.toggle("busy", session.thinking);
    strips.draw(session, frame.board.flipped);
    trouble.draw();
    netNote.draw(tree.current.position);
    ending.draw(session);
    list.draw(tree);
    undo.disabled = !session.mayUndo;
    redo.disabled = session.latest;
    hint.disabled = !mayMove;
    resign.disabled = outcome !== null;
    const { round, rounds } = match;
    put(score, rounds > 1 ? t("score", { round, rounds, score: scoreText(session.score) }) : "");
    fragment.show("play", line, tree.current.ply, session.keeper.id);
  }

  session.changed = draw;
  session.keeper.full = () => note(t("library.full"));
  setShortcuts([
    { keys: ["ArrowLeft", "u"], text: "keys.undo", run: () => void session.undo() },
    { keys: ["ArrowRight", "r"], text: "keys.redo", run: () => void session.redo() },
    { keys: ["h"], text: "keys.hint", run: () => void askHint() },
    { keys: ["f"], text: "keys.flip", run: flip },
    { keys: ["b"], text: "keys.focus", run: () => frame.board.focus() },
    { keys: ["t"], text: "keys.type", run: () => frame.field.focus() },
    { keys: ["a"], text: "keys.analyse", run: analyse },
  ]);
  strips.run(session, signal);
  signal.addEventListener("abort", () => session.leave(), { once: true });
  // Another tab that was to ask the engine may have been closed.
  addEventListener("focus", () => session.begin(), { signal });
  session.begin();
  await attempt(() => newGame.findRuns());
}
