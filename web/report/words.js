// Words that several parts of a report use.

import { h } from "../dom.js";
import { title } from "../names.js";
import { has, t } from "../text.js";

/** @typedef {import("./format.js").Findings} Findings */

/** Rule options as they are given. @param {Record<string, string | number>} options */
export function optionsText(options) {
  return Object.entries(options)
    .map(([name, value]) => `${name}=${value}`)
    .join(" ");
}

/** What is reported on, with its options. @param {Findings} findings */
export function subject({ game, options }) {
  return `${title(game.name)} ${optionsText(options)}`.trimEnd();
}

/** What a report is called. @param {Findings[]} all */
export function reportTitle(all) {
  return t("colon", { what: t("report"), is: all.map(subject).join(" / ") });
}

/** @param {string} name of a strength */
export function strength(name) {
  return has(`report.strength.${name}`) ? t(`report.strength.${name}`) : name;
}

/** A text in which names stand between backticks. @param {string} text */
export function coded(text) {
  return text.split("`").map((part, place) => (place % 2 === 0 ? part : h("code", {}, part)));
}

/** @param {string} key @param {...import("../dom.js").Child} content */
export function section(key, ...content) {
  return h("section", {}, h("h2", {}, t(key)), ...content);
}

/** A remark below figures. @param {string} key */
export function note(key) {
  return h("p", { class: "muted" }, t(key));
}

/** The heading of a subject's part. @param {Findings} findings */
export function heading(findings) {
  return h("h3", {}, subject(findings));
}

/** A table that must scroll on a phone. @param {(Node | null)[]} children */
export function table(...children) {
  return h(
    "div",
    { class: "scroll", tabindex: 0, role: "region", "aria-label": t("report.table") },
    h("table", {}, children),
  );
}

/**
 * @typedef {object} Row
 * @property {string} label
 * @property {(findings: Findings) => import("../dom.js").Child | import("../dom.js").Child[]} cell nothing where it is
 *   not known
 */

/**
 * A table with a column for each subject. Rows of which nothing is known are left out.
 * @param {Findings[]} all
 * @param {Row[]} rows
 */
export function comparison(all, rows) {
  const known = rows
    .map(({ label, cell }) => ({ label, cells: all.map(cell) }))
    .filter(({ cells }) => cells.some((cell) => cell !== null && cell !== undefined));
  return table(
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("td", {}),
        all.map((one) => h("th", { scope: "col" }, subject(one))),
      ),
    ),
    h(
      "tbody",
      {},
      known.map(({ label, cells }) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, label),
          cells.map((cell) => h("td", {}, cell ?? "–")),
        ),
      ),
    ),
  );
}
