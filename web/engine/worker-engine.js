// The engine compiled to WebAssembly, in a worker of this page. What every visitor asks first lies answered beside the
// page, so the worker begins with the first question that needs it.

import { withBoard } from "../boards/by-position.js";
import { title } from "../names.js";
import { number, t } from "../text.js";
import { EngineError, Unreachable } from "./engine.js";

/** @typedef {{error: string, ply?: number, missing?: string}} Told what is wrong; `missing`: `engine` or the variant of a net */

/** @param {Told} told */
function failure(told) {
  const { missing, error } = told;
  if (missing === undefined) return new EngineError(told);
  const [kind, game] = missing === "engine" ? ["engine", ""] : ["net", title(missing)];
  const key = navigator.onLine ? `missing.${kind}` : `missing.${kind}.offline`;
  return new Unreachable({ error: t(key, { game, why: error }) });
}

/**
 * The file that holds the answer to a request, and the answer's name there.
 * @param {Record<string, any>} request
 * @returns {[file: string, name: string | null] | null}
 */
function answered({ do: what, variant, game, ...rest }) {
  if (Object.keys(rest).length > 0) return null;
  if (what === "hello") return ["hello", null];
  if (what === "rules") return [variant, what];
  const { variant: name, options = {}, moves = [], ...other } = game ?? {};
  const begins = [options, moves, other].every((given) => Object.keys(given).length === 0);
  return begins && (what === "line" || what === "position") ? [name, what] : null;
}

export class WorkerEngine {
  /** @type {Worker | null} */
  #worker = null;
  /** Answers beside the page. @type {Map<string, Promise<any>>} */
  #answers = new Map();
  #next = 1;
  /** @type {Map<number, {event: (event: any) => void, end: (reply: any) => void, fail: (error: Error) => void}>} */
  #open = new Map();

  /** @type {import("./engine.js").Coming} */
  #coming;

  /** @param {import("./engine.js").Coming} coming */
  constructor(coming) {
    this.#coming = coming;
  }

  /** @returns {Worker} */
  get worker() {
    this.#worker ??= this.#begin();
    return this.#worker;
  }

  #begin() {
    const worker = new Worker(new URL("engine/worker.js", document.baseURI), { type: "module" });
    worker.addEventListener("message", ({ data }) => {
      if (data.loading) {
        const { name, have, all } = data.loading;
        const megabytes = (/** @type {number} */ bytes) => number(bytes / 1e6, 1);
        const of = { have: megabytes(have), all: megabytes(all) };
        const what = name === "engine" ? t("loading.engine", of) : t("loading.net", { ...of, game: title(name) });
        this.#coming(name, what, have / all);
        return;
      }
      const waiting = this.#open.get(data.id);
      if (!waiting) return;
      if (data.event) {
        if (data.event.error) this.#settle(data.id)?.fail(failure(data.event));
        else waiting.event(data.event);
      } else if (data.error) this.#settle(data.id)?.fail(failure(data.error));
      else this.#settle(data.id)?.end(data.reply);
    });
    worker.addEventListener("error", (event) => {
      // The worker's own file cannot be had, or it is defective: the next question begins another one.
      this.#worker = null;
      const error = event.message
        ? new EngineError({ error: `${t("error.worker")} (${event.message})` })
        : failure({ error: "worker.js", missing: "engine" });
      for (const id of [...this.#open.keys()]) this.#settle(id)?.fail(error);
    });
    return worker;
  }

  /** @param {number} id */
  #settle(id) {
    const waiting = this.#open.get(id);
    this.#open.delete(id);
    return waiting;
  }

  /**
   * @param {object} message
   * @param {(event: any) => void} event
   * @returns {{id: number, reply: Promise<any>}}
   */
  #send(message, event) {
    const id = this.#next++;
    const reply = new Promise((end, fail) => this.#open.set(id, { event, end, fail }));
    this.worker.postMessage({ id, ...message });
    return { id, reply };
  }

  /** The answer beside the page, where there is one. @param {string} file */
  #answer(file) {
    let answer = this.#answers.get(file);
    if (!answer) {
      answer = fetch(`answers/${file}.json`).then((reply) => (reply.ok ? reply.json() : null));
      // A game of one's own has none.
      answer = answer.catch(() => null);
      this.#answers.set(file, answer);
    }
    return answer;
  }

  /** @param {Record<string, any>} request */
  async ask(request) {
    const found = answered(request);
    const answers = found ? await this.#answer(found[0]) : null;
    const isPosition = request["do"] === "position";
    // Without a network only the worker knows whether the game's net is there.
    if (found && answers && (navigator.onLine || !isPosition)) {
      // A visitor of a game will soon need its engine.
      if (isPosition) this.worker.postMessage({ prepare: found[0] });
      // The page may change the reply.
      return structuredClone(found[1] === null ? answers : answers[found[1]]);
    }
    const reply = await this.#send({ request }, () => {}).reply;
    if (reply.net_failed) reply.net_failed = failure(reply.net_failed).message;
    return withBoard(reply);
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
