// The text of an opened file, whatever its encoding.

import { told } from "../said.js";

/** Bytes that become characters in one call. */
const PIECE = 1 << 15;

/**
 * @param {File} file
 * @param {import("../engine/engine.js").Engine} engine which knows the rules for encodings
 * @returns {Promise<{text: string, guess: string | null}>} and in words how it was read, where that was guessed
 */
export async function fileText(file, engine) {
  const content = new Uint8Array(await file.arrayBuffer());
  let bytes = "";
  for (let at = 0; at < content.length; at += PIECE) bytes += String.fromCharCode(...content.subarray(at, at + PIECE));
  const { text, note } = await engine.ask({ do: "decode", bytes });
  return { text, guess: note ? `${file.name}: ${told(note)}` : null };
}
