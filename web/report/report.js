// A report about a game: is it fair, decisive, deep; which openings are good; is the player to be believed who says so.

import { h } from "../dom.js";
import { learnNames } from "../names.js";
import { decisiveness } from "./decisiveness.js";
import { depth } from "./depth.js";
import { examples } from "./examples.js";
import { fairness } from "./fairness.js";
import { head } from "./head.js";
import { method } from "./method.js";
import { openings } from "./openings.js";
import { rules } from "./rules.js";
import { trust } from "./trust.js";

/** @param {import("./format.js").Report} report */
export function reportArticle(report) {
  const { findings } = report;
  learnNames(findings.map(({ game }) => game));
  return h(
    "article",
    { class: "report" },
    head(report),
    fairness(findings),
    decisiveness(findings),
    depth(findings),
    openings(findings),
    rules(findings),
    examples(findings),
    trust(findings),
    method(report),
  );
}
