// Logitac.

import { drawing } from "../boards/logitac.js";

/** @type {import("./look.js").Look} */
export const look = {
  drawing,
  colours: ["white", "black"],
  sides: () => "logitac",
  lessons: { logitac: async () => (await import("../lessons/logitac.js")).lesson },
  samples: {
    logitac:
      "3pnycp4/3ppp2ppp1/2p3p5/9p2/12/5P6/12/3P4P3/12/12/1PPP1PP1PP2/3PNY1P4|8/8/1p6/5P2/3C4/1P6/8/8|5/2p2/5/3P1/5 0 - 29,D,2,-,000,0.0.0;30,D,1,-,000,0.0.0 80",
  },
  illustrations: {
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
  },
};
