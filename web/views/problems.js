// Problems to solve: positions in which one move wins. The engine judges each move and defends most stubbornly.

import { announce, copyLink, note, quiet } from "../announce.js";
import { h, message, put } from "../dom.js";
import * as fragment from "../fragment.js";
import { Game } from "../game/game.js";
import { problemsOf, stipulation } from "../game/problem.js";
import { knock } from "../game/sound.js";
import { keepScore, keepSolved } from "../game/trainer.js";
import { setShortcuts } from "../keys.js";
import { outcomeText, seatName, title } from "../names.js";
import { t } from "../text.js";
import { Frame, panelHead } from "./frame.js";
import { MoveList } from "./moves.js";
import { problemCard, stars } from "./problem-card.js";
import { TrainerPanel } from "./trainer.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("../fragment.js").Place} Place */
/** @typedef {import("../game/problem.js").Problem} Problem */
/** @typedef {import("../game/problem.js").Judgement} Judgement */
/** @typedef {import("../game/problem.js").Hint} Hint */

/** Milliseconds before the defence answers, so that the person's move is seen. */
const PAUSE = 350;

/**
 * @param {Context} context
 * @param {Place} place
 */
export async function problemsView(context, place) {
  if (place.variant === null) await today(context);
  else await solve(context, place);
}

/**
 * The day's problem of every game.
 * @param {Context} context
 */
async function today({ engine, hello, main, signal }) {
  document.title = `${t("problems")} · ardoise`;
  const cards = await Promise.all(
    hello.variants
      .filter(({ problems }) => problems)
      .map(async (variant) => {
        const { problems, today } = await problemsOf(engine, variant.name);
        const problem = problems[(today ?? 1) - 1];
        return problem ? problemCard(variant, problem) : null;
      }),
  );
  if (signal.aborted) return;
  put(
    main,
    h("div", { class: "intro" }, h("h1", {}, t("problems.today")), h("p", {}, t("problems.lead"))),
    h("ul", { class: "cards" }, cards),
  );
}

/**
 * One problem, to be solved on the board.
 * @param {Context} context
 * @param {Place} place
 */
async function solve({ engine, main, variant: find, signal }, place) {
  const variant = find(place.variant ?? "");
  const { problems, today } = await problemsOf(engine, variant.name);
  const asked = place.query.get("problem");
  const number = asked === null ? (today ?? 1) : Number(asked);
  const found = problems.find((one) => one.number === number);
  if (!found) throw new Error(t("error.problem", { number: asked ?? "", count: problems.length }));
  const problem = found;
  const game = await Game.open(engine, problem.game);
  if (signal.aborted) return;
  const theme = place.query.get("theme") ?? "all";
  const trainer = new TrainerPanel(variant, { problems, present: problem, today, theme }, () => {
    stay();
    next.href = trainer.next;
  });
  // A link to the day's problem is still one to this problem tomorrow.
  const stay = () => history.replaceState(null, "", trainer.here);
  stay();
  const heading = stipulation(variant, problem);
  document.title = `${heading} · ${title(variant.name)} · ardoise`;
  const solver = seatName(variant, problem.seat);
  const { side } = game.current.position;

  /** @type {"open" | "solved" | "shown"} */
  let state = "open";
  /** Whether a move is being judged or answered. */
  let busy = false;
  let wrong = 0;
  /** Whether a hint was given. */
  let helped = false;
  /** Whether the trainer knows how it went: what follows only counts as practice. */
  let counted = false;
  /** A move with its refutation, drawn on the board. @type {string[]} */
  let drawn = [];

  const frame = new Frame(variant, {
    play: (move) => attempt(move),
    check: async (move) => {
      const { moves = [], ...rest } = game.spec();
      await engine.ask({ do: "position", game: { ...rest, moves: [...moves, move] } });
    },
  });
  const said = h("p", { class: "said", role: "status" });
  const list = new MoveList({ pick: (node) => void goTo(node) });
  const button = (/** @type {string} */ text, /** @type {() => void} */ run, /** @type {string} */ kind = "") =>
    h("button", { class: kind, onclick: run }, t(text));
  const again = button("problem.again", () => void restart());
  const hint = button("problem.hint", () => void giveHint());
  const solution = button("problem.solution", () => void showSolution());
  const next = h("a", { class: "button", href: trainer.next }, t("problem.next"));
  const more = h(
    "div",
    { class: "controls" },
    frame.board.flips && button("flip", () => frame.board.flip()),
    button("link", () => void copyLink(t("problem.link-copied"))),
    button("analyse", () => analyse()),
  );
  const tries = h("div", { class: "tries" });
  const kind = number === today ? t("problem.of-today") : t("problem.number", { number, count: problems.length });

  put(
    main,
    h(
      "div",
      { class: "table-view" },
      h("div", { class: "board-side" }, frame.element),
      h(
        "div",
        { class: "panel" },
        panelHead(variant.name, game.options, h("span", { class: "muted" }, kind)),
        h("h1", { class: "stipulation" }, heading),
        h("p", { class: "muted" }, `${t("problem.difficulty")} `, stars(problem.difficulty)),
        trainer.strip,
        said,
        frame.guide,
        frame.actions,
        h("div", { class: "controls" }, again, hint, solution, next),
        frame.typed,
        list.element,
        tries,
        more,
        trainer.element,
        h("p", { class: "muted" }, t(problem.points ? "problem.about-points" : "problem.about")),
      ),
    ),
  );

  function mayMove() {
    const { position } = game.current;
    return state === "open" && !busy && !position.outcome && position.side === side;
  }

  /** @param {string} text @param {"right" | "wrong" | ""} [kind] */
  function say(text, kind = "") {
    put(said, text);
    said.className = `said ${kind}`;
  }

  /** @param {string} move */
  async function attempt(move) {
    if (!mayMove()) return;
    const { moves = [], ...spec } = game.spec();
    drawn = [];
    await ask(
      { do: "attempt", game: { ...spec, moves: [...moves, move] } },
      async (/** @type {Judgement} */ judged) => {
        if (judged.right) await advance(judged);
        else refuse(judged);
      },
    );
  }

  /**
   * Asks the engine about the present position; no move is made meanwhile. `then` gets its answer if it still matters.
   * @template T
   * @param {object} request
   * @param {(told: T) => void | Promise<void>} then
   */
  async function ask(request, then) {
    const node = game.current;
    busy = true;
    draw();
    try {
      /** @type {T | null} */
      const told = await engine.run(request, () => {}, signal);
      if (told && !signal.aborted && game.current === node && state === "open") await then(told);
    } finally {
      busy = false;
      if (!signal.aborted) draw();
    }
  }

  /** @param {Judgement & {right: true}} judged */
  async function advance({ move, key, answers, solved, turns }) {
    await game.play(move);
    knock();
    for (const answer of answers) {
      await new Promise((resume) => setTimeout(resume, PAUSE));
      if (signal.aborted) return;
      await game.play(answer);
      knock();
    }
    if (solved) {
      state = "solved";
      if (counted) {
        keepSolved(problem);
        trainer.draw();
      } else score(helped ? 0.5 : 1);
      const { outcome } = game.current.position;
      const how = t(wrong === 0 ? "problem.solved" : "problem.solved-after", { wrong });
      say(`${how} ${outcome ? outcomeText(variant, outcome) : ""}.`, "right");
      draw();
      next.focus();
      return;
    }
    const parts = [t(key ? "problem.key" : "problem.right")];
    if (answers.length > 0) parts.push(t("problem.answer", { moves: answers.join(" ") }));
    else parts.push(t("problem.goes-on"));
    parts.push(t(turns === 1 ? "problem.left-one" : "problem.left", { turns }));
    say(parts.join(" "), "right");
  }

  /** Tells the trainer how it went. @param {number} how */
  function score(how) {
    if (counted) return;
    counted = true;
    trainer.scored(keepScore(problem, how));
    next.href = trainer.next;
  }

  /** @param {Judgement & {right: false}} judged */
  function refuse({ move, why, by = "", wins, of = 0, turns = 0 }) {
    wrong += 1;
    score(0);
    drawn = by ? [move, by] : [move];
    const held = () =>
      t(of === 1 ? "problem.refuted" : "problem.refuted-many", { by, of }) +
      " " +
      t(turns === 1 ? "problem.no-win-one" : "problem.no-win", { turns });
    const reason = why !== "refuted" ? t(`problem.${why}`) : wins ? t("problem.beaten", { by }) : held();
    say(t("problem.wrong", { move, why: reason }), "wrong");
  }

  async function giveHint() {
    if (!mayMove()) return;
    await ask({ do: "hint", game: game.spec() }, (/** @type {Hint} */ { winning, of, begins }) => {
      helped = true;
      if (winning > 1) say(t("problem.hint-many", { winning, of }));
      else say(begins ? t("problem.hint-begins", { part: begins }) : t("problem.hint-one", { of }));
    });
  }

  async function restart() {
    quiet();
    state = "open";
    drawn = [];
    wrong = 0;
    game.tree.root.children = [];
    await game.goTo(game.tree.root);
    begin();
  }

  function begin() {
    say(t("problem.begin", { side: solver }));
    draw();
  }

  async function showSolution() {
    if (busy) return;
    if (state === "open") score(0);
    state = "shown";
    drawn = [];
    busy = true;
    try {
      const line = { ...problem.game, moves: problem.line };
      const { positions } = await engine.ask({ do: "line", game: line });
      const { tree } = game;
      tree.goTo(tree.root);
      tree.root.children = [];
      for (const position of positions.slice(1)) tree.play(position);
      await game.goTo(tree.root);
    } catch (error) {
      note(message(error));
    }
    busy = false;
    const { line } = problem;
    say(t("problem.shown", { line: `${line[0]}! ${line.slice(1).join(" ")}`.trim() }));
    draw();
  }

  /** @param {import("../game/tree.js").Variation} node */
  async function goTo(node) {
    if (busy) return;
    drawn = [];
    await game.goTo(node);
  }

  function analyse() {
    location.hash = fragment.write("analyse", game.spec());
  }

  function drawTries() {
    const shown = state !== "open" && problem.tries.length > 0;
    tries.hidden = !shown;
    if (!shown) return;
    put(
      tries,
      h("h3", {}, t("problem.tries")),
      h("p", { class: "muted" }, t("problem.tries-about")),
      h(
        "div",
        { class: "controls" },
        problem.tries.map(({ move, refutation }) =>
          h(
            "button",
            {
              class: "move",
              onclick: () => {
                void goTo(game.tree.root).then(() => {
                  drawn = [move, refutation];
                  draw();
                  announce(t("problem.try", { move, refutation }));
                });
              },
            },
            `${move}? ${refutation}!`,
          ),
        ),
      ),
    );
  }

  function draw() {
    frame.show({ ...game.view, line: drawn }, mayMove());
    list.draw(game.tree);
    list.element.hidden = game.tree.root.children.length === 0;
    drawTries();
    said.classList.toggle("busy", busy);
    again.disabled = busy || (state === "open" && game.tree.root.children.length === 0);
    hint.disabled = !mayMove();
    solution.disabled = busy || state === "shown";
    next.classList.toggle("primary", state !== "open");
  }

  game.watch(draw);
  if (side === 1 && frame.board.flips) frame.board.flip();
  setShortcuts([
    { keys: ["ArrowLeft"], text: "go.back", run: () => void goTo(game.current.parent ?? game.current) },
    { keys: ["ArrowRight"], text: "go.forward", run: () => void goTo(game.current.children[0] ?? game.current) },
    { keys: ["h"], text: "problem.hint", run: () => void giveHint() },
    { keys: ["n"], text: "problem.next", run: () => next.click() },
    { keys: ["f"], text: "keys.flip", run: () => frame.board.flip() },
    { keys: ["b"], text: "keys.focus", run: () => frame.board.focus() },
    { keys: ["t"], text: "keys.type", run: () => frame.field.focus() },
    { keys: ["a"], text: "keys.analyse", run: analyse },
  ]);
  trainer.draw();
  begin();
}
