// The ways of men that run round loops at the corners of a board.

/** @typedef {import("./tiles.js").Cell} Cell */

/**
 * A place on such a way; `round`: the corner round which a loop leads there.
 * @typedef {{cell: string, round?: string}} Stop
 */

/**
 * The shortest way from a man along a line over empty cells, round at least one loop, and on to another man. The man's
 * own cell is empty once it runs.
 * @param {import("./tiles.js").Geometry} board
 * @param {Map<number, number>} on the kinds on cells
 * @param {string} from
 * @param {string} to
 * @returns {Stop[] | null}
 */
export function wayRound({ cells, loops = [] }, on, from, to) {
  const at = new Map(cells.map((cell) => [`${cell.x} ${cell.y}`, cell]));
  const beside = (/** @type {Cell} */ { x, y }, /** @type {number} */ dx, /** @type {number} */ dy) =>
    at.get(`${x + dx} ${y + dy}`);
  const held = new Set(cells.filter((cell, index) => on.has(index) && cell.name !== from));
  /** @type {Stop[] | null} */
  let best = null;
  let least = Infinity;
  /** @param {Cell} cell @param {number} dx @param {number} dy @param {Stop[]} way @param {number} length */
  const run = (cell, dx, dy, way, length) => {
    const bends = way.filter(({ round }) => round).length;
    /** @type {Cell | undefined} */
    let last = cell;
    while (!held.has(last)) {
      const next = beside(last, dx, dy);
      if (!next) break;
      last = next;
      length += 1;
    }
    const stops = last === cell ? way : [...way, { cell: last.name }];
    if (held.has(last)) {
      if (last.name === to && bends > 0 && length < least) [best, least] = [stops, length];
      return;
    }
    // Behind four corners the way begins again.
    for (const r of bends < 4 ? loops : [])
      for (const side of [r, -r]) {
        const [px, py] = [dy && side, dx && side];
        const corner = beside(last, px, py);
        const end = corner && !beside(corner, px / r, py / r) && beside(corner, -dx * r, -dy * r);
        if (!end) continue;
        const round = [...stops, { cell: end.name, round: corner.name }];
        run(end, -px / r, -py / r, round, length + 1.5 * Math.PI * r);
      }
  };
  const start = cells.find(({ name }) => name === from);
  for (const [dx, dy] of /** @type {const} */ ([
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ]))
    if (start) run(start, dx, dy, [{ cell: from }], 0);
  return best;
}
