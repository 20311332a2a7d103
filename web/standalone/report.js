// A report about a game in a file of its own.

import { reportArticle } from "../report/report.js";
import { reportTitle } from "../report/words.js";
import { standalone } from "./standalone.js";

standalone((/** @type {import("../report/format.js").Report} */ report) => ({
  element: reportArticle(report),
  title: reportTitle(report.findings),
}));
