// A board: spots that can be clicked, tapped, dragged between, focused and spoken; legal targets; the last move; the
// arrows of candidates. A game's own module says where its spots are and draws its men (`drawing.js`).

import { patch, put, s } from "../dom.js";
import { t } from "../text.js";
import { ahead } from "./ahead.js";
import { candidateArrows, lineArrows, sketchArrows } from "./arrows.js";
import { Drag, pointOn } from "./drag.js";
import { beside } from "./keyboard.js";
import * as render from "./render.js";
import { Sketching } from "./sketching.js";
import { State } from "./state.js";

/** @typedef {import("./drawing.js").View} View */
/** @typedef {import("./drawing.js").Sketch} Sketch */

/**
 * @typedef {object} Listeners
 * @property {(move: string) => void} [move] a legal move was made
 * @property {(text: string, why: string | null, began: string) => void} [refused] an illegal move was tried: its text,
 * the
 *   reason where the board itself knows it, and the spot where the move began
 * @property {(move: string | null) => void} [hover] a legal move is pointed at
 * @property {(id: string) => boolean} [spot] a spot is chosen; `true` where that was no part of a move
 * @property {{colour: () => Sketch["colour"], draw: (sketch: Sketch) => void, erase: () => void}} [pen] what a person
 *   draws
 * @property {() => void} [chosen] a move was begun or aimed at, or its beginning left
 * @property {(move: string) => Promise<import("../engine/engine.js").Shown>} [foresee] the position after a legal move
 */

/** Where there is less room in one direction, boards may be laid out for phones that are held upright. */
const NARROW = 560;

/** Pixels of a spot that a finger hits for sure. */
const SURE = 30;

export class Board {
  /**
   * @param {import("./drawing.js").Drawing} drawing
   * @param {string} name the game's, for screen readers
   * @param {Listeners} [listeners]
   */
  constructor(drawing, name, listeners = {}) {
    this.listeners = listeners;
    this.state = new State(drawing);
    this.element = s("svg", { class: "board", role: "group", "aria-label": t("board.of", { game: name }) });
    // From below to above.
    this.layers = {
      under: s("g"),
      marks: s("g", { class: "marks" }),
      men: s("g", { class: "men" }),
      over: s("g"),
      targets: s("g", { class: "targets" }),
      preview: s("g", { class: "preview" }),
      arrows: s("g", { class: "arrows", "aria-hidden": "true" }),
      sketches: s("g", { class: "arrows", "aria-hidden": "true" }),
      spots: s("g", { class: "spots" }),
      ghost: s("g", { class: "ghost" }),
    };
    this.element.append(...Object.values(this.layers));
    const { men, ghost } = this.layers;
    this.drag = new Drag(this.element, { men, ghost }, this.state, {
      choose: (touched, finger) => {
        const id = finger ? this.#under(finger, touched) : touched;
        this.state.focused = id;
        if (!this.#erase(id) && !(finger && this.#aims(id))) this.choose(id);
      },
      select: (chosen) => this.#select(chosen),
      letGo: () => this.letGo(),
      hover: (id) => this.#hover(id),
    });
    /** The arrow or circle being drawn. @type {Sketch | null} */
    this.sketch = null;
    /** The positions after moves of what is shown, as far as they were pointed at. @type {Map<string, Promise<import("../engine/engine.js").Shown>>} */
    this.foreseen = new Map();
    const { pen } = listeners;
    if (pen)
      new Sketching(this.element, {
        ...pen,
        show: (sketch) => this.#sketch(sketch),
        rested: () => {
          this.drag.drop();
          this.#select([]);
        },
      });
    this.element.addEventListener("keydown", (event) => this.#key(event));
    // A board that is redrawn keeps the focus on the same spot.
    this.element.addEventListener("focusin", ({ target }) => {
      this.state.focused = /** @type {Element} */ (target).getAttribute("data-spot") ?? this.state.focused;
    });
    new ResizeObserver(() => this.#fit()).observe(this.element);
  }

  /**
   * Shows a position.
   * @param {View} view
   */
  show(view) {
    if (view.position !== this.state.view.position) {
      this.drag.drop();
      this.sketch = null;
      this.foreseen.clear();
    }
    this.#draw(this.state.take(view));
  }

  /** Seen from the other side. */
  flip() {
    this.state.flipped = !this.state.flipped;
    this.#draw(false);
  }

  get flipped() {
    return this.state.flipped;
  }

  /** Whether it can be seen from the other side. */
  get flips() {
    return this.state.drawing.flips ?? false;
  }

  /** Puts the keyboard's focus on the board. */
  focus() {
    const id = this.state.focused ?? this.state.entry;
    if (id) this.#focus(id);
  }

  /** What the player has to do now, in one sentence. @param {View} view */
  guide({ position, legal }) {
    return this.state.drawing.guide?.(position, legal) ?? null;
  }

  /** The legal move that spots mean, one after the other. @param {string[]} spots */
  meant(spots) {
    return this.state.meant(spots);
  }

  /** What the unfinished turn still needs, in one sentence. */
  get due() {
    const { aimed, drawing, due, selected } = this.state;
    if (aimed !== null) return t("turn.aimed", { cell: aimed });
    const next = due === "beside" ? undefined : drawing.next?.();
    if (due && next) return t(`turn.${due}-next`, { next, cell: selected ?? "" });
    return due && t(`turn.${due}`, { cell: selected ?? "" });
  }

  /** The figure of a man that is chosen by a part beside the board. @param {string} part */
  figure(part) {
    return this.state.drawing.figure?.(part);
  }

  /** Choices beside the board, each with the move that it completes. */
  actions() {
    return this.state.actions();
  }

  /**
   * A spot is clicked, tapped, or chosen by key.
   * @param {string} id
   */
  choose(id) {
    if (this.listeners.spot?.(id)) return;
    const choice = this.state.choice(id);
    if (!choice) return;
    if ("near" in choice) {
      this.state.near = choice.near;
      this.#draw(false);
    } else if ("move" in choice) {
      this.#select([]);
      this.listeners.move?.(choice.move);
    } else if ("chosen" in choice) this.#select(choice.chosen);
    else {
      const [from, to] = choice.refused;
      const [began = from] = this.state.chosen;
      const may = this.state.may(to);
      this.#select([]);
      const { drawing } = this.state;
      this.listeners.refused?.(drawing.text(from, to), drawing.refusal?.(from, to, may) ?? null, began);
    }
  }

  /**
   * Where spots are so small that a finger may miss, a move is shown first, and made once its end is chosen again or
   * the
   * button for it is pressed. Whether the spot was only aimed at.
   * @param {string} id
   */
  #aims(id) {
    const { state } = this;
    const spot = state.spot(id);
    if (!spot || state.aimed === id || state.moveAt(id) === undefined || !this.#isSmall(spot)) return false;
    state.aimed = id;
    this.#draw(false);
    this.listeners.chosen?.();
    return true;
  }

  /** Whether a finger may miss a spot. @param {import("./drawing.js").Spot} spot */
  #isSmall({ w, h }) {
    return Math.min(w, h) * this.#pixels < SURE;
  }

  /** How many pixels a cell is wide. */
  get #pixels() {
    return this.element.clientWidth / this.state.scene.width;
  }

  /**
   * What a finger means that has touched a spot: where nothing can be done with it, a small spot close by with which
   * something can.
   * @param {{clientX: number, clientY: number}} finger
   * @param {string} touched
   */
  #under(finger, touched) {
    const { state } = this;
    const of = state.useful;
    const point = pointOn(this.element, finger);
    if (of.has(touched) || touched === state.aimed || !point) return touched;
    const { x, y } = point;
    const outside = (/** @type {number} */ at, /** @type {number} */ from, /** @type {number} */ size) =>
      Math.max(from - at, 0, at - from - size);
    const near = [...of].flatMap((id) => {
      const spot = state.spot(id);
      if (!spot || !this.#isSmall(spot)) return [];
      return [{ id, far: this.#pixels * Math.hypot(outside(x, spot.x, spot.w), outside(y, spot.y, spot.h)) }];
    });
    const [nearest] = near.sort((one, other) => one.far - other.far);
    return nearest && nearest.far < SURE / 2 ? nearest.id : touched;
  }

  /** @param {string[]} chosen */
  #select(chosen) {
    this.state.chosen = chosen;
    this.state.aimed = null;
    this.#draw(false);
    this.listeners.chosen?.();
  }

  /** Leaves the move that is begun. */
  letGo() {
    if (this.state.selected === null && this.state.aimed === null) return;
    this.drag.drop();
    this.#select([]);
  }

  /** A click where nothing can be done takes away what was drawn. @param {string} id */
  #erase(id) {
    const { pen } = this.listeners;
    if (!pen || !this.state.view.sketches?.length || !this.state.isIdle(id)) return false;
    pen.erase();
    return true;
  }

  /** @param {Sketch | null} sketch that is being drawn */
  #sketch(sketch) {
    this.sketch = sketch;
    this.#drawSketches();
  }

  #drawSketches() {
    const { sketches = [] } = this.state.view;
    put(this.layers.sketches, sketchArrows(this.sketch ? [...sketches, this.sketch] : sketches, this.state.spot));
  }

  /** Draws by keys: an arrow from one spot to another, or a circle. @param {string} id */
  #drawByKey(id) {
    const { pen } = this.listeners;
    if (!pen) return;
    if (this.sketch) {
      const drawn = { ...this.sketch, to: id };
      this.#sketch(null);
      pen.draw(drawn);
    } else this.#sketch({ from: id, to: id, colour: pen.colour() });
  }

  /** @param {string | null} id */
  #hover(id) {
    if (id === this.state.hovered) return;
    this.state.hovered = id;
    this.#preview();
  }

  /** @param {string} id */
  #focus(id) {
    this.state.focused = id;
    for (const node of this.layers.spots.children) {
      const is = node.getAttribute("data-spot") === id;
      node.setAttribute("tabindex", is ? "0" : "-1");
      if (is) /** @type {SVGElement} */ (node).focus();
    }
    if (this.sketch) this.#sketch({ ...this.sketch, to: id });
    // The effect of a move is previewed for the keyboard as for the mouse; touching also leaves the focus behind.
    if (this.layers.spots.querySelector(":focus-visible")) this.#hover(id);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const id = /** @type {Element} */ (event.target).getAttribute?.("data-spot");
    const from = this.state.spot(id);
    if (!id || !from || event.ctrlKey || event.metaKey || event.altKey) return;
    const next = beside(this.state.scene.spots, from, event.key);
    if (next) this.#focus(next);
    else if (event.key === "Enter" || event.key === " ") this.choose(id);
    else if (event.key === "d" && this.listeners.pen) this.#drawByKey(id);
    else if (event.key === "Escape" && this.sketch) this.#sketch(null);
    else if (event.key === "Escape" && (this.state.selected !== null || this.state.aimed !== null)) this.letGo();
    else if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {boolean} animate the view follows the one shown before by its last move */
  #draw(animate) {
    const { state, layers } = this;
    if (!state.view.position) return;
    const before = animate ? state.scene.men : null;
    state.lay();
    const had = layers.spots.contains(document.activeElement);
    this.element.setAttribute("viewBox", `0 0 ${state.scene.width} ${state.scene.height}`);
    this.element.style.setProperty("--ratio", String(state.scene.width / state.scene.height));
    this.#scaleText();
    const { candidates = [], line = [] } = state.view;
    const shape = (/** @type {string} */ move) => state.shape(move);
    put(layers.under, state.scene.under);
    put(layers.marks, render.marks(state));
    // A running search redraws many times a second: moving men must go on moving.
    const places = state.scene.men.map(({ at, size }) => [at, size, state.spot(at)?.x, state.spot(at)?.y]);
    patch(layers.men, [state.view.position, state.picked, places], () => render.men(state, before));
    put(layers.over, state.scene.over);
    put(layers.targets, render.targets(state));
    put(layers.arrows, [...candidateArrows(candidates, shape, state.spot), ...lineArrows(line, shape, state.spot)]);
    this.#drawSketches();
    put(layers.spots, render.spots(state));
    if (had && state.focused) this.#focus(state.focused);
    this.#preview();
  }

  /** A preview of the move that is aimed at, hovered or focused. */
  #preview() {
    const { state, layers } = this;
    const move = this.#pointedAt;
    const shown = move === undefined ? undefined : state.drawing.preview?.(state.frame, move, state.scene);
    put(layers.preview, shown ?? []);
    this.#fadeMen({ gone: [], changed: [] });
    this.element.classList.toggle("replacing", shown !== undefined && (state.drawing.replaces ?? false));
    this.listeners.hover?.(move ?? null);
    if (move !== undefined && !state.drawing.preview) void this.#foresee(move);
  }

  get #pointedAt() {
    const { aim, hovered } = this.state;
    return aim ?? (hovered === null ? undefined : this.state.moveAt(hovered));
  }

  /** Shows the men as they would stand after a move. @param {string} move */
  async #foresee(move) {
    const { foreseen, state } = this;
    const asked = foreseen.get(move) ?? this.listeners.foresee?.(move);
    if (!asked) return;
    foreseen.set(move, asked);
    const { position } = state.view;
    // A failing preview is left out: the move itself will report what is wrong.
    const then = await asked.catch(() => null);
    if (!then || state.view.position !== position || this.#pointedAt !== move) return;
    const { come, ...away } = ahead(state, then);
    put(this.layers.preview, come);
    this.#fadeMen(away);
  }

  /** @param {{gone: string[], changed: string[]}} away the spots whose men a move would take away, or change */
  #fadeMen({ gone, changed }) {
    for (const man of this.layers.men.children) {
      const at = man.getAttribute("data-at") ?? "";
      man.classList.toggle("leaving", gone.includes(at));
      man.classList.toggle("changing", changed.includes(at));
    }
  }

  /** The room has changed. */
  #fit() {
    const narrow = this.#isNarrow();
    if (narrow === this.state.narrow) this.#scaleText();
    else {
      this.state.narrow = narrow;
      this.#draw(false);
    }
  }

  /** Whether the board is laid out for phones: where there is little room, and cells are then larger. */
  #isNarrow() {
    const room = this.element.parentElement?.clientWidth ?? 0;
    if (room === 0 || Math.min(room, innerHeight) >= NARROW) return false;
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    const around = parseFloat(getComputedStyle(this.element).getPropertyValue("--around")) || 12;
    const height = Math.max(16 * rem, innerHeight - around * rem);
    const cell = (/** @type {boolean} */ narrow) => {
      const { spots, width, height: tall } = this.state.drawing.scene({ ...this.state.frame, narrow });
      const sizes = spots.map(({ w, h }) => Math.min(w, h)).sort((one, other) => one - other);
      return (sizes[Math.floor(sizes.length / 2)] ?? 0) * Math.min(room / width, height / tall);
    };
    return cell(true) > cell(false);
  }

  /** Labels are readable on small boards, too: 11 pixels at least. */
  #scaleText() {
    const pixels = this.#pixels;
    if (pixels > 0) this.element.style.setProperty("--label", `${Math.min(0.5, Math.max(0.24, 11 / pixels))}px`);
  }
}
