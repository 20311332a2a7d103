// A lesson: a game learned on its board, step by step.

import { note } from "../announce.js";
import { h, message, put } from "../dom.js";
import * as fragment from "../fragment.js";
import { hasLesson, LessonSession } from "../game/lesson.js";
import { Match } from "../game/match.js";
import { beginMatch } from "../game/new-match.js";
import { knock } from "../game/sound.js";
import { setShortcuts } from "../keys.js";
import { title } from "../names.js";
import { t, worded } from "../text.js";
import { Frame, panelHead } from "./frame.js";

/** @typedef {import("./context.js").Context} Context */

/**
 * @param {Context} context
 * @param {import("../fragment.js").Place} place
 */
export async function learnView({ engine, main, variant: find, signal }, place) {
  const variant = find(place.variant ?? "");
  const game = title(variant.name);
  // The address of a missing lesson leads to the game's rules instead.
  if (!hasLesson(variant)) {
    location.replace(fragment.about("rules", variant.name));
    return;
  }
  document.title = `${t("learn.title", { game })} · ardoise`;
  const session = await LessonSession.open(engine, variant);
  if (signal.aborted) return;
  const { steps } = session.lesson;

  const frame = new Frame(variant, {
    signal,
    // The lesson says it.
    tasks: false,
    play: (move) => session.play(move),
    check: async (move) => void (await session.game.try(move)),
    foresee: (move) => session.game.foresee(move),
    refused: (why, tried, began) => session.refused(why, tried, began),
    spot: (id) => {
      session.chosen(id);
      return false;
    },
  });
  const count = h("span", { class: "muted" });
  const progress = h("progress", { max: steps.length, "aria-hidden": "true" });
  const text = h("p", { class: "task" });
  const said = h("p", { class: "said" });
  const button = (/** @type {string} */ key, /** @type {() => void} */ run, /** @type {string} */ kind = "") =>
    h("button", { class: kind, onclick: run }, t(key));
  const next = button("lesson.next", () => void onward());
  const back = button("lesson.back", () => void attempt(() => session.back()));
  const show = button("lesson.show", () => session.show());
  const ending = h(
    "div",
    { class: "ending" },
    h("p", { class: "head" }, t("lesson.done", { game })),
    h(
      "div",
      { class: "controls" },
      button("lesson.play", () => void attempt(match), "primary"),
      variant.problems && h("a", { class: "button", href: fragment.problem(variant.name, 1) }, t("lesson.problem")),
      h("a", { class: "button", href: fragment.about("rules", variant.name) }, t("rules")),
      button("lesson.anew", () => void attempt(() => session.anew())),
    ),
  );

  const view = h(
    "div",
    { class: "table-view lesson" },
    h("h1", { class: "visually-hidden" }, t("learn.title", { game })),
    h("div", { class: "board-side" }, frame.element),
    h(
      "div",
      { class: "panel" },
      panelHead(variant.name, {}, count),
      progress,
      h("div", { class: "words", "aria-live": "polite" }, text, said),
      frame.due,
      h("div", { class: "controls" }, next, show, back),
      ending,
    ),
  );
  put(main, view);

  /** Reports a failure. @param {() => Promise<void>} act */
  async function attempt(act) {
    try {
      await act();
    } catch (error) {
      if (!signal.aborted) note(message(error));
    }
  }

  async function onward() {
    // Keyboard users keep the focus.
    const byKey = next.matches(":focus-visible");
    await attempt(() => session.next());
    if (byKey && !signal.aborted && session.state === "open") frame.board.focus();
  }

  /** A new match against the lowest level. */
  async function match() {
    await beginMatch(engine, Match.usual(variant, 0, 1));
  }

  let { state, index: shown } = session;
  let { current } = session.game;

  function draw() {
    const { step, index, said: what, over } = session;
    if (session.game.current.parent === current) knock();
    current = session.game.current;
    // Choices of the step before do not apply to this one.
    if (index !== shown) frame.show(session.game.view, false);
    shown = index;
    // Moves shown on request, or the opponent's threats.
    const kind = session.shows ? "best" : "loss";
    const candidates = session.arrows.map((move) => ({ move, rank: 0, label: "", share: 0.5, kind }));
    frame.show({ ...session.game.view, marks: session.marks, candidates }, session.mayMove);
    put(count, t("lesson.step", { step: index + 1, steps: steps.length }));
    progress.value = index + (session.state === "done" ? 1 : 0);
    put(text, worded(session.task));
    // The praise replaces the task.
    text.hidden = what?.kind === "right";
    put(said, !what ? "" : typeof what.words === "string" ? t(what.words) : worded(what.words));
    said.hidden = !what;
    said.className = `said ${what?.kind ?? ""}`;
    next.disabled = session.state !== "done";
    next.classList.toggle("primary", !next.disabled);
    next.hidden = over;
    back.disabled = session.state === "busy" || index === 0;
    back.hidden = over;
    show.disabled = session.state !== "open";
    show.hidden = !step.moves || over;
    ending.hidden = !over;
    view.classList.toggle("over", over);
    if (session.state === "done" && state !== "done" && frame.element.contains(document.activeElement))
      next.focus({ preventScroll: true });
    state = session.state;
  }

  session.changed = draw;
  setShortcuts([
    { keys: ["Enter", "ArrowRight"], text: "lesson.next", run: () => void onward() },
    { keys: ["ArrowLeft"], text: "lesson.back", run: () => back.click() },
    { keys: ["s"], text: "lesson.show", run: () => show.click() },
    { keys: ["b"], text: "keys.focus", run: () => frame.board.focus() },
  ]);
  signal.addEventListener("abort", () => session.leave(), { once: true });
  draw();
}
