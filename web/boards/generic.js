// The board of any game, from the engine's description.

import { s } from "../dom.js";
import { asSentence, word } from "../said.js";
import { counted, t } from "../text.js";
import { named } from "./colours.js";
import { coordinates, lineNames, pairs } from "./coordinates.js";
import { runOf } from "./loops.js";
import { chessFigure, chessRank, man } from "./men.js";
import { noBeginning } from "./refusals.js";
import { borders, outlines, tiles, wonParts } from "./tiles.js";
import { isWritten, menIn, painting } from "./written.js";

/** @typedef {import("./tiles.js").Geometry} Geometry */
/** @typedef {import("./drawing.js").Shape} Shape */

/**
 * The way of a move over its parts.
 * @param {string[]} parts
 * @returns {Shape}
 */
function way(parts) {
  const [from = "", ...rest] = parts;
  const to = rest.pop();
  return to === undefined ? { from: null, to: from } : { from, via: rest, to };
}

/**
 * Finds the names of cells in a text, the longest first, so that `a11` is not read as `a1`.
 * @param {string[]} names
 */
function finder(names) {
  const escaped = [...names]
    .sort((one, other) => other.length - one.length)
    .map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const any = new RegExp(escaped.join("|"), "g");
  return (/** @type {string} */ text) => text.match(any) ?? [];
}

/**
 * Where cells are drawn, and what lies below them.
 * @param {Geometry} board
 */
function laid(board) {
  const { cells, tile } = board;
  const [xs, ys] = [cells.map(({ x }) => x), cells.map(({ y }) => y)];
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [low, high] = [Math.min(...ys), Math.max(...ys)];
  const edge = tile === "hexagon" ? (board.borders ? 0.66 : 0.6) : tile === "point" ? 0.65 : 0.5;
  const around = edge + Math.max(0, ...(board.loops ?? []));
  // Names of lines of hexagons stand at slants, in part between the corners.
  const isLined = lineNames(board) !== null;
  const top = isLined ? 0.22 : 0.06;
  const margin = isLined ? 0.34 : pairs(board) ? 0.5 : 0.06;
  const [inner, tall] = [right - left + 2 * around, high - low + 2 * around];
  return {
    board,
    width: margin + inner + 0.06,
    height: top + tall + (isLined ? top : margin),
    outline: outlines(board),
    /**
     * The middle of a cell.
     * @param {boolean} flipped
     * @returns {(at: {x: number, y: number}) => [number, number]}
     */
    place:
      (flipped) =>
      ({ x, y }) => {
        const [across, down] = flipped ? [right - x, y - low] : [x - left, high - y];
        return [(isLined && flipped ? 0.06 : margin) + around + across, top + around + down];
      },
    ground: () =>
      tile === "point" ? [s("rect", { class: "ground", x: margin, y: top, width: inner, height: tall, rx: 0.2 })] : [],
  };
}

/**
 * A board of hexagons that is much taller than wide lies on its side where there is room: it is then larger.
 * @param {Geometry} board
 */
function onItsSide(board) {
  const turned = (/** @type {[number, number]} */ [x, y]) => /** @type {[number, number]} */ ([y, -x]);
  return laid({
    ...board,
    cells: board.cells.map(({ name, x, y }) => ({ name, x: y, y: -x })),
    borders: board.borders?.map(({ line, side }) => ({ line: line.map(turned), side })),
  });
}

/**
 * @param {Geometry} board
 * @param {[string, string]} colours of both sides
 * @param {boolean} isTurned whether it is seen from above unless it was turned
 * @param {(side: number) => string} sideName empty where it has none
 * @returns {import("./drawing.js").Drawing}
 */
export function drawingOf(board, colours, isTurned, sideName) {
  const { cells, kinds, tile } = board;
  // Counters of two cells are one number.
  const tens = new Map(board.tens ?? []);
  const undrawn = new Set(tens.values());
  const isDrawn = (/** @type {number} */ cell) => !undrawn.has(cell);
  const places = cells.map((_, cell) => cell).filter(isDrawn);
  const upright = laid(tens.size > 0 ? { ...board, cells: cells.filter((_, cell) => isDrawn(cell)) } : board);
  const wide = tile === "hexagon" && upright.height > 1.3 * upright.width ? onItsSide(board) : upright;
  const cellsIn = finder(cells.map(({ name }) => name));
  const holders = new Map(board.zones ?? []);
  const signs = new Map((board.targets ?? []).map(([cell, sign]) => [cells[cell]?.name ?? "", sign]));

  /** @param {number} kind */
  const colour = (kind) => {
    const { name = "", side = null } = kinds[kind] ?? {};
    // Such as `white_corner`, which is not one of White's men.
    if (isOfNobody(kind)) return "neutral";
    return named(name) ?? (side === null ? "neutral" : (colours[side] ?? "neutral"));
  };

  /** The colour of a side's men. @param {number} side */
  const owner = (side) => {
    const own = kinds.findIndex((kind) => kind.side === side);
    return own < 0 ? (colours[side] ?? "neutral") : colour(own);
  };

  /** Whether it is a sign or a card that belongs to neither side. @param {number} kind */
  const isOfNobody = (kind) => {
    const { look, side = null } = kinds[kind] ?? {};
    return side === null && typeof look === "object" && ("sign" in look || "card" in look);
  };

  /** Whether it marks its cell, and is no man. @param {number} kind */
  const isMark = (kind) => kinds[kind]?.look === "area" || isOfNobody(kind);

  /** The name of a man: pieces of rules files often have only a letter. @param {number} kind */
  const manName = (kind) => {
    const { name = "", look = "disc", side = null } = kinds[kind] ?? {};
    // If a side has only one kind of men, the kind's name adds nothing to the colour.
    const isOther = (/** @type {import("./tiles.js").Kind} */ { look, side: its }) => look !== "area" && its === side;
    const isOnly = side !== null && !kinds.some((other, index) => index !== kind && isOther(other));
    if (isOnly && look === "disc") return t("generic.man");
    if (look === "crowned") return t("generic.crowned");
    if (look === "area") return t("generic.area");
    if (typeof look === "object" && "chessman" in look) return t(`chessman.${look.chessman}`);
    if (name.length > 2 || isOfNobody(kind)) return word(name.replaceAll("_", " "));
    return typeof look === "object" && "letter" in look ? look.letter : t("generic.man");
  };

  /** The chessman of a sign for a man to promote to, as `=Q`. @param {string} part */
  const chessmanOf = (part) => {
    const look = kinds.find(({ letter }) => letter === part.replace("=", ""))?.look;
    return typeof look === "object" && "chessman" in look ? look.chessman : undefined;
  };

  /** The cell that lies so many to the right and upwards. @param {number} from @param {number} right @param {number} up */
  const beside = (from, right, up) =>
    cells.findIndex(({ x, y }) => x - (cells[from]?.x ?? 0) === right && y - (cells[from]?.y ?? 0) === up);

  /**
   * Which way the other half of a block lies: halves in a row are pairs.
   * @param {number} cell
   * @param {[number, number]} way from a first half to the other one, to the right and upwards
   * @param {Map<number, number>} on the kinds on cells
   * @returns {[number, number]}
   */
  const otherHalf = (cell, [right, up], on) => {
    let before = 0;
    while (on.get(beside(cell, -right * (before + 1), -up * (before + 1))) === on.get(cell)) before += 1;
    return before % 2 === 0 ? [right, up] : [-right, -up];
  };

  /**
   * What a man looks like, with the tens of its counters.
   * @param {number} cell
   * @param {Map<number, number>} on the kinds on cells
   * @param {boolean} flipped
   * @returns {import("./men.js").ManLook}
   */
  const lookOf = (cell, on, flipped) => {
    const { look = "disc", name = "" } = kinds[on.get(cell) ?? -1] ?? {};
    if (typeof look === "object" && "card" in look) {
      // The holder sees the moves of the card from their own side.
      const isTurned = flipped !== (holders.get(cell) === 1);
      return { card: isTurned ? look.card.map(([right, ahead]) => [-right, -ahead]) : look.card, name: word(name) };
    }
    if (typeof look === "object" && "half" in look) {
      const [right, up] = otherHalf(cell, look.half, on);
      return { half: flipped ? [-right, up] : [right, -up] };
    }
    const more = kinds[on.get(tens.get(cell) ?? -1) ?? -1]?.look;
    if (typeof look !== "object" || !("number" in look)) return look;
    return { number: typeof more === "object" && "number" in more ? `${more.number}${look.number}` : look.number };
  };

  /** @param {number} kind @param {import("./men.js").ManLook} [look] */
  const label = (kind, look) => {
    if (typeof look === "object" && "number" in look) return counted("generic.counters", Number(look.number));
    const [side, man] = [kinds[kind]?.side ?? null, manName(kind)];
    if (isOfNobody(kind)) return man;
    const name = side === null ? "" : sideName(side);
    return name ? t("generic.own", { side: name, man }) : t(`generic.${colour(kind)}`, { man });
  };

  /**
   * How a move is pointed at: the way of its man, and what else it touches.
   * @param {string} move
   * @param {string} position
   */
  const seen = (move, position) => {
    const [gone = "", ...put] = (move.split(/[#=]/)[0] ?? "").split("/");
    const touched = cellsIn(gone);
    const on = new Map(menIn(board, position));
    const path = on.has(cells.findIndex(({ name }) => name === touched[0])) && touched.length > 1 ? touched : [];
    const run = board.loops && runOf(board, on, path);
    if (run) return { path, rings: [], run };
    const rings = [...(path.length > 0 ? [] : touched), ...put.flatMap((text) => cellsIn(text))];
    const last = rings.length > 1 ? rings.at(-1) : undefined;
    const sign = last === undefined ? undefined : signs.get(last);
    return last === undefined || sign === undefined
      ? { path, rings }
      : { path, rings: rings.slice(0, -1), sign: /** @type {[string, string]} */ ([last, sign]) };
  };

  // Where a turn turns men round, or sows counters, the cells that it is called by say little of it.
  const saysLittle = signs.size > 0 || kinds.some(({ look }) => typeof look === "object" && "number" in look);

  /**
   * The cells on which something else stands than before, those with tens of counters as the cells of these, where that
   * says more than the cells that the move is called by.
   * @param {string} before
   * @param {string} position
   */
  const changed = (before, position) => {
    const [stood, stands] = [before, position].map((text) => new Map(menIn(board, text)));
    const differ = cells.flatMap((_, cell) => (stood?.get(cell) === stands?.get(cell) ? [] : [cell]));
    /** So many men of a side stand there. @param {Map<number, number> | undefined} men @param {number} side */
    const count = (men, side) => differ.filter((cell) => kinds[men?.get(cell) ?? -1]?.side === side).length;
    // Several men of one side have moved, as the balls of Abalone.
    const isGroup = [0, 1].some((side) => Math.min(count(stood, side), count(stands, side)) > 1);
    if (!saysLittle && !isGroup) return null;
    const units = new Map([...tens].map(([unit, ten]) => [ten, unit]));
    return [...new Set(differ.map((cell) => units.get(cell) ?? cell))].map((cell) => cells[cell]?.name ?? "");
  };

  return {
    scene({ position, men = menIn(board, position), decided = [], flipped: isFlipped, narrow }) {
      const flipped = isFlipped !== isTurned;
      const { board: shown, width, height, outline, ground, place: placing } = narrow ? upright : wide;
      const place = placing(flipped);
      const on = new Map(men);
      return {
        width,
        height,
        spots: shown.cells.map((cell, index) => {
          const [x, y] = place(cell);
          const kind = on.get(places[index] ?? -1);
          const what = kind === undefined ? t("generic.empty") : label(kind, lookOf(places[index] ?? -1, on, flipped));
          const { w = 1, h = 1 } = cell;
          const area = { x: x - w / 2, y: y - h / 2, w, h, outline: outline(x, y, cell) };
          return { id: cell.name, ...area, label: `${cell.name}, ${what}` };
        }),
        under: [
          ...ground(),
          ...borders(shown, place, owner),
          ...tiles(shown, place),
          ...wonParts(shown, on).map(({ x, y, kind }) => {
            const [across, down] = place({ x, y });
            const sign = man(kinds[kind]?.look ?? "disc", colour(kind));
            return s("g", { class: "won", transform: `translate(${across} ${down}) scale(${shown.grid})` }, sign);
          }),
          ...(shown.zones ?? []).flatMap(([cell, side]) => {
            const at = shown.cells[places.indexOf(cell)];
            return at ? [s("path", { class: `zone ${owner(side)}`, d: outline(...place(at), at) })] : [];
          }),
          ...coordinates(shown, place, flipped),
        ],
        men: men
          .filter(([cell]) => isDrawn(cell))
          .map(([cell, kind]) => ({
            at: cells[cell]?.name ?? "",
            node: man(lookOf(cell, on, flipped), colour(kind), cells[cell]),
            size: tile === "square" ? 1 : 0.9,
            kind: kind + kinds.length * (1 + (on.get(tens.get(cell) ?? -1) ?? -1)),
            ...(isMark(kind) && { isMark: true }),
          })),
        over: decided.flatMap((index) => {
          const cell = shown.cells[places.indexOf(index)];
          if (!cell) return [];
          const [cx, cy] = place(cell);
          return [s("circle", { class: "decided", cx, cy, r: tile === "square" ? 0.45 : 0.42 })];
        }),
      };
    },
    column(from, to) {
      const [high, low] = [cells[from], cells.find(({ name }) => name === to)];
      if (!high || !low) return [];
      const [dx, dy] = [low.x - high.x, low.y - high.y];
      const isBelow = (/** @type {import("./tiles.js").Cell} */ { x, y }) =>
        (x - high.x) * dy === (y - high.y) * dx && (x - high.x) * dx + (y - high.y) * dy >= 0;
      return cells.filter(isBelow).map(({ name }) => name);
    },
    // The engine gives no parts for later moves of a line: their cells are read from their text.
    shape(move, position, parts) {
      const known = parts ?? cellsIn(move);
      return known.length > 0 ? { ...way(known), ...seen(move, position) } : { from: null, to: move };
    },
    // Behind `/` something is put down, and where nothing stood nothing has gone away.
    came(move, before, parts = cellsIn(move), fell) {
      if (fell !== undefined) return new Map([[parts[0] ?? "", cells[fell]?.name ?? null]]);
      const [gone = ""] = move.split("/");
      const [from = "", ...way] = parts.slice(0, cellsIn(gone).length);
      const [to] = way.slice(-1);
      const stood = menIn(board, before).some(([cell]) => cells[cell]?.name === from);
      const put = parts.map((part) => /** @type {[string, string | null]} */ ([part, null]));
      return new Map(to !== undefined && (stood || !isWritten(board)) ? [...put, [to, from]] : put);
    },
    sign: (spot) => signs.get(spot),
    man(side, spot) {
      const [kind, ...others] = kinds.flatMap((one, index) => (one.side === side ? [index] : []));
      const cell = cells.find(({ name }) => name === spot);
      return kind === undefined || others.length > 0 ? undefined : man(kinds[kind]?.look ?? "disc", colour(kind), cell);
    },
    text: (from, to) => (from ? `${from}-${to}` : to),
    refusal: (from, to, may) => (from ? t("generic.no-way", { from, to }) : noBeginning(to, may)),
    ...(isWritten(board) && { changed }),
    figure(part) {
      const chessman = chessmanOf(part);
      return chessman && chessFigure(chessman);
    },
    rank: (part) => chessRank(chessmanOf(part)),
    guide: () => (board.begin === undefined ? null : asSentence(word(board.begin))),
    next: () => (board.next === undefined ? undefined : word(board.next)),
    flips: true,
    ...(isWritten(board) && painting(board, label)),
  };
}
