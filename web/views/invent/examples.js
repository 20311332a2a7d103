// Games to begin from: those that come with the program as files of rules.

import { h } from "../../dom.js";
import * as fragment from "../../fragment.js";
import { summary, title } from "../../names.js";
import { t } from "../../text.js";

/** @param {import("../../engine/engine.js").Variant[]} variants */
export function examples(variants) {
  const files = variants.filter(({ title, name }) => title !== null && !name.endsWith(".rbg"));
  return h(
    "details",
    { class: "box examples" },
    h("summary", {}, t("invent.examples")),
    h(
      "ul",
      {},
      files.map((variant) =>
        h(
          "li",
          {},
          h("a", { href: fragment.about("invent", variant.name) }, title(variant.name)),
          " ",
          h("span", { class: "muted" }, summary(variant.name, variant.summary)),
        ),
      ),
    ),
  );
}
