// The engine of `ardoise serve`: requests by POST, tasks as streams of events.

import { EngineError } from "./engine.js";
import { t } from "../text.js";

/** @typedef {import("./engine.js").Engine} Engine */
export class HttpEngine {
  constructor() {
    // A server that others can reach demands the token that it printed. It is kept for this tab only, and leaves the
    // address.
    const address = new URL(location.href);
    const token = address.searchParams.get("token");
    if (token) {
      sessionStorage.setItem("ardoise.token", token);
      address.searchParams.delete("token");
      history.replaceState(null, "", address);
    }
    this.token = token ?? sessionStorage.getItem("ardoise.token");
  }

  /**
   * @param {string} path
   * @param {Record<string, any>} body
   * @param {AbortSignal} [signal]
   */
  async #post(path, body, signal) {
    /** @type {Record<string, string>} */
    const headers = { "Content-Type": "application/json" };
    if (this.token) headers["Authorization"] = `Bearer ${this.token}`;
    let reply;
    try {
      reply = await fetch(path, { method: "POST", headers, body: JSON.stringify(body), signal: signal ?? null });
    } catch (error) {
      if (signal?.aborted) throw error;
      throw new EngineError({ error: t("error.unreachable") });
    }
    if (reply.ok) return reply;
    const text = await reply.text();
    try {
      throw new EngineError(JSON.parse(text));
    } catch (error) {
      if (error instanceof EngineError) throw error;
      throw new EngineError({ error: `${reply.status} ${text || reply.statusText}` });
    }
  }

  /** @param {Record<string, any>} request */
  async ask(request) {
    return (await this.#post("api", request)).json();
  }

  /**
   * @param {Record<string, any>} task
   * @param {(event: any) => void} on
   * @param {AbortSignal} signal
   */
  async run(task, on, signal) {
    let last = null;
    try {
      const reply = await this.#post("api/stream", task, signal);
      const reader = /** @type {ReadableStream<Uint8Array>} */ (reply.body).getReader();
      const decoder = new TextDecoder();
      let rest = "";
      for (;;) {
        const { value, done } = await reader.read();
        if (done) break;
        const lines = (rest + decoder.decode(value, { stream: true })).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines) {
          if (!line.startsWith("data:")) continue;
          last = JSON.parse(line.slice(5));
          if (last.error) throw new EngineError(last);
          on(last);
        }
      }
    } catch (error) {
      if (signal.aborted) return null;
      if (error instanceof EngineError) throw error;
      throw new EngineError({ error: t("error.unreachable") });
    }
    return last;
  }
}
