// A game of one's own: rules as text, checked by the engine, played at once.

import { picture } from "../boards/picture.js";
import { download, h, message, put } from "../dom.js";
import { addGame, kept, removeGame } from "../engine/own-games.js";
import { title } from "../names.js";
import { settings } from "../settings.js";
import { t } from "../text.js";
import { openFile, takeOpened } from "./drop.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("../engine/engine.js").Variant} Variant */

/**
 * @param {Context} context
 * @param {import("../fragment.js").Place} place
 */
export async function inventView({ engine, hello, main, signal }, place) {
  document.title = `${t("nav.invent")} · ardoise`;
  const opened = takeOpened();
  const begin = opened ?? (await beginning());
  if (signal.aborted) return;

  async function beginning() {
    const asked = place.variant;
    if (asked && kept()[asked] !== undefined) return { name: stem(asked), text: kept()[asked] ?? "" };
    if (asked) {
      const { text } = await engine.ask({ do: "rules", variant: asked });
      return { name: free(stem(asked)), text: text ?? "" };
    }
    return settings.json("draft") ?? { name: free("mygame"), text: (await engine.ask({ do: "template" })).text };
  }

  /** A name that no game has. @param {string} wish */
  function free(wish) {
    const taken = (/** @type {string} */ name) => hello.variants.some((variant) => variant.name === `${name}.rbg`);
    let name = wish;
    for (let number = 2; taken(name); number++) name = `${wish}-${number}`;
    return name;
  }

  const name = h("input", { id: "invent-name", type: "text", required: true, maxlength: 40, spellcheck: "false" });
  const text = h("textarea", { id: "invent-text", rows: 24, spellcheck: "false", wrap: "off" });
  const file = h("input", { id: "invent-file", type: "file", accept: ".rbg,.txt" });
  const wrong = h("pre", { class: "wrong", role: "alert" });
  const result = h("section", { class: "invented", "aria-live": "polite" });
  const use = h("button", { class: "primary" }, t("invent.use"));
  name.value = begin.name;
  text.value = begin.text;
  // Nobody's rules are lost by a reload.
  const remember = () => settings.set("draft", JSON.stringify({ name: name.value, text: text.value }));
  name.addEventListener("input", remember);
  text.addEventListener("input", remember);
  file.addEventListener("change", () => {
    const [chosen] = file.files ?? [];
    if (chosen) void openFile(chosen);
  });

  async function check() {
    remember();
    put(wrong);
    use.disabled = true;
    try {
      const variant = await addGame(engine, hello, `${name.value.trim()}.rbg`, text.value);
      if (!signal.aborted) show(variant);
    } catch (error) {
      put(result);
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

  /** @param {Variant} variant */
  function show(variant) {
    const to = (/** @type {string} */ page) => `#/${page}/${variant.name}`;
    put(
      result,
      h("div", { class: "face" }, picture(variant, variant.start)),
      h("h2", {}, variant.title ?? title(variant.name)),
      h("p", {}, variant.summary),
      h(
        "div",
        { class: "actions" },
        h("a", { class: "button primary", href: to("play") }, t("play")),
        h("a", { class: "button", href: to("analyse") }, t("analyse")),
        hello.training === "control"
          ? h("a", { class: "button", href: `#/training?new=${encodeURIComponent(variant.name)}` }, t("invent.teach"))
          : null,
        h(
          "button",
          {
            onclick: async () => {
              await removeGame(engine, hello, variant.name);
              put(result, h("p", {}, t("invent.forgotten", { game: variant.name })));
            },
          },
          t("invent.forget"),
        ),
      ),
      h(
        "p",
        { class: "muted" },
        t(hello.engine === "browser" ? "invent.kept" : "invent.train", { file: variant.name }),
      ),
    );
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
      result,
    ),
  );
  if (opened) await check();
}

/** @param {string} file */
function stem(file) {
  return file.replace(/^.*\//, "").replace(/\.rbg$/, "");
}
