// A question before something is done.

import { h } from "../dom.js";
import { t } from "../text.js";

/**
 * @param {string} name key of what is done: it has the question in `.sure`, and both answers in `.yes` and `.no`
 * @returns {Promise<boolean>}
 */
export function confirmed(name) {
  const dialog = h(
    "dialog",
    { "aria-label": t(name) },
    h("p", {}, t(`${name}.sure`)),
    h(
      "form",
      { method: "dialog", class: "controls" },
      h("button", { value: "no" }, t(`${name}.no`)),
      h("button", { value: "yes", class: "danger" }, t(`${name}.yes`)),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((answer) =>
    dialog.addEventListener("close", () => {
      dialog.remove();
      answer(dialog.returnValue === "yes");
    }),
  );
}
