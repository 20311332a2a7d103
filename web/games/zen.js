// Zen l'initié.

import { drawing } from "../boards/lines.js";

/** @type {import("./look.js").Look} */
export const look = {
  drawing,
  colours: ["black", "white"],
  sides: () => "lines",
  samples: {
    zen: "11/4w6/3b3b3/2w2w2b2/4bb1w3/3wbz1bw2/4w1b4/2wb1w5/3b3b3/4w6/1b9 0 - 64",
  },
  rules: "zen",
};
