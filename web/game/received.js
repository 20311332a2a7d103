// Files that people open on the page: the kind of each, by its content, and its text.

import { fileText } from "./file-text.js";

/** @typedef {"rules" | "picture" | "net" | "text" | "other"} Kind */

/**
 * @typedef {object} Received
 * @property {string} name
 * @property {Kind} kind `text`: perhaps a record
 * @property {string} text empty where it is none
 * @property {string | null} guess in words how it was read, where that was guessed
 */

/** How files of each kind begin. @type {[Kind, number[] | string, number?][]} the last: after how many bytes */
const BEGINNINGS = [
  ["net", "ARDOISE\n"],
  ["picture", [0x89, 0x50, 0x4e, 0x47]],
  ["picture", [0xff, 0xd8, 0xff]],
  ["picture", "GIF8"],
  ["picture", "WEBP", 8],
  ["picture", "ftypavif", 4],
  ["picture", "ftypheic", 4],
  ["picture", [0x42, 0x4d]],
  ["other", "%PDF"],
  ["other", [0x50, 0x4b, 0x03, 0x04]],
];

/** Bytes that a text has only where it is none, whatever its encoding. */
const BINARY = /[\u0001-\u0008\u000e-\u001a]/;

/** Number of bytes that are examined. */
const HEAD = 4096;

/** @param {Uint8Array} bytes @param {number[] | string} beginning @param {number} [after] */
function begins(bytes, beginning, after = 0) {
  const wanted = typeof beginning === "string" ? [...beginning].map((sign) => sign.charCodeAt(0)) : beginning;
  return wanted.every((byte, place) => bytes[after + place] === byte);
}

/** The kind of a file that is not text, by its bytes. @param {Uint8Array} bytes the first of a file @returns {Kind | null} */
function kindOfBytes(bytes) {
  const known = BEGINNINGS.find(([, beginning, after]) => begins(bytes, beginning, after));
  // `BM` may begin a text, too.
  if (known && !(known[1].length === 2 && bytes.every((byte) => byte >= 9 && byte < 127))) return known[0];
  // Two bytes of order say that there are zeros in a text.
  const wide = begins(bytes, [0xff, 0xfe]) || begins(bytes, [0xfe, 0xff]);
  return !wide && bytes.some((byte) => byte === 0 || BINARY.test(String.fromCharCode(byte))) ? "other" : null;
}

/** The kind of a text. @param {string} name @param {string} text @returns {Kind} */
function kindOfText(name, text) {
  if (/^\s*(<\?xml[^>]*>\s*)?(<!--.*?-->\s*|<!DOCTYPE[^>]*>\s*)*<svg\b/s.test(text)) return "picture";
  if (/\.rbg$/i.test(name) || /^\s*(\/\/!|#(players|pieces|variables|board|rules)\b)/m.test(text)) return "rules";
  return "text";
}

/** @param {File} file @param {import("../engine/engine.js").Engine} engine @returns {Promise<Received>} */
export async function received(file, engine) {
  const { name } = file;
  const kind = kindOfBytes(new Uint8Array(await file.slice(0, HEAD).arrayBuffer()));
  if (kind) return { name, kind, text: "", guess: null };
  const { text, guess } = await fileText(file, engine);
  return { name, kind: kindOfText(name, text), text, guess };
}
