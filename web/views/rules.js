// The rules of a game on a page of their own, and its rule options.

import { figure, readFigure } from "../boards/figure.js";
import { picture } from "../boards/picture.js";
import { h, put } from "../dom.js";
import * as fragment from "../fragment.js";
import { lookOf } from "../games/registry.js";
import { render } from "../markdown.js";
import { pageTitle, title } from "../names.js";
import { reports } from "../reports.js";
import { language, t } from "../text.js";
import { furtherLinks } from "./further.js";
import { optionFields } from "./options.js";

/** @typedef {import("./context.js").Context} Context */

/**
 * @param {Context} context
 * @param {import("../fragment.js").Place} place
 */
export async function rulesView({ engine, main, variant: find, signal }, place) {
  const variant = find(place.variant ?? "");
  const [{ markdown, text: file, pages }, known, reported] = await Promise.all([
    engine.ask({ do: "rules", variant: variant.name }),
    rulePage(variant),
    reports(),
  ]);
  /** What players read: of a file of one's own what lies beside it. @type {string | null} */
  const page = known ?? pages[language()] ?? pages.en ?? null;
  const { spec } = fragment.game(place);
  if (signal.aborted) return;
  document.title = pageTitle("rules", variant.name);
  /** @param {string} page @param {Record<string, string | number>} options */
  const to = (page, options) => fragment.write(page, { variant: variant.name, options });
  const play = h("a", { class: "button primary", href: to("play", spec.options ?? {}) }, t("play"));
  const analyse = h("a", { class: "button", href: to("analyse", spec.options ?? {}) }, t("analyse"));
  const options = optionFields(variant, spec.options ?? {}, (chosen) => {
    play.setAttribute("href", to("play", chosen));
    analyse.setAttribute("href", to("analyse", chosen));
    history.replaceState(null, "", to("rules", chosen));
  });
  const drawn = page === null ? await itself(engine, variant) : null;
  if (signal.aborted) return;
  // The engine's text has a heading with the game and its name on the command line.
  const told = h("div", { class: "text", lang: "en" }, render(markdown.replace(/^(## )?.*\n/, "")));
  /** @param {string[]} lines @param {string} name */
  const board = (lines, name) => figure(find(name || variant.family), readFigure(lines));
  put(
    main,
    h(
      "article",
      { class: "rules-page" },
      h("h1", {}, title(variant.name)),
      h(
        "div",
        { class: "rules-body" },
        page === null
          ? h("div", { class: "text" }, drawn, told)
          : h(
              "div",
              { class: "text" },
              render(ownFirst(page, variant), { board }),
              h(
                "details",
                { class: "box", id: "notation" },
                h("summary", {}, t(file === undefined ? "rules.notation" : "rules.file")),
                told,
              ),
            ),
        h(
          "aside",
          {},
          h("div", { class: "actions" }, play, analyse),
          furtherLinks(variant, reported),
          file ? h("p", {}, h("a", { href: fragment.about("invent", variant.name) }, t("invent.change"))) : null,
          h("details", { class: "box" }, h("summary", {}, t("rules.options")), options.element),
        ),
      ),
    ),
  );
}

/**
 * A game that has no page shows itself: its board and men at the beginning, and how a first move goes.
 * @param {import("../engine/engine.js").Engine} engine
 * @param {import("../engine/engine.js").Variant} variant
 */
async function itself(engine, variant) {
  if (!lookOf(variant).drawing) return null;
  const { moves: legal } = await engine.ask({ do: "position", game: { variant: variant.name } });
  const moves = legal.slice(0, 1).map((/** @type {{move: string}} */ { move }) => move);
  const caption = moves.length === 0 ? t("rules.start") : t("rules.first-move", { move: moves[0] });
  return h("figure", {}, picture(variant, variant.start, { moves }), h("figcaption", {}, caption));
}

/**
 * A page is about a whole family: the section about the variant that is shown comes first, where it has one.
 * @param {string} page
 * @param {import("../engine/engine.js").Variant} variant
 */
function ownFirst(page, { name, family }) {
  const [lead = "", ...sections] = page.split(/^(?=## )/m);
  const heading = `## ${title(name)}\n`;
  const own = sections.find((section) => section.startsWith(heading));
  if (own === undefined) return page;
  const others = sections.filter((section) => section !== own);
  return [own.slice(heading.length), `## ${title(family)}\n\n`, lead, ...others].join("");
}

/**
 * The rules for players, in the page's language; `null` if only the engine has them.
 * @param {import("../engine/engine.js").Variant} variant
 * @returns {Promise<string | null>}
 */
async function rulePage(variant) {
  const { rules } = lookOf(variant);
  if (!rules) return null;
  const reply = await fetch(`rules/${rules}.${language()}.md`);
  return reply.ok ? reply.text() : null;
}
