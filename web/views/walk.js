// The buttons by which one walks through a game, and turns the board.

import { h, s } from "../dom.js";
import { t } from "../text.js";

/** Their pictures. */
const ICONS = {
  "go.first": "M4 4v12M16 4L7 10l9 6z",
  "go.back": "M14 4L5 10l9 6z",
  "go.forward": "M6 4l9 6-9 6z",
  "go.last": "M16 4v12M4 4l9 6-9 6z",
  flip: "M6 16V5M3 8l3-3 3 3M14 4v11M11 12l3 3 3-3",
};

/** @param {keyof typeof ICONS} text @param {() => void} run */
function icon(text, run) {
  return h(
    "button",
    { class: "icon", "aria-label": t(text), title: t(text), onclick: run },
    s("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" }, s("path", { d: ICONS[text] })),
  );
}

/** @param {{first: () => void, step: (count: 1 | -1) => void, last: () => void, flip: (() => void) | false}} how */
export function walkBar({ first, step, last, flip }) {
  return h(
    "div",
    { class: "controls walk" },
    icon("go.first", first),
    icon("go.back", () => step(-1)),
    icon("go.forward", () => step(1)),
    icon("go.last", last),
    flip && icon("flip", flip),
  );
}
