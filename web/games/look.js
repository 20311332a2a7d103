// How a game is shown: its board, colours, words and rule page; and what is made of the engine's words where the page
// knows none of these.

import { byPosition } from "../boards/by-position.js";
import { named, ofSides } from "../boards/colours.js";
import { drawingOf } from "../boards/generic.js";
import { capital, word } from "../said.js";
import { has, t } from "../text.js";

/** @typedef {import("../engine/engine.js").Variant} Variant */

/**
 * How a game is shown.
 * @typedef {object} Look
 * @property {import("../boards/drawing.js").Drawing | null} drawing none: in characters
 * @property {[string, string]} colours of both sides: classes of style
 * @property {(variant: Pick<Variant, "seats">) => string} [sides] what the sides are called: `side.` and this; absent:
 *   as the engine says
 * @property {boolean} [told] drawings need the engine's reply for a position, its text is not enough
 * @property {boolean} [folded] pictures are laid out as for phones
 * @property {Record<string, string>} [samples] for each variant a position that shows what the game is about
 * @property {string} [rules] the name of its rule pages, `rules/NAME.LANGUAGE.md`; absent: the engine's text of
 *   them
 */

/**
 * What the look of a game depends on.
 * @typedef {Pick<Variant, "family" | "board"> & Partial<Pick<Variant, "seats" | "start">>} Told
 */

/**
 * What the engine says, in the page's language.
 * @param {string} text in English
 * @param {string} kind
 */
export function translated(text, kind) {
  const key = `${kind}.${text}`;
  return has(key) ? t(key) : word(text);
}

/**
 * What those of a side are called, by the engine's words alone.
 * @param {Variant["seats"]} seats
 * @param {number} side
 */
export function seatsName(seats, side) {
  const own = seats.filter((seat) => seat.side === side);
  return own
    .map(({ name }) => (has(`seat.${name}`) ? t(`seat.${name}`) : translated(capital(name), "seat")))
    .join(", ");
}

/**
 * The look of a game without a module of its own, from the engine's description.
 * @param {Told} variant
 * @returns {Look}
 */
export function anyLook({ family, board, seats = [], start }) {
  if (!board) return { drawing: null, colours: ["accent", "focus"], told: true };
  // A side’s colour comes from its name, or else from the names of its men.
  const names = [0, 1].map((side) => {
    const own = [...seats, ...board.kinds].filter((one) => one.side === side);
    return own.map(({ name }) => named(name)).find((colour) => colour !== null) ?? null;
  });
  const colours = ofSides(names, board.dark);
  const isTurned = liesAbove(board, start?.men ?? []);
  const drawing = byPosition(family, board, (own) =>
    drawingOf(own, colours, isTurned, (side) => seatsName(seats, side)),
  );
  return { drawing, colours, told: true };
}

/**
 * Whether the men of the side that begins stand above those of the other one at first: their owner wants them near.
 * @param {import("../boards/tiles.js").Geometry} board
 * @param {[number, number][]} men
 */
function liesAbove({ cells, kinds }, men) {
  const [own, other] = [0, 1].map((side) => {
    const places = men.flatMap(([cell, kind]) => (kinds[kind]?.side === side ? (cells[cell] ?? []) : []));
    const [across, heights] = [places.map(({ x }) => x), places.map(({ y }) => y)];
    const middle = across.reduce((sum, x) => sum + x, 0) / across.length;
    return { middle, low: Math.min(...heights), high: Math.max(...heights) };
  });
  // Men that stand among each other, or at edges that do not face each other, are nowhere in particular.
  return own !== undefined && other !== undefined && own.low > other.high && Math.abs(own.middle - other.middle) < 1;
}
