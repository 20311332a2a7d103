// Arrows and circles that a person draws on a board: with the right button, or with a finger that rests on a spot
// first. They mean nothing to the game.

import { under } from "./drag.js";

/** @typedef {import("./drawing.js").Sketch} Sketch */
/** @typedef {Sketch["colour"]} Colour */

/** Milliseconds that a finger rests before it draws, and pixels by which it may tremble. */
const REST = 450;
const STILL = 8;

/**
 * @typedef {object} Pen what the pointer draws
 * @property {() => Colour} colour where no key chooses another one
 * @property {(sketch: Sketch | null) => void} show while it is drawn
 * @property {(sketch: Sketch) => void} draw
 * @property {() => void} rested a finger has begun to draw: it moves no man
 */

/** Keys choose a colour, as they do on lichess. @param {PointerEvent} event @param {Colour} usual @returns {Colour} */
function colourOf({ shiftKey, ctrlKey, altKey, metaKey }, usual) {
  if (shiftKey || ctrlKey) return altKey || metaKey ? "yellow" : "red";
  return altKey || metaKey ? "blue" : usual;
}

export class Sketching {
  #pen;
  /** @type {Sketch | null} */
  #drawn = null;
  /** A finger that rests. @type {{x: number, y: number, timer: ReturnType<typeof setTimeout>} | null} */
  #finger = null;

  /** @param {SVGSVGElement} element the board @param {Pen} pen */
  constructor(element, pen) {
    this.#pen = pen;
    element.addEventListener("pointerdown", (event) => this.#down(event));
    element.addEventListener("pointermove", (event) => this.#motion(event));
    element.addEventListener("pointerup", () => this.#end(true));
    element.addEventListener("pointercancel", () => this.#end(false));
    element.addEventListener("contextmenu", (event) => event.preventDefault());
    // A finger that draws moves no page.
    const keep = (/** @type {TouchEvent} */ event) => this.#drawn && event.cancelable && event.preventDefault();
    element.addEventListener("touchmove", keep, { passive: false });
  }

  /** @param {PointerEvent} event */
  #down(event) {
    const id = under(event);
    const { pointerType, button, isPrimary, clientX: x, clientY: y } = event;
    if (id === null || !isPrimary) {
      this.#end(false);
      return;
    }
    const begin = () => this.#show({ from: id, to: id, colour: colourOf(event, this.#pen.colour()) });
    if (button === 2) begin();
    else if (pointerType !== "mouse" && button === 0) {
      const rest = () => {
        this.#pen.rested();
        begin();
      };
      this.#finger = { x, y, timer: setTimeout(rest, REST) };
    }
  }

  /** @param {PointerEvent} event */
  #motion(event) {
    if (this.#finger && Math.hypot(event.clientX - this.#finger.x, event.clientY - this.#finger.y) > STILL) {
      clearTimeout(this.#finger.timer);
      this.#finger = null;
    }
    const to = this.#drawn && under(event);
    if (this.#drawn && to && to !== this.#drawn.to) this.#show({ ...this.#drawn, to });
  }

  /** @param {boolean} done */
  #end(done) {
    clearTimeout(this.#finger?.timer);
    this.#finger = null;
    const drawn = this.#drawn;
    this.#show(null);
    if (drawn && done) this.#pen.draw(drawn);
  }

  /** @param {Sketch | null} sketch */
  #show(sketch) {
    if (sketch === this.#drawn) return;
    this.#drawn = sketch;
    this.#pen.show(sketch);
  }
}
