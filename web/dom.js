// Making elements. No inline style or script is ever written, so the strict content security policy holds: styles are
// set through the style object, listeners through addEventListener.

/** @typedef {Node | string | number | null | undefined | false} Child */
/** @typedef {Record<string, any>} Attributes */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Sets attributes: `onclick` and its kind are listeners, `style` is an object of properties, `true` an empty attribute;
 * `null`, `undefined` and `false` are left out.
 * @param {Element} element
 * @param {Attributes} attributes
 */
function dress(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "style") {
      const style = /** @type {HTMLElement} */ (element).style;
      for (const [property, set] of Object.entries(value)) style.setProperty(property, String(set));
    } else element.setAttribute(name, value === true ? "" : String(value));
  }
}

/** Signs that turn the direction of what follows them, by which a text shows as another one. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * @param {Element} element
 * @param {(Child | Child[])[]} children
 */
function fill(element, children) {
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child).replace(TURNS, "\ufffd"));
  }
}

/**
 * An HTML element.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {(Child | Child[])[]} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  dress(element, attributes);
  fill(element, children);
  return element;
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {(Child | Child[])[]} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function s(tag, attributes = {}, ...children) {
  const element = /** @type {SVGElementTagNameMap[T]} */ (document.createElementNS(SVG, tag));
  dress(element, attributes);
  fill(element, children);
  return element;
}

/**
 * Replaces all children.
 * @param {Element} element
 * @param {(Child | Child[])[]} children
 */
export function put(element, ...children) {
  element.replaceChildren();
  fill(element, children);
}

/** The last content of elements given to {@link patch}. @type {WeakMap<Element, string>} */
const shown = new WeakMap();

/**
 * Replaces all children if their content has changed: a button that is being pressed must not be replaced.
 * @param {Element} element
 * @param {unknown} what they show
 * @param {() => (Child | Child[])[]} make
 */
export function patch(element, what, make) {
  const key = JSON.stringify(what);
  if (shown.get(element) === key) return;
  shown.set(element, key);
  put(element, ...make());
}

/**
 * Offers a text, or anything else, as a file to save.
 * @param {string} name
 * @param {string | Blob} content
 */
export function download(name, content) {
  const url = URL.createObjectURL(new Blob([content], { type: "application/json" }));
  const link = h("a", { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/**
 * The text of an error, for people.
 * @param {unknown} error
 */
export function message(error) {
  return error instanceof Error ? error.message : String(error);
}
