// Logitac: four boards, and for each side a tray with its reserve, what it has captured and what that grants.

import { s } from "../dom.js";
import { t } from "../text.js";
import { cells, ground, unpack } from "./grid.js";

/** @typedef {import("./board.js").Drawing} Drawing */
/** @typedef {import("./board.js").Spot} Spot */
/** @typedef {import("./board.js").Man} Man */
/** @typedef {import("./grid.js").Grid} Grid */

const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/** First row, first column and size of each board. */
const BOARDS = [
  { row: 0, column: 1, size: 12, chimneys: ["d4", "d9", "i4", "i9"] },
  { row: 12, column: 13, size: 8, chimneys: ["o15", "o18", "r15", "r18"] },
  { row: 20, column: 21, size: 5, chimneys: ["w23"] },
  { row: 25, column: 26, size: 1, chimneys: [] },
];

/**
 * @typedef {object} Tray
 * @property {number} pawns in reserve
 * @property {boolean} double in reserve
 * @property {number} captives held
 * @property {boolean} taken the own pyramid is captured
 * @property {number[]} odd odd pawns taken, by board
 * @property {number[]} grants by board
 */

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
    /** @type {Tray[]} */
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

/** @type {Record<string, string>} */
const NAMES = {
  p: "pawn",
  y: "pyramid",
  c: "cube",
  n: "cylinder",
  d: "double",
  s: "solitary-cube",
  t: "solitary-cylinder",
};

/**
 * A man, drawn: capitals are White's.
 * @param {string} letter
 */
function man(letter) {
  const kind = letter.toLowerCase();
  const side = letter === kind ? "black" : "white";
  const g = s("g", { class: `man logitac ${side} ${NAMES[kind] ?? ""}` });
  if (kind === "p") {
    g.append(
      s("ellipse", { class: "shadow", cx: 0, cy: 0.27, rx: 0.27, ry: 0.09 }),
      s("path", { class: "body", d: "M-.24 .26Q-.24 .12 -.1 .02A.17 .17 0 1 1 .1 .02Q.24 .12 .24 .26Z" }),
    );
  } else if (kind === "d") {
    g.append(
      s("ellipse", { class: "shadow", cx: 0, cy: 0.33, rx: 0.32, ry: 0.09 }),
      s("path", { class: "body", d: "M-.3 .32Q-.3 .16 -.13 .05A.2 .2 0 1 1 .13 .05Q.3 .16 .3 .32Z" }),
      s("path", { class: "body", d: "M-.15 -.17Q-.14 -.24 -.06 -.27A.11 .11 0 1 1 .06 -.27Q.14 -.24 .15 -.17Z" }),
    );
  } else if (kind === "y") {
    g.append(
      s("ellipse", { class: "shadow", cx: 0, cy: 0.32, rx: 0.4, ry: 0.08 }),
      s("path", { class: "body", d: "M0 -.4L.4 .3L-.4 .3Z" }),
      s("path", { class: "facet", d: "M0 -.4L.4 .3L.1 .3Z" }),
    );
  } else if (kind === "c" || kind === "s") {
    g.append(
      s("ellipse", { class: "shadow", cx: 0, cy: 0.34, rx: 0.36, ry: 0.08 }),
      s("path", { class: "body", d: "M-.32 -.16L-.16 -.34H.34V.16L.18 .34H-.32Z" }),
      s("path", { class: "facet", d: "M.18 -.16L.34 -.34V.16L.18 .34Z" }),
      s("path", { class: "edge", d: "M-.32 -.16H.18L.34 -.34M.18 -.16V.34" }),
    );
  } else {
    g.append(
      s("ellipse", { class: "shadow", cx: 0, cy: 0.33, rx: 0.34, ry: 0.09 }),
      s("path", { class: "body", d: "M-.3 -.26V.24A.3 .12 0 0 0 .3 .24V-.26A.3 .12 0 0 0 -.3 -.26Z" }),
      s("ellipse", { class: "edge", cx: 0, cy: -0.26, rx: 0.3, ry: 0.12 }),
    );
  }
  if (kind === "s" || kind === "t") {
    g.append(s("path", { class: "solitary", d: "M0 -.02V.26M-.14 .12H.14M-.1 .02L.1 .22M.1 .02L-.1 .22" }));
  }
  return g;
}

/**
 * Where the boards stand: left edge and top of each, and of the trays of White and Black.
 * @param {boolean} narrow
 */
function layout(narrow) {
  return narrow
    ? {
        width: 14.75,
        height: 26.2,
        boards: [
          [1.6, 1.85],
          [0.7, 16.85],
          [9.65, 16.85],
          [11.65, 23.2],
        ],
        trays: [
          [0.1, 14.5, 14.5],
          [0.1, 0.1, 14.5],
        ],
      }
    : {
        width: 22.5,
        height: 15.9,
        boards: [
          [0.75, 1.85],
          [14, 7.1],
          [14, 0.75],
          [20.7, 2.75],
        ],
        trays: [
          [0.1, 14.55, 12.75],
          [0.1, 0.1, 12.75],
        ],
      };
}

/**
 * The tray of a side: reserve, captives, grants.
 * @param {Tray} tray
 * @param {number} side
 * @param {number[]} place
 * @param {boolean} acts
 */
function drawTray(tray, side, [x = 0, y = 0, width = 12], acts) {
  const own = (/** @type {string} */ letter) => (side === 0 ? letter.toUpperCase() : letter);
  const other = (/** @type {string} */ letter) => (side === 0 ? letter : letter.toUpperCase());
  /** @type {SVGElement[]} */
  const nodes = [s("rect", { class: acts ? "tray acts" : "tray", x, y, width, height: 1.25, rx: 0.2 })];
  /** @param {number} at @param {string} text @param {string} [kind] */
  const word = (at, text, kind = "") => nodes.push(s("text", { class: `count ${kind}`, x: x + at, y: y + 0.65 }, text));
  /** @param {number} at @param {string} letter @param {string} [kind] */
  const icon = (at, letter, kind = "") =>
    nodes.push(s("g", { class: kind, transform: `translate(${x + at} ${y + 0.62}) scale(.8)` }, man(letter)));
  word(1.05, String(tray.pawns));
  if (tray.taken) {
    icon(3.5, own("y"), "captured");
    nodes.push(s("path", { class: "barred", d: `M${x + 3.2} ${y + 0.3}l.6 .6m0 -.6l-.6 .6` }));
  }
  icon(4.75, other("p"), "captive");
  nodes.push(s("path", { class: "cage", d: `M${x + 4.4} ${y + 0.25}v.75m.23 -.75v.75m.24 -.75v.75m.23 -.75v.75` }));
  word(5.25, String(tray.captives));
  const each = (width - 6.4) / 3;
  tray.grants.forEach((grants, board) => {
    const at = x + 6.5 + each * board;
    const tip = t("logitac.grant", { board: board + 1, grants, odd: tray.odd[board] ?? 0 });
    nodes.push(
      s(
        "g",
        { class: grants > 0 ? "grant held" : "grant" },
        s("title", {}, tip),
        s("rect", { x: at, y: y + 0.2, width: each - 0.12, height: 0.85, rx: 0.16 }),
        s("text", { x: at + 0.15, y: y + 0.65 }, `${board + 1}▸${board + 2}`),
        s("text", { class: "many", x: at + each - 0.3, y: y + 0.65 }, `${grants}${tray.odd[board] ? "½" : ""}`),
      ),
    );
  });
  return nodes;
}

/** @type {Drawing} */
export const drawing = {
  scene({ position, legal, flipped, narrow }) {
    const state = read(position);
    const { width, height, boards, trays } = layout(narrow);
    /** @type {SVGElement[]} */
    const under = [];
    /** @type {Spot[]} */
    const spots = [];
    BOARDS.forEach((board, number) => {
      const [x = 0, y = 0] = boards[number] ?? [];
      const columns = Array.from({ length: board.size }, (_, i) => String(board.column + i));
      const rows = Array.from({ length: board.size }, (_, i) => LETTERS[board.row + board.size - 1 - i] ?? "");
      if (flipped) {
        columns.reverse();
        rows.reverse();
      }
      /** @type {Grid} */
      const grid = { x, y, columns, rows, name: (column, row) => row + column };
      under.push(...ground(grid, { small: true, checkered: number < 3, lines: false }));
      for (const cell of cells(grid)) {
        const chimney = board.chimneys.includes(cell.id);
        const on = state.men.get(cell.id);
        const what = on
          ? t(`logitac.${on === on.toLowerCase() ? "black" : "white"}`, {
              man: t(`logitac.${NAMES[on.toLowerCase()]}`),
            })
          : t(chimney ? "logitac.chimney" : number === 3 ? "logitac.summit" : "lines..");
        if (chimney) {
          under.push(
            s("circle", { class: "chimney", cx: cell.x + 0.5, cy: cell.y + 0.5, r: 0.38 }),
            s("circle", { class: "chimney inner", cx: cell.x + 0.5, cy: cell.y + 0.54, r: 0.27 }),
          );
        }
        if (number === 3)
          under.push(
            s("path", {
              class: "star",
              d: `M${cell.x + 0.5} ${cell.y + 0.14}L${cell.x + 0.86} ${cell.y + 0.8}L${cell.x + 0.14} ${cell.y + 0.8}Z`,
            }),
          );
        spots.push({ id: cell.id, x: cell.x, y: cell.y, w: 1, h: 1, label: `${cell.id}, ${what}` });
      }
      const [tx, ty] = number === 3 ? [x + 0.5, y - 0.3] : [x + board.size / 2, y - 0.3];
      if (number > 0)
        under.push(
          s(
            "text",
            { class: "board-name", x: tx, y: ty },
            t(number === 3 ? "logitac.summit" : "logitac.board", { board: number + 1 }),
          ),
        );
    });
    /** @type {Man[]} */
    const men = [...state.men].map(([at, letter]) => ({ at, node: man(letter) }));
    const ended = legal.length === 0;
    // The trays: Black's above, unless the boards are seen from Black's side.
    state.trays.forEach((tray, side) => {
      const place = trays[flipped ? 1 - side : side] ?? [0, 0, 12];
      under.push(...drawTray(tray, side, place, !ended && side === state.side));
      const [x = 0, y = 0] = place;
      const own = side === 0 ? ["P", "D"] : ["p", "d"];
      const acts = side === state.side;
      /** @param {number} at @param {string} id @param {string} label @param {string} letter */
      const reserve = (at, id, label, letter) => {
        spots.push({ id: acts ? id : `${id}${side}`, x: x + at, y: y + 0.12, w: 1, h: 1, label });
        men.push({ at: acts ? id : `${id}${side}`, node: man(letter), size: 0.9 });
      };
      if (tray.pawns > 0)
        reserve(0.15, "P", t("logitac.reserve", { pawns: tray.pawns, side: t(`side.logitac.${side}`) }), own[0] ?? "P");
      if (tray.double)
        reserve(2.1, "D", t("logitac.reserve-double", { side: t(`side.logitac.${side}`) }), own[1] ?? "D");
    });
    return { width, height, spots, under, men, over: [], hints: hints(legal) };
  },
  shape(move) {
    const go = /^([a-y]\d+)-([a-y]\d+)$/.exec(move);
    if (go) return { from: go[1] ?? "", to: go[2] ?? "" };
    const lift = /^([a-y]\d+)\^$/.exec(move);
    if (lift) return { from: lift[1] ?? "", to: /^[u-y]/.test(move) ? "z26" : "^" };
    const recruit = /^([PD])@([a-y]\d+)$/.exec(move);
    if (recruit) return { from: recruit[1] ?? "", to: recruit[2] ?? "" };
    const place = /^@([a-y]\d+)$/.exec(move);
    return { from: null, to: place ? (place[1] ?? "") : move };
  },
  text(from, to) {
    if (from === "P" || from === "D") return `${from}@${to}`;
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
 * The men that must be chosen from.
 * @param {string[]} legal
 */
function hints(legal) {
  if (!compulsory(legal)) return [];
  return legal
    .map((move) => (move.startsWith("P@") ? "P" : move.replace("^", "")))
    .filter((id, i, all) => all.indexOf(id) === i);
}
