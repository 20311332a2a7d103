// Links beside a game to what else there is of it.

import { h } from "../dom.js";
import { title } from "../names.js";
import { reportAddress } from "../reports.js";
import { t } from "../text.js";

/**
 * Where else a game leads: its problems and its report, where there are any.
 * @param {import("../engine/engine.js").Variant} variant
 * @param {string[]} reported
 */
export function furtherLinks({ name, problems }, reported) {
  const game = title(name);
  const links = [
    problems && h("a", { href: `#/problems/${name}`, "aria-label": t("problems.of", { game }) }, t("problems")),
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
