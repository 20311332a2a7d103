// Zen l'initié.

import { drawing } from "../boards/lines.js";

/** @type {import("./look.js").Look} */
export const look = {
  drawing,
  colours: ["black", "white"],
  sides: () => "lines",
  lessons: { zen: async () => (await import("../lessons/zen.js")).lesson },
  samples: {
    zen: "11/4w6/3b3b3/2w2w2b2/4bb1w3/3wbz1bw2/4w1b4/2wb1w5/3b3b3/4w6/1b9 0 - 64",
  },
  illustrations: {
    zen: [
      {
        position: "w4b4b/4w1w4/3b3b3/2w5w2/1b7b1/w4z4w/1b7b1/2w5w2/3b3b3/4w1w4/b4b4w 0 - 0",
        text: "picture.zen.moves",
        moves: ["f11-f8", "f11-c11", "f11-i11", "f6-f9"],
      },
    ],
  },
};
