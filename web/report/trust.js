// Is the player to be believed?

import { number, t } from "../text.js";
import { cell, share } from "./figures.js";
import { comparison, section } from "./words.js";

/** @typedef {import("./format.js").Findings} Findings */

/** @param {Findings[]} all */
export function trust(all) {
  return section(
    "report.trust",
    comparison(all, [
      { label: t("report.agreement"), cell: ({ trust }) => cell(trust.agreement, share) },
      { label: t("report.error"), cell: ({ trust }) => error(trust) },
      { label: t("report.proven"), cell: ({ trust }) => cell(trust.proven, share) },
      { label: t("report.proven-left"), cell: ({ trust }) => cell(trust.proven_left, share) },
      { label: t("report.exam.policy"), cell: ({ solved }) => cell(solved?.policy, share) },
      { label: t("report.exam.search"), cell: ({ solved }) => cell(solved?.search, share) },
    ]),
  );
}

/** @param {Findings["trust"]} trust */
function error({ error, blind }) {
  const shown = cell(error, ({ value, low, high }) => [number(value, 2), `${number(low, 2)}–${number(high, 2)}`]);
  return shown && [shown, blind !== null && ` (${t("report.error.blind", { error: number(blind, 2) })})`];
}
