// Logitac.

import { drawing } from "../boards/logitac.js";

/** @type {import("./look.js").Look} */
export const look = {
  drawing,
  colours: ["white", "black"],
  sides: () => "logitac",
  samples: {
    logitac:
      "3pnycp4/3ppp2ppp1/2p3p5/9p2/12/5P6/12/3P4P3/12/12/1PPP1PP1PP2/3PNY1P4|8/8/1p6/5P2/3C4/1P6/8/8|5/2p2/5/3P1/5 0 - 29,D,2,-,000,0.0.0;30,D,1,-,000,0.0.0 80",
  },
  rules: "logitac",
};
