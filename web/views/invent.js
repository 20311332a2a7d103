// A game of one's own: rules as text, checked by the engine, played at once. Beside the editor: what the engine has
// read, all drafts, games to begin from, the language in short.

import { note } from "../announce.js";
import { download, h, message, put } from "../dom.js";
import { addGame, kept } from "../engine/own-games.js";
import * as drafts from "../game/drafts.js";
import { received } from "../game/received.js";
import { language, t } from "../text.js";
import { render } from "../markdown.js";
import { DraftList } from "./invent/draft-list.js";
import { examples } from "./invent/examples.js";
import { OwnGame } from "./invent/own-game.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {{seen: drafts.Draft | null, name: string, text: string}} Begun what is written, and the draft that it is kept as */

/** @param {drafts.Draft} draft @returns {Begun} */
function goOn(draft) {
  return { seen: draft, name: draft.name, text: draft.text };
}

/**
 * What an address means: a draft, the rules of a game to change, or what was written last.
 * @param {Context} context
 * @param {import("../fragment.js").Place} place
 * @returns {Promise<Begun>}
 */
async function beginning({ engine }, { variant: asked, query }) {
  const wanted = query.get("draft");
  const named = drafts.draft(wanted);
  if (named) return goOn(named);
  const written = drafts.drafts().filter(({ deleted }) => !deleted);
  if (asked) {
    const own = kept()[asked];
    const last = own === undefined ? undefined : written.find(({ name }) => name === drafts.nameOf(asked));
    if (last) return goOn(last);
    const text = own ?? (await engine.ask({ do: "rules", variant: asked })).text ?? "";
    const name = drafts.nameOf(asked);
    return { seen: null, name: own === undefined ? drafts.freeName(name) : name, text };
  }
  if (written[0] && wanted === null) return goOn(written[0]);
  return { seen: null, name: drafts.freeName("mygame"), text: (await engine.ask({ do: "template" })).text };
}

/**
 * @param {Context} context
 * @param {import("../fragment.js").Place} place
 */
export async function inventView(context, place) {
  const { engine, hello, main, signal } = context;
  document.title = `${t("nav.invent")} · ardoise`;
  const [begun, guide] = await Promise.all([beginning(context, place), reference()]);
  if (signal.aborted) return;
  let { seen } = begun;

  const name = h("input", { id: "invent-name", type: "text", required: true, maxlength: 40, spellcheck: "false" });
  const text = h("textarea", { id: "invent-text", rows: 24, spellcheck: "false", wrap: "off" });
  const file = h("input", { id: "invent-file", type: "file", accept: ".rbg,.txt" });
  const wrong = h("pre", { class: "wrong", role: "alert" });
  const use = h("button", { class: "primary" }, t("invent.use"));
  const list = new DraftList();
  const result = new OwnGame(context);
  name.value = begun.name;
  text.value = begun.text;
  name.addEventListener("input", remember);
  text.addEventListener("input", remember);
  file.addEventListener("change", () => void open().catch((error) => note(message(error))));
  signal.addEventListener(
    "abort",
    drafts.watch(() => list.draw(seen?.id)),
    { once: true },
  );

  /** Nobody's rules are lost by a reload, or by what is opened instead. */
  function remember() {
    const before = seen?.id;
    const { draft, room } = seen ? drafts.keep(seen, name.value, text.value) : drafts.begin(name.value, text.value);
    seen = draft;
    if (!room) note(t("library.full"));
    if (draft.id !== before) history.replaceState(null, "", `#/invent?draft=${draft.id}`);
    list.draw(draft.id);
  }

  /** A file that was chosen is a draft of its own. */
  async function open() {
    const [chosen] = file.files ?? [];
    if (!chosen) return;
    const { text } = await received(chosen, engine);
    const { draft } = drafts.begin(drafts.freeName(drafts.nameOf(chosen.name)), text);
    location.hash = `#/invent?draft=${draft.id}&read=yes`;
  }

  async function check() {
    if (!seen || name.value !== seen.name || text.value !== seen.text) remember();
    put(wrong);
    use.disabled = true;
    try {
      const variant = await addGame(engine, hello, `${name.value.trim()}.rbg`, text.value);
      if (!signal.aborted) result.show(variant);
    } catch (error) {
      result.clear();
      put(wrong, message(error));
      point(message(error));
    } finally {
      use.disabled = false;
    }
  }

  /** Puts the cursor where an error is: `mygame.rbg:7:12: ...`. @param {string} error */
  function point(error) {
    const found = /\.rbg:(\d+)(?::(\d+))?/.exec(error);
    if (!found) return;
    const lines = text.value.split("\n");
    const before = lines.slice(0, Number(found[1]) - 1).reduce((sum, line) => sum + line.length + 1, 0);
    const at = before + Number(found[2] ?? 1) - 1;
    text.focus({ preventScroll: true });
    text.setSelectionRange(at, at + 1);
  }

  put(
    main,
    h("h1", {}, t("nav.invent")),
    h("p", {}, t("invent.lead")),
    h(
      "div",
      { class: "invent" },
      h(
        "form",
        {
          onsubmit: (/** @type {Event} */ event) => {
            event.preventDefault();
            void check();
          },
        },
        h("div", { class: "field" }, h("label", { for: "invent-name" }, t("invent.name")), name),
        h("div", { class: "field" }, h("label", { for: "invent-text" }, t("invent.text")), text),
        wrong,
        h(
          "div",
          { class: "controls" },
          use,
          h(
            "button",
            { type: "button", onclick: () => download(`${name.value.trim()}.rbg`, text.value) },
            t("invent.save"),
          ),
        ),
        h("div", { class: "field" }, h("label", { for: "invent-file" }, t("invent.file")), file),
      ),
      h("aside", {}, result.element, list.element, examples(hello.variants), guide),
    ),
  );
  list.draw(seen?.id);
  // What was dropped here or opened is read at once.
  if (place.query.has("read")) await check();
}

/** The language in short. */
async function reference() {
  const page = await fetch(`reference/rules-files.${language()}.md`);
  const body = page.ok ? render(await page.text()) : [t("invent.no-reference")];
  return h(
    "details",
    { class: "box reference", open: matchMedia("(min-width: 60rem)").matches },
    h("summary", {}, t("invent.reference")),
    h("div", { class: "text", tabindex: 0 }, body),
  );
}
