// The reports about games that came with the page.

import * as fragment from "./fragment.js";
import { t } from "./text.js";

/** @typedef {import("./report/format.js").Report} Report */

/** Asked for at once: the first view waits for it. A page without the list has no reports: that is no error. */
const names = fetch("reports.json").then(
  (reply) => /** @type {Promise<string[]>} */ (reply.ok ? reply.json() : []),
  () => /** @type {string[]} */ ([]),
);

/** The variants that have one. @returns {Promise<string[]>} */
export function reports() {
  return names;
}

/** Where the page shows one. @param {string} variant */
export function reportAddress(variant) {
  return fragment.about("reports", variant);
}

/** The file of one. @param {string} variant */
export function reportFile(variant) {
  return `reports/${encodeURIComponent(variant)}.json`;
}

/** The report about a variant that has one. @param {string} variant @returns {Promise<Report>} */
export async function readReport(variant) {
  if (!(await reports()).includes(variant)) throw new Error(t("error.report", { name: variant }));
  const reply = await fetch(reportFile(variant));
  if (!reply.ok) throw new Error(`${reportFile(variant)}: ${reply.status} ${reply.statusText}`);
  return reply.json();
}
