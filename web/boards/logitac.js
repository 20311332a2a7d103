// Logitac: four boards, and for each side a tray with its reserve, what it has captured and what that grants.

import { s } from "../dom.js";
import { counted, t } from "../text.js";
import { cells, ground, unpack } from "./grid.js";
import { man, NAMES } from "./logitac-men.js";
import { BOARDS, boardOf, layout, LETTERS } from "./logitac-places.js";
import { drawTray } from "./logitac-trays.js";

/** @typedef {import("./drawing.js").Drawing} Drawing */
/** @typedef {import("./drawing.js").Spot} Spot */
/** @typedef {import("./drawing.js").Man} Man */
/** @typedef {import("./grid.js").Grid} Grid */

/** @param {string} position */
export function read(position) {
  const [boards = "", side = "0", due = "-", trays = "", turns = "0"] = position.split(" ");
  /** @type {Map<string, string>} */
  const men = new Map();
  boards.split("|").forEach((rows, number) => {
    const board = BOARDS[number];
    if (!board) return;
    unpack(rows).forEach((row, index) => {
      const letter = LETTERS[board.row + board.size - 1 - index];
      row.forEach((man, column) => {
        if (man !== ".") men.set(`${letter}${board.column + column}`, man);
      });
    });
  });
  return {
    men,
    side: Number(side),
    due,
    turns: Number(turns),
    /** @type {import("./logitac-trays.js").Tray[]} */
    trays: trays.split(";").map((text) => {
      const [pawns, double, captives, taken, odd = "000", grants = "0.0.0"] = text.split(",");
      return {
        pawns: Number(pawns),
        double: double === "D",
        captives: Number(captives),
        taken: taken === "Y",
        odd: [...odd].map(Number),
        grants: grants.split(".").map(Number),
      };
    }),
  };
}

/**
 * The enlarged board unless one was chosen: the one that is pointed at, where something is due, where most moves
 * are, or where the last one was.
 * @param {Pick<import("./drawing.js").Frame, "marks" | "legal" | "last">} frame
 */
function nearest({ marks = [], legal, last }) {
  const [moves = [""]] = [marks, hints(legal, 0), legal, [last ?? ""]].filter((some) => some.length > 0);
  const counts = [0, 0, 0];
  for (const move of moves) {
    const [cell = ""] = move.match(/[a-y]\d+/) ?? [];
    const board = boardOf(cell);
    counts[board] = (counts[board] ?? 0) + 1;
  }
  return counts.indexOf(Math.max(...counts.slice(0, 3)));
}

/** @type {Drawing} */
export const drawing = {
  scene(frame) {
    const { position, legal, flipped, narrow, near } = frame;
    const state = read(position);
    const { width, height, places, trays } = layout(narrow, near ? Number(near) : nearest(frame));
    /** @type {SVGElement[]} */
    const under = [];
    /** @type {Spot[]} */
    const spots = [];
    BOARDS.forEach((board, number) => {
      const { x, y, scale, opens } = places[number] ?? { x: 0, y: 0, scale: 1 };
      const columns = Array.from({ length: board.size }, (_, i) => String(board.column + i));
      const rows = Array.from({ length: board.size }, (_, i) => LETTERS[board.row + board.size - 1 - i] ?? "");
      if (flipped) {
        columns.reverse();
        rows.reverse();
      }
      /** @type {Grid} */
      const grid = { x: 0, y: 0, columns, rows, name: (column, row) => row + column };
      /** @type {SVGElement[]} */
      const nodes = ground(grid, { small: true, checkered: number < 3, lines: false, named: opens === undefined });
      for (const cell of cells(grid)) {
        const chimney = board.chimneys.includes(cell.id);
        const on = state.men.get(cell.id);
        const what = on
          ? t(`logitac.${on === on.toLowerCase() ? "black" : "white"}`, {
              man: t(`logitac.${NAMES[on.toLowerCase()]}`),
            })
          : t(chimney ? "logitac.chimney" : number === 3 ? "logitac.summit" : "lines..");
        if (chimney) {
          nodes.push(
            s("circle", { class: "chimney", cx: cell.x + 0.5, cy: cell.y + 0.5, r: 0.38 }),
            s("circle", { class: "chimney inner", cx: cell.x + 0.5, cy: cell.y + 0.54, r: 0.27 }),
          );
        }
        if (number === 3) nodes.push(s("path", { class: "star", d: "M.5 .14L.86 .8L.14 .8Z" }));
        spots.push({
          id: cell.id,
          x: x + scale * cell.x,
          y: y + scale * cell.y,
          w: scale,
          h: scale,
          label: `${cell.id}, ${what}`,
          ...(opens !== undefined && { opens }),
        });
      }
      under.push(s("g", { transform: `translate(${x} ${y}) scale(${scale})` }, nodes));
      const name = t(number === 3 ? "logitac.summit" : "logitac.board", { board: number + 1 });
      if (narrow ? opens !== undefined || number === 3 : number > 0)
        under.push(s("text", { class: "board-name", x: x + (scale * board.size) / 2, y: y - 0.3 }, name));
    });
    /** @type {Man[]} */
    const men = [...state.men].map(([at, letter]) => ({
      at,
      node: man(letter),
      size: places[boardOf(at)]?.scale ?? 1,
    }));
    const ended = legal.length === 0;
    // The trays: Black's above, unless the boards are seen from Black's side.
    state.trays.forEach((tray, side) => {
      const place = trays[flipped ? 1 - side : side] ?? [0, 0, 12];
      under.push(...drawTray(tray, side, place, !ended && side === state.side));
      const [x = 0, y = 0] = place;
      const own = side === 0 ? ["P", "D"] : ["p", "d"];
      /** @param {number} at @param {string} kind @param {string} label @param {string} letter */
      const reserve = (at, kind, label, letter) => {
        const id = reserveOf(kind, side);
        spots.push({ id, x: x + at, y: y + 0.12, w: 1, h: 1, label });
        men.push({ at: id, node: man(letter), size: 0.9 });
      };
      if (tray.pawns > 0)
        reserve(0.15, "P", counted("logitac.reserve", tray.pawns, { side: t(`side.logitac.${side}`) }), own[0] ?? "P");
      if (tray.double)
        reserve(2.1, "D", t("logitac.reserve-double", { side: t(`side.logitac.${side}`) }), own[1] ?? "D");
    });
    return { width, height, spots, under, men, over: [], hints: hints(legal, state.side) };
  },
  shape(move, position) {
    const go = /^([a-y]\d+)-([a-y]\d+)$/.exec(move);
    if (go) return { from: go[1] ?? "", to: go[2] ?? "" };
    const lift = /^([a-y]\d+)\^$/.exec(move);
    if (lift) return { from: lift[1] ?? "", to: /^[u-y]/.test(move) ? "z26" : "^" };
    const recruit = /^([PD])@([a-y]\d+)$/.exec(move);
    if (recruit) return { from: reserveOf(recruit[1] ?? "", Number(position.split(" ")[1])), to: recruit[2] ?? "" };
    const place = /^@([a-y]\d+)$/.exec(move);
    return { from: null, to: place ? (place[1] ?? "") : move };
  },
  text(from, to) {
    if (/^[PD]/.test(from)) return `${from.charAt(0)}@${to}`;
    return from ? `${from}-${to}` : to;
  },
  refusal(from, to) {
    return from === "" && /^[a-z]\d+$/.test(to) ? t("logitac.no-move", { cell: to }) : null;
  },
  guide(position, legal) {
    const { due } = read(position);
    if (due === "e") return t("logitac.escape");
    if (due !== "-") {
      const letter = due[0] ?? "p";
      const where = [...due.replace(/[a-z]/g, "")].map((board) => t("logitac.on", { board })).join(` ${t("or")} `);
      return t("logitac.place", { man: t(`logitac.${NAMES[letter]}`), where });
    }
    if (compulsory(legal)) return t("logitac.compulsory");
    if (legal.some((move) => /^[u-y]\d+\^$/.test(move))) return t("logitac.to-summit");
    return null;
  },
  flips: true,
};

/**
 * Whether a turn begins with ascents, or recruiting for one, as the only choice.
 * @param {string[]} legal
 */
function compulsory(legal) {
  return (
    legal.some((move) => /^[a-t]\d+\^$/.test(move)) ||
    (legal.length > 0 && legal.every((move) => move.startsWith("P@")))
  );
}

/**
 * The spot of a side's men in reserve, the same for either side to act.
 * @param {string} kind `P` or `D`, as moves name them
 * @param {number} side
 */
function reserveOf(kind, side) {
  return `${kind}${side}`;
}

/**
 * The men that must be chosen from.
 * @param {string[]} legal
 * @param {number} side that acts
 */
function hints(legal, side) {
  if (!compulsory(legal)) return [];
  return legal
    .map((move) => (move.startsWith("P@") ? reserveOf("P", side) : move.replace("^", "")))
    .filter((id, i, all) => all.indexOf(id) === i);
}
