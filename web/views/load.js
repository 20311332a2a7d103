// Loading: a file, or what was pasted.

import { note } from "../announce.js";
import { h, message, put } from "../dom.js";
import { fileText } from "../game/file-text.js";
import { read as readGames, Unreadable } from "../game/load.js";
import { movesText, title } from "../names.js";
import { given, t } from "../text.js";

/** @typedef {import("../engine/engine.js").Engine} Engine */
/** @typedef {import("../engine/engine.js").GameSpec} GameSpec */
/** @typedef {import("../game/load.js").Loaded} Loaded */

/** Games that are listed at most. */
const LISTED = 200;

/**
 * Asks for a game.
 * @param {Engine} engine
 * @param {GameSpec} present whose rules a pasted position or moves have
 * @param {(loaded: Loaded) => Promise<void>} open
 */
export function loadDialog(engine, present, open) {
  const text = h("textarea", { id: "load-text", rows: 6, spellcheck: "false", placeholder: t("load.placeholder") });
  const file = h("input", { id: "load-file", type: "file", accept: ".jsonl,.json,.txt,.pgn,.sgf" });
  const wrong = h("p", { class: "wrong", role: "alert" });
  const found = h("div", { class: "found" });
  const dialog = h(
    "dialog",
    { class: "load", "aria-labelledby": "load-title" },
    h("h2", { id: "load-title" }, t("load.title")),
    h("div", { class: "field" }, h("label", { for: "load-file" }, t("load.file")), file),
    h("div", { class: "field" }, h("label", { for: "load-text" }, t("load.text")), text),
    wrong,
    found,
    h(
      "div",
      { class: "controls" },
      h("button", { class: "primary", onclick: () => void read() }, t("load.open")),
      h("button", { onclick: () => dialog.close() }, t("close")),
    ),
  );

  async function read() {
    put(wrong);
    put(found);
    try {
      const [chosen] = file.files ?? [];
      const { text: given, guess } = chosen ? await fileText(chosen, engine) : { text: text.value, guess: null };
      if (!given.trim()) throw new Error(t("load.nothing"));
      const games = await readGames(given, engine, present);
      if (guess) note(guess, "done");
      const [only] = games;
      const broken = games.reduce((sum, game) => sum + (game.broken ?? 0), 0);
      if (only && games.length === 1 && broken === 0) {
        await choose(only);
        return;
      }
      put(
        found,
        broken > 0 && h("p", { class: "wrong" }, t("load.broken", { n: broken })),
        games.length > 1 && h("p", {}, t("load.several", { n: games.length })),
        h(
          "ol",
          {},
          games
            .slice(0, LISTED)
            .map((game) =>
              h("li", {}, h("button", { class: "link", onclick: () => void choose(game).catch(fail) }, describe(game))),
            ),
        ),
      );
    } catch (error) {
      fail(error);
    }
  }

  /** @param {unknown} error */
  function fail(error) {
    if (error instanceof Unreadable)
      put(
        wrong,
        t(error.tried.length > 0 ? "load.unreadable" : "load.brackets"),
        h(
          "ul",
          {},
          error.tried.map((why) => h("li", {}, why)),
        ),
      );
    else put(wrong, message(error));
  }

  /** @param {Loaded} loaded */
  async function choose(loaded) {
    await open(loaded);
    dialog.close();
  }

  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** @param {Loaded} loaded */
export function describe({ game, players, winner = null, unfinished, source }) {
  const who = players?.map(given).join(" – ");
  const result = winner !== null ? (winner === 0 ? "1–0" : "0–1") : unfinished ? t("load.unfinished") : "½–½";
  return [title(game.variant), who, result, movesText(game.moves?.length ?? 0), source].filter(Boolean).join(", ");
}
