// The worker: holds the engine, answers requests, and works on tasks in slices, so that it receives requests to stop
// one in between. Tasks take turns.

/** Milliseconds that a slice of a task takes. */
const SLICE = 30;

/** @typedef {{memory: WebAssembly.Memory, ardoise_alloc: (size: number) => number, ardoise_call: (at: number, size: number) => number,
 *   ardoise_net: (at: number, size: number) => number, ardoise_free: (at: number) => void}} Exports */

/** @type {Promise<Exports> | null} */
let engine = null;

/** A file beside the page, and its bytes. @typedef {{file: string, bytes: number}} Part */

/** A game from a file of rules that the site shows. @typedef {{name: string, text: string, problems: string}} Game */

/**
 * The files of the engine, as `engine.json` lists them, and the games that it is given.
 * @type {Promise<{engine: Part, nets: Record<string, Part>, games: Game[]}> | null}
 */
let parts = null;

/** Requested evaluators. @type {Map<string, Promise<void>>} */
const loaded = new Map();

/** Running tasks: the page's number and the engine's. @type {Map<number, number>} */
const tasks = new Map();

let stepping = false;

/** @param {string} name */
function beside(name) {
  return new URL(`../${name}`, import.meta.url);
}

/** The page's name for a file: `engine`, or the variant whose net it is. @typedef {string} Name */

/** A file beside the page that cannot be had at the moment. */
class Missing extends Error {
  /** @param {Name} name @param {string} file @param {unknown} error */
  constructor(name, file, error) {
    super(`${file}: ${error instanceof Error ? error.message : error}`);
    this.missing = name;
  }
}

/** @param {Name} name @param {string} file */
async function fetched(name, file) {
  try {
    const reply = await fetch(beside(file));
    if (reply.ok) return reply;
    throw new Error(`${reply.status} ${reply.statusText}`.trim());
  } catch (error) {
    // A worker that began before the service worker did is not served by it, but may have what it keeps.
    const kept = "caches" in self ? await caches.match(beside(file), { ignoreSearch: true }) : undefined;
    if (kept) return kept;
    throw new Missing(name, file, error);
  }
}

/** Fetches a file and reports its progress to the page. @param {Name} name @param {Part} part */
async function part(name, { file, bytes: all }) {
  const reply = await fetched(name, file);
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const chunks = [];
  let have = 0;
  try {
    const reader = /** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */ (reply.body).getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      chunks.push(next.value);
      have += next.value.length;
      postMessage({ loading: { name, have: Math.min(have, all), all } });
    }
  } catch (error) {
    throw new Missing(name, file, error);
  } finally {
    postMessage({ loading: { name, have: all, all } });
  }
  return new Blob(chunks);
}

/** @param {Blob} packed as the site holds it; a host may have unpacked it by itself */
async function unpacked(packed) {
  const [first, second] = new Uint8Array(await packed.slice(0, 2).arrayBuffer());
  if (first !== 0x1f || second !== 0x8b) return packed.arrayBuffer();
  return new Response(packed.stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

/** @returns {Promise<Exports>} */
async function load() {
  const imports = { ardoise: { now: () => performance.now() } };
  const { engine: file, games } = await listed();
  const { instance } = await WebAssembly.instantiate(await unpacked(await part("engine", file)), imports);
  const exports = /** @type {Exports} */ (/** @type {any} */ (instance.exports));
  for (const game of games) asked(exports, { do: "add_game", ...game });
  return exports;
}

// A failed load is tried again at the next request.

function opened() {
  engine ??= load();
  engine.catch(() => (engine = null));
  return engine;
}

function listed() {
  parts ??= fetched("engine", "engine.json").then((reply) => reply.json());
  parts.catch(() => (parts = null));
  return parts;
}

/**
 * Hands bytes to one of the engine's functions and reads the reply.
 * @param {Exports} exports
 * @param {"ardoise_call" | "ardoise_net"} name
 * @param {Uint8Array} bytes
 */
function call(exports, name, bytes) {
  const at = exports.ardoise_alloc(bytes.length);
  new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
  const reply = exports[name](at, bytes.length);
  const length = new DataView(exports.memory.buffer).getUint32(reply, true);
  const text = new TextDecoder().decode(new Uint8Array(exports.memory.buffer, reply + 4, length));
  exports.ardoise_free(reply);
  return JSON.parse(text);
}

/** @param {Exports} exports @param {object} request */
function asked(exports, request) {
  return call(exports, "ardoise_call", new TextEncoder().encode(JSON.stringify(request)));
}

/** @param {object} request */
async function ask(request) {
  return asked(await opened(), request);
}

/**
 * Loads the evaluator of a variant, once.
 * @param {string} variant
 */
function net(variant) {
  let loading = loaded.get(variant);
  if (!loading) {
    loading = (async () => {
      const found = (await listed()).nets[variant];
      if (!found) return;
      // Both come at once.
      const [exports, file] = await Promise.all([opened(), part(variant, found)]);
      const told = call(exports, "ardoise_net", new Uint8Array(await file.arrayBuffer()));
      if (told.error) throw new Error(told.error);
    })();
    loading.catch(() => loaded.delete(variant));
    loaded.set(variant, loading);
  }
  return loading;
}

/** The error for the page. @param {unknown} error */
function told(error) {
  // After a trap the engine is restarted: its memory may be in any state.
  if (error instanceof WebAssembly.RuntimeError) {
    engine = null;
    loaded.clear();
    for (const id of tasks.keys()) postMessage({ id, error: { error: error.message } });
    tasks.clear();
  }
  const missing = error instanceof Missing ? error.missing : undefined;
  return { error: error instanceof Error ? error.message : String(error), missing };
}

/** Goes round the tasks until there is none. */
async function step() {
  if (stepping) return;
  stepping = true;
  try {
    while (tasks.size > 0) {
      for (const [id, task] of [...tasks]) {
        if (!tasks.has(id)) continue;
        const { events, done, error } = await ask({ do: "step", task, milliseconds: SLICE });
        if (error) {
          tasks.delete(id);
          postMessage({ id, error: { error } });
          continue;
        }
        for (const event of events) postMessage({ id, event });
        if (done) {
          tasks.delete(id);
          postMessage({ id, reply: {} });
        }
      }
      // Lets messages in.
      await new Promise((resume) => setTimeout(resume, 0));
    }
  } finally {
    stepping = false;
  }
}

/** A request of the page. @param {any} request */
async function answer(request) {
  // A position says whether there is a net for its rules. If the net cannot be loaded, that is the error.
  /** @type {ReturnType<typeof told> | null} */
  let failed = null;
  if (request.do === "position") {
    await net(request.game?.variant).catch((error) => {
      failed = told(error);
    });
  }
  const reply = await ask(request);
  if (failed !== null && !reply.error) reply.net_failed = failed;
  return reply;
}

addEventListener("message", async ({ data }) => {
  try {
    if (data.prepare !== undefined) await net(data.prepare).catch(() => {});
    else if (data.stop !== undefined) {
      const task = tasks.get(data.stop);
      tasks.delete(data.stop);
      if (task !== undefined) await ask({ do: "stop", task });
    } else if (data.task) {
      await net(data.task.game.variant);
      const { task, error } = await ask({ do: "start", task: data.task });
      if (error) throw new Error(error);
      tasks.set(data.id, task);
      await step();
    } else {
      const reply = await answer(data.request);
      postMessage(reply.error ? { id: data.id, error: reply } : { id: data.id, reply });
    }
  } catch (error) {
    postMessage({ id: data.id, error: told(error) });
  }
});
