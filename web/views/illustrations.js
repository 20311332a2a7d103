// Pictures beside the rules: positions, with moves drawn on them. The captions are strings of the page.

import { picture } from "../boards/picture.js";
import { h } from "../dom.js";
import { t } from "../text.js";

/** @typedef {{position: string, text: string, moves?: string[]}} Illustration */

/** @type {Record<string, Illustration[]>} */
export const ILLUSTRATIONS = {
  dualite: [
    { position: "..../..o./..../o... 1 a1,c3", text: "picture.dualite.opening" },
    { position: "o.../xoo./.xo./..ox 0 c2", text: "picture.dualite.answer", moves: ["d3", "c3"] },
    { position: "oooo/.xx./.x../.... 1 d4", text: "picture.dualite.line" },
  ],
  "grand-dual": [
    { position: "..o../.oxo./..xo./.ox../..... 0 c3", text: "picture.dualite.answer", moves: ["d2", "d3"] },
    { position: "...../.xoo./..xo./.o.x./....x 1 e1", text: "picture.dualite.line" },
  ],
  "dualite-teams": [
    { position: "..../..o./..../o... 1 a1,c3 2", text: "picture.teams.opening" },
    { position: "..../.oo./..../o... 1 a1,c3 1", text: "picture.teams.partner" },
  ],
  "l-calculus": [
    { position: "WBWBWBWBWBWBWBWBWBWB 0 swap 0 0 80 -", text: "picture.lcalculus.swap", moves: ["4x1"] },
    { position: "WBWWBBWBWBWBWBWBWBWB 0 remove 2 2 80 WBWBWBWBWBWBWBWBWBWB", text: "picture.lcalculus.score" },
    { position: "WWWBWWWBBWWBBWBBBWB 0 swap 44 26 76 -", text: "picture.lcalculus.chains" },
  ],
  loa: [
    {
      position: "1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 0 0",
      text: "picture.loa.moves",
      moves: ["b1-b3", "b1-h1", "d1-b3"],
    },
    { position: "8/8/3bb3/2b1b3/2wb1w2/3ww3/4w3/8 1 30", text: "picture.loa.connected" },
  ],
  zen: [
    {
      position: "w4b4b/4w1w4/3b3b3/2w5w2/1b7b1/w4z4w/1b7b1/2w5w2/3b3b3/4w1w4/b4b4w 0 - 0",
      text: "picture.zen.moves",
      moves: ["f11-f8", "f11-c11", "f11-i11", "f6-f9"],
    },
  ],
  logitac: [
    {
      position:
        "3pnycp4/1pppppppppp1/12/12/12/12/12/12/12/12/1PPPPPPPPPP1/3PNYCP4|8/8/8/8/8/8/8/8|5/5/5/5/5 0 - 33,D,0,-,000,0.0.0;33,D,0,-,000,0.0.0 0",
      text: "picture.logitac.start",
    },
    {
      position:
        "12/12/12/12/12/12/12/12/12/12/12/12|8/8/8/8/3N4/C7/8/8|5/5/5/5/5 0 - 45,-,0,Y,000,0.0.0;45,-,0,Y,000,0.0.0 0",
      text: "picture.logitac.chimney",
      moves: ["o13-o15", "p16-o15"],
    },
    {
      position:
        "12/12/12/12/12/12/12/D11/12/6C5/4P7/2P2Y6|8/8/8/8/8/1N6/8/8|5/5/5/5/5 0 - 43,-,0,-,000,1.0.0;45,-,0,Y,000,0.0.0 10",
      text: "picture.logitac.grant",
      moves: ["a3^", "c7^", "e1^"],
    },
    {
      position:
        "12/12/12/12/12/12/12/12/12/12/12/2P9|8/8/8/8/8/8/8/8|5/1Y3/5/5/5 0 - 44,-,0,-,000,0.0.1;45,-,0,Y,000,0.0.0 10",
      text: "picture.logitac.summit",
      moves: ["x22^"],
    },
  ],
};

/**
 * The pictures of a variant, with captions.
 * @param {string} variant
 */
export function illustrations(variant) {
  return (ILLUSTRATIONS[variant] ?? []).map(({ position, text, moves }) =>
    h(
      "figure",
      {},
      picture(variant, position, { narrow: variant === "l-calculus", ...(moves ? { moves } : {}) }),
      h("figcaption", {}, t(text)),
    ),
  );
}
