// The state of a board: what is shown, what was chosen, and what may be chosen next. It touches no page.

import { confirmed, nexts, waysOf } from "./choice.js";
import { finder } from "./drawing.js";

/** @typedef {import("./drawing.js").Drawing} Drawing */
/** @typedef {import("./drawing.js").Frame} Frame */
/** @typedef {import("./drawing.js").Scene} Scene */
/** @typedef {import("./drawing.js").Shape} Shape */
/** @typedef {import("./drawing.js").Spot} Spot */
/** @typedef {import("./drawing.js").View} View */

/**
 * What choosing a spot comes to: a move, another beginning of one, another part that is near, or a refusal.
 * @typedef {{move: string} | {chosen: string[]} | {near: string} | {refused: [string, string]}} Choice
 */

export class State {
  /** @param {Drawing} drawing */
  constructor(drawing) {
    this.drawing = drawing;
    /** @type {View} */
    this.view = { position: "", legal: [], last: null, before: null };
    this.flipped = false;
    this.narrow = false;
    /** The part that was brought near. @type {string | null} */
    this.near = null;
    /** The beginning of a move. @type {string[]} */
    this.chosen = [];
    /** The spot that the keyboard is at. @type {string | null} */
    this.focused = null;
    /** @type {string | null} */
    this.hovered = null;
    /** The spot that a finger has chosen as the end of a move, where it may have missed. @type {string | null} */
    this.aimed = null;
    /** @type {Scene} */
    this.scene = { width: 1, height: 1, spots: [], under: [], men: [], over: [] };
    /** The ways of the legal moves. @type {import("./choice.js").Way[]} */
    this.ways = [];
    /** The moves of men that fall, by each spot over or under the one where they come to lie. @type {Map<string, string>} */
    this.columns = new Map();
    /** @type {(id: string | null | undefined) => Spot | undefined} */
    this.spot = () => undefined;
  }

  /**
   * Takes a new view.
   * @param {View} view
   * @returns {boolean} whether it follows the one before by its last move
   */
  take(view) {
    const moved = view.position !== this.view.position;
    const next = moved && view.before !== null && view.before === this.view.position;
    // If no move may be made, nothing is chosen.
    if (moved || view.legal.length === 0) {
      this.chosen = [];
      this.aimed = null;
    }
    if (moved) {
      this.hovered = null;
      this.near = null;
    }
    this.view = view;
    return next;
  }

  /** Lays out what is shown. */
  lay() {
    this.scene = this.drawing.scene(this.frame);
    this.spot = finder(this.scene);
    this.ways = this.view.legal.flatMap((move) => waysOf(move, this.shape(move)));
    this.ways.push(...this.#restingWays(), ...this.#otherOrders());
    this.columns = new Map(
      [...(this.view.falls ?? [])].flatMap(([move, from]) =>
        (this.drawing.column?.(from, this.shape(move).to, this.view.position) ?? []).map((spot) => [spot, move]),
      ),
    );
    if (!this.spot(this.focused)) this.focused = this.entry;
  }

  /** Moves whose cells may be chosen in any order, the other way round, where that is no move of its own. */
  #otherOrders() {
    const known = new Set(this.ways.map(({ parts }) => parts.join("\n")));
    const other = [...(this.view.unordered ?? [])].flatMap((move) => {
      const way = this.ways.find((way) => way.move === move);
      return way ? [{ move, parts: [...way.parts].reverse() }] : [];
    });
    return other.filter(({ parts }) => !known.has(parts.join("\n")));
  }

  /** The same moves from one rest of their men to the next. */
  #restingWays() {
    const spots = this.scene.spots;
    return [...(this.view.rests ?? [])].flatMap(([move, rests]) => {
      const { from, to } = this.shape(move);
      return from === null ? [] : [{ move, parts: [from, ...rests.map((cell) => spots[cell]?.id ?? ""), to] }];
    });
  }

  /** @returns {Frame} */
  get frame() {
    const { position, men, legal, last, before, marks, decided } = this.view;
    const { flipped, narrow, near } = this;
    return { position, men, legal, last, before, marks, decided, flipped, narrow, near };
  }

  /** The spot at which the keyboard focus enters. @returns {string | null} */
  get entry() {
    return this.sources()[0] ?? this.directTargets()[0] ?? this.scene.spots[0]?.id ?? null;
  }

  /** @param {string} move @returns {Shape} */
  shape(move) {
    return this.drawing.shape(move, this.view.position, this.view.parts?.get(move));
  }

  /** The spots of the last move. @returns {Shape | null} */
  get lastShape() {
    const { last, before, lastParts } = this.view;
    return last && before !== null ? this.drawing.shape(last, before, lastParts) : null;
  }

  /**
   * The spots whose men the last move has brought, and from where; `null`: from nowhere.
   * @returns {Map<string, string | null>}
   */
  get arrived() {
    const { last, before, lastParts, lastFell } = this.view;
    const shape = this.lastShape;
    if (!last || before === null || !shape) return new Map();
    const { drawing } = this;
    const came = drawing.moved?.(last, before) ?? drawing.came?.(last, before, lastParts, lastFell);
    return came ?? new Map([[shape.to, shape.from]]);
  }

  /** The last choice. */
  get selected() {
    return this.chosen.at(-1) ?? null;
  }

  /** Spots from which a move begins. */
  sources() {
    return [...new Set(this.ways.flatMap(({ parts }) => (parts.length > 1 ? parts.slice(0, 1) : [])))];
  }

  /** Spots that are a whole move, where none is begun. */
  directTargets() {
    return this.chosen.length > 0 ? [] : this.#placements();
  }

  /** The spots on which men stand. */
  get held() {
    return new Set(this.scene.men.flatMap(({ at, isMark }) => (isMark ? [] : [at])));
  }

  /** What may be done in place of choosing a spot. @param {string} id @returns {import("./drawing.js").May} */
  may(id) {
    const { held } = this;
    const [begins, puts] = [this.sources(), this.#placements()];
    const put = [...begins, ...puts].some((spot) => !held.has(spot));
    return { taken: held.has(id), men: begins.filter((spot) => held.has(spot)), put };
  }

  #placements() {
    return this.ways.flatMap(({ parts }) => (parts.length === 1 ? parts : []));
  }

  /**
   * What is chosen where a spot is: more of the move under way, or the beginning of one.
   * @param {string} id
   */
  begun(id) {
    return this.selected === id ? this.chosen : [id];
  }

  /**
   * What may follow a spot.
   * @param {string} id
   */
  targets(id) {
    return nexts(this.ways, this.begun(id));
  }

  /** The choices that may follow the present ones. @returns {Map<string, string | null>} */
  onward() {
    return this.chosen.length > 0 ? nexts(this.ways, this.chosen) : new Map();
  }

  /** Whether the man of a spot may be taken up. @param {string} id */
  movable(id) {
    if (this.spot(id)?.opens !== undefined) return false;
    const { plan } = this.view;
    return plan ? plan.at(-1) === id || this.scene.men.some(({ at }) => at === id) : this.targets(id).size > 0;
  }

  /** The spots that are chosen, now or for the next turn. */
  get picked() {
    return this.view.plan ?? this.chosen;
  }

  /**
   * The legal move that choosing this spot would make.
   * @param {string} id
   * @returns {string | undefined}
   */
  moveAt(id) {
    const onward = this.onward();
    if (onward.has(id)) return onward.get(id) ?? this.#only([...this.chosen, id]);
    // A turn that is begun excludes moves of another kind: a missed click would make one.
    if (this.chosen.length > 0) return this.selected === id ? confirmed(this.ways, this.chosen) : undefined;
    return nexts(this.ways, []).get(id) ?? this.columns.get(id);
  }

  /**
   * The only move that continues from a man and its destination, if there is just one: the rest is forced.
   * @param {string[]} chosen
   */
  #only(chosen) {
    const [only, ...more] = this.ways.filter(({ parts }) => chosen.every((part, index) => parts[index] === part));
    return only && more.length === 0 ? only.move : undefined;
  }

  /**
   * The only move of a spot, if it ends on no spot: a man that can only be lifted is lifted at once.
   * @param {string} id
   */
  lift(id) {
    const [only, ...more] = this.targets(id);
    return only?.[1] && more.length === 0 && !this.spot(only[0]) ? only[1] : undefined;
  }

  /**
   * The effect of choosing a spot; `null` if no move may be made.
   * @param {string} id
   * @returns {Choice | null}
   */
  choice(id) {
    const opens = this.spot(id)?.opens;
    if (opens !== undefined) return { near: opens };
    if (this.view.legal.length === 0) return null;
    const move = this.moveAt(id);
    if (move !== undefined) return { move };
    if (this.onward().has(id)) return { chosen: [...this.chosen, id] };
    if (this.selected === id) return { chosen: [] };
    if (this.selected !== null && this.targets(id).size === 0 && this.#placements().includes(id)) return { chosen: [] };
    if (this.targets(id).size === 0) return { refused: [this.selected ?? "", id] };
    const lift = this.lift(id);
    return lift === undefined ? { chosen: [id] } : { move: lift };
  }

  /**
   * The legal move that these spots mean, one after the other, without signs beside the board; `null` where there is
   * none, or more than one.
   * @param {string[]} spots
   */
  meant(spots) {
    const are = (/** @type {string[]} */ parts) => parts.join("\n") === spots.join("\n");
    const whole = this.ways.find(({ parts }) => are(parts))?.move ?? this.columns.get(spots.join());
    if (whole !== undefined) return whole;
    const meant = this.ways.filter(({ parts }) => are(parts.filter((part) => this.spot(part))));
    const [only, ...more] = new Set(meant.map(({ move }) => move));
    return more.length > 0 ? null : (only ?? null);
  }

  /**
   * Whether a turn goes on behind a man and where it goes, or behind what was put down: `end` where it may end there,
   * too,
   * `beside` where no spot goes on.
   * @returns {"more" | "end" | "beside" | null}
   */
  get due() {
    const [first, ...rest] = this.chosen;
    const isMan = this.scene.men.some(({ at }) => at === first);
    const onward = [...this.onward().keys()];
    if (onward.length === 0 || (isMan && rest.length === 0)) return null;
    if (!onward.some((part) => this.spot(part))) return "beside";
    return confirmed(this.ways, this.chosen) === undefined || this.signs.has(this.selected ?? "") ? "more" : "end";
  }

  /** The spots with a sign for the continuation of a turn, each with its sign. @returns {Map<string, string>} */
  get signs() {
    if (this.chosen.length === 0) return new Map();
    const again = confirmed(this.ways, this.chosen) === undefined ? [] : this.chosen.slice(-1);
    const signed = [...this.onward().keys(), ...again].flatMap((id) => {
      const sign = this.drawing.sign?.(id);
      return sign ? [/** @type {[string, string]} */ ([id, sign])] : [];
    });
    return new Map(signed);
  }

  /**
   * The man that the beginning of a move has put on a spot or moved there, for people to see.
   * @returns {{at: string, node: SVGElement} | null}
   */
  get placed() {
    const [first = "", second] = this.chosen;
    const mover = this.scene.men.find(({ at }) => at === first);
    if (mover)
      return second === undefined ? null : { at: second, node: /** @type {SVGElement} */ (mover.node.cloneNode(true)) };
    const { side } = this.view;
    const node = first && side !== undefined ? this.drawing.man?.(side, first) : undefined;
    return node ? { at: first, node } : null;
  }

  /** The spots with which something can be done now. */
  get useful() {
    const ends = [...this.onward().keys(), ...this.directTargets(), ...this.columns.keys()];
    return new Set([...ends, ...this.sources(), ...this.chosen]);
  }

  /** Whether choosing a spot does nothing, or is refused. @param {string} id */
  isIdle(id) {
    const choice = this.choice(id);
    return this.selected === null && (choice === null || "refused" in choice);
  }

  /** The move that a finger has chosen, where it may have missed. */
  get aim() {
    return this.aimed === null ? undefined : this.moveAt(this.aimed);
  }

  /**
   * What can be chosen that no spot of the board stands for: what was aimed at, a pass, a man to promote to. Each with
   * the move that it completes.
   * @returns {{part: string, move: string | null}[]}
   */
  actions() {
    const beside = [...new Map([...nexts(this.ways, []), ...this.onward()])].filter(([part]) => !this.spot(part));
    const { rank } = this.drawing;
    if (rank) beside.sort(([one], [other]) => rank(one) - rank(other));
    const aimed = this.aimed !== null && this.aim !== undefined ? [{ part: this.aimed, move: this.aim }] : [];
    return [...aimed, ...beside.map(([part, move]) => ({ part, move }))];
  }
}
