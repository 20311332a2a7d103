// The games as cards.

import { picture } from "../boards/picture.js";
import { h, put } from "../dom.js";
import * as fragment from "../fragment.js";
import * as library from "../game/library.js";
import { depthOf, lengthOf, measureOf, ORDERS, ordered } from "../games/measures.js";
import { lookOf } from "../games/registry.js";
import { day, problemOfDay, stipulation } from "../game/problem.js";
import { movesText, playersText, summary, title, wrongFile } from "../names.js";
import { reports } from "../reports.js";
import { settings } from "../settings.js";
import { counted, number, t, when } from "../text.js";
import { furtherLinks } from "./further.js";
import { dots, problemFace, solveLink, stars } from "./problem-card.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("../engine/engine.js").Variant} Variant */

/** A position that shows what a game is about. @param {Variant} variant */
function sample(variant) {
  const position = lookOf(variant).samples?.[variant.name];
  return picture(variant, position ? { position } : variant.start);
}

/** How long and how deep a game is. @param {Variant} variant */
function measured({ name, net }) {
  const measure = measureOf(name);
  if (!measure) return t(net ? "home.learnt" : "home.no-net");
  const about = t("home.depth.about", { skill: number(measure.skill) });
  return [
    t(`home.length.${lengthOf(measure)}`, { n: number(measure.turns) }),
    " · ",
    dots(depthOf(measure), t("home.depth", { stars: depthOf(measure) }), about),
  ];
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

/**
 * The most recent unfinished game: its card, which shows the position once the engine has answered.
 * @param {Context} context
 * @param {library.Kept[]} games those changed last first
 */
function gameToContinue({ engine, hello, signal }, games) {
  const game = games.find(({ kind, over, at }) => kind !== "analyse" && !over && at.length > 0);
  const variant = hello.variants.find(({ name }) => name === game?.variant);
  if (!game || !variant) return null;
  const moves = library.lineOf(game);
  const href = library.addressOf(game);
  const label = t("home.continue.game", { game: title(variant.name) });
  const open = (/** @type {MouseEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || game.kind === "table") return;
    event.preventDefault();
    fragment.open(href, game.id);
  };
  const face = h("a", { class: "face", href, onclick: open, tabindex: -1, "aria-hidden": "true" }, sample(variant));
  const card = h(
    "section",
    { class: "card today going-on", "aria-label": t("home.continue") },
    face,
    h("h2", {}, h("a", { href, onclick: open }, t("home.continue"))),
    h(
      "p",
      {},
      t("colon", { what: title(variant.name), is: playersText(game) ?? "" }),
      h("span", { class: "muted" }, ` · ${movesText(game.turns ?? moves.length)} · ${when(game.changed)}`),
    ),
    h(
      "div",
      { class: "actions" },
      h("a", { class: "button primary", href, onclick: open, "aria-label": label }, t("home.continue")),
    ),
  );
  const fill = async () => {
    // In a browser the engine would have to be fetched first.
    if (hello.engine === "browser") return;
    const shown = await engine.ask({ do: "position", game: { ...library.rulesOf(game), moves } });
    if (!signal.aborted) put(face, picture(variant, shown));
  };
  return { card, fill };
}

/** @param {Context} context */
export async function homeView(context) {
  const { hello, main, signal } = context;
  document.title = "ardoise";
  const reported = await reports();
  if (signal.aborted) return;
  const games = library.all();
  const top = [gameToContinue(context, games), problemOfToday(context)];
  const list = h("ul", { class: "cards" });
  const order = h(
    "select",
    { id: "order", onchange: () => choose(order.value) },
    ORDERS.map((one) => h("option", { value: one, selected: one === settings.get("order") }, t(`home.order.${one}`))),
  );
  /** @param {string} by */
  function choose(by) {
    settings.set("order", by);
    put(
      list,
      ordered(hello.variants, by).map((variant) => gameCard(variant, games, reported)),
    );
  }
  choose(settings.get("order") ?? "listed");
  put(
    main,
    h("div", { class: "intro" }, h("h1", {}, t("home.title")), h("p", {}, t("home.lead"))),
    h(
      "div",
      { class: "first-cards" },
      top.map((one) => one?.card),
    ),
    h("div", { class: "field order" }, h("label", { for: "order" }, t("home.order")), order),
    list,
    h(
      "p",
      { class: "foot" },
      counted(hello.engine === "browser" ? "home.browser" : "home.program", hello.threads, { version: hello.version }),
    ),
  );
  // Without the engine the cards are only links: their pages report what is wrong.
  await Promise.all(top.map((one) => one?.fill().catch(() => {})));
}

/**
 * A game and the ways to it.
 * @param {Variant} variant
 * @param {library.Kept[]} games of this browser
 * @param {string[]} reported
 */
function gameCard(variant, games, reported) {
  const { name } = variant;
  // A game that was left under other rules is offered again.
  const [play, analyse] = /** @type {const} */ (["play", "analyse"]).map((kind) =>
    fragment.write(kind, { variant: name, options: library.lastOptions(games, kind, name) }),
  );
  const of = { game: title(name) };
  return h(
    "li",
    { class: "card" },
    h("a", { class: "face", href: play, tabindex: -1, "aria-hidden": "true" }, sample(variant)),
    h("h2", {}, title(name)),
    h("p", {}, summary(name, variant.summary)),
    variant.wrong ? h("pre", { class: "wrong" }, wrongFile(variant.wrong)) : null,
    h("p", { class: "strength" }, measured(variant)),
    furtherLinks(variant, reported),
    h(
      "div",
      { class: "actions" },
      h("a", { class: "button primary", href: play, "aria-label": t("home.play", of) }, t("play")),
      h("a", { class: "button", href: analyse, "aria-label": t("home.analyse", of) }, t("analyse")),
      h("a", { class: "button", href: fragment.about("rules", name), "aria-label": t("home.rules", of) }, t("rules")),
    ),
  );
}
