// Actions on an analysis as a whole: play on, begin anew, load, save, link, make a picture.

import { copy, copyLink } from "../announce.js";
import { download, h } from "../dom.js";
import * as fragment from "../fragment.js";
import { withoutFigures, writeTree } from "../game/tree-text.js";
import { title } from "../names.js";
import { t } from "../text.js";
import { loadDialog } from "./load.js";
import { pictureButtons } from "./pictures.js";

/** Pixels of a frame in another page, and of what stands below its board. */
const EMBEDDED = { width: 480, below: 110 };

/**
 * @param {import("../game/analysis.js").Analysis} analysis
 * @param {import("../engine/engine.js").Variant} variant
 * @param {{flipped: boolean, element: Element}} board
 * @param {boolean} framable whether other sites may show this page within theirs
 * @returns what loads a game, and all other tools
 */
export function analysisTools(analysis, variant, board, framable) {
  const { engine } = analysis;
  const button = (/** @type {string} */ text, /** @type {() => void} */ run) => h("button", { onclick: run }, t(text));
  const attempt = (/** @type {() => Promise<void>} */ act) => () => void act().catch((error) => analysis.failed(error));

  /** An analysis without moves, by the same rules. */
  async function renew() {
    await analysis.reopen(analysis.game.spec());
  }

  function load() {
    loadDialog(engine, analysis.game.spec(), async ({ game, root }) => {
      if (game.variant === variant.name) await analysis.reopen(game, root);
      else location.hash = fragment.write("analyse", game);
    });
  }

  /**
   * A line goes into a record, which the program reads, too; a game with variations into a text that this page reads.
   */
  async function save() {
    const { game } = analysis;
    const { tree } = game;
    const nodes = tree.mainLine();
    if (tree.size > nodes.length || tree.noted) {
      download(`${variant.name}.pgn`, game.text);
      return;
    }
    const evaluations = nodes.map((node) => node.evaluation);
    const request = { do: "save", game: game.line, ...(evaluations.some(Boolean) && { evaluations }) };
    download(`${variant.name}.jsonl`, (await engine.ask(request)).record);
  }

  /** All variations and notes, for other programs. */
  async function saveSgf() {
    const { game } = analysis;
    const text = writeTree(game.spec(), withoutFigures(game.tree.root));
    download(`${variant.name}.sgf`, (await engine.ask({ do: "convert", text, to: "sgf" })).text);
  }

  /** Copies what shows the position, with its line, in a page of another site. */
  async function embed() {
    const { current, line } = analysis.game;
    const { width, height } = board.element.getBoundingClientRect();
    const code = h("iframe", {
      src: fragment.whole(fragment.write("analyse", line, current.ply), "?embed"),
      title: title(variant.name),
      width: EMBEDDED.width,
      height: Math.round((EMBEDDED.width * height) / width + EMBEDDED.below),
      loading: "lazy",
    });
    await copy(code.outerHTML, t("embed.copied"));
  }

  const pictures = pictureButtons(analysis, variant, board);
  const tools = [
    h(
      "div",
      { class: "controls" },
      button("analyse.play", () => (location.hash = fragment.write("play", analysis.game.spec()))),
      button("analyse.new", attempt(renew)),
      button("save", attempt(save)),
      button("save.sgf", attempt(saveSgf)),
      button("link", () => void copyLink(t("link.copied"))),
      framable && button("embed.copy", () => void embed()),
    ),
    pictures.length > 0 &&
      h(
        "details",
        { class: "box" },
        h("summary", {}, t("pictures")),
        h("div", { class: "tools-body controls" }, pictures),
      ),
  ];
  return { load: button("load", load), tools };
}
