// A kept game in the list: its picture, who played it and how it ended, its name, and what can be done with it.

import { download, h, put } from "../../dom.js";
import * as fragment from "../../fragment.js";
import * as library from "../../game/library.js";
import { movesText, playersText, sideName, title } from "../../names.js";
import { t, when } from "../../text.js";

/** @typedef {library.Kept} Kept */
/** @typedef {import("../../engine/engine.js").Variant} Variant */
/** @typedef {"open" | "won" | "lost" | "draw" | "over" | "unknown"} State the result of a game, for the player at this browser */

/** The user's side; `null`: both, or none. @param {Kept} game @param {Variant | undefined} variant */
function ownSide({ match, table }, variant) {
  if (table) return table.you;
  const sides = new Set(
    variant?.seats.flatMap(({ side }, seat) => (match?.players[seat]?.kind === "person" ? side : [])),
  );
  return sides.size === 1 ? [...sides][0] : null;
}

export class Row {
  face;
  #variant;
  #about = h("span", { class: "muted" });
  element;

  /**
   * @param {Kept} game
   * @param {Variant | undefined} variant none where its rules are gone
   * @param {(row: Row) => void} remove
   */
  constructor(game, variant, remove) {
    this.game = game;
    this.#variant = variant;
    this.line = library.lineOf(game).length;
    const href = library.addressOf(game);
    const open = (/** @type {MouseEvent} */ event) => {
      // A click with a key opens the address elsewhere.
      if (event.ctrlKey || event.metaKey || event.shiftKey || game.kind === "table") return;
      event.preventDefault();
      fragment.open(href, game.id);
    };
    this.face = h("a", { class: "face", href, onclick: open, tabindex: -1, "aria-hidden": "true" });
    const name = h("input", {
      type: "text",
      value: game.name ?? "",
      placeholder: t("library.name"),
      "aria-label": t("library.name-of", { game: title(game.variant) }),
      onchange: () => {
        game.name = name.value.trim();
        library.rename(game.id, game.name);
      },
    });
    this.element = h(
      "li",
      { "data-id": game.id },
      this.face,
      h("a", { href, onclick: open }, title(game.variant)),
      this.#about,
      name,
      h("button", { onclick: () => download(`${this.#fileName}.pgn`, game.text) }, t("save")),
      h("button", { onclick: () => remove(this) }, t("library.delete")),
    );
    this.draw();
  }

  get #fileName() {
    const { name, variant } = this.game;
    return (name || variant).replace(/[^\p{L}\p{N} _.-]/gu, "-");
  }

  /** @returns {State} */
  get state() {
    const { kind, over, result } = this.game;
    if (result === undefined) return kind === "analyse" || over ? "unknown" : "open";
    if (result === null) return kind === "analyse" ? "unknown" : "open";
    if (result.winner === null) return "draw";
    const own = ownSide(this.game, this.#variant);
    return own === null || own === undefined ? "over" : own === result.winner ? "won" : "lost";
  }

  /** How the game ended, in words. */
  get #result() {
    const { state } = this;
    if (state === "open") return t("load.unfinished");
    if (state === "draw") return t("drawn");
    if (state === "won" || state === "lost") return t(`library.${state}`);
    const winner = this.game.result?.winner;
    if (winner === undefined || winner === null || !this.#variant) return null;
    return t("wins", { side: sideName(this.#variant, winner) });
  }

  /** Its description. */
  get about() {
    const { game } = this;
    const who = playersText(game) ?? t("library.analysis");
    return [who, movesText(game.turns ?? this.line), this.#result, when(game.changed)].filter(Boolean).join(" · ");
  }

  draw() {
    put(this.#about, this.about);
  }

  /** Games stored by earlier pages lack their ending. @param {import("../../engine/engine.js").Position} end */
  told({ outcome }) {
    if (this.game.result !== undefined) return;
    this.game.result = outcome && { winner: outcome.winner };
    this.draw();
  }
}
