// Analysing: a search on the position that is looked at, the tree of variations, the graph, the review of a game.

import { announce, copyLink, note } from "../announce.js";
import { download, h, message, put, s } from "../dom.js";
import { WinGraph } from "../charts/win-graph.js";
import * as fragment from "../fragment.js";
import { chance, chanceOf, proofText, short } from "../game/chance.js";
import { Game } from "../game/game.js";
import { viewOf } from "../game/view.js";
import { lookOf } from "../games/registry.js";
import { Search } from "../game/search.js";
import { setShortcuts } from "../keys.js";
import { outcomeText, seatName, sideName, title } from "../names.js";
import { settings } from "../settings.js";
import { number, percent, t } from "../text.js";
import { Candidates } from "./candidates.js";
import { Frame, panelHead } from "./frame.js";
import { loadDialog } from "./load.js";
import { MoveList } from "./moves.js";
import { optionFields } from "./options.js";
import { Review } from "./review.js";
import { SetUp } from "./set-up.js";

/** @typedef {import("../app.js").Context} Context */
/** @typedef {import("../game/tree.js").Variation} Variation */
/** @typedef {import("../engine/engine.js").Position} Position */
/** @typedef {import("../engine/engine.js").GameSpec} GameSpec */

/** Moves of a line that are drawn at once. */
const DRAWN = 5;

/**
 * @param {Context} context
 * @param {import("../fragment.js").Place} place
 */
export async function analyseView({ engine, main, variant: find, signal }, place) {
  const variant = find(place.variant ?? "");
  const { spec, ply } = fragment.game(place);
  document.title = `${t("analyse")}: ${title(variant.name)} · ardoise`;
  let game = await Game.open(engine, spec, ply);
  if (signal.aborted) return;

  /** @type {Frame} */
  const frame = new Frame(variant, {
    play: (move) => {
      leavePreview();
      return game.play(move);
    },
    check: async (move) => {
      const { moves = [], ...rest } = game.spec();
      await engine.ask({ do: "position", game: { ...rest, moves: [...moves, move] } });
    },
    spot: (id) => setUp.paint(id),
  });

  // --- the search -------------------------------------------------------------------------------------------------

  let on = settings.get("hideEvaluation") !== "yes";
  const search = new Search(engine, {
    update: (node) => {
      if (node !== game.current) return;
      drawAnalysis();
      if (!preview) drawBoard();
    },
    fail: (error) => note(message(error)),
  });
  const toggle = h("button", { class: "toggle", "aria-pressed": "false", onclick: () => switchSearch() });
  const figures = h("p", { class: "figures" });
  const verdict = h("p", { class: "verdict-line" });
  const candidates = new Candidates({
    point: (index) => {
      pointed = index;
      if (!preview) drawBoard();
    },
    pick: (move) => {
      leavePreview();
      void game.play(move).catch((error) => note(message(error)));
    },
  });
  /** The candidate that is pointed at. @type {number | null} */
  let pointed = null;
  /** A position further on in a line. @type {{position: Position, before: string | null, line: string[], count: number} | null} */
  let preview = null;
  const previewBar = h("p", { class: "preview-bar", hidden: true });

  function switchSearch() {
    on = !on;
    settings.set("hideEvaluation", on ? "no" : "yes");
    if (!on) search.stop();
    changed();
    announce(t(on ? "search.runs" : "search.stopped"));
  }

  function pointedLine() {
    return candidates.moves[pointed ?? 0]?.pv ?? game.current.analysis?.pv ?? [];
  }

  /**
   * Shows the position after some moves of the line that is pointed at.
   * @param {number} count 0 shows the position itself again
   */
  async function playLine(count) {
    const line = preview?.line ?? pointedLine();
    if (count === 0 || line.length === 0) {
      leavePreview();
      drawBoard();
      return;
    }
    const shown = line.slice(0, count);
    const at = game.current;
    const { moves = [], ...rest } = game.spec(at);
    try {
      const { positions } = /** @type {{positions: Position[]}} */ (
        await engine.ask({ do: "line", game: { ...rest, moves: [...moves, ...shown] } })
      );
      const [before, position] = positions.slice(-2);
      if (!position || game.current !== at) return;
      preview = { position, before: before?.position ?? null, line, count: shown.length };
      announce(t("preview.move", { n: shown.length, move: shown.at(-1) ?? "" }));
      drawBoard();
    } catch (error) {
      note(message(error));
    }
  }

  function leavePreview() {
    preview = null;
  }

  /** Makes the previewed moves part of the tree. */
  async function keepPreview() {
    const moves = preview?.line.slice(0, preview.count) ?? [];
    leavePreview();
    for (const move of moves) await game.play(move);
  }

  // --- exact verdicts ---------------------------------------------------------------------------------------------

  let exact = false;
  /** @type {Map<Variation, Map<string, string>>} */
  const verdicts = new Map();
  /** @type {AbortController | null} */
  let solving = null;

  function solve() {
    solving?.abort();
    solving = null;
    const at = game.current;
    if (!exact || at.position.outcome || verdicts.get(at)?.size === at.position.moves?.length) return;
    const own = new AbortController();
    solving = own;
    signal.addEventListener("abort", () => own.abort(), { once: true });
    const task = { do: "verdicts", game: game.spec(at) };
    engine
      .run(
        task,
        (event) => {
          verdicts.set(
            at,
            new Map(event.moves.map((/** @type {{move: string, result: string}} */ one) => [one.move, one.result])),
          );
          if (game.current === at) drawBoard();
        },
        own.signal,
      )
      .catch((error) => {
        if (!own.signal.aborted) note(message(error));
      });
  }

  const exactBox = h(
    "label",
    { class: "check" },
    h("input", {
      type: "checkbox",
      onchange: (/** @type {Event} */ event) => {
        exact = /** @type {HTMLInputElement} */ (event.target).checked;
        drawBoard();
        solve();
      },
    }),
    t("exact"),
  );

  // --- moves and graph --------------------------------------------------------------------------------------------

  let list = new MoveList(game, { pick: (node) => go(node) });
  const listPlace = h("div", {}, list.element);
  const graph = new WinGraph({ pick: (node) => go(node), side: sideName(variant, 0) });

  /** @param {Variation} node */
  function go(node) {
    leavePreview();
    void game.goTo(node).catch((error) => note(message(error)));
  }

  const first = () => go(game.tree.root);
  const last = () => {
    const end = game.tree.line().at(-1);
    if (end) go(end);
  };
  const back = () => {
    if (preview) void playLine(preview.count - 1);
    else {
      leavePreview();
      void game.back();
    }
  };
  const forward = () => {
    if (preview) void playLine(preview.count + 1);
    else {
      leavePreview();
      void game.forward();
    }
  };

  const icon = (/** @type {string} */ path, /** @type {string} */ text, /** @type {() => void} */ run) =>
    h(
      "button",
      { class: "icon", "aria-label": t(text), title: t(text), onclick: run },
      s("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" }, s("path", { d: path })),
    );
  const walk = h(
    "div",
    { class: "controls walk" },
    icon("M4 4v12M16 4L7 10l9 6z", "go.first", first),
    icon("M14 4L5 10l9 6z", "go.back", back),
    icon("M6 4l9 6-9 6z", "go.forward", forward),
    icon("M16 4v12M4 4l9 6-9 6z", "go.last", last),
    frame.board.flips &&
      icon("M6 16V5M3 8l3-3 3 3M14 4v11M11 12l3 3 3-3", "flip", () => {
        frame.board.flip();
        drawBar();
      }),
  );
  const promote = h(
    "button",
    {
      onclick: () => {
        game.tree.promote(game.current);
        game.changed();
      },
    },
    t("tree.promote"),
  );
  const remove = h("button", { onclick: () => removeMove() }, t("tree.remove"));
  /** What was deleted last, to bring it back. @type {{node: Variation, parent: Variation, at: number} | null} */
  let removed = null;
  const restore = h("button", { hidden: true, onclick: () => bringBack() }, t("tree.restore"));

  function removeMove() {
    const node = game.current;
    const { parent } = node;
    if (!parent) return;
    removed = { node, parent, at: parent.children.indexOf(node) };
    game.tree.remove(node);
    announce(t("tree.removed", { move: node.move ?? "" }));
    go(game.current);
  }

  function bringBack() {
    if (!removed) return;
    const { node, parent, at } = removed;
    parent.children.splice(at, 0, node);
    removed = null;
    go(node);
  }

  const review = new Review(engine, variant, {
    game: () => game,
    go,
    begins: () => search.stop(),
    learnt: () => graph.draw(game.tree.line(), game.current),
    ends: () => changed(),
  });

  // --- tools ------------------------------------------------------------------------------------------------------

  const positionField = h("input", { id: "position", type: "text", spellcheck: "false", autocomplete: "off" });
  const tools = h("div", { class: "tools-body" });
  /** @type {SetUp} */
  const setUp = new SetUp(variant, frame.board, {
    apply: (start) =>
      void reopen({ variant: variant.name, options: game.options, start, moves: [] }).catch((error) =>
        note(message(error)),
      ),
    leave: () => changed(),
  });

  /** @param {GameSpec} next @param {(import("../game/tree.js").Evaluation | null)[] | null} [evaluations] */
  async function reopen(next, evaluations = null) {
    search.stop();
    leavePreview();
    const opened = await Game.open(engine, next);
    game = opened;
    removed = null;
    game.tree.mainLine().forEach((node, index) => {
      const known = evaluations?.[index];
      if (known) node.learn(known);
    });
    list = new MoveList(game, { pick: (node) => go(node) });
    put(listPlace, list.element);
    game.watch(changed);
    changed();
  }

  async function save() {
    const nodes = game.tree.mainLine();
    const end = nodes.at(-1);
    if (!end) return;
    try {
      const evaluations = nodes.map((node) => node.evaluation);
      const request = { do: "save", game: game.spec(end), ...(evaluations.some(Boolean) ? { evaluations } : {}) };
      const { record } = await engine.ask(request);
      download(`${variant.name}.jsonl`, record);
    } catch (error) {
      note(message(error));
    }
  }

  function drawTools() {
    put(
      tools,
      h(
        "form",
        {
          class: "field",
          onsubmit: (/** @type {Event} */ event) => {
            event.preventDefault();
            void reopen({
              variant: variant.name,
              options: game.options,
              start: positionField.value.trim(),
              moves: [],
            }).catch((error) => note(message(error)));
          },
        },
        h("label", { for: "position" }, t("position")),
        positionField,
        h("button", {}, t("position.set")),
      ),
      h(
        "div",
        { class: "controls" },
        setUp.possible &&
          h(
            "button",
            {
              onclick: () => {
                search.stop();
                setUp.begin(game.current.position.position);
              },
            },
            t("set-up"),
          ),
        h(
          "button",
          { onclick: () => void reopen({ variant: variant.name, options: game.options, moves: [] }) },
          t("position.start"),
        ),
      ),
      optionFields(
        variant,
        game.options,
        (options) => void reopen({ variant: variant.name, options, moves: [] }).catch((error) => note(message(error))),
      ).element,
    );
  }

  // --- drawing ----------------------------------------------------------------------------------------------------

  const bar = h(
    "div",
    { class: `evaluation-bar ${lookOf(variant).colours[0]}`, "aria-hidden": "true" },
    h("div", { class: "part" }),
  );
  const status = h("p", { class: "status" });
  const noNet = h("p", { class: "muted", hidden: true }, t("no-net"));

  function drawBar() {
    const { evaluation, position } = game.current;
    const { outcome } = position;
    const known = outcome
      ? outcome.winner === null
        ? 0.5
        : 1 - outcome.winner
      : on && evaluation
        ? chanceOf(evaluation)
        : null;
    bar.classList.toggle("unknown", known === null);
    bar.classList.toggle("flipped", frame.board.flipped);
    bar.style.setProperty("--chance", String(known ?? 0.5));
  }

  function drawBoard() {
    if (setUp.active) return;
    const view = game.view;
    if (preview) {
      const { position, before, count, line } = preview;
      frame.show({ ...viewOf(position, before), legal: [] }, false);
      previewBar.hidden = false;
      put(
        previewBar,
        t("preview", { n: count, of: line.length }),
        " ",
        line.slice(0, count).join(" "),
        " ",
        h("button", { class: "link", onclick: () => void keepPreview() }, t("preview.keep")),
        " ",
        h(
          "button",
          {
            class: "link",
            onclick: () => {
              leavePreview();
              drawBoard();
            },
          },
          t("preview.leave"),
        ),
      );
      return;
    }
    previewBar.hidden = true;
    const { analysis } = game.current;
    const legal = new Set(view.legal);
    const shown =
      on && analysis && !exact && view.legal.length > 0
        ? analysis.moves
            .filter((move, index) => (index === 0 || move.visits > 0.02 * analysis.simulations) && legal.has(move.move))
            .slice(0, 5)
        : [];
    const total = Math.max(1, analysis?.moves.reduce((sum, move) => sum + move.visits, 0) ?? 1);
    const line = on && pointed !== null ? pointedLine().slice(0, DRAWN) : [];
    frame.show(
      {
        ...view,
        candidates:
          line.length > 0
            ? []
            : shown.map((move, rank) => ({
                move: move.move,
                rank,
                share: move.visits / total,
                label: percent(chance(move.score)),
                ...(move.proven ? { kind: move.proven.result } : {}),
              })),
        line,
        ...(exact && verdicts.get(game.current) ? { verdicts: verdicts.get(game.current) } : {}),
      },
      true,
    );
  }

  function drawAnalysis() {
    const { analysis, position } = game.current;
    toggle.setAttribute("aria-pressed", String(on));
    put(toggle, t(on ? "search.on" : "search.off"));
    if (!on || position.outcome) {
      put(figures, position.outcome ? "" : t("search.hidden"));
      put(verdict);
      candidates.draw(null);
      drawBar();
      return;
    }
    const running = search.running !== null;
    put(
      figures,
      analysis
        ? [
            analysis.simulations > 0
              ? h("span", {}, t("search.simulations", { n: short(analysis.simulations) }))
              : null,
            running && search.rate ? h("span", {}, t("search.rate", { n: short(Math.round(search.rate)) })) : null,
            analysis.moves_left && !analysis.proven
              ? h("span", {}, t("search.left", { n: number(analysis.moves_left) }))
              : null,
          ]
        : t("search.begins"),
    );
    if (analysis) {
      const side = sideName(variant, analysis.side);
      put(
        verdict,
        h(
          "strong",
          {},
          analysis.proven ? `${side} ${proofText(analysis.proven)}` : `${side} ${percent(chance(analysis.score), 1)}`,
        ),
        analysis.proven
          ? ""
          : ` · ${t("search.wdl", { win: percent(analysis.win), draw: percent(analysis.draw), loss: percent(analysis.loss) })}`,
      );
    } else put(verdict);
    candidates.draw(analysis);
    drawBar();
    graph.draw(game.tree.line(), game.current);
  }

  function changed() {
    if (setUp.active) setUp.end();
    const { position } = game.current;
    put(
      status,
      position.outcome
        ? outcomeText(variant, position.outcome)
        : t(position.goes_on ? "turn.goes-on" : "turn", { side: seatName(variant, position.seat) }),
      position.totals
        ? ` · ${sideName(variant, 0)} ${number(position.totals[0] ?? 0)}, ${sideName(variant, 1)} ${number(position.totals[1] ?? 0)}`
        : "",
    );
    noNet.hidden = position.net !== false;
    positionField.value = position.position;
    if (on && !review.running) search.start(game, game.current);
    else if (!on) search.stop();
    drawAnalysis();
    drawBoard();
    review.draw();
    list.draw();
    graph.draw(game.tree.line(), game.current);
    promote.disabled = game.current.main;
    remove.disabled = !game.current.parent;
    restore.hidden = removed === null;
    const end = game.tree.line().at(-1);
    history.replaceState(null, "", fragment.write("analyse", game.spec(end), game.current.ply));
    solve();
  }

  const load = () =>
    loadDialog(engine, { variant: variant.name, options: game.options }, async (loaded) => {
      if (loaded.game.variant !== variant.name) {
        location.hash = fragment.write("analyse", loaded.game);
        return;
      }
      await reopen(loaded.game, loaded.evaluations);
    });

  put(
    main,
    h(
      "div",
      { class: "table-view analyse" },
      h("h1", { class: "visually-hidden" }, `${t("analyse")}: ${title(variant.name)}`),
      h(
        "div",
        { class: "board-side" },
        h("div", { class: "with-bar" }, bar, frame.element),
        previewBar,
        setUp.element,
        walk,
        graph.element,
      ),
      h(
        "div",
        { class: "panel" },
        panelHead(variant.name, game.options, toggle),
        noNet,
        status,
        verdict,
        figures,
        candidates.element,
        variant.solver && exactBox,
        frame.guide,
        frame.actions,
        listPlace,
        h("div", { class: "controls" }, promote, remove, restore),
        h("section", { class: "box-plain", "aria-label": t("review.title") }, review.element),
        frame.typed,
        h(
          "div",
          { class: "controls" },
          h(
            "button",
            {
              onclick: () => {
                location.hash = fragment.write("play", game.spec());
              },
            },
            t("analyse.play"),
          ),
          h("button", { onclick: load }, t("load")),
          h("button", { onclick: () => void save() }, t("save")),
          h("button", { onclick: () => void copyLink(t("link.copied")) }, t("link")),
        ),
        h("details", { class: "box" }, h("summary", {}, t("analyse.position")), tools),
      ),
    ),
  );

  frame.element.addEventListener(
    "wheel",
    (event) => {
      if (event.ctrlKey || Math.abs(event.deltaY) < 1) return;
      event.preventDefault();
      if (event.deltaY > 0) forward();
      else back();
    },
    { passive: false },
  );

  setShortcuts([
    { keys: ["ArrowLeft"], text: "go.back", run: back },
    { keys: ["ArrowRight"], text: "go.forward", run: forward },
    {
      keys: ["ArrowUp"],
      text: "keys.variation-up",
      run: () => {
        leavePreview();
        void game.beside(-1);
      },
    },
    {
      keys: ["ArrowDown"],
      text: "keys.variation-down",
      run: () => {
        leavePreview();
        void game.beside(1);
      },
    },
    { keys: ["Home"], text: "go.first", run: first },
    { keys: ["End"], text: "go.last", run: last },
    { keys: [" ", "s"], text: "keys.search", run: switchSearch },
    {
      keys: ["1", "2", "3", "4", "5", "6", "7", "8", "9"],
      text: "keys.line",
      run: (key) => void playLine(Number(key)),
    },
    { keys: ["0", "Escape"], text: "preview.leave", run: () => void playLine(0) },
    { keys: ["n"], text: "review.next", run: () => review.mistake(1) },
    { keys: ["p"], text: "review.previous", run: () => review.mistake(-1) },
    {
      keys: ["f"],
      text: "keys.flip",
      run: () => {
        frame.board.flip();
        drawBar();
      },
    },
    { keys: ["b"], text: "keys.focus", run: () => frame.board.focus() },
    { keys: ["t"], text: "keys.type", run: () => frame.field.focus() },
  ]);
  signal.addEventListener(
    "abort",
    () => {
      search.stop();
      solving?.abort();
      review.stop();
    },
    { once: true },
  );
  game.watch(changed);
  drawTools();
  changed();
  if (place.query.get("review") === "yes") void review.begin();
}
