// Dualité, Grand Dual and the team game.

import { drawing } from "../boards/dualite.js";

/** @type {import("./look.js").Look} */
export const look = {
  drawing,
  colours: ["accent", "focus"],
  sides: ({ seats }) => (seats.length > 2 ? "teams" : "dualite"),
  samples: {
    dualite: "o.../xoo./.xo./..ox 0 c2",
    "grand-dual": "..o../.oxo./..xo./.ox../..... 0 c3",
    "dualite-teams": "..o./oxo./.xo./...o 0 b3 1",
  },
  rules: "dualite",
};
