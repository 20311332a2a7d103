// L-Calculus. Its line is folded in pictures, as on phones.

import { drawing } from "../boards/l-calculus.js";

/** @type {import("./look.js").Look} */
export const look = {
  drawing,
  folded: true,
  colours: ["white", "black"],
  sides: () => "logitac",
  samples: {
    "l-calculus": "WWWBBWBBBWWWBBWB 0 swap 148 121 42 -",
  },
  rules: "l-calculus",
};
