// A picture that is a file of its own: what the style sheets say of its elements is written on them, so that every
// program shows it as the page does.

import { h, s } from "../dom.js";

/** Pixels of a cell, and cells around the board. */
const [CELL, AROUND] = [64, 0.25];

/** Properties written on shapes, texts and groups unless they have their default values. */
const SHAPE = {
  fill: "rgb(0, 0, 0)",
  "fill-opacity": "1",
  stroke: "none",
  "stroke-width": "1px",
  "stroke-opacity": "1",
  "stroke-linecap": "butt",
  "stroke-linejoin": "miter",
  "stroke-dasharray": "none",
  "paint-order": "normal",
};
const TEXT = { "font-size": "", "font-weight": "400", "text-anchor": "start", "dominant-baseline": "auto" };
const ANY = { opacity: "1" };

/** Properties that do not matter for shapes without a fill, or without a line. */
const UNSEEN = { fill: ["fill-opacity"], stroke: Object.keys(SHAPE).filter((name) => name.startsWith("stroke-")) };

/**
 * A frame of a picture: its ground in the page's colour, and the room that it takes.
 * @param {number} width of the board, in cells
 * @param {number} height with what stands below it
 * @param {string} title
 * @param {(SVGElement | null)[]} content
 */
export function framed(width, height, title, content) {
  const [x, y, w, h] = [-AROUND, -AROUND, width + 2 * AROUND, height + 2 * AROUND];
  return s(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      class: "board picture",
      viewBox: `${x} ${y} ${w} ${h}`,
      width: Math.round(CELL * w),
      height: Math.round(CELL * h),
      "font-family": "system-ui, sans-serif",
      role: "img",
    },
    s("title", {}, title),
    s("rect", { class: "sheet", x, y, width: w, height: h }),
    content,
  );
}

/**
 * The text of a picture. It is laid into the page for a moment: only there it has its styles.
 * @param {SVGElement} picture
 * @param {string} [style] rules that go with it
 */
export function written(picture, style = "") {
  const place = h("div", { class: "drawn-apart", "aria-hidden": "true" }, picture);
  document.body.append(place);
  const found = [...picture.querySelectorAll("*")].map((element) => ({ element, styles: stylesOf(element) }));
  place.remove();
  for (const { element, styles } of found) {
    if (!styles) element.remove();
    else for (const [name, value] of Object.entries(styles)) element.setAttribute(name, value);
    const bare = element.hasAttribute("data-timed") ? /^data-/ : /^(data-|class$)/;
    for (const { name } of [...element.attributes]) if (bare.test(name)) element.removeAttribute(name);
  }
  picture.removeAttribute("class");
  picture.removeAttribute("style");
  if (style) picture.querySelector("title")?.after(s("style", {}, style));
  const text = rounded(new XMLSerializer().serializeToString(picture));
  return text.replace("<svg ", '<svg style="max-width:100%;height:auto" ');
}

/** The properties for an element; `null` if it is invisible. @param {Element} element */
function stylesOf(element) {
  if (element.localName === "title") return {};
  const styles = getComputedStyle(element);
  if (styles.display === "none") return null;
  const shape = element.localName !== "g" && element.localName !== "svg";
  const asked = { ...ANY, ...(shape && SHAPE), ...(element.localName === "text" && TEXT) };
  /** @type {Record<string, string>} */
  const told = {};
  for (const [name, usual] of Object.entries(asked)) {
    const value = styles.getPropertyValue(name);
    if (value !== usual) told[name] = value.replace(/(\d)px/g, "$1");
  }
  for (const paint of /** @type {const} */ (["fill", "stroke"])) {
    if ((told[paint] ?? asked[paint]) === "none") for (const name of UNSEEN[paint]) delete told[name];
    else if (told[paint]) Object.assign(told, paintOf(paint, told[paint], Number(told[`${paint}-opacity`] ?? 1)));
  }
  return told;
}

/**
 * A colour as all programs read it.
 * @param {"fill" | "stroke"} paint
 * @param {string} colour as browsers compute it
 * @param {number} opacity
 */
function paintOf(paint, colour, opacity) {
  const [, inner = ""] = /^rgba?\((.*)\)$/.exec(colour) ?? [];
  const [red = 0, green = 0, blue = 0, alpha = 1] = inner.split(/[\s,/]+/).map(Number);
  if (!inner) return {};
  const hex = [red, green, blue].map((part) => part.toString(16).padStart(2, "0")).join("");
  const left = alpha * opacity;
  return { [paint]: `#${hex}`, ...(left < 1 && { [`${paint}-opacity`]: String(left) }) };
}

/** Three digits after the point are finer than anything that is seen. @param {string} text */
function rounded(text) {
  return text.replace(/-?\d+\.\d{4,}/g, (number) => String(Number(Number(number).toFixed(3))));
}

/**
 * A picture as pixels.
 * @param {string} text of an SVG that says how large it is
 * @param {number} most pixels of its longer side
 * @returns {Promise<Blob>}
 */
export async function pixels(text, most) {
  const address = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  try {
    const image = h("img", { src: address, alt: "" });
    await image.decode();
    const scale = most / Math.max(image.naturalWidth, image.naturalHeight);
    const [width, height] = [Math.round(scale * image.naturalWidth), Math.round(scale * image.naturalHeight)];
    const canvas = h("canvas", { width, height });
    canvas.getContext("2d")?.drawImage(image, 0, 0, width, height);
    return await new Promise((done, fail) =>
      canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("image/png"))), "image/png"),
    );
  } finally {
    URL.revokeObjectURL(address);
  }
}
