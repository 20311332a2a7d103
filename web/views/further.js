// Links beside a game to what else there is of it.

import { h } from "../dom.js";
import * as fragment from "../fragment.js";
import { hasLesson, progressOf } from "../game/lesson.js";
import { title } from "../names.js";
import { reportAddress } from "../reports.js";
import { t } from "../text.js";

/**
 * The way to a game's lesson, where it has one; `false` where not.
 * @param {import("../engine/engine.js").Variant} variant
 * @returns {HTMLAnchorElement | false}
 */
export function lessonLink(variant) {
  if (!hasLesson(variant)) return false;
  const { step, done } = progressOf(variant.name);
  const text = t(step > 0 ? "lesson.go-on" : done ? "lesson.again" : "lesson.link");
  const label = t("lesson.link-of", { what: text, game: title(variant.name) });
  return h("a", { href: fragment.about("learn", variant.name), "aria-label": label }, text);
}

/**
 * Where else a game leads: its lesson, its problems and its report, where there are any.
 * @param {import("../engine/engine.js").Variant} variant
 * @param {string[]} reported
 */
export function furtherLinks(variant, reported) {
  const { name, problems } = variant;
  const game = title(name);
  const links = [
    lessonLink(variant),
    problems &&
      h("a", { href: fragment.about("problems", name), "aria-label": t("problems.of", { game }) }, t("problems")),
    reported.includes(name) &&
      h("a", { href: reportAddress(name), "aria-label": t("home.report", { game }) }, t("report")),
  ].filter((link) => link !== false);
  return (
    links.length > 0 &&
    h(
      "p",
      { class: "further" },
      links.flatMap((link, index) => (index > 0 ? [" · ", link] : [link])),
    )
  );
}
