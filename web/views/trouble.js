// The error that keeps the engine from playing or searching, shown in place of its moves, with a button for trying
// again.

import { h, message, put } from "../dom.js";
import { t } from "../text.js";

export class Trouble {
  element = h("div", { class: "trouble", role: "alert", hidden: true });
  #retry;
  #said = "";

  /**
   * @param {import("../game/retry.js").Retry} retry
   * @param {AbortSignal} signal of the view
   */
  constructor(retry, signal) {
    this.#retry = retry;
    addEventListener("online", () => retry.now(), { signal });
  }

  draw() {
    const { error, waits } = this.#retry;
    const says = error === null ? "" : message(error);
    this.element.hidden = says === "";
    // The same error is announced once, however often it is retried.
    if (says === this.#said) return;
    this.#said = says;
    put(
      this.element,
      says !== "" && [
        h("p", {}, says, waits ? ` ${t("trouble.waits")}` : ""),
        h("button", { onclick: () => this.#retry.now() }, t("trouble.again")),
      ],
    );
  }
}

/** That a position is searched without a trained net, and why. */
export class NetNote {
  element = h("p", { class: "muted", hidden: true });

  /** @param {import("../engine/engine.js").Position} position */
  draw({ net, net_failed: why }) {
    this.element.hidden = net !== false;
    put(this.element, why === undefined ? t("no-net") : t("no-net.failed", { why }));
  }
}

/** The notice that a game continues as a second one, since another tab has changed it. @param {import("../game/keeper.js").Keeper} keeper */
export function apartNote(keeper) {
  const element = h("p", { class: "muted", role: "status", hidden: true });
  keeper.apart = () => {
    put(element, t("library.apart"));
    element.hidden = false;
  };
  return element;
}
