// One problem, to be solved on the board. The engine judges each move and defends most stubbornly.

import { copyLink, note, quiet } from "../announce.js";
import { h, message, put } from "../dom.js";
import * as fragment from "../fragment.js";
import { ProblemSession } from "../game/problem-session.js";
import { stipulation } from "../game/problem.js";
import { knock } from "../game/sound.js";
import { setShortcuts } from "../keys.js";
import { title } from "../names.js";
import { t } from "../text.js";
import { Frame, panelHead } from "./frame.js";
import { MoveList } from "./moves.js";
import { stars } from "./problem-card.js";
import { TrainerPanel } from "./trainer.js";
import { Tries } from "./tries.js";
import { Verdict } from "./verdict.js";

/**
 * @param {import("./context.js").Context} context
 * @param {import("../fragment.js").Place} place
 */
export async function solveView({ engine, main, variant: find, signal }, { variant: name, query }) {
  const variant = find(name ?? "");
  const session = await ProblemSession.open(engine, variant.name, query.get("problem"), query.get("theme") ?? "all");
  if (signal.aborted) return;
  const { game, problem, problems, today } = session;
  const trainer = new TrainerPanel(variant, session, () => {
    stay();
    next.href = trainer.next;
  });
  // A link to the day's problem is still one to this problem tomorrow.
  const stay = () => history.replaceState(null, "", trainer.here);
  stay();
  const heading = stipulation(variant, problem);
  document.title = `${heading} · ${title(variant.name)} · ardoise`;

  const frame = new Frame(variant, {
    signal,
    play: (move) => session.play(move),
    check: async (move) => void (await game.try(move)),
    foresee: (move) => game.foresee(move),
  });
  const verdict = new Verdict(variant);
  const tries = new Tries();
  const list = new MoveList({ pick: (node) => void session.goTo(node) });
  const button = (/** @type {string} */ text, /** @type {() => void} */ run) => h("button", { onclick: run }, t(text));
  const again = button("problem.again", () => {
    quiet();
    void session.restart();
  });
  const hint = button("problem.hint", () => void session.askHint());
  const solution = button("problem.solution", () => void session.showSolution());
  const next = h("a", { class: "button", href: trainer.next }, t("problem.next"));
  const more = h(
    "div",
    { class: "controls" },
    frame.board.flips && button("flip", () => frame.board.flip()),
    button("link", () => void copyLink(t("problem.link-copied"))),
    button("analyse", analyse),
  );
  const { number } = problem;
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
        trainer.about,
        verdict.element,
        frame.due,
        h("div", { class: "controls" }, again, hint, solution, next),
        frame.typed,
        list.element,
        tries.element,
        more,
        trainer.element,
        h("p", { class: "muted" }, t(problem.points ? "problem.about-points" : "problem.about")),
      ),
    ),
  );

  function analyse() {
    location.hash = fragment.write("analyse", game.spec());
  }

  function draw() {
    const { busy, state, mayMove, drawn } = session;
    frame.show({ ...game.view, line: drawn }, mayMove);
    list.draw(game.tree);
    list.element.hidden = game.tree.root.children.length === 0;
    tries.draw(session);
    verdict.draw(session);
    again.disabled = busy || !session.begun;
    hint.disabled = !mayMove;
    solution.disabled = busy || state === "shown";
    next.classList.toggle("primary", state !== "open");
  }

  session.changed = draw;
  session.moved = knock;
  session.scored = () => {
    trainer.draw();
    next.href = trainer.next;
  };
  session.solved = () => next.focus();
  session.failed = (error) => note(message(error));
  if (game.current.position.side === 1 && frame.board.flips) frame.board.flip();
  setShortcuts([
    { keys: ["ArrowLeft"], text: "go.back", run: () => void session.step(-1) },
    { keys: ["ArrowRight"], text: "go.forward", run: () => void session.step(1) },
    { keys: ["h"], text: "problem.hint", run: () => void session.askHint() },
    { keys: ["n"], text: "problem.next", run: () => next.click() },
    { keys: ["f"], text: "keys.flip", run: () => frame.board.flip() },
    { keys: ["b"], text: "keys.focus", run: () => frame.board.focus() },
    { keys: ["t"], text: "keys.type", run: () => frame.field.focus() },
    { keys: ["a"], text: "keys.analyse", run: analyse },
  ]);
  signal.addEventListener("abort", () => session.leave(), { once: true });
  trainer.draw();
  draw();
}
