// Links beside a game to what else there is of it.

import { h } from "../dom.js";
import { title } from "../names.js";
import { reportOf } from "../reports.js";
import { t } from "../text.js";

/**
 * Where else a game leads: its problems, and its report where there is one.
 * @param {string} variant
 * @param {string[]} reported
 */
export function furtherLinks(variant, reported) {
  const game = title(variant);
  return h(
    "p",
    { class: "further" },
    h("a", { href: `#/problems/${variant}`, "aria-label": t("problems.of", { game }) }, t("problems")),
    reported.includes(variant)
      ? [" · ", h("a", { href: reportOf(variant), "aria-label": t("home.report", { game }) }, t("report"))]
      : null,
  );
}
