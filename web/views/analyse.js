// Analysing: a search in the current position, the tree of variations, the graph, the review of a game.

import { announce, note } from "../announce.js";
import { WinGraph } from "../charts/win-graph.js";
import { h, message, put } from "../dom.js";
import * as fragment from "../fragment.js";
import { Analysis } from "../game/analysis.js";
import { setShortcuts } from "../keys.js";
import { outcomeText, pageTitle, sideName, turnText } from "../names.js";
import { t } from "../text.js";
import { AnalysisBoard } from "./analysis-board.js";
import { analysisTools } from "./analysis-tools.js";
import { ofAll } from "./counts.js";
import { Explorer } from "./explorer.js";
import { Frame, panelHead } from "./frame.js";
import { MoveList } from "./moves.js";
import { NotesPanel } from "./notes.js";
import { PositionTools } from "./position-tools.js";
import { ReviewPanel } from "./review.js";
import { SearchPanel } from "./search-panel.js";
import { apartNote, NetNote, Trouble } from "./trouble.js";
import { walkBar } from "./walk.js";

/** @typedef {import("./context.js").Context} Context */

/**
 * @param {Context} context
 * @param {import("../fragment.js").Place} place
 */
export async function analyseView({ engine, hello, main, variant: find, signal }, place) {
  const variant = find(place.variant ?? "");
  document.title = pageTitle("analyse", variant.name);
  const analysis = await Analysis.open(engine, fragment.game(place), fragment.kept());
  if (signal.aborted) return;

  const failed = (/** @type {unknown} */ error) => note(message(error));
  const list = new MoveList({
    pick: (node) => void analysis.goTo(node),
    comment: (node, comment) => analysis.note({ comment }, node),
  });
  const notes = new NotesPanel(analysis, () => list.write(analysis.current));
  /** @type {Frame} */
  const frame = new Frame(variant, {
    signal,
    play: (move) => analysis.play(move),
    check: async (move) => void (await analysis.game.try(move)),
    foresee: (move) => analysis.game.foresee(move),
    spot: (id) => tools.setUp.paint(id),
    // A position that is set up is none of the tree yet.
    pen: { ...notes.pen, draw: (sketch) => tools.setUp.active || notes.draw(sketch) },
  });
  const search = new SearchPanel(analysis, variant, () => drawBoard());
  const board = new AnalysisBoard(analysis, variant, frame, search);
  const tools = new PositionTools(analysis, variant, frame.board);
  const review = new ReviewPanel(analysis, variant);
  const explorer = new Explorer(analysis, variant);
  const graph = new WinGraph({ pick: (node) => void analysis.goTo(node), side: sideName(variant, 0) });
  const trouble = new Trouble(analysis.retry, signal);
  const netNote = new NetNote();
  const more = analysisTools(analysis, variant, frame.board, hello.engine === "browser");
  const head = h("div");
  const status = h("p", { class: "status" });

  const first = () => void analysis.goTo(analysis.game.tree.root);
  const last = () => void analysis.goTo(analysis.game.tree.line().at(-1));
  const step = (/** @type {1 | -1} */ count) => void analysis.step(count).catch(failed);
  const look = (/** @type {number} */ count) => {
    const line = analysis.preview?.line ?? search.line;
    const move = line[count - 1];
    void analysis.look(count, line).then(() => {
      if (analysis.preview && move) announce(t("preview.move", { n: count, move }));
    }, failed);
  };
  const flip = () => board.flip();

  const button = (/** @type {string} */ text, /** @type {() => void} */ run) => h("button", { onclick: run }, t(text));
  const promote = button("tree.promote", () => analysis.promote());
  const remove = button("tree.remove", () => {
    announce(t("tree.removed", { move: analysis.current.move ?? "" }));
    void analysis.remove();
  });
  const restore = button("tree.restore", () => void analysis.bringBack());
  const exact = h("input", { type: "checkbox", onchange: () => analysis.solve(exact.checked) });

  put(
    main,
    h(
      "div",
      { class: "table-view analyse" },
      h("h1", { class: "visually-hidden" }, document.title.replace(/ · .*/, "")),
      h(
        "div",
        { class: "board-side" },
        h("div", { class: "with-bar" }, board.bar, frame.element),
        board.preview,
        tools.setUp.element,
        walkBar({ first, step, last, flip: frame.board.flips && flip }),
        graph.element,
      ),
      h(
        "div",
        { class: "panel" },
        head,
        apartNote(analysis.keeper),
        trouble.element,
        status,
        review.task,
        search.verdict,
        search.figures,
        search.candidates.element,
        h(
          "div",
          { class: "controls" },
          search.hide,
          search.candidates.legend,
          variant.solver && h("label", { class: "check" }, exact, t("exact")),
        ),
        frame.due,
        h("section", { class: "box-plain", "aria-label": t("review.title") }, review.element),
        list.element,
        h("div", { class: "controls" }, promote, remove, restore),
        netNote.element,
        frame.typed,
        notes.element,
        explorer.element,
        more.tools,
        tools.element,
      ),
    ),
  );

  /** The game of which the head was drawn. @type {import("../game/game.js").Game | null} */
  let shown = null;

  function drawHead() {
    if (shown === analysis.game) return;
    shown = analysis.game;
    put(head, panelHead(variant.name, shown.options, h("div", { class: "controls" }, more.load, search.toggle)));
  }

  function drawStatus() {
    const { position } = analysis.current;
    const { outcome } = position;
    put(status, outcome ? outcomeText(variant, outcome) : turnText(variant, position), ofAll(variant, position));
  }

  function drawBoard() {
    if (!tools.setUp.active) board.draw();
  }

  /** Findings on the position, and the search for more. */
  function drawKnown() {
    search.draw();
    drawBoard();
    review.draw();
    trouble.draw();
    graph.element.hidden = analysis.silent;
    graph.draw(analysis.game.tree.line(), analysis.current);
  }

  function draw() {
    const { game, current } = analysis;
    drawHead();
    drawStatus();
    netNote.draw(current.position);
    tools.draw();
    drawKnown();
    list.draw(game.tree);
    explorer.draw();
    notes.show();
    promote.disabled = current.main;
    remove.disabled = !current.parent;
    restore.hidden = analysis.removed === null;
    fragment.show("analyse", game.line, current.ply, analysis.keeper.id);
  }

  analysis.changed = draw;
  analysis.learnt = drawKnown;
  analysis.failed = failed;
  analysis.found = (move) => note(t("again.found", { move }), "done");
  analysis.keeper.full = () => note(t("library.full"));

  frame.element.addEventListener(
    "wheel",
    (event) => {
      if (event.ctrlKey || Math.abs(event.deltaY) < 1) return;
      event.preventDefault();
      step(event.deltaY > 0 ? 1 : -1);
    },
    { passive: false },
  );
  setShortcuts([
    { keys: ["ArrowLeft"], text: "go.back", run: () => step(-1) },
    { keys: ["ArrowRight"], text: "go.forward", run: () => step(1) },
    { keys: ["ArrowUp"], text: "keys.variation-up", run: () => void analysis.beside(-1) },
    { keys: ["ArrowDown"], text: "keys.variation-down", run: () => void analysis.beside(1) },
    { keys: ["Home"], text: "go.first", run: first },
    { keys: ["End"], text: "go.last", run: last },
    { keys: [" ", "s"], text: "keys.search", run: () => search.pause() },
    { keys: ["1", "2", "3", "4", "5", "6", "7", "8", "9"], text: "keys.line", run: (key) => look(Number(key)) },
    { keys: ["0", "Escape"], text: "preview.leave", run: () => look(0) },
    { keys: ["c"], text: "notes.comment", run: () => list.write(analysis.current) },
    { keys: ["n"], text: "review.next", run: () => review.mistake(1) },
    { keys: ["p"], text: "review.previous", run: () => review.mistake(-1) },
    { keys: ["r"], text: "again", run: () => review.tryAgain() },
    { keys: ["f"], text: "keys.flip", run: flip },
    { keys: ["b"], text: "keys.focus", run: () => frame.board.focus() },
    { keys: ["d"], text: "keys.draw", run: () => frame.board.focus() },
    { keys: ["t"], text: "keys.type", run: () => frame.field.focus() },
  ]);
  signal.addEventListener("abort", () => analysis.leave(), { once: true });
  addEventListener("pagehide", () => analysis.keep(), { signal });
  document.addEventListener("visibilitychange", () => analysis.rest(document.hidden), { signal });
  analysis.begin();
  if (analysis.refused) failed(analysis.refused);
}
