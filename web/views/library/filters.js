// Filters of the stored games: by words, game, kind and result.

import { h, put } from "../../dom.js";
import { title } from "../../names.js";
import { t } from "../../text.js";

/** @typedef {import("./row.js").Row} Row */

const KINDS = ["play", "table", "analyse"];

const STATES = ["open", "won", "lost", "draw"];

export class Filters {
  #words = h("input", { id: "library-search", type: "search", autocomplete: "off" });
  #game = h("select", { id: "library-game" });
  #kind = h("select", { id: "library-kind" });
  #state = h("select", { id: "library-state" });
  elements;

  /** @param {() => void} changed others are wanted */
  constructor(changed) {
    const field = (/** @type {string} */ text, /** @type {HTMLElement} */ input) =>
      h("div", { class: "field" }, h("label", { for: input.id }, t(text)), input);
    const options = (/** @type {string} */ key, /** @type {string[]} */ values) => [
      h("option", { value: "" }, t("library.all")),
      ...values.map((value) => h("option", { value }, t(`library.${key}.${value}`))),
    ];
    put(this.#kind, options("kind", KINDS));
    put(this.#state, options("state", STATES));
    this.elements = [
      field("library.search", this.#words),
      field("library.game", this.#game),
      field("library.kind", this.#kind),
      field("library.state", this.#state),
    ];
    for (const input of [this.#words, this.#game, this.#kind, this.#state]) input.addEventListener("input", changed);
  }

  /** Whether anything is left out. */
  get any() {
    return [this.#words, this.#game, this.#kind, this.#state].some(({ value }) => value.trim() !== "");
  }

  /** The games that there are can be chosen. @param {Row[]} rows */
  offer(rows) {
    const { value } = this.#game;
    const names = [...new Set(rows.map(({ game }) => game.variant))].sort((a, b) => title(a).localeCompare(title(b)));
    put(
      this.#game,
      h("option", { value: "" }, t("library.all")),
      names.map((name) => h("option", { value: name, selected: name === value }, title(name))),
    );
  }

  /** @param {Row} row */
  fits({ game, state, about }) {
    const says = `${game.name ?? ""} ${title(game.variant)} ${about}`.toLocaleLowerCase();
    const words = this.#words.value.trim().toLocaleLowerCase().split(/\s+/);
    return (
      words.every((word) => says.includes(word)) &&
      (!this.#game.value || this.#game.value === game.variant) &&
      (!this.#kind.value || this.#kind.value === game.kind) &&
      (!this.#state.value || this.#state.value === state)
    );
  }
}
