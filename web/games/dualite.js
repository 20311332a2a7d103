// Dualité, Grand Dual and the team game.

import { drawing } from "../boards/dualite.js";

/** @type {import("./look.js").Look} */
export const look = {
  drawing,
  colours: ["accent", "focus"],
  sides: ({ seats }) => (seats.length > 2 ? "teams" : "dualite"),
  lessons: {
    dualite: async () => (await import("../lessons/dualite.js")).dualite,
    "grand-dual": async () => (await import("../lessons/dualite.js")).grandDual,
  },
  samples: {
    dualite: "o.../xoo./.xo./..ox 0 c2",
    "grand-dual": "..o../.oxo./..xo./.ox../..... 0 c3",
    "dualite-teams": "..o./oxo./.xo./...o 0 b3 1",
  },
  illustrations: {
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
  },
};
