// The board of an analysis: the current position with candidate moves, or a line.

import { h, put } from "../dom.js";
import { chance, chanceOf } from "../game/chance.js";
import { viewOf } from "../game/view.js";
import { lookOf } from "../games/registry.js";
import { percent, t } from "../text.js";

/** @typedef {import("../game/analysis.js").Analysis} Analysis */

/** Moves of a line that are drawn at once. */
const DRAWN = 5;

/** Candidates that are drawn at most, and the share of all visits that each must have. */
const ARROWS = 5;
const LEAST = 0.02;

export class AnalysisBoard {
  bar = h("div", { class: "evaluation-bar", "aria-hidden": "true" }, h("div", { class: "part" }));
  preview = h("p", { class: "preview-bar", hidden: true });
  #analysis;
  #frame;
  #panel;

  /**
   * @param {Analysis} analysis
   * @param {import("../engine/engine.js").Variant} variant
   * @param {import("./frame.js").Frame} frame
   * @param {import("./search-panel.js").SearchPanel} panel
   */
  constructor(analysis, variant, frame, panel) {
    this.#analysis = analysis;
    this.#frame = frame;
    this.#panel = panel;
    this.bar.classList.add(lookOf(variant).colours[0]);
  }

  flip() {
    this.#frame.board.flip();
    this.#drawBar();
  }

  draw() {
    this.#drawBar();
    const { game, preview } = this.#analysis;
    this.preview.hidden = preview === null;
    if (preview) {
      this.#frame.show({ ...viewOf(preview.position, preview.before), legal: [] }, false);
      this.#drawPreview(preview);
      return;
    }
    const { exact, verdicts, current, silent } = this.#analysis;
    const line = !silent && this.#panel.pointed !== null ? this.#panel.line.slice(0, DRAWN) : [];
    this.#frame.show(
      {
        ...game.view,
        sketches: current.notes.sketches,
        candidates: line.length > 0 || exact || silent ? [] : this.#candidates(),
        line,
        ...(exact && this.#analysis.second.mistake === null && verdicts.get(current)
          ? { verdicts: verdicts.get(current) }
          : {}),
      },
      // While one move is judged, another one would be made where the first has led.
      !this.#analysis.second.judging,
    );
  }

  #candidates() {
    const { current, game } = this.#analysis;
    const { analysis } = current;
    if (!analysis) return [];
    const legal = new Set(game.view.legal);
    const total = Math.max(
      1,
      analysis.moves.reduce((sum, move) => sum + move.visits, 0),
    );
    return analysis.moves
      .filter((move, index) => (index === 0 || move.visits > LEAST * analysis.simulations) && legal.has(move.move))
      .slice(0, ARROWS)
      .map(({ move, visits, score, proven }, rank) => ({
        move,
        rank,
        share: visits / total,
        label: percent(chance(score)),
        ...(proven ? { kind: proven.result } : {}),
      }));
  }

  #drawBar() {
    const { current, silent } = this.#analysis;
    const { outcome } = current.position;
    const told = !silent && current.evaluation ? chanceOf(current.evaluation) : null;
    const known = outcome ? (outcome.winner === null ? 0.5 : 1 - outcome.winner) : told;
    this.bar.classList.toggle("unknown", known === null);
    this.bar.classList.toggle("flipped", this.#frame.board.flipped);
    this.bar.style.setProperty("--chance", String(known ?? 0.5));
  }

  /** @param {import("../game/analysis.js").Preview} preview */
  #drawPreview({ line, count }) {
    const analysis = this.#analysis;
    const link = (/** @type {string} */ text, /** @type {() => Promise<void>} */ run) =>
      h("button", { class: "link", onclick: () => void run().catch(analysis.failed) }, t(text));
    put(
      this.preview,
      `${t("preview", { n: count, of: line.length })} ${line.slice(0, count).join(" ")} `,
      link("preview.keep", () => analysis.keepPreview()),
      " ",
      link("preview.leave", () => analysis.look(0)),
    );
  }
}
