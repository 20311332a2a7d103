// The page: its frame, and which view is shown.

import { announce, note, places, quiet } from "./announce.js";
import { h, message, put } from "./dom.js";
import { acceptDrops } from "./drop.js";
import { openEngine } from "./engine/open.js";
import { restoreGames } from "./engine/own-games.js";
import * as fragment from "./fragment.js";
import { listen, setShortcuts, showShortcuts } from "./keys.js";
import { comingPlace, showComing } from "./loading.js";
import { learnNames } from "./names.js";
import { keepSite, reloadIfRenewed } from "./offline.js";
import { settings } from "./settings.js";
import { language, t } from "./text.js";
import { dress, onSystemTheme, theme } from "./theme.js";
import { homeView } from "./views/home.js";
import { loadSaid, loadWords } from "./words.js";

/** @typedef {import("./engine/engine.js").Hello} Hello */
/** @typedef {import("./fragment.js").Place} Place */
/** @typedef {import("./views/context.js").Context} Context */

/** @typedef {(context: Context, place: Place) => Promise<void> | void} View */

/**
 * A view whose own words, `text/NAME.js`, come with it.
 * @param {string} name
 * @param {() => Promise<View>} load
 * @returns {() => Promise<View>}
 */
const withWords = (name, load) => async () => (await Promise.all([load(), loadWords(name)]))[0];

/** The view of each page. All but the first one are loaded when they are needed. @type {Record<string, () => Promise<View>>} */
const views = {
  "": async () => homeView,
  rules: async () => (await import("./views/rules.js")).rulesView,
  learn: withWords("learn", async () => (await import("./views/learn.js")).learnView),
  play: async () => (await import("./views/play.js")).playView,
  table: withWords("table", async () => (await import("./views/table.js")).tableView),
  analyse: withWords("analyse", async () => (await import("./views/analyse.js")).analyseView),
  problems: withWords("problems", async () => (await import("./views/problems.js")).problemsView),
  reports: withWords("reports", async () => (await import("./views/reports.js")).reportsView),
  training: withWords("training", async () => (await import("./views/training.js")).trainingView),
  invent: withWords("invent", async () => (await import("./views/invent.js")).inventView),
  library: withWords("library", async () => (await import("./views/library.js")).libraryView),
};

/** The view of a game within another page, whatever view the address names. */
const embed = withWords("embed", async () => (await import("./views/embed.js")).embedView);

const embedded = fragment.embedded();

const blank = () => h("main", { id: "main", class: embedded ? "bare" : null, tabindex: -1 });
/** Each view has its own, so that late content of a view that was left goes to an element that is no longer shown. */
let main = blank();
const header = h("header", { class: "top on-screen" });

/** @type {AbortController | null} */
let shown = null;

/** @type {Hello | null} */
let hello = null;

const engine = openEngine(showComing);

/** The frame around all views. */
function frame() {
  const { page } = fragment.read();
  const link = (/** @type {string} */ to, /** @type {string} */ text) =>
    h("a", { href: `#/${to}`, "aria-current": page === to ? "page" : null }, text);
  put(
    header,
    h(
      "a",
      { class: "brand", href: "#/" },
      h("img", { src: "icon.svg", alt: "", width: 28, height: 28 }),
      h("span", {}, "ardoise"),
    ),
    h(
      "nav",
      { "aria-label": t("nav.main") },
      link("", t("nav.games")),
      hello?.variants.some(({ problems }) => problems) ? link("problems", t("nav.problems")) : null,
      link("library", t("nav.library")),
      link("invent", t("nav.invent")),
      hello?.training ? link("training", t("nav.training")) : null,
    ),
    h(
      "div",
      { class: "tools" },
      h(
        "button",
        { class: "quiet", onclick: showShortcuts, "aria-label": t("keys.title"), title: t("keys.title") },
        "?",
      ),
      h(
        "button",
        {
          class: "quiet",
          lang: language() === "fr" ? "en" : "fr",
          onclick: () => {
            settings.set("language", language() === "fr" ? "en" : "fr");
            void show();
          },
        },
        language() === "fr" ? "English" : "Français",
      ),
      h(
        "button",
        {
          class: "quiet",
          "aria-label": t(theme() === "dark" ? "theme.light" : "theme.dark"),
          title: t(theme() === "dark" ? "theme.light" : "theme.dark"),
          onclick: () => {
            settings.set("theme", theme() === "dark" ? "light" : "dark");
            dress();
            frame();
          },
        },
        theme() === "dark" ? "☀" : "☾",
      ),
    ),
  );
}

/** Shows the view that the address names. */
async function show() {
  if (reloadIfRenewed()) return;
  shown?.abort();
  const controller = new AbortController();
  shown = controller;
  setShortcuts([]);
  // The error of the page before does not matter here.
  quiet();
  dress();
  const place = fragment.read();
  const view = embedded ? embed : Object.hasOwn(views, place.page) ? views[place.page] : undefined;
  // It loads while the engine answers.
  const loaded = view?.();
  loaded?.catch(() => {});
  // Without it the engine's sentences stay English.
  const said = loadSaid().catch(() => {});
  try {
    // The list of games asks again: a run may have trained a net since, or somebody has changed a rules file.
    if (!hello || (place.page === "" && hello.training)) {
      const told = /** @type {Hello} */ (await engine.ask({ do: "hello" }));
      await restoreGames(engine, told);
      hello = told;
    }
    learnNames(hello.variants);
    await said;
    // The address may have changed meanwhile, and the next view be there already.
    if (controller.signal.aborted) return;
    frame();
    const known = hello;
    if (!loaded) throw new Error(t("error.page", { page: place.page }));
    const open = await loaded;
    if (controller.signal.aborted) return;
    const own = blank();
    main.replaceWith(own);
    main = own;
    await open(
      {
        engine,
        hello: known,
        main,
        signal: controller.signal,
        variant: (name) => {
          const variant = known.variants.find((variant) => variant.name === name);
          if (!variant) throw new Error(t("error.variant", { name }));
          return variant;
        },
      },
      place,
    );
    if (!controller.signal.aborted) announce(document.title);
  } catch (error) {
    if (controller.signal.aborted) return;
    document.title = `${t("error.title")} · ardoise`;
    frame();
    put(
      main,
      h(
        "div",
        { class: "failed" },
        h("h1", {}, t("error.title")),
        h("p", {}, message(error)),
        h(
          "div",
          { class: "controls" },
          h("button", { onclick: () => void show() }, t("trouble.again")),
          !embedded && h("a", { class: "button", href: "#/" }, t("nav.games")),
        ),
      ),
    );
  }
}

document.querySelector(".opening")?.remove();
if (!embedded) {
  const toMain = (/** @type {Event} */ event) => {
    event.preventDefault();
    main.focus();
  };
  document.body.append(h("a", { class: "skip", href: "#main", onclick: toMain }, t("nav.skip")), header);
  acceptDrops(engine);
}
document.body.append(main, comingPlace(), ...places());
listen();
addEventListener("hashchange", () => void show());
addEventListener("unhandledrejection", (event) => note(message(event.reason)));
onSystemTheme(frame);
// A page within another one leaves nothing in the browser.
void show().then(embedded ? undefined : keepSite);
