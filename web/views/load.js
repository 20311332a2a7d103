// Loading: a file, a pasted record, or a position.

import { h, message, put } from "../dom.js";
import { title } from "../names.js";
import { t } from "../text.js";

/** @typedef {import("../engine/engine.js").Engine} Engine */
/** @typedef {import("../engine/engine.js").GameSpec} GameSpec */

/**
 * A game as it was loaded.
 * @typedef {object} Loaded
 * @property {GameSpec} game
 * @property {string[] | null} players
 * @property {0 | 1 | null} winner
 * @property {string | null} reason
 * @property {boolean} unfinished the moves stop before the end that the rules give the game
 * @property {(import("../game/tree.js").Evaluation | null)[] | null} evaluations
 * @property {string | null} [source]
 */

/**
 * Asks for a game.
 * @param {Engine} engine
 * @param {GameSpec} present of which a pasted position takes variant and options
 * @param {(loaded: Loaded) => Promise<void>} open
 */
export function loadDialog(engine, present, open) {
  const text = h("textarea", { id: "load-text", rows: 6, spellcheck: "false", placeholder: t("load.placeholder") });
  const file = h("input", { id: "load-file", type: "file", accept: ".jsonl,.json,.txt" });
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
      const given = file.files?.[0] ? await file.files[0].text() : text.value;
      if (!given.trim()) throw new Error(t("load.nothing"));
      if (!given.trim().startsWith("{")) {
        await choose({
          game: { ...present, start: given.trim(), moves: [] },
          players: null,
          winner: null,
          reason: null,
          unfinished: true,
          evaluations: null,
        });
        return;
      }
      const { games } = /** @type {{games: Loaded[]}} */ (await engine.ask({ do: "load", record: given }));
      const [only] = games;
      if (only && games.length === 1) {
        await choose(only);
        return;
      }
      put(
        found,
        h("p", {}, t("load.several", { n: games.length })),
        h(
          "ol",
          {},
          games
            .slice(0, 200)
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
    put(wrong, message(error));
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
export function describe({ game, players, winner, unfinished, source }) {
  const who = players?.join(" – ");
  const result = winner === 0 ? "1–0" : winner === 1 ? "0–1" : unfinished ? "*" : "½";
  return [title(game.variant), who, result, t("load.moves", { n: game.moves?.length ?? 0 }), source]
    .filter(Boolean)
    .join(", ");
}
