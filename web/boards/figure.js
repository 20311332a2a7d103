// Pictures of boards within the rule pages, written as blocks of their Markdown: a position, what is drawn on it, and a
// caption.
//
//     ```board loa
//     1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 0 0
//     moves: b1-b3 d1-b3
//     Two of the moves that Black can begin with.
//     ```

import { h } from "../dom.js";
import { inline } from "../markdown.js";
import { picture } from "./picture.js";

/**
 * @typedef {object} Figure
 * @property {string} position
 * @property {string[]} moves drawn as arrows: legal ones
 * @property {[string, string][]} arrows further ones, each from spot to spot
 * @property {string[]} cells that are marked
 * @property {string[]} area two corners of the part of the board that is shown; empty: all of it
 * @property {string} caption
 */

/**
 * Reads a block.
 * @param {string[]} lines the position, then lines such as `moves: b1-b3`, then the caption
 * @returns {Figure}
 */
export function readFigure([position = "", ...lines]) {
  /** @type {Record<string, string[]>} */
  const said = {};
  let caption = "";
  for (const line of lines) {
    const [, name = "", words = ""] = /^(moves|arrows|cells|area): (.*)$/.exec(line) ?? [];
    if (name) said[name] = words.split(" ");
    else caption += ` ${line}`;
  }
  const { moves = [], arrows = [], cells = [], area = [] } = said;
  const ends = arrows.map((arrow) => /** @type {[string, string]} */ (arrow.split("-", 2)));
  return { position, moves, arrows: ends, cells, area, caption: caption.trim() };
}

/**
 * @param {import("../games/look.js").Told} variant
 * @param {Figure} figure
 */
export function figure(variant, { position, caption, ...how }) {
  return h("figure", {}, picture(variant, { position }, how), h("figcaption", {}, ...inline(caption)));
}
