// Files may be dropped on the page, whichever view is shown.

import { note } from "./announce.js";
import { message } from "./dom.js";

/** @param {import("./engine/engine.js").Engine} engine */
export function acceptDrops(engine) {
  const files = (/** @type {DragEvent} */ event) => event.dataTransfer?.types.includes("Files");
  addEventListener("dragover", (event) => {
    if (files(event)) event.preventDefault();
  });
  addEventListener("drop", (event) => {
    const given = [...(event.dataTransfer?.files ?? [])];
    if (given.length === 0) return;
    event.preventDefault();
    open(given, engine).catch((error) => note(message(error)));
  });
}

/** @param {File[]} files @param {import("./engine/engine.js").Engine} engine */
async function open(files, engine) {
  const { receive } = await import("./views/receive.js");
  await receive(files, engine);
}
