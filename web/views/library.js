// The games of this browser: a list to search, to name, to delete from, to take along as a file.

import { announce, note } from "../announce.js";
import { download, h, message, put } from "../dom.js";
import * as fragment from "../fragment.js";
import * as library from "../game/library.js";
import { addAll, gamesIn } from "../game/import.js";
import { received } from "../game/received.js";
import { movesText, playerName, title } from "../names.js";
import { t, when } from "../text.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {library.Kept} Kept */
/** @typedef {{game: Kept, moves: string[], about: string}} Row a game, its line, what is said of it */

/** @param {Context} context */
export function libraryView({ engine, main, signal }) {
  document.title = `${t("nav.library")} · ardoise`;
  const search = h("input", { id: "library-search", type: "search", autocomplete: "off", oninput: () => draw() });
  const file = h("input", { id: "library-file", type: "file", multiple: true, accept: ".jsonl,.json,.sgf,.pgn,.txt" });
  const list = h("ul", { class: "library" });
  const none = h("p", { class: "muted" });
  /** Games that were deleted while one looks: they can be brought back. @type {Map<string, Kept>} */
  const deleted = new Map();
  /** @type {Row[]} */
  let rows = [];
  file.addEventListener("change", () => void take([...(file.files ?? [])]));

  put(
    main,
    h("div", { class: "intro" }, h("h1", {}, t("nav.library")), h("p", {}, t("library.lead"))),
    h(
      "div",
      { class: "library-tools" },
      h("div", { class: "field" }, h("label", { for: "library-search" }, t("library.search")), search),
      h("div", { class: "field" }, h("label", { for: "library-file" }, t("library.open")), file),
      h("button", { onclick: saveAll }, t("library.save-all")),
    ),
    none,
    list,
  );
  refresh();
  // While somebody writes a name here, the list stays as it is.
  const stop = library.watch(() => list.contains(document.activeElement) || refresh());
  signal.addEventListener("abort", stop, { once: true });

  /** Reads the games again: some were added, changed or deleted. */
  function refresh() {
    for (const id of deleted.keys()) if (library.kept(id)) deleted.delete(id);
    const games = [...library.all(), ...deleted.values()].sort((a, b) => b.changed - a.changed);
    rows = games.map((game) => {
      const moves = library.lineOf(game);
      return { game, moves, about: about(game, moves.length) };
    });
    draw();
  }

  function draw() {
    const wanted = search.value.trim().toLocaleLowerCase().split(/\s+/);
    const found = rows.filter(({ game, about }) => {
      const says = `${game.name ?? ""} ${title(game.variant)} ${about}`.toLocaleLowerCase();
      return wanted.every((word) => says.includes(word));
    });
    put(list, found.map(drawn));
    put(none, t(search.value ? "library.none-found" : "library.none"));
    none.hidden = found.length > 0;
  }

  /** @param {Row} row */
  function drawn({ game, about }) {
    if (deleted.has(game.id)) {
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
    const address = library.addressOf(game);
    const open = (/** @type {MouseEvent} */ event) => {
      // A click with a key opens the address elsewhere.
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (game.kind === "table") return;
      event.preventDefault();
      fragment.open(address, game.id);
    };
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
    return h(
      "li",
      {},
      h("a", { href: address, onclick: open }, title(game.variant)),
      h("span", { class: "muted" }, about),
      name,
      h("button", { onclick: () => download(`${fileName(game)}.pgn`, game.text) }, t("save")),
      h("button", { onclick: () => drop(game) }, t("library.delete")),
    );
  }

  /** @param {Kept} game */
  function drop(game) {
    deleted.set(game.id, library.kept(game.id) ?? game);
    library.remove(game.id);
    refresh();
    announce(t("library.deleted", { game: game.name || title(game.variant) }));
    const row = [...list.children].find((one) => /** @type {HTMLElement} */ (one).dataset["id"] === game.id);
    row?.querySelector("button")?.focus();
  }

  function saveAll() {
    const lines = library.all().map((game) => JSON.stringify(game));
    download("ardoise-games.jsonl", lines.map((line) => `${line}\n`).join(""));
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

/** @param {Kept} game @param {number} moves */
function about({ kind, match, table, over, changed }, moves) {
  const alone = match?.players.filter((player) => player.kind === "person").length === 1;
  const players =
    match?.players.map((player) => playerName(player, alone)) ??
    table?.names.map((name, side) => name ?? t(side === table.you ? "player.you" : "player.person"));
  const who = players?.join(" – ") ?? t("library.analysis");
  const state = kind !== "analyse" && !over ? t("load.unfinished") : null;
  return [who, movesText(moves), state, when(changed)].filter(Boolean).join(" · ");
}

/** @param {Kept} game */
function fileName({ name, variant }) {
  return (name || variant).replace(/[^\p{L}\p{N} _.-]/gu, "-");
}
