// Dualité, Grand Dual and the team game: circles without owners; the cells of which a neighbour must be played.

import { s } from "../dom.js";
import { t } from "../text.js";
import { cells, charAt, ground, MARGIN, square } from "./grid.js";

/** @typedef {import("./drawing.js").Drawing} Drawing */

/**
 * A position string, read.
 * @param {string} position
 */
export function read(position) {
  const [rows = "", side = "0", anchors = "-", left] = position.split(" ");
  return {
    cells: rows.split("/").map((row) => [...row]),
    side: Number(side),
    anchors: anchors === "-" ? [] : anchors.split(","),
    left: left === undefined ? null : Number(left),
  };
}

/** @param {string} kind */
function circle(kind) {
  return s(
    "g",
    { class: `man circle ${kind}` },
    s("circle", { class: "shadow", cx: 0.02, cy: 0.04, r: 0.36 }),
    s("circle", { class: "body", r: 0.36 }),
    s("circle", { class: "groove", r: 0.25 }),
  );
}

/**
 * Four alike in a line, if there are.
 * @param {string[][]} rows
 */
function completed(rows) {
  const size = rows.length;
  /** @type {[number, number][][]} */
  const lines = [];
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      for (const [dx, dy] of [
        [1, 0],
        [0, 1],
        [1, 1],
        [1, -1],
      ]) {
        const line = [0, 1, 2, 3].map((i) => /** @type {[number, number]} */ ([x + i * (dx ?? 0), y + i * (dy ?? 0)]));
        const kinds = new Set(line.map(([x, y]) => rows[y]?.[x] ?? "?"));
        if (kinds.size === 1 && (kinds.has("o") || kinds.has("x"))) lines.push(line);
      }
    }
  }
  return lines;
}

/**
 * Moves that made these circles: each white one took one, each black one two.
 * @param {string[][]} rows
 */
function made(rows) {
  return rows.flat().reduce((sum, circle) => sum + (circle === "o" ? 1 : circle === "x" ? 2 : 0), 0);
}

/**
 * Whose turn it is follows from the circles: two moves open the game, then sides alternate, teams after two moves each.
 * @param {string[][]} rows
 * @param {boolean} teams
 */
function turn(rows, teams) {
  const after = made(rows) - 2;
  if (after < 0) return ["0"];
  return [String((teams ? Math.floor(after / 2) + 1 : after + 1) % 2)];
}

/** @type {Drawing} */
export const drawing = {
  scene({ position, flipped }) {
    const state = read(position);
    const size = state.cells.length;
    const grid = square(size, flipped);
    const all = cells(grid);
    /** @param {string} id */
    const at = (id) => charAt(state.cells, id);
    const place = new Map(all.map((cell) => [cell.id, cell]));
    const under = ground(grid);
    const lines = completed(state.cells);
    // After a complete line no answer is due.
    const anchors = lines.length > 0 ? [] : state.anchors;
    // The cells around the last move: where the answer must lie. Not in the opening, where they are forbidden.
    const circles = state.cells.flat().filter((c) => c !== ".").length;
    const opening = circles === 1 && state.side === 0 && state.anchors.length === 1;
    for (const anchor of anchors) {
      const cell = place.get(anchor);
      if (!cell) continue;
      const [left, top] = [Math.max(cell.x - 1, grid.x), Math.max(cell.y - 1, grid.y)];
      const [right, bottom] = [Math.min(cell.x + 2, grid.x + size), Math.min(cell.y + 2, grid.y + size)];
      under.push(
        s("rect", {
          class: opening ? "around forbidden" : "around",
          x: left + 0.05,
          y: top + 0.05,
          width: right - left - 0.1,
          height: bottom - top - 0.1,
          rx: 0.16,
        }),
      );
    }
    const over = [];
    for (const anchor of anchors) {
      const cell = place.get(anchor);
      if (cell) over.push(s("circle", { class: "anchor", cx: cell.x + 0.5, cy: cell.y + 0.5, r: 0.42 }));
    }
    for (const line of lines) {
      const ends = [line[0], line[3]].map((end) => {
        const [x, y] = /** @type {[number, number]} */ (end);
        const cell = place.get(String.fromCharCode(97 + x) + (size - y));
        return cell ? `${cell.x + 0.5} ${cell.y + 0.5}` : "0 0";
      });
      over.push(s("path", { class: "completed", d: `M${ends[0]}L${ends[1]}` }));
    }
    return {
      width: size + MARGIN + 0.12,
      height: size + 0.12 + MARGIN,
      spots: all.map(({ id, x, y }) => ({ id, x, y, w: 1, h: 1, label: `${id}, ${t(`dualite.${at(id)}`)}` })),
      under,
      men: all
        .filter(({ id }) => at(id) !== ".")
        .map(({ id }) => ({ at: id, node: circle(at(id) === "o" ? "white" : "black") })),
      over,
    };
  },
  shape: (move) => ({ from: null, to: move }),
  text: (_, to) => to,
  preview({ position }, move, { spots }) {
    const spot = spots.find(({ id }) => id === move);
    const { cells: rows } = read(position);
    const now = rows[rows.length - Number(move.slice(1))]?.[move.charCodeAt(0) - 97];
    return spot
      ? [s("g", { transform: `translate(${spot.x + 0.5} ${spot.y + 0.5})` }, circle(now === "o" ? "black" : "white"))]
      : [];
  },
  guide(position) {
    const state = read(position);
    const circles = state.cells.flat().filter((c) => c !== ".").length;
    if (circles === 0) return t("dualite.first");
    if (circles === 1 && state.side === 0 && state.anchors.length === 1) return t("dualite.second");
    return t("dualite.answer", { cells: state.anchors.join(", ") });
  },
  flips: true,
  brushes: [
    { id: "o", text: () => t("dualite.o") },
    { id: "x", text: () => t("dualite.x") },
    { id: ".", text: () => t("dualite..") },
    { id: "last", text: () => t("dualite.last") },
  ],
  paint(position, spot, brush) {
    const [, , , ...rest] = position.split(" ");
    const { cells: rows, anchors } = read(position);
    const row = rows[rows.length - Number(spot.slice(1))];
    let last = anchors;
    if (brush === "last")
      last = anchors.includes(spot) ? anchors.filter((anchor) => anchor !== spot) : [...anchors, spot].sort();
    else if (row) row[spot.charCodeAt(0) - 97] = brush;
    last = last.filter((anchor) => charAt(rows, anchor) !== ".");
    return [
      rows.map((row) => row.join("")).join("/"),
      ...turn(rows, rest.length > 0),
      last.join(",") || "-",
      ...(rest.length > 0 ? [String(2 - (made(rows) % 2))] : []),
    ].join(" ");
  },
};
