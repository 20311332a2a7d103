// Pictures beside the rules: positions, with moves drawn on them. The captions are strings of the page.

import { picture } from "../boards/picture.js";
import { h } from "../dom.js";
import { lookOf } from "../games/registry.js";
import { t } from "../text.js";

/**
 * The pictures of a variant, with captions.
 * @param {import("../engine/engine.js").Variant} variant
 */
export function illustrations(variant) {
  return (lookOf(variant).illustrations?.[variant.name] ?? []).map(({ position, text, moves = [] }) =>
    h("figure", {}, picture(variant, { position }, { moves }), h("figcaption", {}, t(text))),
  );
}
