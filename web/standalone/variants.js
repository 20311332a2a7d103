// Rules of a game side by side in a file of its own.

import { variantsArticle, variantsTitle } from "../report/variants.js";
import { bring } from "../text.js";
import { words as ofReports } from "../text/reports.js";
import { words } from "../text/variants.js";
import { standalone } from "./standalone.js";

bring(ofReports);
bring(words);
standalone((/** @type {import("../report/format.js").Comparison} */ comparison) => ({
  element: variantsArticle(comparison),
  title: variantsTitle(comparison),
}));
