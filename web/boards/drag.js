// The pointer on a board: men are clicked, tapped, or dragged to where they go.

import { s } from "../dom.js";

/** @typedef {import("./state.js").State} State */

/** Pixels from which a movement is a drag and no click. */
const FAR = 5;

/**
 * @typedef {object} Hand what the pointer does
 * @property {(id: string, finger?: PointerEvent) => void} choose a spot, perhaps by a finger
 * @property {(chosen: string[]) => void} select as the beginning of a move
 * @property {() => void} letGo of what is begun
 * @property {(id: string | null) => void} hover
 */

/** The spot under the pointer. @param {PointerEvent} event */
export function under({ clientX, clientY }) {
  const element = document.elementFromPoint(clientX, clientY);
  return element?.closest("[data-spot]")?.getAttribute("data-spot") ?? null;
}

/**
 * Where the pointer is on a board, in cells; `null` where the board is not laid out.
 * @param {SVGSVGElement} board
 * @param {{clientX: number, clientY: number}} event
 */
export function pointOn(board, { clientX, clientY }) {
  const matrix = board.getScreenCTM();
  return matrix && new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
}

export class Drag {
  /**
   * @param {SVGSVGElement} element the board
   * @param {{men: SVGElement, ghost: SVGElement}} layers
   * @param {State} state
   * @param {Hand} hand
   */
  constructor(element, layers, state, hand) {
    this.element = element;
    this.layers = layers;
    this.state = state;
    this.hand = hand;
    /** @type {{id: string, x: number, y: number, ghost: SVGElement | null} | null} */
    this.held = null;
    element.addEventListener("pointerdown", (event) => this.#down(event));
    element.addEventListener("pointermove", (event) => this.#motion(event));
    element.addEventListener("pointerup", (event) => this.#up(event));
    element.addEventListener("pointercancel", () => this.drop());
    element.addEventListener("pointerleave", () => hand.hover(null));
    // A finger that holds a man moves it, not the page. Two fingers zoom.
    const keep = (/** @type {TouchEvent} */ event) => {
      if (event.touches.length === 1 && this.held && state.movable(this.held.id)) event.preventDefault();
    };
    element.addEventListener("touchstart", keep, { passive: false });
  }

  /** Lets go of what is held. */
  drop() {
    this.held = null;
    this.layers.ghost.replaceChildren();
    this.layers.men.querySelector(".lifted")?.classList.remove("lifted");
  }

  /** @param {PointerEvent} event */
  #down(event) {
    const { hand, state } = this;
    if (event.button !== 0 || !event.isPrimary) return;
    const id = under(event);
    if (id === null) {
      hand.letGo();
      return;
    }
    // The effect of a touch is previewed while the finger rests.
    hand.hover(id);
    this.held = { id, x: event.clientX, y: event.clientY, ghost: null };
    if (!state.movable(id)) return;
    event.preventDefault();
    this.element.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  #motion(event) {
    this.hand.hover(under(event));
    const { held } = this;
    if (!held || !event.isPrimary || !this.state.movable(held.id)) return;
    if (!held.ghost) {
      if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < FAR) return;
      if (!this.state.view.plan) this.hand.select(this.state.begun(held.id));
      const man = this.layers.men.querySelector(`[data-at="${CSS.escape(held.id)}"]`);
      held.ghost = man ? /** @type {SVGElement} */ (man.cloneNode(true)) : s("g");
      this.layers.ghost.append(held.ghost);
      man?.classList.add("lifted");
    }
    const point = pointOn(this.element, event);
    if (!point) return;
    const size = held.ghost.getAttribute("data-size") ?? "1";
    held.ghost.setAttribute("transform", `translate(${point.x} ${point.y}) scale(${size})`);
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const { held, state, hand } = this;
    if (!held || !event.isPrimary) return;
    this.drop();
    const id = under(event);
    if (!held.ghost) {
      if (id === held.id) hand.choose(id, event.pointerType === "touch" ? event : undefined);
    } else if (state.view.plan) this.#plan(held.id, id);
    else if (id === null) hand.select([]);
    else if (id === held.id) hand.select(state.chosen);
    else if (state.lift(held.id) !== undefined) {
      hand.select([]);
      hand.choose(held.id);
    } else {
      hand.select(state.begun(held.id));
      hand.choose(id);
    }
  }

  /** Plans the next turn by dragging: extends the plan from its last spot, or begins one. @param {string} from @param {string | null} to */
  #plan(from, to) {
    if (to === null || to === from) return;
    if (this.state.view.plan?.at(-1) !== from) this.hand.choose(from);
    this.hand.choose(to);
  }
}
