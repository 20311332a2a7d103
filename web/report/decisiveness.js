// Is it decisive?

import { curves } from "../charts/curves.js";
import { histogram } from "../charts/histogram.js";
import { shares } from "../charts/shares.js";
import { h } from "../dom.js";
import { endingText } from "../names.js";
import { percent, t } from "../text.js";
import { cell, difference, mean, share, text } from "./figures.js";
import { coded, comparison, note, section, subject } from "./words.js";

/** @typedef {import("./format.js").Findings} Findings */
/** @typedef {import("./format.js").Figure} Figure */

/** Tenths of a game, in per cent. */
const TENTHS = Array.from({ length: 10 }, (_, tenth) => String(10 * tenth));

/** @param {Findings[]} all */
export function decisiveness(all) {
  const named = all.map((one, colour) => ({ name: subject(one), colour, strongest: one.strongest }));
  const random = (/** @type {Findings} */ { strengths }) => strengths[0];
  const strong = (/** @type {Findings} */ { strengths }) => strengths.at(-1);
  return section(
    "report.decisive",
    ...all.map((one) => known(one) && h("p", {}, known(one))),
    h(
      "div",
      { class: "charts" },
      histogram(t("report.lengths"), {
        axis: t("report.length"),
        series: named.map(({ strongest, ...one }) => ({ ...one, values: strongest.lengths })),
      }),
      curves(
        t("report.choices-by"),
        named.map(({ strongest, ...one }) => ({ ...one, points: strongest.choices.map((y, x) => ({ x, y })) })),
        { zero: true, axis: t("report.move"), legend: all.length > 1 },
      ),
      shares(t("report.decided"), {
        axis: t("report.tenth"),
        labels: TENTHS,
        series: named.map(({ strongest, ...one }) => ({ ...one, points: strongest.decided })),
      }),
    ),
    comparison(all, [
      { label: t("report.length.strong"), cell: (one) => cell(strong(one)?.length, mean) },
      { label: t("report.length.random"), cell: (one) => cell(random(one)?.length, mean) },
      { label: t("report.draws"), cell: (one) => cell(strong(one)?.draws, share) },
      { label: t("report.endings"), cell: (one) => endings(strong(one)?.endings ?? []) },
      { label: t("report.choices"), cell: (one) => cell(strong(one)?.choices, mean) },
      { label: t("report.forced"), cell: (one) => cell(strong(one)?.forced, share) },
      { label: t("report.repeated"), cell: (one) => cell(strong(one)?.repeated, share) },
      { label: t("report.lead-changes"), cell: (one) => cell(one.strongest.lead_changes, mean) },
      { label: t("report.comebacks"), cell: (one) => cell(one.strongest.comebacks, share) },
      { label: t("report.drama"), cell: (one) => cell(one.strongest.drama, (drama) => difference(drama, 2)) },
    ]),
    note("report.decisive.note"),
  );
}

/** How early the loser could have known, in a sentence. @param {Findings} findings */
export function known({ strongest }) {
  const told = (strongest.known ?? []).flatMap(({ share: chance, left }) =>
    left ? [t("report.known.left", { chance: percent(chance), left: text(share(left)) })] : [],
  );
  if (strongest.known === undefined) return "";
  return told.length > 0 ? t("report.known", { list: told.join(", ") }) : t("report.known.none");
}

/** @param {{reason: string, share: Figure}[]} list */
function endings(list) {
  if (list.length === 0) return null;
  return list.map(({ reason, share: part }) =>
    h("div", {}, coded(t("colon", { what: endingText(reason), is: text(share(part)) }))),
  );
}
