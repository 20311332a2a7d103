// What a report is about, what was played for it, and what to beware of.

import { h } from "../dom.js";
import { t } from "../text.js";
import { coded, reportTitle, subject } from "./words.js";

/** @param {import("./format.js").Report} report */
export function head({ plan, method, findings }) {
  const several = findings.length > 1;
  const warned = findings.filter(({ trust }) => trust.warnings.length > 0);
  return h(
    "header",
    {},
    h("h1", {}, reportTitle(findings)),
    h(
      "p",
      {},
      coded(
        t("report.played", {
          player: plan.subjects[0]?.player ?? "",
          games: plan.games,
          pairs: plan.games / 2,
          tasks: method.tasks,
          seed: plan.seed,
        }),
      ),
    ),
    warned.map((one) =>
      h(
        "div",
        { class: "warning" },
        several ? h("p", {}, subject(one)) : null,
        h(
          "ul",
          {},
          one.trust.warnings.map((warning) => h("li", {}, t(`report.warning.${warning}`))),
        ),
      ),
    ),
  );
}
