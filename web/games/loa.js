// Lines of Action.

import { drawing } from "../boards/lines.js";

/** @type {import("./look.js").Look} */
export const look = {
  drawing: { ...drawing, brushes: (drawing.brushes ?? []).filter(({ id }) => id !== "z") },
  colours: ["black", "white"],
  sides: () => "lines",
  lessons: { loa: async () => (await import("../lessons/loa.js")).lesson },
  samples: {
    loa: "2b5/2bbw3/1w1bb3/2wwb1w1/3bww2/4bw2/3b4/8 0 40",
  },
  illustrations: {
    loa: [
      {
        position: "1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 0 0",
        text: "picture.loa.moves",
        moves: ["b1-b3", "b1-h1", "d1-b3"],
      },
      { position: "8/8/3bb3/2b1b3/2wb1w2/3ww3/4w3/8 1 30", text: "picture.loa.connected" },
    ],
  },
};
