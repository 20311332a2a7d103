// Validation of stored and saved games. A damaged one must not hide the others.

import { any, fields, isCount, isFlag, isMoment, isNumber, isText, list, maybe, named, one } from "../shape.js";

const isSide = one(0, 1, null);

const isPlayer = any(
  fields({ kind: one("person") }),
  fields({ kind: one("level"), level: isNumber }),
  fields({ kind: one("simulations"), simulations: isNumber }),
  fields({ kind: one("time"), milliseconds: isNumber }),
  fields({ kind: one("run"), run: isText, simulations: isNumber }),
);

const isClock = fields({ seconds: isNumber, increment: isNumber, left: list(isNumber, 2, 2) });

const isMatch = fields({
  players: list(isPlayer, 2),
  rounds: maybe(isCount),
  round: maybe(isCount),
  points: maybe(list(isNumber, 2, 2)),
  resigned: maybe(isSide),
  late: maybe(isSide),
  clock: maybe(any(one(null), isClock)),
  exchanged: maybe(isFlag),
});

const isTable = fields({ name: isText, names: list(any(isText, one(null))), you: maybe(isSide) });

/** Fields of every game, and optional ones. */
const COMMON = {
  id: isText,
  variant: isText,
  options: named(any(isText, isNumber)),
  start: any(isText, one(null)),
  text: isText,
  at: list(isText),
  changed: isMoment,
  past: maybe(list(isNumber)),
  name: maybe(isText),
  over: maybe(isFlag),
  turns: maybe(isCount),
  result: maybe(any(one(null), fields({ winner: isSide }))),
};

/** Whether a game is whole. */
export const isKept = any(
  fields({ ...COMMON, kind: one("analyse") }),
  fields({ ...COMMON, kind: one("play"), match: isMatch }),
  fields({ ...COMMON, kind: one("table"), table: isTable }),
);
