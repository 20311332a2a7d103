// The trays of Logitac: of each side its reserve, what it has captured, and what that grants.

import { s } from "../dom.js";
import { t } from "../text.js";
import { man } from "./logitac-men.js";

/**
 * @typedef {object} Tray
 * @property {number} pawns in reserve
 * @property {boolean} double in reserve
 * @property {number} captives held
 * @property {boolean} taken the own pyramid is captured
 * @property {number[]} odd odd pawns taken, by board
 * @property {number[]} grants by board
 */

/**
 * The tray of a side: reserve, captives, grants.
 * @param {Tray} tray
 * @param {number} side
 * @param {number[]} place
 * @param {boolean} acts
 */
export function drawTray(tray, side, [x = 0, y = 0, width = 12], acts) {
  const own = (/** @type {string} */ letter) => (side === 0 ? letter.toUpperCase() : letter);
  const other = (/** @type {string} */ letter) => (side === 0 ? letter : letter.toUpperCase());
  /** @type {SVGElement[]} */
  const nodes = [s("rect", { class: acts ? "tray acts" : "tray", x, y, width, height: 1.25, rx: 0.2 })];
  /** @param {number} at @param {string} text @param {string} [kind] */
  const word = (at, text, kind = "") => nodes.push(s("text", { class: `count ${kind}`, x: x + at, y: y + 0.65 }, text));
  /** @param {number} at @param {string} letter @param {string} [kind] */
  const icon = (at, letter, kind = "") =>
    nodes.push(s("g", { class: kind, transform: `translate(${x + at} ${y + 0.62}) scale(.8)` }, man(letter)));
  word(1.05, String(tray.pawns));
  if (tray.taken) {
    icon(3.5, own("y"), "captured");
    nodes.push(s("path", { class: "barred", d: `M${x + 3.2} ${y + 0.3}l.6 .6m0 -.6l-.6 .6` }));
  }
  icon(4.75, other("p"), "captive");
  nodes.push(s("path", { class: "cage", d: `M${x + 4.4} ${y + 0.25}v.75m.23 -.75v.75m.24 -.75v.75m.23 -.75v.75` }));
  word(5.25, String(tray.captives));
  const each = (width - 6.4) / 3;
  tray.grants.forEach((grants, board) => {
    const at = x + 6.5 + each * board;
    const tip = t("logitac.grant", { board: board + 1, grants, odd: tray.odd[board] ?? 0 });
    nodes.push(
      s(
        "g",
        { class: grants > 0 ? "grant held" : "grant" },
        s("title", {}, tip),
        s("rect", { x: at, y: y + 0.2, width: each - 0.12, height: 0.85, rx: 0.16 }),
        s("text", { x: at + 0.15, y: y + 0.65 }, `${board + 1}▸${board + 2}`),
        s("text", { class: "many", x: at + each - 0.3, y: y + 0.65 }, `${grants}${tray.odd[board] ? "½" : ""}`),
      ),
    );
  });
  return nodes;
}
