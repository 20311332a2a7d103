// The games of this browser: a list to search, to name, to delete from, to take along as a file.

import { announce, note } from "../announce.js";
import { download, h, message, put } from "../dom.js";
import { addAll, gamesIn } from "../game/import.js";
import * as library from "../game/library.js";
import { received } from "../game/received.js";
import { title } from "../names.js";
import { t } from "../text.js";
import { Filters } from "./library/filters.js";
import { Row } from "./library/row.js";
import { Thumbnails } from "./library/thumbnails.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {library.Kept} Kept */

/** All games, newest first, in one file. */
function saveAll() {
  const lines = library.all().map((game) => JSON.stringify(game));
  download("ardoise-games.jsonl", lines.map((line) => `${line}\n`).join(""));
}

/** @param {Context} context */
export function libraryView({ engine, hello, main, signal }) {
  document.title = `${t("nav.library")} · ardoise`;
  const filters = new Filters(draw);
  const file = h("input", { id: "library-file", type: "file", multiple: true, accept: ".jsonl,.json,.sgf,.pgn,.txt" });
  const list = h("ul", { class: "library" });
  const none = h("p", { class: "muted" });
  const thumbnails = new Thumbnails(engine, signal);
  /** Games that were deleted while one looks: they can be brought back. @type {Map<string, Kept>} */
  const deleted = new Map();
  /** By number: unchanged rows stay, with their pictures. @type {Map<string, Row>} */
  let rows = new Map();
  file.addEventListener("change", () => void take([...(file.files ?? [])]));

  put(
    main,
    h("div", { class: "intro" }, h("h1", {}, t("nav.library")), h("p", {}, t("library.lead"))),
    h(
      "div",
      { class: "library-tools" },
      filters.elements,
      h("div", { class: "field" }, h("label", { for: "library-file" }, t("library.open")), file),
      h("button", { onclick: saveAll }, t("library.save-all")),
    ),
    none,
    list,
  );
  refresh();
  // The list stays unchanged while a name is being typed.
  const stop = library.watch(() => list.contains(document.activeElement) || refresh());
  signal.addEventListener("abort", stop, { once: true });

  /** Reads the games again: some were added, changed or deleted. */
  function refresh() {
    for (const id of deleted.keys()) if (library.kept(id)) deleted.delete(id);
    const games = [...library.all(), ...deleted.values()].sort((a, b) => b.changed - a.changed);
    rows = new Map(games.map((game) => [game.id, rowOf(game)]));
    filters.offer([...rows.values()]);
    draw();
  }

  /** @param {Kept} game */
  function rowOf(game) {
    const before = rows.get(game.id);
    if (before?.game.changed === game.changed && before.game.name === game.name) return before;
    const variant = hello.variants.find(({ name }) => name === game.variant);
    const row = new Row(game, variant, drop);
    if (variant) thumbnails.draw(row.face, { game, variant, told: (position) => row.told(position) });
    return row;
  }

  function draw() {
    const found = [...rows.values()].filter((row) => filters.fits(row));
    put(
      list,
      found.map((row) => (deleted.has(row.game.id) ? goneRow(row.game) : row.element)),
    );
    put(none, t(filters.any ? "library.none-found" : "library.none"));
    none.hidden = found.length > 0;
  }

  /** In the place of a game that was deleted. @param {Kept} game */
  function goneRow(game) {
    const back = () => {
      deleted.delete(game.id);
      library.add(game);
      refresh();
    };
    return h(
      "li",
      { class: "deleted", "data-id": game.id },
      h("span", {}, t("library.deleted", { game: game.name || title(game.variant) })),
      h("button", { onclick: back }, t("tree.restore")),
    );
  }

  /** @param {Row} row */
  function drop({ game }) {
    deleted.set(game.id, library.kept(game.id) ?? game);
    library.remove(game.id);
    refresh();
    announce(t("library.deleted", { game: game.name || title(game.variant) }));
    const row = [...list.children].find((one) => /** @type {HTMLElement} */ (one).dataset["id"] === game.id);
    row?.querySelector("button")?.focus();
  }

  /** @param {File[]} files */
  async function take(files) {
    let taken = 0;
    /** @type {string[]} */
    const guesses = [];
    try {
      for (const one of files) {
        const { name, text, guess } = await received(one, engine);
        if (guess) guesses.push(guess);
        taken += addAll(await gamesIn(text, name, engine)).filter(({ added }) => added).length;
      }
      note([t("library.taken", { n: taken }), ...guesses].join(" "), "done");
    } catch (error) {
      note(message(error));
    }
    file.value = "";
    refresh();
  }
}
