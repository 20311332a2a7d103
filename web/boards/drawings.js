// The drawing of each variant.

import { drawing as dualite } from "./dualite.js";
import { drawing as lCalculus } from "./l-calculus.js";
import { drawing as lines } from "./lines.js";
import { drawing as logitac } from "./logitac.js";

/** @type {Record<string, import("./board.js").Drawing>} */
const drawings = {
  dualite,
  "grand-dual": dualite,
  "dualite-teams": dualite,
  "l-calculus": lCalculus,
  loa: lines,
  zen: lines,
  logitac,
};

/**
 * The drawing of a variant.
 * @param {string} variant
 */
export function drawingOf(variant) {
  const drawing = drawings[variant];
  if (!drawing) throw new Error(`no drawing for ${variant}`);
  return drawing;
}
