// How it was measured.

import { h } from "../dom.js";
import { t } from "../text.js";
import { section } from "./words.js";

/** @param {import("./format.js").Report} report */
export function method({ method, plan }) {
  const { drawn, pair_plies: plies, opening_simulations: simulations } = method;
  return section(
    "report.method",
    h("p", {}, t("report.method.text", { drawn, plies, simulations, program: plan.program })),
  );
}
