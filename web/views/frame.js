// What playing and analysing have in common: the board with its moves, a field to type moves in, and messages on the
// present task.

import { announce, note, quiet } from "../announce.js";
import { openBoard } from "../boards/open.js";
import { h, message, patch, put } from "../dom.js";
import * as fragment from "../fragment.js";
import { title } from "../names.js";
import { t } from "../text.js";

/** @typedef {import("../game/game.js").Game} Game */
/** @typedef {import("../boards/drawing.js").View} View */

/** @type {Record<string, string>} */
const ACTIONS = { pass: "action.pass", "-": "action.keep", $: "action.buy" };

/** From more buttons than this on they are a list. */
const MANY = 4;

export class Frame {
  /** How many moves can be made now. */
  #moves = 0;

  /**
   * @param {import("../engine/engine.js").Variant} variant
   * @param {{play: (move: string) => Promise<boolean | void>, check: (move: string) => Promise<void>, tasks?: boolean,
   *   foresee?: import("../boards/board.js").Listeners["foresee"], spot?: (id: string) => boolean, refused?: (why:
   * string, tried: string, began: string) => void,
   *   pen?: import("../boards/board.js").Listeners["pen"], signal?: AbortSignal}} how `play` makes a move, or returns
   * `false` if none can be
   *   made now; `check` says in words (as an error) why one cannot be made; `foresee` gives the position
   *   after one; `spot` may take a chosen spot for itself;
   *   `refused` shows why what was tried on the board, from the spot where it began, is no move; `signal` says that the
   * view is left;
   *   `tasks`: whether it says what is to be done before a turn is begun
   */
  constructor(variant, { play, check, foresee, spot, refused = (why) => note(why), pen, signal, tasks = true }) {
    this.play = play;
    this.tasks = tasks;
    /** @type {Promise<unknown>} the moves requested so far */
    this.made = Promise.resolve();
    this.board = openBoard(variant, {
      move: (move) => void this.#make(move),
      refused: (text, why, began) => void this.#refuse(text, why, check, (said) => refused(said, text, began)),
      spot: (id) => spot?.(id) ?? false,
      chosen: () => this.#drawActions(),
      ...(pen && { pen }),
      ...(foresee && { foresee }),
    });
    this.guide = h("p", { class: "guide" });
    /** The task before a turn is begun. @type {string | null} */
    this.task = null;
    this.actions = h("div", { class: "actions board-actions" });
    /** The present task with its buttons: on phones it stays in sight. */
    this.due = h("div", { class: "due" }, this.guide, this.actions);
    this.field = h("input", {
      id: "typed",
      type: "text",
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      placeholder: t("type.example"),
    });
    this.typed = h(
      "form",
      {
        class: "typed",
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          void this.#type();
        },
      },
      h("label", { for: "typed" }, t("type")),
      this.field,
      h("button", {}, t("type.go")),
    );
    this.element = h("div", { class: "board-frame" }, this.board.element);
    if (signal) this.#listen(signal);
  }

  /** Escape and a click elsewhere leave the move that is begun, wherever the focus is. @param {AbortSignal} signal */
  #listen(signal) {
    const own = [this.board.element, this.actions];
    const elsewhere = (/** @type {Event} */ event) =>
      !event.composedPath().some((one) => own.some((part) => part === one));
    document.addEventListener("keydown", ({ key }) => key === "Escape" && this.board.letGo(), { signal });
    document.addEventListener("click", (event) => elsewhere(event) && this.board.letGo(), { signal });
  }

  /**
   * @param {View} view
   * @param {boolean} mayMove
   */
  show(view, mayMove) {
    const legal = mayMove ? view.legal : [];
    this.#moves = legal.length;
    this.board.show({ ...view, legal });
    this.task = this.tasks && legal.length > 0 ? this.board.guide({ ...view, legal }) : null;
    this.#drawActions();
    // A field that is disabled would lose the focus, and `Enter` with it.
    this.field.readOnly = legal.length === 0;
  }

  /**
   * What is to be done, and buttons for what no spot of the board stands for. A list of many moves needs no words
   * around
   * each.
   */
  #drawActions() {
    const guide = this.board.due ?? this.task;
    put(this.guide, guide ?? "");
    this.guide.hidden = !guide;
    const actions = this.board.actions();
    const many = actions.length > MANY;
    this.due.classList.toggle("long", many);
    // If there are other moves, the button must not take the focus.
    const isChoice = this.#moves > actions.length;
    patch(this.actions, [actions, isChoice], () => [
      actions.map(({ part, move }) => {
        const text = move === null ? t("action.choose", { part }) : t(ACTIONS[move] ?? "action.move", { move });
        const figure = this.board.figure(part);
        const named = figure ? `${figure} ${text}` : text;
        const choose = () => (move === null ? this.board.choose(part) : void this.#make(move));
        // A second click means the button that stood there before.
        const onclick = (/** @type {MouseEvent} */ { detail }) => detail > 1 || choose();
        const isPlain = many || (move === "pass" && isChoice);
        return h("button", { class: isPlain ? "" : "primary", onclick }, many ? (move ?? part) : named);
      }),
    ]);
    this.actions.hidden = actions.length === 0;
    this.due.hidden = !guide && actions.length === 0;
  }

  /**
   * Makes a move after those requested before: on a busy machine a click may come before the last one is
   * answered.
   * @param {string} move
   */
  #inTurn(move) {
    const made = this.made.then(() => this.play(move));
    this.made = made.catch(() => {});
    return made;
  }

  /** @param {string} move */
  async #make(move) {
    quiet();
    try {
      await this.#inTurn(move);
    } catch (error) {
      note(message(error));
    }
  }

  /**
   * @param {string} text
   * @param {string | null} why
   * @param {(move: string) => Promise<void>} check
   * @param {(why: string) => void} refused
   */
  async #refuse(text, why, check, refused) {
    try {
      if (why) refused(why);
      else await check(text);
    } catch (error) {
      refused(message(error));
    }
  }

  async #type() {
    const text = this.field.value.trim();
    if (!text) return;
    // Whatever is typed before the answer stays.
    this.field.value = "";
    try {
      if ((await this.#inTurn(text)) === false) throw new Error(t("type.not-now", { move: text }));
      quiet();
    } catch (error) {
      if (!this.field.value) {
        this.field.value = text;
        this.field.select();
      }
      note(message(error));
    }
  }

  /** @param {string} text */
  say(text) {
    announce(text);
  }
}

/**
 * The head of the panel beside the board: the game's name, which leads to its rules, and what stands beside it.
 * @param {string} variant
 * @param {Record<string, string | number>} options
 * @param {HTMLElement} beside
 */
export function panelHead(variant, options, beside) {
  const rules = { href: fragment.write("rules", { variant, options }), title: t("rules") };
  return h("div", { class: "panel-head" }, h("h2", {}, h("a", rules, title(variant))), beside);
}
