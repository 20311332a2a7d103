import { h, put } from "../dom.js";
import { t } from "../text.js";

/** @param {import("../app.js").Context} context */
export function trainingView({ main }) {
  put(main, h("h1", {}, t("training.title")));
}
