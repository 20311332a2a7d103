// The engine compiled to WebAssembly, in a worker of this page.

import { t } from "../text.js";
import { EngineError, Unreachable } from "./engine.js";

/** @param {{error: string, ply?: number, unreachable?: boolean}} told */
function failure(told) {
  return told.unreachable ? new Unreachable(told) : new EngineError(told);
}

export class WorkerEngine {
  constructor() {
    this.worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    this.next = 1;
    /** @type {Map<number, {event: (event: any) => void, end: (reply: any) => void, fail: (error: Error) => void}>} */
    this.open = new Map();
    this.worker.addEventListener("message", ({ data }) => {
      const waiting = this.open.get(data.id);
      if (!waiting) return;
      if (data.event) {
        if (data.event.error) this.#settle(data.id)?.fail(failure(data.event));
        else waiting.event(data.event);
      } else if (data.error) this.#settle(data.id)?.fail(failure(data.error));
      else this.#settle(data.id)?.end(data.reply);
    });
    this.worker.addEventListener("error", (event) => {
      for (const id of [...this.open.keys()])
        this.#settle(id)?.fail(new EngineError({ error: event.message || t("error.worker") }));
    });
  }

  /** @param {number} id */
  #settle(id) {
    const waiting = this.open.get(id);
    this.open.delete(id);
    return waiting;
  }

  /**
   * @param {object} message
   * @param {(event: any) => void} event
   * @returns {{id: number, reply: Promise<any>}}
   */
  #send(message, event) {
    const id = this.next++;
    const reply = new Promise((end, fail) => this.open.set(id, { event, end, fail }));
    this.worker.postMessage({ id, ...message });
    return { id, reply };
  }

  /** @param {Record<string, any>} request */
  ask(request) {
    return this.#send({ request }, () => {}).reply;
  }

  /**
   * @param {Record<string, any>} task
   * @param {(event: any) => void} on
   * @param {AbortSignal} signal
   */
  async run(task, on, signal) {
    if (signal.aborted) return null;
    let last = null;
    const { id, reply } = this.#send({ task }, (event) => {
      last = event;
      on(event);
    });
    const stop = () => {
      this.worker.postMessage({ stop: id });
      this.#settle(id)?.end(null);
    };
    signal.addEventListener("abort", stop, { once: true });
    try {
      await reply;
    } finally {
      signal.removeEventListener("abort", stop);
    }
    return signal.aborted ? null : last;
  }
}
