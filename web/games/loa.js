// Lines of Action.

import { drawing } from "../boards/lines.js";

/** @type {import("./look.js").Look} */
export const look = {
  drawing: { ...drawing, brushes: (drawing.brushes ?? []).filter(({ id }) => id !== "z") },
  colours: ["black", "white"],
  sides: () => "lines",
  samples: {
    loa: "2b5/2bbw3/1w1bb3/2wwb1w1/3bww2/4bw2/3b4/8 0 40",
  },
  rules: "loa",
};
