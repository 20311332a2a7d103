// The chance of side 0 through a game: a filled curve, the judged moves as dots, the position that is looked at as a
// line.

import { h, put, s } from "../dom.js";
import { chanceOf } from "../game/chance.js";
import { percent, t } from "../text.js";

/** @typedef {import("../game/tree.js").Variation} Variation */

const WIDTH = 600;
const HEIGHT = 120;

export class WinGraph {
  /** @param {{pick: (node: Variation) => void, side: string}} how */
  constructor({ pick, side }) {
    this.pick = pick;
    this.side = side;
    /** @type {Variation[]} */
    this.line = [];
    this.svg = s("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" });
    this.tip = h("output", { class: "graph-tip" });
    this.element = h(
      "div",
      {
        class: "win-graph",
        role: "slider",
        tabindex: 0,
        "aria-label": t("graph", { side }),
        "aria-valuemin": 0,
        onclick: (/** @type {MouseEvent} */ event) => this.#at(event, true),
        onpointermove: (/** @type {PointerEvent} */ event) => this.#at(event, false),
        onpointerleave: () => put(this.tip),
        onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event),
      },
      this.svg,
      this.tip,
    );
    this.current = 0;
  }

  /** @param {number} ply */
  #x(ply) {
    return (WIDTH * ply) / Math.max(1, this.line.length - 1);
  }

  /** @param {MouseEvent} event @param {boolean} go */
  #at(event, go) {
    const box = this.svg.getBoundingClientRect();
    const ply = Math.round(((event.clientX - box.left) / box.width) * (this.line.length - 1));
    const node = this.line[Math.max(0, Math.min(this.line.length - 1, ply))];
    if (!node) return;
    if (go) this.pick(node);
    put(this.tip, this.#say(node));
  }

  /** @param {Variation} node */
  #say(node) {
    const chance = node.evaluation ? `${this.side} ${percent(chanceOf(node.evaluation))}` : "–";
    return t("colon", { what: node.move ? `${node.turn}. ${node.move}` : t("graph.start"), is: chance });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const step = {
      ArrowLeft: -1,
      ArrowDown: -1,
      ArrowRight: 1,
      ArrowUp: 1,
      PageUp: 10,
      PageDown: -10,
      Home: -Infinity,
      End: Infinity,
    }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const node = this.line[Math.max(0, Math.min(this.line.length - 1, this.current + step))];
    if (node) this.pick(node);
  }

  /**
   * @param {Variation[]} line
   * @param {Variation} current
   */
  draw(line, current) {
    this.line = line;
    this.current = Math.max(0, line.indexOf(current));
    const known = line.flatMap((node, ply) => {
      const { outcome } = node.position;
      const chance = outcome
        ? outcome.winner === null
          ? 0.5
          : 1 - outcome.winner
        : node.evaluation
          ? chanceOf(node.evaluation)
          : null;
      return chance === null ? [] : [{ x: this.#x(ply), y: HEIGHT * (1 - chance), node }];
    });
    /** @type {SVGElement[]} */
    const nodes = [s("rect", { class: "ground", width: WIDTH, height: HEIGHT })];
    const [first, last] = [known[0], known.at(-1)];
    if (first && last) {
      const path = known.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L");
      nodes.push(
        s("path", { class: "area", d: `M${first.x} ${HEIGHT}L${path}L${last.x} ${HEIGHT}Z` }),
        s("path", { class: "curve", d: `M${path}` }),
      );
    }
    nodes.push(s("path", { class: "half", d: `M0 ${HEIGHT / 2}H${WIDTH}` }));
    for (const { x, y, node } of known) {
      const judged = node.judgement?.judgement;
      // An ellipse whose shape makes up for the stretched picture would need its width: a short stroke does not.
      if (judged && judged !== "best" && judged !== "good")
        nodes.push(s("path", { class: `dot ${judged}`, d: `M${x} ${y}h0` }));
    }
    nodes.push(s("path", { class: "now", d: `M${this.#x(this.current)} 0V${HEIGHT}` }));
    put(this.svg, nodes);
    if (known.length < 2) put(this.tip, t("graph.empty"));
    else if (this.tip.textContent === t("graph.empty")) put(this.tip);
    this.element.setAttribute("aria-valuemax", String(line.length - 1));
    this.element.setAttribute("aria-valuenow", String(this.current));
    this.element.setAttribute("aria-valuetext", this.#say(current));
  }
}
