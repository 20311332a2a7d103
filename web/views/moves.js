// The moves of a game as text: the main line in numbered turns, variations set in below.

import { h, put } from "../dom.js";
import { proper } from "../game/notes.js";
import { t } from "../text.js";

/** @typedef {import("../game/tree.js").Variation} Variation */
/** @typedef {import("../game/tree.js").Tree} Tree */

/** @type {Record<string, string>} */
export const SIGNS = { best: "★", good: "", inaccuracy: "?!", mistake: "?", decisive: "??" };

/** Pixels that stay free beyond the current move. */
const MARGIN = 8;

export class MoveList {
  /** The comment that is being written. @type {{node: Variation, field: HTMLTextAreaElement} | null} */
  #writing = null;
  /** A field that is put in its place again loses the focus for a moment. */
  #drawing = false;
  /** Whether a pointer is down on the list: a click needs the button on which it began. */
  #pressed = false;

  /**
   * @param {{pick: (node: Variation) => void, comment?: (node: Variation, text: string) => void}} how `comment`:
   *   comments can be written in the list
   */
  constructor({ pick, comment }) {
    this.pick = pick;
    this.comment = comment;
    this.element = h("div", { class: "moves", role: "group", "aria-label": t("moves") });
    /** @type {Map<Variation, HTMLElement>} */
    this.buttons = new Map();
    /** @type {Tree | null} */
    this.tree = null;
    this.element.addEventListener("pointerdown", () => {
      this.#pressed = true;
      const released = () =>
        setTimeout(() => {
          this.#pressed = false;
          this.#redraw();
        });
      addEventListener("pointerup", released, { once: true });
      addEventListener("pointercancel", released, { once: true });
    });
  }

  /** Opens a field for the comment of a position, where it will stand. @param {Variation} node */
  write(node) {
    if (!this.tree || this.#writing?.node === node) return;
    const field = h("textarea", {
      class: "comment",
      rows: 2,
      "aria-label": node.move ? t("notes.comment-on", { move: node.move }) : t("notes.comment"),
    });
    field.value = node.notes.comment;
    const close = () => {
      if (this.#writing?.field !== field || this.#drawing) return;
      const before = node.notes.comment;
      const text = proper(field.value);
      this.#writing = null;
      if (text !== before) this.comment?.(node, text);
      else this.#redraw();
    };
    field.addEventListener("blur", close);
    field.addEventListener("keydown", (event) => {
      if (event.key === "Escape") field.value = node.notes.comment;
      if (event.key !== "Escape" && (event.key !== "Enter" || event.shiftKey)) return;
      event.preventDefault();
      close();
      (this.buttons.get(node) ?? this.element).focus();
    });
    this.#writing = { node, field };
    // A click that asks for it is over.
    this.#pressed = false;
    this.#redraw();
    field.focus();
    field.select();
  }

  #redraw() {
    if (this.tree) this.draw(this.tree);
  }

  /** @param {Tree} tree */
  draw(tree) {
    const { root, current } = tree;
    this.tree = tree;
    if (this.#pressed) return;
    const field = this.#writing?.field;
    const written = field === document.activeElement;
    const focused = this.element.contains(document.activeElement);
    const { scrollTop } = this.element;
    this.buttons.clear();
    this.#drawing = true;
    const list = h("div", { class: "line" });
    const opening = this.#comment(root);
    if (opening) list.append(opening);
    this.#line(root, list);
    put(this.element, root.children.length === 0 && !opening ? h("p", { class: "muted" }, t("moves.none")) : list);
    if (written) field?.focus({ preventScroll: true });
    this.#drawing = false;
    this.element.scrollTop = scrollTop;
    const button = this.buttons.get(current);
    if (!button) {
      this.element.scrollTop = 0;
      return;
    }
    button.classList.add("current");
    button.setAttribute("aria-current", "true");
    if (focused && !written) button.focus({ preventScroll: true });
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
      const comment = this.#comment(first);
      into.append(this.#move(first, fresh), comment ?? "");
      fresh = comment !== null;
      for (const other of others) {
        const variation = h("div", { class: "variation" }, this.#move(other, true), this.#comment(other));
        this.#line(other, variation);
        into.append(variation);
        fresh = true;
      }
      node = first;
    }
  }

  /** The comment on a position, or the field for it. @param {Variation} node */
  #comment(node) {
    if (this.#writing?.node === node) return this.#writing.field;
    const { comment } = node.notes;
    if (!comment) return null;
    if (!this.comment) return h("p", { class: "comment" }, comment);
    const write = () => this.write(node);
    return h("button", { class: "comment", title: t("notes.edit"), onclick: write }, comment);
  }

  /**
   * @param {Variation} node
   * @param {boolean} numbered
   */
  #move(node, numbered) {
    const last = node.position.last;
    // A turn of several moves has one number.
    const begins = !node.parent?.position.goes_on;
    const { turn } = node;
    const judged = node.judgement?.judgement;
    const { sign: own } = node.notes;
    const sign = own || (judged && SIGNS[judged]);
    const button = h(
      "button",
      {
        class: ["move", `side${last?.side ?? 0}`, judged && `judged ${judged}`].filter(Boolean).join(" "),
        title: own ? t(`sign.${own}`) : judged ? t(`judgement.${judged}`) : null,
        onclick: () => this.pick(node),
      },
      node.move,
      sign ? h("span", { class: "sign" }, sign) : null,
    );
    this.buttons.set(node, button);
    return h(
      "span",
      { class: begins ? "step begins" : "step" },
      (begins && (last?.side === 0 || numbered)) || numbered
        ? h("span", { class: "number", "aria-hidden": "true" }, `${turn}.`)
        : null,
      button,
    );
  }
}
