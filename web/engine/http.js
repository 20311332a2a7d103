// The engine of `ardoise serve`: requests by POST. The events of a task are fetched now and then, since a browser
// grants a host six connections: streams would use them up in six tabs.

import { withBoard } from "../boards/by-position.js";
import { EngineError, Unreachable } from "./engine.js";
import { kept } from "./own-games.js";
import { t } from "../text.js";

/** Milliseconds before a task's events are first fetched, and at most; the pause doubles up to there. */
const PAUSE = { first: 20, longest: 200 };

/** Waits, but no longer than until the signal. @param {number} milliseconds @param {AbortSignal} signal */
function pause(milliseconds, signal) {
  return new Promise((done) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      done(null);
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener("abort", end);
  });
}

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
    /** Running tasks. @type {Map<number, AbortController>} */
    this.tasks = new Map();
    addEventListener("pagehide", () => {
      for (const [number, own] of this.tasks) {
        own.abort();
        this.#stop(number);
      }
    });
  }

  /**
   * @param {Record<string, any>} body
   * @param {RequestInit} [how]
   */
  async #post(body, how) {
    /** @type {Record<string, string>} */
    const headers = { "Content-Type": "application/json" };
    if (this.token) headers["Authorization"] = `Bearer ${this.token}`;
    let reply;
    let text;
    try {
      reply = await fetch("api", { method: "POST", headers, body: JSON.stringify(body), ...how });
      // A line may be cut in the middle of a reply.
      text = await reply.text();
    } catch {
      throw new Unreachable({ error: t("error.unreachable") });
    }
    let told;
    try {
      told = JSON.parse(text);
    } catch {
      // The engine speaks JSON only: what stands before it, such as a proxy, has answered in its place.
      throw new Unreachable({ error: `${reply.status} ${text || reply.statusText}` });
    }
    if (!reply.ok) throw new EngineError(told);
    return told;
  }

  /** Ends a running task; the page may be closing. @param {number} number */
  #stop(number) {
    if (this.tasks.delete(number)) this.#post({ do: "stop", task: number }, { keepalive: true }).catch(() => {});
  }

  /** @param {Record<string, any>} request */
  async ask(request) {
    try {
      return withBoard(await this.#post(request));
    } catch (error) {
      if (!(await this.#bringsBack(error))) throw error;
      return withBoard(await this.#post(request));
    }
  }

  /**
   * A restarted server has lost the rules files of its pages: the missing one is sent again. @param {unknown} error
   */
  async #bringsBack(error) {
    const unknown = error instanceof EngineError && error.code === "rules.unknown-game";
    const name = unknown ? String(error.values?.["given"]) : "";
    const texts = kept();
    if (!Object.hasOwn(texts, name)) return false;
    await this.#post({ do: "add_game", name, text: texts[name] });
    return true;
  }

  /**
   * @param {Record<string, any>} task
   * @param {(event: any) => void} on
   * @param {AbortSignal} signal
   */
  async run(task, on, signal) {
    if (signal.aborted) return null;
    const own = new AbortController();
    const end = () => own.abort();
    signal.addEventListener("abort", end, { once: true });
    let number = 0;
    let last = null;
    try {
      number = (await this.ask({ do: "start", task })).task;
      this.tasks.set(number, own);
      for (let wait = PAUSE.first; ; wait = Math.min(2 * wait, PAUSE.longest)) {
        await pause(wait, own.signal);
        if (own.signal.aborted) break;
        const { events, done } = await this.ask({ do: "step", task: number, milliseconds: 0 });
        for (const event of events) {
          if (own.signal.aborted) break;
          last = event;
          on(event);
        }
        if (done) {
          this.tasks.delete(number);
          return own.signal.aborted ? null : last;
        }
      }
    } catch (error) {
      if (own.signal.aborted) return null;
      throw error;
    } finally {
      signal.removeEventListener("abort", end);
      this.#stop(number);
    }
    return null;
  }
}
