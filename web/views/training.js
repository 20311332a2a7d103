// Watching training: the runs, their curves laid over each other, the games of a generation, one position through all
// of them.

import { note } from "../announce.js";
import { openBoard } from "../boards/open.js";
import { curves } from "../charts/curves.js";
import { h, message, put } from "../dom.js";
import * as fragment from "../fragment.js";
import { chance } from "../game/chance.js";
import { Game } from "../game/game.js";
import { still } from "../game/view.js";
import { lookOf } from "../games/registry.js";
import { setShortcuts } from "../keys.js";
import { sideName, title } from "../names.js";
import { percent, t } from "../text.js";
import { Frame } from "./frame.js";

/** @typedef {import("../app.js").Context} Context */
/** @typedef {import("../charts/curves.js").Series} Series */
/** @typedef {import("../engine/engine.js").Analysis} Analysis */

/**
 * @typedef {object} Run
 * @property {string} name
 * @property {string} variant
 * @property {Record<string, string | number>} [options]
 * @property {number} generations
 * @property {number | null} of
 * @property {boolean} training
 * @property {any[]} [metrics]
 * @property {Record<string, {generation: number, elo: number, elo_low: number, elo_high: number}[]>} [ladder]
 */

/**
 * The curves that are drawn: of each run's metrics, one or several series.
 * @type {{key: string, percent?: boolean, zero?: boolean, series: {name?: () => string, dashed?: boolean, of: (m: any) => number | null | undefined}[]}[]}
 */
const CURVES = [
  {
    key: "policy",
    series: [
      { of: (m) => m.validation?.training?.policy ?? m.learning?.policy },
      { name: () => t("curve.held-out"), dashed: true, of: (m) => m.validation?.held_out?.policy },
    ],
  },
  {
    key: "value",
    series: [
      { of: (m) => m.validation?.training?.value ?? m.learning?.value },
      { name: () => t("curve.held-out"), dashed: true, of: (m) => m.validation?.held_out?.value },
    ],
  },
  {
    key: "strength",
    percent: true,
    series: [
      { of: (m) => m.strength?.matches?.[0]?.score },
      {
        name: () => t("curve.last-opponent"),
        dashed: true,
        of: (m) => (m.strength?.matches?.length > 1 ? m.strength.matches.at(-1).score : null),
      },
    ],
  },
  {
    key: "exam",
    percent: true,
    series: [
      { of: (m) => share(m.strength?.exam?.policy) },
      { name: () => t("curve.search"), dashed: true, of: (m) => share(m.strength?.exam?.search) },
    ],
  },
  { key: "length", zero: true, series: [{ of: (m) => m.games?.mean_moves || null }] },
  {
    key: "results",
    percent: true,
    series: [
      { of: (m) => part(m.games?.first, m.games?.count) },
      { name: () => t("curve.draws"), dashed: true, of: (m) => part(m.games?.draws, m.games?.count) },
    ],
  },
  { key: "rate", zero: true, series: [{ of: (m) => part(m.selfplay?.evaluations, m.seconds?.selfplay) }] },
  {
    key: "time",
    percent: true,
    series: [
      { of: (m) => part(m.seconds?.selfplay, total(m.seconds)) },
      { name: () => t("curve.learner"), dashed: true, of: (m) => part(m.seconds?.learner, total(m.seconds)) },
    ],
  },
];

/** @param {{asked: number, right: number} | undefined} grade */
function share(grade) {
  return grade ? part(grade.right, grade.asked) : null;
}

/** @param {number | undefined} some @param {number | undefined} all */
function part(some, all) {
  return some === undefined || !all ? null : some / all;
}

/** @param {Record<string, number> | undefined} seconds */
function total(seconds) {
  return seconds ? Object.values(seconds).reduce((sum, one) => sum + one, 0) : 0;
}

/** How long a run that is started here may take. */
const BUDGETS = ["15m", "1h", "3h", "10h"];

/** How far a run is; one on a budget finds out on its way how many generations fit. @param {Run} run */
function progress({ generations, of }) {
  return of ? t("training.progress", { n: generations, of }) : t("training.generation", { n: generations });
}

/**
 * @param {Context} context
 * @param {import("../fragment.js").Place} place
 */
export async function trainingView({ engine, hello, main, variant: find, signal }, place) {
  document.title = `${t("training.title")} · ardoise`;
  /** @type {Run[]} */
  let runs = (await engine.ask({ do: "runs" })).runs;
  if (signal.aborted) return;
  /** Runs whose curves are drawn. @type {Set<string>} */
  const shown = new Set(place.query.get("run")?.split(",") ?? runs.slice(0, 1).map((run) => run.name));
  /** @type {Map<string, Run>} */
  const known = new Map();
  /** The run whose games and nets are looked at. */
  let chosen = [...shown][0] ?? runs[0]?.name ?? "";

  const list = h("ul", { class: "runs" });
  const charts = h("div", { class: "charts" });
  const games = h("section", { class: "box-plain" });
  const learn = h("section", { class: "box-plain" });
  const control = h("div", {});

  function drawRuns() {
    put(
      list,
      runs.map((run) => {
        const id = `run-${run.name}`;
        return h(
          "li",
          { class: run.training ? "run live" : "run" },
          h(
            "label",
            { class: "check", for: id },
            h("input", {
              id,
              type: "checkbox",
              checked: shown.has(run.name),
              onchange: (/** @type {Event} */ event) => {
                if (/** @type {HTMLInputElement} */ (event.target).checked) shown.add(run.name);
                else shown.delete(run.name);
                history.replaceState(null, "", `#/training?run=${encodeURIComponent([...shown].join(","))}`);
                void refresh();
              },
            }),
            h("span", { class: `key colour${colour(run.name)}` }),
            h("span", { class: "visually-hidden" }, t("training.curve-of", { run: run.name })),
          ),
          h(
            "button",
            {
              class: "link",
              "aria-pressed": run.name === chosen ? "true" : "false",
              title: t("training.look"),
              onclick: () => {
                chosen = run.name;
                drawRuns();
                drawRun();
              },
            },
            run.name,
          ),
          h("span", { class: "muted" }, title(run.variant)),
          h("progress", {
            max: run.of || 1,
            value: run.of ? run.generations : 0,
            "aria-label": progress(run),
          }),
          h("span", { class: "muted" }, progress(run)),
          run.training && h("span", { class: "badge" }, t("training.live")),
          hello.training === "control" &&
            (run.training || !run.of || run.generations < run.of) &&
            h(
              "button",
              { onclick: () => void train(run.name, run.training ? "stop" : "resume") },
              t(run.training ? "training.stop" : "training.resume"),
            ),
        );
      }),
    );
  }

  /** @param {string} name */
  function colour(name) {
    return (
      Math.max(
        0,
        runs.findIndex((run) => run.name === name),
      ) % 6
    );
  }

  /** @param {string} run @param {string} action @param {{config?: string, budget?: string}} [how] */
  async function train(run, action, how) {
    try {
      const reply = await engine.ask({ do: "train", run, action, ...how });
      if (reply.runs) runs = reply.runs;
      drawRuns();
    } catch (error) {
      note(message(error));
    }
  }

  /** Fetches what is new of the runs that are shown, and draws. */
  async function refresh() {
    for (const name of shown) {
      const run = runs.find((run) => run.name === name);
      if (!run || known.get(name)?.generations === run.generations) continue;
      try {
        known.set(name, await engine.ask({ do: "run", run: name }));
      } catch (error) {
        note(message(error));
      }
    }
    if (signal.aborted) return;
    put(
      charts,
      CURVES.map(({ key, series, ...look }) => {
        /** @type {Series[]} */
        const all = [...shown].flatMap((name) =>
          series.map(({ name: kind, dashed, of }) => ({
            name: kind ? `${name}, ${kind()}` : name,
            colour: colour(name),
            dashed: dashed ?? false,
            points: (known.get(name)?.metrics ?? []).flatMap((m) => {
              const y = of(m);
              return typeof y === "number" && Number.isFinite(y) ? [{ x: m.generation, y }] : [];
            }),
          })),
        );
        return curves(t(`curve.${key}`), all, look);
      }),
      curves(t("curve.ladder"), [...shown].flatMap(ladder)),
    );
  }

  /**
   * The generations of a run against each other, as `ardoise ladder` has played them: a curve between the ends of its
   * intervals, for each time that players had.
   * @param {string} name
   * @returns {Series[]}
   */
  function ladder(name) {
    return Object.entries(known.get(name)?.ladder ?? {}).flatMap(([budget, rungs]) =>
      /** @type {const} */ (["elo", "elo_low", "elo_high"]).map((key) => ({
        name: key === "elo" ? `${name}, ${budget}` : `${name}, ${budget}, ${t(`curve.${key}`)}`,
        colour: colour(name),
        dashed: key !== "elo",
        points: rungs.map((rung) => ({ x: rung.generation, y: rung[key] })),
      })),
    );
  }

  // --- games and nets of one run ----------------------------------------------------------------------------------

  function drawRun() {
    const run = runs.find((run) => run.name === chosen);
    games.hidden = learn.hidden = !run;
    if (!run) return;
    drawGames(run);
    void drawLearning(run).catch((error) => note(message(error)));
  }

  /**
   * The games of a generation, to be stepped through. Self-play keeps positions, not moves.
   * @param {Run} run
   */
  function drawGames(run) {
    const variant = find(run.variant);
    const board = openBoard(variant);
    const generation = h("input", {
      id: "generation",
      type: "range",
      min: 1,
      max: Math.max(1, run.generations),
      value: run.generations,
    });
    const game = h("select", { id: "game" });
    const place = h("input", { id: "place", type: "range", min: 0, max: 0, value: 0 });
    const [generationLabel, placeLabel] = [h("output", {}, generation.value), h("output", {})];
    const link = h("a", {}, t("training.games.analyse"));
    const none = h("p", { class: "muted", hidden: true });
    const viewer = h("div", { class: "viewer" }, board.element);
    /** @type {{positions: string[], winner: 0 | 1 | null, moves: number, cut_off: boolean}[]} */
    let all = [];

    /** The position that is looked at. */
    let shown = "";

    /** Shows a position that the engine is to tell more of. @param {import("../engine/engine.js").GameSpec} spec */
    const tell = async (spec) => {
      const told = await engine.ask({ do: "position", game: spec });
      if (spec.start === shown) board.show(still(told));
    };
    const draw = () => {
      const positions = all[Number(game.value)]?.positions ?? [];
      const at = Math.min(Number(place.value), positions.length - 1);
      const position = positions[at];
      viewer.hidden = link.hidden = !position;
      if (!position) return;
      put(placeLabel, `${at + 1} / ${positions.length}`);
      const spec = { variant: run.variant, options: run.options ?? {}, start: position };
      link.href = fragment.write("analyse", spec);
      shown = position;
      if (!lookOf(variant).told) board.show(still({ position }));
      else void tell(spec).catch((error) => note(message(error)));
    };
    const pick = () => {
      place.max = String(Math.max(0, (all[Number(game.value)]?.positions.length ?? 1) - 1));
      place.value = "0";
      draw();
    };
    const fetch = async () => {
      put(generationLabel, generation.value);
      try {
        all = (await engine.ask({ do: "generation", run: run.name, generation: Number(generation.value) })).games;
        put(none, t("training.no-games"));
      } catch (error) {
        all = [];
        put(none, message(error));
      }
      none.hidden = all.length > 0;
      put(
        game,
        all
          .slice(0, 500)
          .map((one, index) =>
            h(
              "option",
              { value: index },
              `${index + 1}: ${one.cut_off ? t("training.games.cut") : one.winner === null ? t("drawn") : t("wins", { side: sideName(variant, one.winner) })}, ${t("load.moves", { n: one.moves })}`,
            ),
          ),
      );
      pick();
    };
    generation.addEventListener("input", () => put(generationLabel, generation.value));
    generation.addEventListener("change", () => void fetch());
    game.addEventListener("change", pick);
    place.addEventListener("input", draw);
    put(
      games,
      h("h2", {}, `${t("training.games")}: ${run.name}`),
      h(
        "div",
        { class: "learn" },
        viewer,
        h(
          "div",
          {},
          h(
            "div",
            { class: "field" },
            h("label", { for: "generation" }, t("training.games.pick")),
            generation,
            generationLabel,
          ),
          h("div", { class: "field" }, h("label", { for: "game" }, t("training.games.game")), game),
          h("div", { class: "field" }, h("label", { for: "place" }, t("training.games.move")), place, placeLabel),
          none,
          link,
        ),
      ),
    );
    if (run.generations > 0) void fetch();
  }

  /** @param {Run} run */
  async function drawLearning(run) {
    const game = await Game.open(engine, { variant: run.variant, options: run.options ?? {}, moves: [] });
    if (signal.aborted) return;
    const variant = find(run.variant);
    const frame = new Frame(variant, { play: (move) => game.play(move), check: async () => {} });
    /** @type {Map<number, Analysis>} */
    const answers = new Map();
    /** @type {AbortController | null} */
    let asking = null;
    const slider = h("input", {
      id: "through",
      type: "range",
      min: 0,
      max: Math.max(1, run.generations),
      value: run.generations,
      disabled: true,
    });
    const words = h("p", { class: "verdict-line", "aria-live": "polite" });
    const graph = h("div", { class: "charts" });
    const ask = h("button", { class: "primary", onclick: () => void through() }, t("training.watch.start"));
    const back = h("button", { onclick: () => void game.back() }, t("undo"));

    const draw = () => {
      const analysis = answers.get(Number(slider.value));
      const view = game.view;
      const side = game.current.position.side;
      const moves = [...(analysis?.moves ?? [])]
        .sort((a, b) => b.prior - a.prior)
        .filter((move) => move.prior > 0.02)
        .slice(0, 6);
      frame.show(
        {
          ...view,
          candidates: moves.map((move, rank) => ({
            move: move.move,
            rank,
            share: move.prior,
            label: percent(move.prior),
          })),
        },
        true,
      );
      put(
        words,
        t("training.generation", { n: slider.value }),
        analysis ? `: ${sideName(variant, side)} ${percent(chance(analysis.score), 1)}` : "",
      );
    };
    const through = async () => {
      asking?.abort();
      const own = new AbortController();
      asking = own;
      signal.addEventListener("abort", () => own.abort(), { once: true });
      answers.clear();
      ask.disabled = true;
      const position = game.current.position;
      try {
        await engine.run(
          { do: "through", run: run.name, game: game.spec(), simulations: 0 },
          (event) => {
            if (!event.analysis) return;
            answers.set(event.generation, event.analysis);
            slider.disabled = false;
            slider.min = String(Math.min(...answers.keys()));
            slider.max = String(Math.max(...answers.keys()));
            slider.value = String(event.generation);
            draw();
          },
          own.signal,
        );
        const points = [...answers]
          .map(([x, analysis]) => ({ x, y: chance(analysis.score) }))
          .sort((a, b) => a.x - b.x);
        put(
          graph,
          curves(
            t("training.chance", { side: sideName(variant, position.side) }),
            [{ name: run.name, colour: colour(run.name), points }],
            { percent: true },
          ),
        );
      } catch (error) {
        if (!own.signal.aborted) note(message(error));
      }
      ask.disabled = false;
    };
    slider.addEventListener("input", draw);
    game.watch(() => {
      asking?.abort();
      answers.clear();
      slider.disabled = true;
      put(graph);
      draw();
    });
    put(
      learn,
      h("h2", {}, `${t("training.watch")}: ${run.name}`),
      h("p", { class: "muted" }, t("training.watch.about")),
      h(
        "div",
        { class: "learn" },
        h("div", {}, frame.element, frame.actions),
        h(
          "div",
          {},
          h("div", { class: "controls" }, ask, back),
          h("div", { class: "field" }, h("label", { for: "through" }, t("training.games.pick")), slider),
          words,
          graph,
        ),
      ),
    );
    draw();
  }

  function drawControl() {
    if (hello.training !== "control") return;
    // A game from a file of rules sends people here to have it taught.
    const wanted = place.query.get("new");
    const name = h("input", { id: "new-run", type: "text", pattern: "[A-Za-z0-9_.\\-]+", required: true });
    if (wanted) name.value = wanted.replace(/^.*\/|\.rbg$/g, "");
    const config = h(
      "select",
      { id: "new-config" },
      hello.variants.map((variant) =>
        h("option", { value: variant.name, selected: variant.name === wanted }, title(variant.name)),
      ),
    );
    const budget = h(
      "select",
      { id: "new-budget" },
      BUDGETS.map((time) => h("option", { value: time, selected: time === "1h" }, time)),
      h("option", { value: "" }, t("training.budget.none")),
    );
    put(
      control,
      h(
        "details",
        { class: "box", open: wanted !== null },
        h("summary", {}, t("training.new")),
        h(
          "form",
          {
            onsubmit: (/** @type {Event} */ event) => {
              event.preventDefault();
              void train(name.value, "start", {
                config: config.value,
                ...(budget.value ? { budget: budget.value } : {}),
              });
            },
          },
          h("div", { class: "field" }, h("label", { for: "new-run" }, t("training.name")), name),
          h("div", { class: "field" }, h("label", { for: "new-config" }, t("training.config")), config),
          h("div", { class: "field" }, h("label", { for: "new-budget" }, t("training.budget")), budget),
          h("button", { class: "primary" }, t("training.start")),
        ),
      ),
    );
  }

  put(
    main,
    h("h1", {}, t("training.title")),
    runs.length === 0
      ? h(
          "p",
          { class: "muted" },
          ...t("training.none")
            .split("`")
            .map((text, index) => (index % 2 ? h("code", {}, text) : text)),
        )
      : null,
    h(
      "div",
      { class: "training" },
      h("div", {}, h("h2", { class: "visually-hidden" }, t("training.runs")), list, control),
      h("div", {}, h("h2", { class: "visually-hidden" }, t("training.curves")), charts),
    ),
    games,
    learn,
  );
  setShortcuts([]);
  drawRuns();
  drawControl();
  await refresh();
  drawRun();
  // Whatever changes on disk is told; a run that was not shown yet appears.
  engine
    .run(
      { do: "watch" },
      (event) => {
        if (!event.runs) return;
        const first = runs.length === 0 && event.runs.length > 0;
        runs = event.runs;
        if (first) {
          chosen = runs[0]?.name ?? "";
          shown.add(chosen);
          drawRun();
        }
        drawRuns();
        void refresh();
      },
      signal,
    )
    .catch((error) => {
      if (!signal.aborted) note(message(error));
    });
}
