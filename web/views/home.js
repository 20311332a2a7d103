// The games as cards.

import { picture } from "../boards/picture.js";
import { h, put } from "../dom.js";
import * as fragment from "../fragment.js";
import { short } from "../game/chance.js";
import { day, problemsOf, stipulation } from "../game/problem.js";
import { summary, title } from "../names.js";
import { reports } from "../reports.js";
import { number, t } from "../text.js";
import { furtherLinks } from "./further.js";
import { problemFace, solveLink, stars } from "./problem-card.js";

/** @typedef {import("../app.js").Context} Context */
/** @typedef {import("../engine/engine.js").Variant} Variant */

/** Positions that show what a game is about. @type {Record<string, string>} */
export const SAMPLES = {
  dualite: "o.../xoo./.xo./..ox 0 c2",
  "grand-dual": "..o../.oxo./..xo./.ox../..... 0 c3",
  "dualite-teams": "..o./oxo./.xo./...o 0 b3 1",
  "l-calculus": "WWWBBWBBBWWWBBWB 0 swap 148 121 42 -",
  loa: "2b5/2bbw3/1w1bb3/2wwb1w1/3bww2/4bw2/3b4/8 0 40",
  zen: "11/4w6/3b3b3/2w2w2b2/4bb1w3/3wbz1bw2/4w1b4/2wb1w5/3b3b3/4w6/1b9 0 - 64",
  logitac:
    "3pnycp4/3ppp2ppp1/2p3p5/9p2/12/5P6/12/3P4P3/12/12/1PPP1PP1PP2/3PNY1P4|8/8/1p6/5P2/3C4/1P6/8/8|5/2p2/5/3P1/5 0 - 29,D,2,-,000,0.0.0;30,D,1,-,000,0.0.0 80",
};

/**
 * How strong a net is, in words.
 * @param {Variant} variant
 */
function strength(variant) {
  if (!variant.net) return t("home.no-net");
  const { net } = variant;
  const parts = [];
  if (net["blocks"]) parts.push(t("home.net", { blocks: net["blocks"], channels: net["channels"] }));
  const samples = Number(net["provenance"]?.samples);
  if (samples) parts.push(t("home.samples", { samples: short(samples) }));
  const elos = variant.levels.flatMap((level) => (level.elo ? [level.elo.above_first] : []));
  if (elos.length > 1) parts.push(t("home.range", { elo: number(Math.round(Math.max(...elos))) }));
  return parts.join(" · ");
}

/**
 * The problem of the day, of another game each day.
 * @param {Context} context
 */
async function problemOfToday({ engine, hello }) {
  const variant = hello.variants[day() % hello.variants.length];
  if (!variant) return null;
  const { problems, today } = await problemsOf(engine, variant.name);
  const problem = problems[(today ?? 1) - 1];
  if (!problem) return null;
  const href = fragment.problem(variant.name, problem.number);
  return h(
    "section",
    { class: "card today", "aria-label": t("problem.of-today") },
    problemFace(problem),
    h("h2", {}, h("a", { href }, t("problem.of-today"))),
    h("p", {}, `${title(variant.name)}: ${stipulation(variant, problem)} `, stars(problem.difficulty)),
    h(
      "div",
      { class: "actions" },
      solveLink(problem),
      h("a", { class: "button", href: "#/problems" }, t("problems.every")),
    ),
  );
}

/** @param {Context} context */
export async function homeView(context) {
  const { hello, main, signal } = context;
  document.title = "ardoise";
  const [problem, reported] = await Promise.all([problemOfToday(context), reports()]);
  if (signal.aborted) return;
  const cards = hello.variants.map((variant) => {
    const { name } = variant;
    const sample = SAMPLES[name];
    return h(
      "li",
      { class: "card" },
      h(
        "a",
        { class: "face", href: `#/play/${name}`, tabindex: -1, "aria-hidden": "true" },
        sample ? picture(name, sample, { narrow: name === "l-calculus" }) : null,
      ),
      h("h2", {}, title(name)),
      h("p", {}, summary(name, variant.summary)),
      h("p", { class: "strength" }, strength(variant)),
      furtherLinks(name, reported),
      h(
        "div",
        { class: "actions" },
        h(
          "a",
          { class: "button primary", href: `#/play/${name}`, "aria-label": t("home.play", { game: title(name) }) },
          t("play"),
        ),
        h(
          "a",
          { class: "button", href: `#/analyse/${name}`, "aria-label": t("home.analyse", { game: title(name) }) },
          t("analyse"),
        ),
        h(
          "a",
          { class: "button", href: `#/rules/${name}`, "aria-label": t("home.rules", { game: title(name) }) },
          t("rules"),
        ),
      ),
    );
  });
  put(
    main,
    h("div", { class: "intro" }, h("h1", {}, t("home.title")), h("p", {}, t("home.lead"))),
    problem,
    h("ul", { class: "cards" }, cards),
    h(
      "p",
      { class: "foot" },
      t(hello.engine === "browser" ? "home.browser" : "home.program", {
        version: hello.version,
        threads: hello.threads,
      }),
    ),
  );
}
