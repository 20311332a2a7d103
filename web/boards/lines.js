// Lines of Action and Zen l'initié: discs on a square board.

import { s } from "../dom.js";
import { t } from "../text.js";
import { noBeginning } from "./refusals.js";
import { cells, charAt, disc, ground, MARGIN, square, unpack } from "./grid.js";

/** @typedef {import("./drawing.js").Drawing} Drawing */

/** @type {Record<string, string>} */
const KINDS = { b: "black", w: "white", z: "zen" };

/**
 * The two cells of a move.
 * @param {string} move
 */
export function ends(move) {
  const found = /^([a-k]\d+)[-x:]?([a-k]\d+)$/.exec(move);
  return found ? { from: found[1] ?? "", to: found[2] ?? "" } : null;
}

/** @param {string} position */
export function read(position) {
  const fields = position.split(" ");
  return {
    rows: unpack(fields[0] ?? ""),
    side: Number(fields[1]),
    barred: fields.length === 4 && fields[2] !== "-" ? fields[2] : null,
  };
}

/**
 * The men that a side has joined to one group, and the Zen among them while it is in play; none where they stand apart.
 * @param {string[][]} rows
 * @param {string} side
 */
function joined(rows, side) {
  const own = rows.flatMap((row, y) =>
    row.flatMap((man, x) => (man === side || man === "z" ? [{ x, y, zen: man === "z" }] : [])),
  );
  const first = own.find(({ zen }) => !zen);
  if (!first) return [];
  const left = new Set(own);
  left.delete(first);
  const group = [first];
  for (const man of group)
    for (const other of left)
      if (Math.abs(other.x - man.x) <= 1 && Math.abs(other.y - man.y) <= 1) {
        left.delete(other);
        group.push(other);
      }
  return left.size === 0 ? group : [];
}

/** The neutral piece. */
function zen() {
  return s(
    "g",
    { class: "man zen" },
    s("circle", { class: "shadow", cx: 0.02, cy: 0.05, r: 0.4 }),
    s("circle", { class: "body", r: 0.4 }),
    s("path", { class: "sign", d: "M0 -.24a.24 .24 0 1 1 -.17 .07" }),
  );
}

/** @type {Drawing} */
export const drawing = {
  scene({ position, flipped }) {
    const { rows: men, barred } = read(position);
    const size = men.length;
    const grid = square(size, flipped);
    const all = cells(grid);
    /** @param {string} id */
    const at = (id) => charAt(men, id);
    const under = ground(grid, { checkered: size === 8, small: size > 8 });
    // A group of all men ends the game: a band runs below it.
    for (const side of ["b", "w"]) {
      const group = joined(men, side);
      const [across, down] = flipped ? [size - 1, size - 1] : [0, 0];
      const place = ({ x = 0, y = 0 }) => `${grid.x + Math.abs(across - x) + 0.5} ${grid.y + Math.abs(down - y) + 0.5}`;
      const links = group.flatMap((man) =>
        group
          .filter(({ x, y }) => Math.abs(x - man.x) <= 1 && Math.abs(y - man.y) <= 1)
          .map((other) => `M${place(man)}L${place(other)}`),
      );
      if (links.length > 0) under.push(s("path", { class: "joined", d: links.join("") }));
    }
    const over = [];
    const bar = all.find((cell) => cell.id === barred);
    if (bar) over.push(s("path", { class: "barred", d: `M${bar.x + 0.3} ${bar.y + 0.3}l.4 .4m0 -.4l-.4 .4` }));
    return {
      width: size + MARGIN + 0.12,
      height: size + 0.12 + MARGIN,
      spots: all.map(({ id, x, y }) => ({ id, x, y, w: 1, h: 1, label: `${id}, ${t(`lines.${at(id)}`)}` })),
      under,
      men: all
        .filter(({ id }) => at(id) !== ".")
        .map(({ id }) => {
          const kind = KINDS[at(id)] ?? "black";
          return { at: id, node: kind === "zen" ? zen() : disc(kind) };
        }),
      over,
    };
  },
  shape(move) {
    return ends(move) ?? { from: null, to: move };
  },
  text: (from, to) => (from ? `${from}-${to}` : to),
  // The engine reports what is wrong with the line.
  refusal: (from, to, may) => (from ? null : noBeginning(to, may)),
  guide(_, legal) {
    return legal[0] === "pass" ? t("lines.pass") : null;
  },
  flips: true,
  brushes: [
    { id: "b", text: () => t("lines.b") },
    { id: "w", text: () => t("lines.w") },
    { id: "z", text: () => t("lines.z") },
    { id: ".", text: () => t("lines..") },
  ],
  paint(position, spot, brush) {
    const [, ...rest] = position.split(" ");
    const { rows } = read(position);
    // There is one Zen at most, and none in Lines of Action.
    if (brush === "z" && rest.length === 2) return position;
    if (brush === "z")
      rows.forEach((row) =>
        row.forEach((man, x) => {
          if (man === "z") row[x] = ".";
        }),
      );
    const row = rows[rows.length - Number(spot.slice(1))];
    if (row) row[spot.charCodeAt(0) - 97] = brush;
    return [rows.map((row) => row.join("").replace(/\.+/g, (empty) => String(empty.length))).join("/"), ...rest].join(
      " ",
    );
  },
  turn: (position, side) => position.replace(/ [01] /, ` ${side} `),
};
