// The boards of Logitac, and where they stand.

export const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/** First row, first column and size of each board. */
export const BOARDS = [
  { row: 0, column: 1, size: 12, chimneys: ["d4", "d9", "i4", "i9"] },
  { row: 12, column: 13, size: 8, chimneys: ["o15", "o18", "r15", "r18"] },
  { row: 20, column: 21, size: 5, chimneys: ["w23"] },
  { row: 25, column: 26, size: 1, chimneys: [] },
];

/** @typedef {{x: number, y: number, scale: number, opens?: string}} Place of a board: left edge, top, size of its cells */

/** Across a phone. */
const PHONE = 12.9;

/** The size of cells of boards that are small, of each board. */
const SMALL = [0.27, 0.4, 0.5, 1];

/**
 * Where the boards stand, and the trays of White and Black. On phones one board is near, the others are small below it.
 * @param {boolean} narrow
 * @param {number} near
 * @returns {{width: number, height: number, places: Place[], trays: number[][]}}
 */
export function layout(narrow, near) {
  if (!narrow)
    return {
      width: 22.5,
      height: 15.9,
      places: [
        { x: 0.75, y: 1.85, scale: 1 },
        { x: 14, y: 7.1, scale: 1 },
        { x: 14, y: 0.75, scale: 1 },
        { x: 20.7, y: 2.75, scale: 1 },
      ],
      trays: [
        [0.1, 14.55, 12.75],
        [0.1, 0.1, 12.75],
      ],
    };
  const top = 1.55;
  const row = top + 12 + 1.25;
  let x = 0.7;
  const places = BOARDS.map(({ size }, number) => {
    if (number === near) {
      const scale = Math.min(12 / size, 1.6);
      return { x: 0.7 + (12 - scale * size) / 2, y: top + (12 - scale * size) / 2, scale };
    }
    const scale = SMALL[number] ?? 1;
    const place = { x, y: row + (3.25 - scale * size) / 2, scale };
    x += scale * size + 1;
    return number === 3 ? place : { ...place, opens: String(number) };
  });
  const low = row + 3.25 + 0.3;
  return {
    width: PHONE,
    height: low + 1.35,
    places,
    trays: [
      [0.1, low, PHONE - 0.2],
      [0.1, 0.1, PHONE - 0.2],
    ],
  };
}

/** The board of a cell; those beside the boards are of none. @param {string} id */
export function boardOf(id) {
  const [letter, column] = [LETTERS.indexOf(id.charAt(0)), Number(id.slice(1))];
  return BOARDS.findIndex(
    ({ row, column: left, size }) =>
      letter >= row && letter < row + size && column >= left && column < left + size && id !== "",
  );
}
