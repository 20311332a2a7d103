// A report about a game in a file of its own.

import { reportArticle } from "../report/report.js";
import { reportTitle } from "../report/words.js";
import { bring } from "../text.js";
import { words } from "../text/reports.js";
import { standalone } from "./standalone.js";

bring(words);
standalone((/** @type {import("../report/format.js").Report} */ report) => ({
  element: reportArticle(report),
  title: reportTitle(report.findings),
}));
