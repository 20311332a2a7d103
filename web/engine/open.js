// The engine that this page came with: the program that serves it, or the same code in a worker.

import { HttpEngine } from "./http.js";
import { WorkerEngine } from "./worker-engine.js";

/** @returns {import("./engine.js").Engine} */
export function openEngine() {
  return document.documentElement.dataset["engine"] === "browser" ? new WorkerEngine() : new HttpEngine();
}
