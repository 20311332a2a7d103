// A form to start a run.

import { h } from "../../dom.js";
import { title } from "../../names.js";
import { t } from "../../text.js";

/** How long a run may take. */
const BUDGETS = ["15m", "1h", "3h", "10h"];

/** Letters of any language, and not what another program would take for an option or a hidden file. */
const NAMES = "[\\p{L}\\p{N}_][\\p{L}\\p{N}_.\\-]*";

/**
 * @param {import("../../training/session.js").Session} session
 * @param {import("../../engine/engine.js").Variant[]} variants
 * @param {string | null} wanted the game to be taught: one from a file of rules sends people here
 * @param {boolean} open whether it is seen at once
 */
export function newRun(session, variants, wanted, open) {
  const name = h("input", { id: "new-run", type: "text", pattern: NAMES, required: true, title: t("training.names") });
  if (wanted) name.value = wanted.replace(/^.*\/|\.rbg$/g, "");
  const config = h(
    "select",
    { id: "new-config" },
    variants.map((variant) =>
      h("option", { value: variant.name, selected: variant.name === wanted }, title(variant.name)),
    ),
  );
  const budget = h(
    "select",
    { id: "new-budget" },
    BUDGETS.map((time) => h("option", { value: time, selected: time === "1h" }, time)),
    h("option", { value: "" }, t("training.budget.none")),
  );
  const start = (/** @type {Event} */ event) => {
    event.preventDefault();
    const time = budget.value ? { budget: budget.value } : {};
    void session.train(name.value, "start", { config: config.value, ...time });
  };
  return h(
    "details",
    { class: "box", open: open || wanted !== null },
    h("summary", {}, t("training.new")),
    h(
      "form",
      { onsubmit: start },
      h("div", { class: "field" }, h("label", { for: "new-run" }, t("training.name")), name),
      h("div", { class: "field" }, h("label", { for: "new-config" }, t("training.config")), config),
      h("div", { class: "field" }, h("label", { for: "new-budget" }, t("training.budget")), budget),
      h("button", { class: "primary" }, t("training.start")),
    ),
  );
}
