// What a lesson is: steps on the board, each with a few words and something to do. The person always has side 0.

/** @typedef {{en: string, fr: string}} Words what is said, in both languages of the page */

/**
 * @typedef {object} Step
 * @property {string} [position] where it begins; absent: where the step before has led, at first the start of the game
 * @property {Words} text
 * @property {string[]} [marks] spots to point out
 * @property {string[]} [arrows] moves of the opponent to be warned of
 * @property {string} [see] a spot whose man shall be chosen, so that its moves are seen
 * @property {string[]} [moves] what may be played; the first one is shown to whoever asks. Neither `see` nor `moves`:
 *   the step is to be read
 * @property {(move: string) => boolean} [also] which other legal moves will do
 * @property {{text: Words, move: string}} [then] how the turn goes on: any move will do, this one is shown to whoever
 *   asks
 * @property {string[]} [replies] what the opponent then plays
 * @property {Words} [after] what is said then
 * @property {Words} [otherwise] what is said after another legal move
 */

/** Why a move cannot be made, and the spots to look at. @typedef {{text: Words, marks?: string[]}} Reason */

/**
 * @typedef {object} Lesson
 * @property {Step[]} steps the last one wins the game
 * @property {(position: string, tried: string, began?: string) => Reason | null} [reason] why what was tried on the board, in
 *   a turn that began on this spot, is no move;
 *   `null` where the lesson does not know
 */

export {};
