// What of the rules is used?

import { h } from "../dom.js";
import { t } from "../text.js";
import { cell, share } from "./figures.js";
import { coded, heading, note, section, table } from "./words.js";

/** @typedef {import("./format.js").Findings} Findings */

/** @param {Findings[]} all */
export function rules(all) {
  return section("report.rules", ...all.map(ofSubject), note("report.rules.note"));
}

/** @param {Findings} findings */
function ofSubject(findings) {
  const { kinds, quiet_cells: quiet, cells } = findings.rules;
  const head = [t("report.kind"), t("report.kind.random"), t("report.kind.strong")];
  return h(
    "div",
    {},
    heading(findings),
    table(
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          head.map((text) => h("th", { scope: "col" }, text)),
        ),
      ),
      h(
        "tbody",
        {},
        kinds.map(({ shape, random, strong }) =>
          h(
            "tr",
            {},
            h("th", { scope: "row" }, h("code", {}, shape)),
            [random, strong].map((figure) => h("td", {}, cell(figure, share) ?? "–")),
          ),
        ),
      ),
    ),
    h(
      "p",
      {},
      coded(
        quiet.length === 0
          ? t("report.cells.all", { cells })
          : t("report.cells.quiet", { quiet: quiet.length, cells, list: quiet.join(" ") }),
      ),
    ),
  );
}
