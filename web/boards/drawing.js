// What a game's module of this folder gives, so that a board can be drawn, and what a board shows. No game's rules are
// here.

/**
 * A place of a board: a cell, a piece of a line, a man in reserve.
 * @typedef {object} Spot
 * @property {string} id as moves name it
 * @property {number} x left edge, in cells
 * @property {number} y upper edge
 * @property {number} w width
 * @property {number} h height
 * @property {string} label what stands there, for screen readers
 * @property {string} [outline] path of its area, where that is no rectangle
 * @property {string} [opens] it is drawn small: choosing it brings this part of the board near
 */

/**
 * A man. `node` is drawn around (0, 0), one cell wide.
 * @typedef {object} Man
 * @property {string} at id of its spot
 * @property {SVGElement} node
 * @property {number} [size] scale
 * @property {number} [kind] men whose kind may change on their spot have one
 * @property {boolean} [isMark] it marks its spot, and is no man
 */

/**
 * @typedef {object} Scene
 * @property {number} width in cells
 * @property {number} height
 * @property {Spot[]} spots
 * @property {SVGElement[]} under drawn below the marks
 * @property {Man[]} men
 * @property {SVGElement[]} over drawn above the men
 * @property {string[]} [hints] spots to be pointed out: what must be answered, what is due
 */

/**
 * The spots of a move. `either`: it may be drawn from both ends.
 * @typedef {object} Shape
 * @property {string | null} from
 * @property {string[]} [via] spots to be chosen in between
 * @property {string} to
 * @property {boolean} [either]
 * @property {string[]} [path] the way of its man, as arrows show it; absent: from `from` to `to`
 * @property {(place: (id: string) => [number, number]) => {start: [number, number], bends: string}} [run] the way round
 *   loops to the end of the path, as arrows are drawn along it
 * @property {string[]} [rings] what else it touches
 * @property {[string, string]} [sign] a spot that is chosen when the turn continues, and its sign
 */

/**
 * @typedef {object} Frame the content of a drawing
 * @property {string} position
 * @property {[number, number][]} [men] cells and kinds, from the engine
 * @property {string[]} legal
 * @property {string | null} last the move that led here
 * @property {string | null} before the position before it
 * @property {boolean} flipped
 * @property {boolean} narrow laid out for a phone that is held upright
 * @property {string[]} [marks] spots that are pointed out
 * @property {number[]} [decided] the cells that decided a finished game, from the engine
 * @property {string | null} [near] the part that was brought near, where narrow boards show one part large
 */

/** @typedef {{id: string, text: () => string}} Brush `text` is its name */

/**
 * What may be done in place of what was tried.
 * @typedef {object} May
 * @property {boolean} taken whether a man stands on the spot that was tried
 * @property {string[]} men spots whose men may move
 * @property {boolean} put whether something may be put on empty spots
 */

/**
 * How a game is drawn.
 * @typedef {object} Drawing
 * @property {(frame: Frame) => Scene} scene
 * @property {(move: string, position: string, parts?: string[]) => Shape} shape `parts` from the engine, where
 *   it has
 * @property {(from: number, to: string, position: string) => string[]} [column] the spots that all mean the move of a
 *   man that falls from a cell to a spot
 * @property {(from: string, to: string) => string} text the move that a person meant by two spots, for refusals
 * @property {(position: string, legal: string[]) => string | null} [guide] what is to be done now, in one sentence
 * @property {(frame: Frame, move: string, scene: Scene) => SVGElement[]} [preview] what a hovered move would do;
 * absent:
 *   its men are shown as they would stand
 * @property {(side: number, spot: string) => SVGElement | undefined} [man] what a side puts on a spot, where that is
 *   always the same
 * @property {(spot: string) => string | undefined} [sign] the sign of a spot that is chosen when a turn continues
 * @property {boolean} [replaces] the preview stands in for the men
 * @property {(from: string, to: string, may: May) => string | null} [refusal] why these two spots make no move
 * @property {(before: string, position: string) => string[] | null} [changed] the spots that the last move has changed,
 * where these
 *   are marked, and not the spots by which it is called
 * @property {(part: string) => string | undefined} [figure] the figure of a man that is chosen by a part beside the
 * board
 * @property {(part: string) => number} [rank] where such a part stands among others
 * @property {() => string | undefined} [next] the prompt when a turn continues
 * @property {(move: string, before: string) => Map<string, string>} [moved] the spots whose men came from others, and
 *   from where; absent: the two spots of the move
 * @property {(move: string, before: string, parts?: string[], fell?: number) => Map<string, string | null>} [came] the
 *   spots where men have come, and from where, `null`: from nowhere; absent: as `moved` says, or from the first spot of
 *   the move to its last. `fell`: the cell from which its man fell
 * @property {boolean} [flips] it can be seen from the other side
 * @property {Brush[]} [brushes] what can be set up on the board
 * @property {(position: string, spot: string, brush: string) => string} [paint] a position with something put on a spot
 * @property {(position: string, side: number) => string} [turn] the position with another side to act
 */

/**
 * @typedef {object} Candidate
 * @property {string} move
 * @property {number} rank 0 is the best
 * @property {string} label
 * @property {number} share of the visits, 0 to 1
 * @property {string} [kind] `win`, `draw`, `loss`, `hint`
 */

/**
 * An arrow that a person has drawn; a circle where both its spots are one.
 * @typedef {{from: string, to: string, colour: "green" | "red" | "blue" | "yellow"}} Sketch
 */

/**
 * @typedef {object} View
 * @property {string} position
 * @property {string[]} legal moves that may be made now; empty if no move may be made
 * @property {string | null} last
 * @property {string | null} before
 * @property {[number, number][]} [men] cells and kinds, from the engine
 * @property {string} [drawn] the position in characters, where there is no board
 * @property {Map<string, string[]>} [parts] of the legal moves
 * @property {Map<string, number>} [falls] the cells, by their place on the board, from which men of legal moves fall
 * @property {Map<string, number[]>} [rests] the cells, by their place on the board, on which men of legal moves rest on
 *   their way
 * @property {Set<string>} [unordered] legal moves whose parts may be chosen in any order
 * @property {number} [side] who is to move
 * @property {string[]} [lastParts] of the last one
 * @property {number} [lastFell] the cell, by its place on the board, from which its man fell
 * @property {Candidate[]} [candidates]
 * @property {Sketch[]} [sketches]
 * @property {string[]} [line] moves to be drawn one after the other, numbered
 * @property {string[]} [marks] spots that are pointed out
 * @property {number[]} [decided] the cells that decided a finished game, from the engine
 * @property {string[]} [plan] spots that are chosen for the next turn; absent where none can be
 * @property {Map<string, string>} [verdicts] `win`, `draw` or `loss` of moves, to be shown on their targets
 */

/** @param {Pick<Spot, "x" | "y" | "w" | "h">} spot @returns {[number, number]} */
export function middle({ x, y, w, h }) {
  return [x + w / 2, y + h / 2];
}

/** The middles of spots by their names. @param {(id: string) => Spot | undefined} find */
export function middles(find) {
  return (/** @type {string} */ id) => middle(find(id) ?? { x: 0, y: 0, w: 1, h: 1 });
}

/**
 * The spots of a scene by their names.
 * @param {Scene} scene
 * @returns {(id: string | null | undefined) => Spot | undefined}
 */
export function finder({ spots }) {
  const found = new Map(spots.map((spot) => [spot.id, spot]));
  return (id) => (id == null ? undefined : found.get(id));
}
