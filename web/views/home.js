// The games as cards.

import { picture } from "../boards/picture.js";
import { h, put } from "../dom.js";
import * as fragment from "../fragment.js";
import * as library from "../game/library.js";
import { lookOf } from "../games/registry.js";
import { day, problemOfDay, stipulation } from "../game/problem.js";
import { summary, title, wrongFile } from "../names.js";
import { reports } from "../reports.js";
import { counted, number, short, t } from "../text.js";
import { furtherLinks } from "./further.js";
import { problemFace, solveLink, stars } from "./problem-card.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("../engine/engine.js").Variant} Variant */

/** A position that shows what a game is about. @param {Variant} variant */
function sample(variant) {
  const position = lookOf(variant).samples?.[variant.name];
  return picture(variant, position ? { position } : variant.start);
}

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
 * The problem of the day, of another game each day: its card, which is filled once the engine has answered.
 * @param {Context} context
 */
function problemOfToday({ engine, hello, signal }) {
  const variants = hello.variants.filter(({ problems }) => problems);
  const variant = variants[day() % variants.length];
  if (!variant) return null;
  const every = h("a", { class: "button", href: "#/problems" }, t("problems.every"));
  const card = h(
    "section",
    { class: "card today", "aria-label": t("problem.of-today") },
    h("div", { class: "face" }),
    h("h2", {}, t("problem.of-today")),
    h("p", {}, title(variant.name)),
    h("div", { class: "actions" }, every),
  );
  const fill = async () => {
    const problem = await problemOfDay(engine, variant.name);
    if (!problem || signal.aborted) return;
    const href = fragment.problem(variant.name, problem.number);
    put(
      card,
      problemFace(variant, problem),
      h("h2", {}, h("a", { href }, t("problem.of-today"))),
      h(
        "p",
        {},
        `${t("colon", { what: title(variant.name), is: stipulation(variant, problem) })} `,
        stars(problem.difficulty),
      ),
      h("div", { class: "actions" }, solveLink(problem), every),
    );
  };
  return { card, fill };
}

/** @param {Context} context */
export async function homeView(context) {
  const { hello, main, signal } = context;
  document.title = "ardoise";
  const reported = await reports();
  if (signal.aborted) return;
  const problem = problemOfToday(context);
  const games = library.all();
  const cards = hello.variants.map((variant) => {
    const { name } = variant;
    // Whoever left a game under other rules finds it again.
    const [play, analyse] = /** @type {const} */ (["play", "analyse"]).map((kind) =>
      fragment.write(kind, { variant: name, options: library.lastOptions(games, kind, name) }),
    );
    return h(
      "li",
      { class: "card" },
      h("a", { class: "face", href: play, tabindex: -1, "aria-hidden": "true" }, sample(variant)),
      h("h2", {}, title(name)),
      h("p", {}, summary(name, variant.summary)),
      variant.wrong ? h("pre", { class: "wrong" }, wrongFile(variant.wrong)) : null,
      h("p", { class: "strength" }, strength(variant)),
      furtherLinks(variant, reported),
      h(
        "div",
        { class: "actions" },
        h("a", { class: "button primary", href: play, "aria-label": t("home.play", { game: title(name) }) }, t("play")),
        h(
          "a",
          { class: "button", href: analyse, "aria-label": t("home.analyse", { game: title(name) }) },
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
    problem?.card,
    h("ul", { class: "cards" }, cards),
    h(
      "p",
      { class: "foot" },
      counted(hello.engine === "browser" ? "home.browser" : "home.program", hello.threads, { version: hello.version }),
    ),
  );
  // Where the engine is not there yet, the card only leads to the problems: their page says what is wrong.
  await problem?.fill().catch(() => {});
}
