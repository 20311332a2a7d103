// What all boards share: spots that can be clicked, tapped, dragged between, focused and spoken; legal targets; the
// last move; the arrows of candidates. A game's own module says where its spots are and draws its men (`Drawing`).

import { candidateArrows, lineArrows } from "./arrows.js";
import { put, s } from "../dom.js";
import { t } from "../text.js";
import { confirmed, nexts, waysOf } from "./choice.js";

/**
 * A place of a board: a cell, a piece of a line, a man in reserve.
 * @typedef {object} Spot
 * @property {string} id as moves name it
 * @property {number} x left edge, in cells
 * @property {number} y upper edge
 * @property {number} w width
 * @property {number} h height
 * @property {string} label what stands there, for screen readers
 * @property {string} [outline] path of its area, where that is no rectangle
 */

/**
 * A man. `node` is drawn around (0, 0), one cell wide.
 * @typedef {object} Man
 * @property {string} at id of its spot
 * @property {SVGElement} node
 * @property {number} [size] scale
 */

/**
 * @typedef {object} Scene
 * @property {number} width in cells
 * @property {number} height
 * @property {Spot[]} spots
 * @property {SVGElement[]} under drawn below the marks
 * @property {Man[]} men
 * @property {SVGElement[]} over drawn above the men
 * @property {string[]} [hints] spots to be pointed out: what must be answered, what is due
 */

/**
 * The spots of a move. `either`: it may be drawn from both ends.
 * @typedef {object} Shape
 * @property {string | null} from
 * @property {string[]} [via] spots to be chosen in between
 * @property {string} to
 * @property {boolean} [either]
 */

/**
 * @typedef {object} Frame what a drawing is asked to draw
 * @property {string} position
 * @property {[number, number][]} [men] as the engine tells them: cells and kinds
 * @property {string[]} legal
 * @property {string | null} last the move that led here
 * @property {string | null} before the position before it
 * @property {boolean} flipped
 * @property {boolean} narrow less than about 560 pixels
 */

/** @typedef {{id: string, text: string}} Brush `text` is a key of its name */

/**
 * How a game is drawn.
 * @typedef {object} Drawing
 * @property {(frame: Frame) => Scene} scene
 * @property {(move: string, position: string, parts?: string[]) => Shape} shape `parts` as the engine tells them, where it has
 * @property {(from: string, to: string) => string} text the move that a person meant by two spots, for refusals
 * @property {(position: string, legal: string[]) => string | null} [guide] what is to be done now, in one sentence
 * @property {(frame: Frame, move: string, scene: Scene) => SVGElement[]} [preview] what a hovered move would do
 * @property {boolean} [replaces] the preview stands in for the men
 * @property {(from: string, to: string) => string | null} [refusal] why these two spots make no move anywhere
 * @property {(move: string, before: string) => Map<string, string>} [moved] the spots whose men came from others, and
 *   from where; absent: the two spots of the move
 * @property {boolean} [flips] it can be seen from the other side
 * @property {Brush[]} [brushes] what can be set up on the board
 * @property {(position: string, spot: string, brush: string) => string} [paint] a position with something put on a spot
 * @property {(position: string, side: number) => string} [turn] the position with another side to act
 */

/**
 * @typedef {object} Candidate
 * @property {string} move
 * @property {number} rank 0 is the best
 * @property {string} label
 * @property {number} share of the visits, 0 to 1
 * @property {string} [kind] `win`, `draw`, `loss`, `hint`
 */

/**
 * @typedef {object} View
 * @property {string} position
 * @property {string[]} legal moves that may be made now; empty where nobody may move
 * @property {string | null} last
 * @property {string | null} before
 * @property {[number, number][]} [men] as the engine tells them
 * @property {string} [drawn] the position in characters, where there is no board
 * @property {Map<string, string[]>} [parts] of the legal moves
 * @property {string[]} [lastParts] of the last one
 * @property {Candidate[]} [candidates]
 * @property {string[]} [line] moves to be drawn one after the other, numbered
 * @property {Map<string, string>} [verdicts] `win`, `draw` or `loss` of moves, to be shown on their targets
 */

/**
 * @typedef {object} Listeners
 * @property {(move: string) => void} [move] a legal move was made
 * @property {(text: string, why: string | null) => void} [refused] an illegal move was tried: its text, and the reason
 *   where the board itself knows it
 * @property {(move: string | null) => void} [hover] a legal move is pointed at
 * @property {(id: string) => boolean} [spot] a spot is chosen; `true` where that was no part of a move
 * @property {() => void} [chosen] a move was begun, or its beginning left
 */

/** Below this width boards are laid out for phones. */
const NARROW = 560;

/** Pixels that tell a drag from a click. */
const DRAG = 5;

/**
 * The area of a spot; a rectangle may be a little smaller.
 * @param {Spot} spot
 * @param {string} kind
 * @param {number} [inset]
 */
function area({ x, y, w, h, outline }, kind, inset = 0) {
  if (outline) return s("path", { class: kind, d: outline });
  const size = { x: x + inset, y: y + inset, width: w - 2 * inset, height: h - 2 * inset };
  return s("rect", { class: kind, ...size, rx: 2 * inset });
}

export class Board {
  /**
   * @param {Drawing} drawing
   * @param {string} name the game's, for screen readers
   * @param {Listeners} [listeners]
   */
  constructor(drawing, name, listeners = {}) {
    this.drawing = drawing;
    this.listeners = listeners;
    this.flipped = false;
    /** @type {View} */
    this.view = { position: "", legal: [], last: null, before: null };
    /** @type {Scene | null} */
    this.scene = null;
    /** The ways of the legal moves. @type {import("./choice.js").Way[]} */
    this.ways = [];
    /** The beginning of a move. @type {string[]} */
    this.chosen = [];
    /** @type {string | null} */
    this.focused = null;
    /** @type {string | null} */
    this.hovered = null;
    /** @type {{id: string, x: number, y: number, ghost: SVGElement | null, pointer: number} | null} */
    this.drag = null;
    this.narrow = false;
    this.element = s("svg", { class: "board", role: "group", "aria-label": t("board.of", { game: name }) });
    this.layers = {
      under: s("g"),
      marks: s("g", { class: "marks" }),
      men: s("g", { class: "men" }),
      over: s("g"),
      preview: s("g", { class: "preview" }),
      arrows: s("g", { class: "arrows", "aria-hidden": "true" }),
      spots: s("g", { class: "spots" }),
      ghost: s("g", { class: "ghost" }),
    };
    this.element.append(...Object.values(this.layers));
    this.element.addEventListener("pointerdown", (event) => this.#down(event));
    this.element.addEventListener("pointermove", (event) => this.#motion(event));
    this.element.addEventListener("pointerup", (event) => this.#up(event));
    this.element.addEventListener("pointercancel", () => this.#drop());
    this.element.addEventListener("pointerleave", () => this.#hover(null));
    this.element.addEventListener("keydown", (event) => this.#key(event));
    new ResizeObserver(() => {
      const narrow = this.element.clientWidth > 0 && this.element.clientWidth < NARROW;
      if (narrow !== this.narrow) {
        this.narrow = narrow;
        if (this.view.position) this.#draw(false);
      } else this.#scaleText();
    }).observe(this.element);
  }

  /**
   * Shows a position.
   * @param {View} view
   */
  show(view) {
    const moved = view.position !== this.view.position;
    const next = moved && view.before !== null && view.before === this.view.position;
    if (moved) {
      this.chosen = [];
      this.#drop();
      this.hovered = null;
    }
    this.view = view;
    this.#draw(next);
  }

  /** Seen from the other side. */
  flip() {
    this.flipped = !this.flipped;
    this.#draw(false);
  }

  /** Puts the keyboard's focus on the board. */
  focus() {
    const id = this.focused ?? this.#sources()[0] ?? this.#directTargets()[0] ?? this.scene?.spots[0]?.id;
    if (id) this.#focus(id);
  }

  /** Whether it can be seen from the other side. */
  get flips() {
    return this.drawing.flips ?? false;
  }

  /** What is to be done now, in one sentence. @param {View} view */
  guide({ position, legal }) {
    return this.drawing.guide?.(position, legal) ?? null;
  }

  /** @returns {Frame} */
  #frame() {
    const { position, men, legal, last, before } = this.view;
    return { position, men, legal, last, before, flipped: this.flipped, narrow: this.narrow };
  }

  /**
   * What can be chosen that no spot of the board stands for: a pass, a man to promote to. Each with the move that it completes.
   * @returns {{part: string, move: string | null}[]}
   */
  actions() {
    return [...new Map([...nexts(this.ways, []), ...this.#onward()])]
      .filter(([part]) => !this.#spot(part))
      .map(([part, move]) => ({ part, move }));
  }

  /** @param {string} move @returns {Shape} */
  #shape(move) {
    return this.drawing.shape(move, this.view.position, this.view.parts?.get(move));
  }

  /** The spots of the last move. @returns {Shape | null} */
  #lastShape() {
    const { last, before, lastParts } = this.view;
    return last && before !== null ? this.drawing.shape(last, before, lastParts) : null;
  }

  /** @param {string} id */
  #spot(id) {
    return this.scene?.spots.find((spot) => spot.id === id);
  }

  /** What was chosen last. */
  get selected() {
    return this.chosen.at(-1) ?? null;
  }

  /** Spots from which a move begins. */
  #sources() {
    return [...new Set(this.ways.flatMap(({ parts }) => (parts.length > 1 ? parts.slice(0, 1) : [])))];
  }

  /** Spots that are a whole move. */
  #directTargets() {
    return this.ways.flatMap(({ parts }) => (parts.length === 1 ? parts : []));
  }

  /**
   * What is chosen where a spot is: more of the move under way, or the beginning of one.
   * @param {string} id
   */
  #begun(id) {
    return this.selected === id ? this.chosen : [id];
  }

  /**
   * What may follow a spot.
   * @param {string} id
   */
  #targets(id) {
    return nexts(this.ways, this.#begun(id));
  }

  /** What may follow what was chosen. */
  #onward() {
    return this.chosen.length > 0 ? nexts(this.ways, this.chosen) : new Map();
  }

  /**
   * The legal move that choosing this spot would make.
   * @param {string} id
   * @returns {string | undefined}
   */
  #moveAt(id) {
    const onward = this.#onward();
    const move = onward.has(id) ? onward.get(id) : nexts(this.ways, []).get(id);
    return move ?? (this.selected === id ? confirmed(this.ways, this.chosen) : undefined);
  }

  /**
   * A spot is clicked, tapped, or chosen by key.
   * @param {string} id
   */
  choose(id) {
    const { legal } = this.view;
    if (this.listeners.spot?.(id)) return;
    if (legal.length === 0) return;
    const move = this.#moveAt(id);
    if (move !== undefined) {
      this.chosen = [];
      this.listeners.move?.(move);
    } else if (this.#onward().has(id)) {
      this.#select([...this.chosen, id]);
    } else if (this.selected === id) {
      this.#select([]);
    } else if (this.#targets(id).size > 0) {
      const lift = this.#lift(id);
      if (lift !== undefined) this.listeners.move?.(lift);
      else this.#select([id]);
    } else {
      const from = this.selected;
      this.#select([]);
      this.listeners.refused?.(this.drawing.text(from ?? "", id), this.drawing.refusal?.(from ?? "", id) ?? null);
    }
  }

  /**
   * The only move of a spot, if it ends on no spot: a man that can only be lifted is lifted at once.
   * @param {string} id
   */
  #lift(id) {
    const [only, ...more] = this.#targets(id);
    return only?.[1] && more.length === 0 && !this.#spot(only[0]) ? only[1] : undefined;
  }

  /** @param {string[]} chosen */
  #select(chosen) {
    this.chosen = chosen;
    this.#draw(false);
    this.listeners.chosen?.();
  }

  /** @param {PointerEvent} event */
  #under(event) {
    const element = document.elementFromPoint(event.clientX, event.clientY);
    return element?.closest("[data-spot]")?.getAttribute("data-spot") ?? null;
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button !== 0) return;
    const id = this.#under(event);
    if (id === null) return;
    this.drag = { id, x: event.clientX, y: event.clientY, ghost: null, pointer: event.pointerId };
    if (this.#targets(id).size > 0) {
      // So that the page does not scroll while a man is dragged with a finger.
      event.preventDefault();
      this.element.setPointerCapture(event.pointerId);
    }
  }

  /** @param {PointerEvent} event */
  #motion(event) {
    const id = this.#under(event);
    this.#hover(id);
    const drag = this.drag;
    if (!drag || this.#targets(drag.id).size === 0) return;
    if (!drag.ghost) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < DRAG) return;
      const man = this.layers.men.querySelector(`[data-at="${CSS.escape(drag.id)}"]`);
      this.#select(this.#begun(drag.id));
      drag.ghost = man ? /** @type {SVGElement} */ (man.cloneNode(true)) : s("g");
      this.layers.ghost.append(drag.ghost);
      this.layers.men.querySelector(`[data-at="${CSS.escape(drag.id)}"]`)?.classList.add("lifted");
    }
    const matrix = this.element.getScreenCTM();
    if (!matrix) return;
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    const size = drag.ghost.getAttribute("data-size") ?? "1";
    drag.ghost.setAttribute("transform", `translate(${point.x} ${point.y}) scale(${size})`);
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const drag = this.drag;
    if (!drag) return;
    const dragged = drag.ghost !== null;
    this.#drop();
    const id = this.#under(event);
    if (id === null) {
      if (dragged) this.#select([]);
      return;
    }
    if (dragged && id !== drag.id) {
      const lift = this.#lift(drag.id);
      this.chosen = lift === undefined ? this.#begun(drag.id) : [];
      this.choose(lift === undefined ? id : drag.id);
    } else if (!dragged && id === drag.id) {
      this.focused = id;
      this.choose(id);
    } else if (dragged) this.#draw(false);
  }

  #drop() {
    this.drag = null;
    this.layers.ghost.replaceChildren();
    this.layers.men.querySelector(".lifted")?.classList.remove("lifted");
  }

  /** @param {string | null} id */
  #hover(id) {
    if (id === this.hovered) return;
    this.hovered = id;
    this.#preview();
  }

  /** What the hovered or focused move would do. */
  #preview() {
    const move = this.hovered === null ? undefined : this.#moveAt(this.hovered);
    this.layers.preview.replaceChildren();
    if (move !== undefined && this.drawing.preview) {
      this.layers.preview.append(...this.drawing.preview(this.#frame(), move, /** @type {Scene} */ (this.scene)));
      this.element.classList.toggle("replacing", this.drawing.replaces ?? false);
    } else this.element.classList.remove("replacing");
    this.listeners.hover?.(move ?? null);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const id = /** @type {Element} */ (event.target).getAttribute?.("data-spot");
    if (!id || event.ctrlKey || event.metaKey || event.altKey) return;
    /** @type {Record<string, [number, number]>} */
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const way = ways[event.key];
    if (way) {
      const next = this.#beside(id, way);
      if (next) this.#focus(next);
    } else if (event.key === "Enter" || event.key === " ") {
      this.focused = id;
      this.choose(id);
    } else if (event.key === "Escape" && this.selected !== null) this.#select([]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /**
   * The nearest spot in a direction.
   * @param {string} id
   * @param {[number, number]} way
   */
  #beside(id, [dx, dy]) {
    const from = this.#spot(id);
    if (!from || !this.scene) return null;
    let best = null;
    let least = Infinity;
    for (const spot of this.scene.spots) {
      const x = spot.x + spot.w / 2 - from.x - from.w / 2;
      const y = spot.y + spot.h / 2 - from.y - from.h / 2;
      const along = x * dx + y * dy;
      const across = Math.abs(x * dy) + Math.abs(y * dx);
      if (along < 0.1 || across > along * 2) continue;
      const distance = along + 2 * across;
      if (distance < least) [best, least] = [spot.id, distance];
    }
    return best;
  }

  /** @param {string} id */
  #focus(id) {
    this.focused = id;
    for (const node of this.layers.spots.children) {
      const is = node.getAttribute("data-spot") === id;
      node.setAttribute("tabindex", is ? "0" : "-1");
      if (is) /** @type {SVGElement} */ (node).focus();
    }
    // What a move would do is shown to the keyboard as it is to the mouse.
    this.#hover(id);
  }

  /** @param {boolean} animate the view follows the one shown before by its last move */
  #draw(animate) {
    if (!this.view.position) return;
    const scene = this.drawing.scene(this.#frame());
    this.scene = scene;
    this.ways = this.view.legal.flatMap((move) => waysOf(move, this.#shape(move)));
    const had = this.layers.spots.contains(document.activeElement);
    this.element.setAttribute("viewBox", `0 0 ${scene.width} ${scene.height}`);
    this.element.style.setProperty("--ratio", String(scene.width / scene.height));
    put(this.layers.under, scene.under);
    put(this.layers.over, scene.over);
    this.#scaleText();
    this.#drawMen(scene, animate);
    this.#drawMarks(scene);
    this.#drawArrows();
    this.#drawSpots(scene, had);
    this.#preview();
  }

  /** Labels are readable on small boards, too: 11 pixels at least. */
  #scaleText() {
    const pixels = this.element.clientWidth / (this.scene?.width ?? 1);
    if (pixels > 0) this.element.style.setProperty("--label", `${Math.min(0.5, Math.max(0.24, 11 / pixels))}px`);
  }

  /** @param {Scene} scene @param {boolean} animate */
  #drawMen(scene, animate) {
    const shape = this.#lastShape();
    const moved =
      this.view.last && this.view.before ? this.drawing.moved?.(this.view.last, this.view.before) : undefined;
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const nodes = scene.men.map((man) => {
      const spot = scene.spots.find((spot) => spot.id === man.at);
      if (!spot) return null;
      const size = man.size ?? 1;
      const [x, y] = [spot.x + spot.w / 2, spot.y + spot.h / 2];
      const node = s(
        "g",
        { transform: `translate(${x} ${y}) scale(${size})`, "data-at": man.at, "data-size": size },
        man.node,
      );
      const came = moved?.get(man.at);
      if (animate && !still && shape && (moved ? came !== undefined : man.at === shape.to)) {
        const from = moved ? came : shape.from;
        const start = from === null ? undefined : scene.spots.find((spot) => spot.id === from);
        const way = start
          ? [`translate(${(start.x + start.w / 2 - x) / size}px, ${(start.y + start.h / 2 - y) / size}px)`, "none"]
          : ["scale(0.6)", "scale(1)"];
        man.node.animate({ transform: way }, { duration: start ? 220 : 160, easing: "ease-out" });
      }
      return node;
    });
    put(this.layers.men, nodes);
  }

  /** @param {Scene} scene */
  #drawMarks(scene) {
    const { last, before, verdicts } = this.view;
    const shape = this.#lastShape();
    /** @type {SVGElement[]} */
    const marks = [];
    /** @param {string | null | undefined} id @param {string} kind */
    const mark = (id, kind) => {
      const spot = id ? this.#spot(id) : undefined;
      if (spot) marks.push(area(spot, `mark ${kind}`));
    };
    if (last && before !== null && this.drawing.moved)
      for (const id of this.drawing.moved(last, before).keys()) mark(id, "last");
    else if (shape) for (const id of new Set([shape.from, ...(shape.via ?? []), shape.to])) mark(id, "last");
    for (const id of scene.hints ?? []) mark(id, "hint");
    for (const id of new Set(this.chosen)) mark(id, "selected");
    for (const [move, verdict] of verdicts ?? []) mark(this.#shape(move).to, `verdict ${verdict}`);
    put(this.layers.marks, marks);
  }

  /** @param {Scene} scene @param {boolean} had the board had the focus */
  #drawSpots(scene, had) {
    const sources = new Set(this.#sources());
    const direct = new Set(this.#directTargets());
    const targets = this.#onward();
    const occupied = new Set(scene.men.map((man) => man.at));
    if (!scene.spots.some((spot) => spot.id === this.focused)) {
      this.focused = [...sources, ...direct][0] ?? scene.spots[0]?.id ?? null;
    }
    const nodes = scene.spots.map((spot) => {
      const target = targets.has(spot.id) || direct.has(spot.id);
      const may = target ? t("board.target") : sources.has(spot.id) ? t("board.source") : "";
      const verdict = [...(this.view.verdicts ?? [])].find(([move]) => this.#shape(move).to === spot.id)?.[1];
      const said = [spot.label, verdict ? t(`verdict.${verdict}`) : "", may].filter(Boolean).join(", ");
      const node = s(
        "g",
        {
          class: ["spot", target && "target", sources.has(spot.id) && "source"].filter(Boolean).join(" "),
          "data-spot": spot.id,
          role: "button",
          tabindex: spot.id === this.focused ? 0 : -1,
          "aria-label": said,
          "aria-pressed": this.chosen.includes(spot.id) ? "true" : null,
        },
        area(spot, "area"),
      );
      const [x, y] = [spot.x + spot.w / 2, spot.y + spot.h / 2];
      const least = Math.min(spot.w, spot.h);
      if (target && occupied.has(spot.id)) node.append(s("circle", { class: "take", cx: x, cy: y, r: 0.44 * least }));
      else if (target) node.append(s("circle", { class: "dot", cx: x, cy: y, r: 0.13 * least }));
      node.append(area(spot, "ring", 0.04));
      return node;
    });
    put(this.layers.spots, nodes);
    if (had && this.focused) this.#focus(this.focused);
  }

  #drawArrows() {
    const { candidates = [], line = [] } = this.view;
    const shape = (/** @type {string} */ move) => this.#shape(move);
    const find = (/** @type {string} */ id) => this.#spot(id);
    put(this.layers.arrows, [...candidateArrows(candidates, shape, find), ...lineArrows(line, shape, find)]);
  }
}
