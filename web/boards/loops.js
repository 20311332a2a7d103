// The ways of men that run round loops at the corners of a board.

/** A cell, and the corner round which a loop leads there. @typedef {[string | undefined, string?]} Stop */

/**
 * The shortest way from a man along a line over empty cells, round at least one loop, and on to another man. The man's
 * own cell is empty once it runs.
 * @param {import("./tiles.js").Geometry} board
 * @param {Map<number, number>} on the kinds on cells
 * @param {string[]} path from and to where
 * @returns {Stop[] | undefined}
 */
export function wayRound({ cells, loops = [] }, on, [from, to]) {
  const names = new Map(cells.map(({ name, x, y }) => [`${x} ${y}`, name]));
  /** @param {number} x @param {number} y */
  const at = (x, y) => names.get(`${x} ${y}`);
  const held = new Set(cells.map(({ name }, index) => (on.has(index) && name !== from ? name : "")));
  /**
   * @param {number[]} from
   * @param {number[]} ahead
   * @param {Stop[]} way
   * @param {number} bends
   * @param {number} length
   * @returns {{way: Stop[], length: number}[]}
   */
  const run = ([x = 0, y = 0], [dx = 0, dy = 0], way, bends, length) => {
    for (; !held.has(at(x, y) ?? "") && at(x + dx, y + dy); length += 1) [x, y] = [x + dx, y + dy];
    const name = at(x, y);
    if (way.at(-1)?.[0] !== name) way = [...way, [name]];
    if (held.has(name ?? "")) return name === to && bends ? [{ way, length }] : [];
    // Behind four corners the way begins again.
    return (bends < 4 ? loops : []).flatMap((r) =>
      [1, -1].flatMap((side) => {
        const [px, py] = [dy * side, dx * side];
        const [cx, cy] = [x + px * r, y + py * r];
        const end = [cx - dx * r, cy - dy * r];
        return at(cx, cy) && !at(cx + px, cy + py)
          ? run(end, [-px, -py], [...way, [at(cx - dx * r, cy - dy * r), at(cx, cy)]], bends + 1, length + 4.7 * r)
          : [];
      }),
    );
  };
  const { x, y } = cells.find(({ name }) => name === from) ?? { x: 0, y: 0 };
  const ways = [-1, 1]
    .flatMap((step) => [
      [step, 0],
      [0, step],
    ])
    .flatMap((ahead) => run([x, y], ahead, [[from]], 0, 0));
  return ways.sort((one, other) => one.length - other.length)[0]?.way;
}

/**
 * The way to another man as an arrow is drawn along it: all but what is left to the tip, and where that begins.
 * @param {import("./tiles.js").Geometry} board
 * @param {Map<number, number>} on the kinds on cells
 * @param {string[]} path from and to where
 * @returns {import("./drawing.js").Shape["run"]}
 */
export function runOf(board, on, path) {
  const way = wayRound(board, on, path);
  return (
    way &&
    ((place) => {
      let [start = [0, 0], ...rest] = way.map(([cell = ""]) => place(cell));
      let bends = `M${start.join(" ")}`;
      rest.forEach(([x, y], index) => {
        const corner = way[index + 1]?.[1];
        const isLast = index === rest.length - 1;
        if (corner) {
          const [cx, cy] = place(corner);
          const [ax, ay] = [start[0] - cx, start[1] - cy];
          const r = Math.hypot(ax, ay);
          const turn = ax * (y - cy) > ay * (x - cx) ? 0 : 1;
          const back = isLast ? 0.4 / r : 0;
          start = [x - back * ax, y - back * ay];
          bends += `A${r} ${r} 0 1 ${turn} ${start.join(" ")}`;
        } else if (!isLast) {
          start = [x, y];
          bends += `L${x} ${y}`;
        }
      });
      return { start, bends };
    })
  );
}
