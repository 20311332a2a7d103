// What is known of a game: the reports that came with the page.

import { h, put } from "../dom.js";
import * as fragment from "../fragment.js";
import { pageTitle, title } from "../names.js";
import { reportArticle } from "../report/report.js";
import { readReport, reportAddress, reportFile, reports } from "../reports.js";
import { t } from "../text.js";

/**
 * @param {import("./context.js").Context} context
 * @param {import("../fragment.js").Place} place
 */
export async function reportsView({ main, signal }, { variant }) {
  if (variant === null) {
    const known = await reports();
    if (signal.aborted) return;
    document.title = `${t("reports")} · ardoise`;
    put(
      main,
      h("div", { class: "intro" }, h("h1", {}, t("reports")), h("p", {}, t("reports.lead"))),
      known.length === 0 ? h("p", {}, t("reports.none")) : null,
      h(
        "ul",
        {},
        known.map((name) => h("li", {}, h("a", { href: reportAddress(name) }, title(name)))),
      ),
    );
    return;
  }
  const report = await readReport(variant);
  if (signal.aborted) return;
  document.title = pageTitle("report", variant);
  put(
    main,
    reportArticle(report),
    h(
      "p",
      { class: "report actions on-screen" },
      h("a", { class: "button primary", href: fragment.write("play", { variant }) }, t("play")),
      h("a", { class: "button", href: fragment.about("rules", variant) }, t("rules")),
      h("a", { class: "button", href: reportFile(variant), download: `${variant}.json` }, t("report.json")),
    ),
  );
}
