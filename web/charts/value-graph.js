// The value for the first side through a game, as a small curve, and the place that is looked at.

import { s } from "../dom.js";

export class ValueGraph {
  /**
   * @param {number[]} values from -1 to 1, before each move
   * @param {number} last move
   */
  constructor(values, last) {
    this.now = s("path", { class: "now" });
    const path = values.map((value, at) => `${at} ${-value}`).join("L");
    this.svg = s(
      "svg",
      {
        class: "value-graph",
        viewBox: `0 -1.1 ${Math.max(1, last)} 2.2`,
        preserveAspectRatio: "none",
        "aria-hidden": "true",
      },
      s("path", { class: "half", d: `M0 0H${last}` }),
      path && s("path", { class: "curve", d: `M${path}` }),
      this.now,
    );
  }

  /** @param {number} at */
  mark(at) {
    this.now.setAttribute("d", `M${at} -1.1V1.1`);
  }
}
