// The men of Logitac.

import { s } from "../dom.js";

/** @type {Record<string, string>} */
export const NAMES = {
  p: "pawn",
  y: "pyramid",
  c: "cube",
  n: "cylinder",
  d: "double",
  s: "solitary-cube",
  t: "solitary-cylinder",
};

/**
 * A man, drawn: capitals are White's.
 * @param {string} letter
 */
export function man(letter) {
  const kind = letter.toLowerCase();
  const side = letter === kind ? "black" : "white";
  const g = s("g", { class: `man logitac ${side} ${NAMES[kind] ?? ""}` });
  if (kind === "p") {
    g.append(
      s("ellipse", { class: "shadow", cx: 0, cy: 0.27, rx: 0.27, ry: 0.09 }),
      s("path", { class: "body", d: "M-.24 .26Q-.24 .12 -.1 .02A.17 .17 0 1 1 .1 .02Q.24 .12 .24 .26Z" }),
    );
  } else if (kind === "d") {
    g.append(
      s("ellipse", { class: "shadow", cx: 0, cy: 0.33, rx: 0.32, ry: 0.09 }),
      s("path", { class: "body", d: "M-.3 .32Q-.3 .16 -.13 .05A.2 .2 0 1 1 .13 .05Q.3 .16 .3 .32Z" }),
      s("path", { class: "body", d: "M-.15 -.17Q-.14 -.24 -.06 -.27A.11 .11 0 1 1 .06 -.27Q.14 -.24 .15 -.17Z" }),
    );
  } else if (kind === "y") {
    g.append(
      s("ellipse", { class: "shadow", cx: 0, cy: 0.32, rx: 0.4, ry: 0.08 }),
      s("path", { class: "body", d: "M0 -.4L.4 .3L-.4 .3Z" }),
      s("path", { class: "facet", d: "M0 -.4L.4 .3L.1 .3Z" }),
    );
  } else if (kind === "c" || kind === "s") {
    g.append(
      s("ellipse", { class: "shadow", cx: 0, cy: 0.34, rx: 0.36, ry: 0.08 }),
      s("path", { class: "body", d: "M-.32 -.16L-.16 -.34H.34V.16L.18 .34H-.32Z" }),
      s("path", { class: "facet", d: "M.18 -.16L.34 -.34V.16L.18 .34Z" }),
      s("path", { class: "edge", d: "M-.32 -.16H.18L.34 -.34M.18 -.16V.34" }),
    );
  } else {
    g.append(
      s("ellipse", { class: "shadow", cx: 0, cy: 0.33, rx: 0.34, ry: 0.09 }),
      s("path", { class: "body", d: "M-.3 -.26V.24A.3 .12 0 0 0 .3 .24V-.26A.3 .12 0 0 0 -.3 -.26Z" }),
      s("ellipse", { class: "edge", cx: 0, cy: -0.26, rx: 0.3, ry: 0.12 }),
    );
  }
  if (kind === "s" || kind === "t") {
    g.append(s("path", { class: "solitary", d: "M0 -.02V.26M-.14 .12H.14M-.1 .02L.1 .22M.1 .02L-.1 .22" }));
  }
  return g;
}
