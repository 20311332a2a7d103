// The colours of men that have a colour's name.

/** Each colour by the words for it. The class of style has the first of them. */
const WORDS = [
  ["white", "blanc"],
  ["black", "noir"],
  ["red", "rouge"],
  ["yellow", "jaune"],
  ["blue", "bleu"],
  ["green", "vert"],
  ["orange"],
  ["purple", "violet"],
  ["brown", "brun", "marron"],
  ["pink", "rose"],
  ["grey", "gray", "gris"],
];

/**
 * The colour in a name, if there is one, as a CSS class.
 * @param {string} name
 * @returns {string | null}
 */
export function named(name) {
  const words = name.toLowerCase().split(/[^\p{L}]+/u);
  return WORDS.find((colour) => colour.some((word) => words.includes(word)))?.[0] ?? null;
}

/**
 * The colours of both sides: those of their names, else white and black.
 * @param {(string | null)[]} told the colours in the names of the sides
 * @param {number} dark the side whose men are dark if no name has a colour
 * @returns {[string, string]}
 */
export function ofSides([first = null, second = null], dark) {
  if (first === null && second === null) return dark === 0 ? ["black", "white"] : ["white", "black"];
  if (first === second) return ofSides([], dark);
  const beside = (/** @type {string | null} */ other, /** @type {boolean} */ isDark) =>
    other === "black" || (!isDark && other !== "white") ? "white" : "black";
  return [first ?? beside(second, dark === 0), second ?? beside(first, dark === 1)];
}
