// The position and the game of an analysis as pictures to save.

import { still } from "../boards/still.js";
import { download, h } from "../dom.js";
import { viewOf } from "../game/view.js";
import { lookOf } from "../games/registry.js";
import { title } from "../names.js";
import { t } from "../text.js";

/** @typedef {import("../game/tree.js").Variation} Variation */

/** Pixels of the longer side. */
const PIXELS = 1600;

/**
 * Buttons that save pictures; none where a game has no board.
 * @param {import("../game/analysis.js").Analysis} analysis
 * @param {import("../engine/engine.js").Variant} variant
 * @param {{flipped: boolean}} board the one that is shown
 */
export function pictureButtons(analysis, variant, board) {
  const { drawing, folded = false } = lookOf(variant);
  if (!drawing) return [];
  const { name } = variant;

  /** @param {Variation} node */
  const drawn = ({ position, parent, notes: { sketches } }) =>
    still(
      drawing,
      { ...viewOf(position, parent?.position ?? null), sketches },
      { flipped: board.flipped, narrow: folded },
    );

  const picture = async () => {
    const { framed, written } = await import("../boards/picture-file.js");
    const { width, height, below, men, above } = drawn(analysis.current);
    const layers = [...below.flat(), ...men.map(({ node }) => node), ...above.flat()];
    return written(framed(width, height, title(name), layers));
  };

  const playing = async () => {
    const { film } = await import("../boards/film.js");
    const nodes = analysis.game.tree.line();
    const words = nodes.map(({ move, turn }) => (move ? `${turn}. ${move}` : title(name)));
    return film(nodes.map(drawn), words, title(name));
  };

  const button = (/** @type {string} */ text, /** @type {() => Promise<void>} */ save) =>
    h("button", { onclick: () => void save().catch(analysis.failed) }, t(text));
  return [
    button("picture.svg", async () => download(`${name}.svg`, await picture())),
    button("picture.png", async () => {
      const { pixels } = await import("../boards/picture-file.js");
      download(`${name}.png`, await pixels(await picture(), PIXELS));
    }),
    button("picture.film", async () => download(`${name}-film.svg`, await playing())),
  ];
}
