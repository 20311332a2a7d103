// The moves of a game as text: the main line in numbered turns, variations set in below.

import { h, put } from "../dom.js";
import { t } from "../text.js";

/** @typedef {import("../game/tree.js").Variation} Variation */
/** @typedef {import("../game/tree.js").Tree} Tree */

/** @type {Record<string, string>} */
export const SIGNS = { best: "★", good: "", inaccuracy: "?!", mistake: "?", decisive: "??" };

/** Pixels that stay free beyond the current move. */
const MARGIN = 8;

export class MoveList {
  /** @param {{pick: (node: Variation) => void}} how */
  constructor({ pick }) {
    this.pick = pick;
    this.element = h("div", { class: "moves", role: "group", "aria-label": t("moves") });
    /** @type {Map<Variation, HTMLElement>} */
    this.buttons = new Map();
  }

  /** @param {Tree} tree */
  draw({ root, current }) {
    const focused = this.element.contains(document.activeElement);
    const { scrollTop } = this.element;
    this.buttons.clear();
    const list = h("div", { class: "line" });
    this.#line(root, list);
    put(this.element, root.children.length === 0 ? h("p", { class: "muted" }, t("moves.none")) : list);
    this.element.scrollTop = scrollTop;
    const button = this.buttons.get(current);
    if (!button) {
      this.element.scrollTop = 0;
      return;
    }
    button.classList.add("current");
    button.setAttribute("aria-current", "true");
    if (focused) button.focus({ preventScroll: true });
    this.#scrollTo(button);
  }

  /** Only the list scrolls, never the page. @param {HTMLElement} button */
  #scrollTo(button) {
    const [list, shown] = [this.element.getBoundingClientRect(), button.getBoundingClientRect()];
    if (shown.top < list.top + MARGIN) this.element.scrollTop -= list.top + MARGIN - shown.top;
    else if (shown.bottom > list.bottom - MARGIN) this.element.scrollTop += shown.bottom - list.bottom + MARGIN;
  }

  /**
   * Writes what follows a position: its first child, the variations beside it, and so on.
   * @param {Variation} from
   * @param {HTMLElement} into
   */
  #line(from, into) {
    let node = from;
    let fresh = true;
    while (node.children[0]) {
      const [first, ...others] = node.children;
      into.append(this.#move(first, fresh));
      fresh = false;
      for (const other of others) {
        const variation = h("div", { class: "variation" }, this.#move(other, true));
        this.#line(other, variation);
        into.append(variation);
        fresh = true;
      }
      node = first;
    }
  }

  /**
   * @param {Variation} node
   * @param {boolean} numbered
   */
  #move(node, numbered) {
    const last = node.position.last;
    // A turn of several moves has one number.
    const begins = !node.parent?.position.goes_on;
    const ply = node.ply;
    const judged = node.judgement?.judgement;
    const button = h(
      "button",
      {
        class: ["move", `side${last?.side ?? 0}`, judged && `judged ${judged}`].filter(Boolean).join(" "),
        title: judged ? t(`judgement.${judged}`) : null,
        onclick: () => this.pick(node),
      },
      node.move,
      judged && SIGNS[judged] ? h("span", { class: "sign" }, SIGNS[judged]) : null,
    );
    this.buttons.set(node, button);
    return h(
      "span",
      { class: begins ? "step begins" : "step" },
      (begins && (last?.side === 0 || numbered)) || numbered
        ? h("span", { class: "number", "aria-hidden": "true" }, `${ply}.`)
        : null,
      button,
    );
  }
}
