// The rules of a game on a page of their own, and its rule options.

import { h, put } from "../dom.js";
import * as fragment from "../fragment.js";
import { render } from "../markdown.js";
import { pageTitle, title } from "../names.js";
import { reports } from "../reports.js";
import { language, t } from "../text.js";
import { furtherLinks } from "./further.js";
import { illustrations } from "./illustrations.js";
import { optionFields } from "./options.js";

/** @typedef {import("./context.js").Context} Context */

/**
 * @param {Context} context
 * @param {import("../fragment.js").Place} place
 */
export async function rulesView({ engine, main, variant: find, signal }, place) {
  const variant = find(place.variant ?? "");
  const [{ markdown, text: file }, reported] = await Promise.all([
    engine.ask({ do: "rules", variant: variant.name }),
    reports(),
  ]);
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
  // The section's heading names the game and how to call it on the command line.
  const text = markdown.replace(/^(## )?.*\n/, "");
  put(
    main,
    h(
      "article",
      { class: "rules-page" },
      h("h1", {}, title(variant.name)),
      language() === "fr" ? h("p", { class: "muted" }, t("rules.english")) : null,
      h(
        "div",
        { class: "rules-body" },
        h("div", { class: "text", lang: "en" }, render(text)),
        h(
          "aside",
          {},
          h("div", { class: "actions" }, play, analyse),
          furtherLinks(variant, reported),
          file ? h("p", {}, h("a", { href: `#/invent/${variant.name}` }, t("invent.change"))) : null,
          h("details", { class: "box" }, h("summary", {}, t("rules.options")), options.element),
          h("div", { class: "illustrations" }, illustrations(variant)),
        ),
      ),
    ),
  );
}
