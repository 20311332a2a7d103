// A game to step through: its board, buttons, and the value's curve.

import { picture } from "../boards/picture.js";
import { ValueGraph } from "../charts/value-graph.js";
import { h, put } from "../dom.js";
import { signed, t } from "../text.js";

/** @typedef {import("./format.js").Example} Example */

/**
 * @param {import("../games/look.js").Told} game
 * @param {Example} example
 * @returns {{element: HTMLElement, key: (event: KeyboardEvent) => void}} `key` is for the keys of what is around it
 */
export function stage(game, example) {
  const { moves, shown, values, first, winner, turning } = example;
  const last = moves.length;
  const board = h("div", { class: "place" });
  const said = h("p", { "aria-live": "polite" });
  const slider = h("input", { type: "range", min: 0, max: last, "aria-label": t("report.move") });
  // The result is known only where the whole game was judged.
  const result = winner === null ? 0 : winner === 0 ? 1 : -1;
  const graph = new ValueGraph(values.length === last ? [...values, result] : values, last);
  let at = 0;

  /** @param {number} to */
  const go = (to) => {
    at = Math.max(0, Math.min(last, to));
    slider.value = String(at);
    // The move that led here, drawn on the position before it would hide it: only its name is shown.
    const position = shown[at];
    if (position) put(board, picture(game, position, { narrow: true }));
    graph.mark(at);
    const name = at === 0 ? t("graph.start") : `${first + at}. ${moves[at - 1]}`;
    put(
      said,
      h("strong", {}, name),
      [worth(at), turning?.move === at - 1 && t("report.decisive-error")].filter(Boolean).map((text) => ` · ${text}`),
    );
  };

  /** The value before and after the move that led here. @param {number} at */
  const worth = (at) => {
    const [before, after] = [values[at - 1], values[at]];
    if (after === undefined) return "";
    const value = before === undefined ? signed(after, 2) : `${signed(before, 2)} → ${signed(after, 2)}`;
    return t("colon", { what: t("report.first-side"), is: value });
  };

  /** @param {string} sign @param {string} key @param {() => number} to */
  const button = (sign, key, to) =>
    h("button", { type: "button", class: "icon", "aria-label": t(key), title: t(key), onclick: () => go(to()) }, sign);

  slider.addEventListener("input", () => go(Number(slider.value)));
  go(turning ? turning.move + 1 : last);
  const steps = { ArrowLeft: () => at - 1, ArrowRight: () => at + 1, Home: () => 0, End: () => last };
  return {
    element: h(
      "div",
      { class: "stage" },
      board,
      h(
        "div",
        {},
        h(
          "div",
          { class: "bar-row on-screen" },
          button("«", "go.first", steps.Home),
          button("‹", "go.back", steps.ArrowLeft),
          slider,
          button("›", "go.forward", steps.ArrowRight),
          button("»", "go.last", steps.End),
        ),
        graph.svg,
        said,
      ),
    ),
    key: (event) => {
      const step = steps[/** @type {keyof typeof steps} */ (event.key)];
      if (!step || event.target === slider || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      go(step());
    },
  };
}
