// Watching training: the runs, their curves laid over each other, the games of a generation, one position through all
// of them.

import { note } from "../announce.js";
import { curves } from "../charts/curves.js";
import { h, message, put } from "../dom.js";
import { setShortcuts } from "../keys.js";
import { t } from "../text.js";
import { CURVES, ladders, seriesOf } from "../training/figures.js";
import { newRun } from "./training/new-run.js";
import { RunGames } from "./training/run-games.js";
import { RunList } from "./training/run-list.js";
import { RunNets } from "./training/run-nets.js";
import { Session } from "../training/session.js";

/** @typedef {import("../training/session.js").Run} Run */

/**
 * @param {import("./context.js").Context} context
 * @param {import("../fragment.js").Place} place
 */
export async function trainingView({ engine, hello, main, variant: find, signal }, place) {
  document.title = `${t("training.title")} · ardoise`;
  const session = new Session(engine, signal, note);
  await session.open(place.query.get("run")?.split(",").filter(Boolean));
  if (signal.aborted) return;

  const control = hello.training === "control";
  const list = new RunList(session, control);
  const charts = h("div", { class: "charts" });
  const looked = h("div", {});

  /** The panels of the selected run. @type {{name: string, panels: {update: (run: Run) => void}[]}} */
  let open = { name: "", panels: [] };

  function drawRun() {
    const { run } = session;
    if (run && run.name === open.name) {
      for (const panel of open.panels) panel.update(run);
      return;
    }
    put(looked);
    // One whose config cannot be read has none; it may be mended.
    open = { name: run?.variant ? run.name : "", panels: [] };
    if (run?.variant) void openRun(run, run.variant).catch((error) => note(message(error)));
  }

  /** @param {Run} run @param {string} name */
  async function openRun(run, name) {
    const own = open;
    const variant = find(name);
    const games = new RunGames(session, run, variant);
    own.panels.push(games);
    looked.append(games.element);
    const nets = await RunNets.open(session, run, variant);
    // Another run may have been selected meanwhile.
    if (open !== own || signal.aborted) return;
    own.panels.push(nets);
    looked.append(nets.element);
  }

  let charted = "";
  function drawCharts() {
    const { figures } = session;
    const now = JSON.stringify(figures.map(({ run, colour }) => [run.name, run.generations, colour]));
    if (now === charted) return;
    charted = now;
    put(
      charts,
      CURVES.map((curve) => curves(t(`curve.${curve.key}`), seriesOf(curve, figures), curve)),
      curves(t("curve.ladder"), ladders(figures)),
    );
  }

  function draw() {
    list.draw();
    drawCharts();
    drawRun();
  }

  put(
    main,
    h("h1", {}, t("training.title")),
    h(
      "div",
      { class: "training" },
      h(
        "div",
        {},
        h("h2", { class: "visually-hidden" }, t("training.runs")),
        list.element,
        control && newRun(session, hello.variants, place.query.get("new"), session.runs.length === 0),
      ),
      h("div", {}, h("h2", { class: "visually-hidden" }, t("training.curves")), charts),
    ),
    looked,
  );
  setShortcuts([]);
  session.watch(draw);
  draw();
  void session.follow();
}
