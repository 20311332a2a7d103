// Is it deep?

import { signed, t } from "../text.js";
import { cell, difference, mean } from "./figures.js";
import { comparison, note, section, strength } from "./words.js";

/** @param {import("./format.js").Findings[]} all */
export function depth(all) {
  const steps = all[0]?.steps ?? [];
  return section(
    "report.deep",
    comparison(all, [
      ...steps.map(({ from, to }) => ({
        label: `${strength(from)} → ${strength(to)}`,
        cell: (/** @type {import("./format.js").Findings} */ one) => {
          const step = one.steps.find((step) => step.from === from && step.to === to);
          if (!step) return null;
          const { elo, doublings } = step;
          const each = doublings && t("report.doubling", { elo: signed(elo.value / doublings) });
          return [cell(elo, difference), " Elo", each && ` (${each})`];
        },
      })),
      { label: t("report.skill"), cell: ({ skill }) => cell(skill, mean) },
    ]),
    note("report.deep.note"),
  );
}
