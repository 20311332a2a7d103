// Games to look at.

import { h } from "../dom.js";
import { endingText, movesText } from "../names.js";
import { t } from "../text.js";
import { stage } from "./stage.js";
import { coded, note, section, subject } from "./words.js";

/** @typedef {import("./format.js").Findings} Findings */
/** @typedef {import("./format.js").Example} Example */

/** @param {Findings[]} all */
export function examples(all) {
  return section(
    "report.examples",
    ...all.flatMap((one) => one.examples.map((example) => article(one, example))),
    h("p", { class: "muted on-screen" }, t("report.examples.note")),
    note("report.examples.curve"),
  );
}

/** @param {Findings} findings @param {Example} example */
function article(findings, example) {
  const { kind, winner, first, moves, ending } = example;
  const result = t(
    winner === null ? "report.result.draw" : winner === 0 ? "report.result.first" : "report.result.second",
  );
  const { element, key } = stage(findings.game, example);
  return h(
    "article",
    { class: "example", tabindex: 0, onkeydown: key },
    h("h3", {}, t("colon", { what: t(`report.example.${kind}`), is: subject(findings) })),
    h("p", {}, coded(t("colon", { what: `${result}, ${movesText(first + moves.length)}`, is: endingText(ending) }))),
    element,
  );
}
