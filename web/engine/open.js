// The engine that this page came with: the program that serves it, or the same code in a worker.

import { HttpEngine } from "./http.js";
import { WorkerEngine } from "./worker-engine.js";

/**
 * @param {import("./engine.js").Coming} [coming] hears what the engine still waits for
 * @returns {import("./engine.js").Engine}
 */
export function openEngine(coming = () => {}) {
  return document.documentElement.dataset["engine"] === "browser" ? new WorkerEngine(coming) : new HttpEngine();
}
