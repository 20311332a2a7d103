// L-Calculus. Its line is folded in pictures, as on phones.

import { drawing } from "../boards/l-calculus.js";

/** @type {import("./look.js").Look} */
export const look = {
  drawing,
  folded: true,
  colours: ["white", "black"],
  sides: () => "logitac",
  lessons: { "l-calculus": async () => (await import("../lessons/l-calculus.js")).lesson },
  samples: {
    "l-calculus": "WWWBBWBBBWWWBBWB 0 swap 148 121 42 -",
  },
  illustrations: {
    "l-calculus": [
      { position: "WBWBWBWBWBWBWBWBWBWB 0 swap 0 0 80 -", text: "picture.lcalculus.swap", moves: ["4x1"] },
      { position: "WBWWBBWBWBWBWBWBWBWB 0 remove 2 2 80 WBWBWBWBWBWBWBWBWBWB", text: "picture.lcalculus.score" },
      { position: "WWWBWWWBBWWBBWBBBWB 0 swap 44 26 76 -", text: "picture.lcalculus.chains" },
    ],
  },
};
