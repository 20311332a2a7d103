// The worker: holds the engine, answers requests, and steps through tasks in slices so that it hears in between when
// one is to be stopped. Tasks take turns.

/** Milliseconds that a slice of a task takes. */
const SLICE = 30;

/** @typedef {{memory: WebAssembly.Memory, ardoise_alloc: (size: number) => number, ardoise_call: (at: number, size: number) => number,
 *   ardoise_net: (at: number, size: number) => number, ardoise_free: (at: number) => void}} Exports */

/** @type {Promise<Exports> | null} */
let engine = null;

/** The evaluators beside the page. @type {Promise<Record<string, {file: string, net: any}>> | null} */
let nets = null;

/** Evaluators that were asked for. @type {Map<string, Promise<void>>} */
const loaded = new Map();

/** Running tasks: the page's number and the engine's. @type {Map<number, number>} */
const tasks = new Map();

let stepping = false;

/** @param {string} name */
function beside(name) {
  return new URL(`../${name}`, import.meta.url);
}

/** A file beside the page that cannot be had at the moment. */
class Missing extends Error {}

/** @param {string} name */
async function fetched(name) {
  try {
    const reply = await fetch(beside(name));
    if (reply.ok) return reply;
    throw new Error(`${reply.status} ${reply.statusText}`.trim());
  } catch (error) {
    throw new Missing(`${name}: ${error instanceof Error ? error.message : error}`);
  }
}

/** @returns {Promise<Exports>} */
async function load() {
  const imports = { ardoise: { now: () => performance.now() } };
  // Hosts that do not know the type of .wasm files are no reason to fail.
  const bytes = await (await fetched("engine.wasm")).arrayBuffer();
  const { instance } = await WebAssembly.instantiate(bytes, imports);
  return /** @type {any} */ (instance.exports);
}

// What could not be loaded is tried again when it is next asked for.

function opened() {
  engine ??= load();
  engine.catch(() => (engine = null));
  return engine;
}

function listed() {
  nets ??= fetched("nets.json").then((reply) => reply.json());
  nets.catch(() => (nets = null));
  return nets;
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

/** @param {object} request */
async function ask(request) {
  return call(await opened(), "ardoise_call", new TextEncoder().encode(JSON.stringify(request)));
}

/**
 * Loads the evaluator of a variant, once.
 * @param {string} variant
 */
function net(variant) {
  let loading = loaded.get(variant);
  if (!loading) {
    loading = (async () => {
      const found = (await listed())[variant];
      if (!found) return;
      const reply = await fetched(found.file);
      const told = call(await opened(), "ardoise_net", new Uint8Array(await reply.arrayBuffer()));
      if (told.error) throw new Error(told.error);
    })();
    loading.catch(() => loaded.delete(variant));
    loaded.set(variant, loading);
  }
  return loading;
}

/** What is wrong, for the page. @param {unknown} error */
function told(error) {
  // After a trap the engine is begun anew: its memory may be in any state.
  if (error instanceof WebAssembly.RuntimeError) {
    engine = null;
    loaded.clear();
    for (const id of tasks.keys()) postMessage({ id, error: { error: error.message } });
    tasks.clear();
  }
  const unreachable = error instanceof Missing;
  return { error: error instanceof Error ? error.message : String(error), unreachable };
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

/** A request of the page, with what the worker knows of evaluators added to the reply. @param {any} request */
async function answer(request) {
  // A position says whether there is a net for its rules. Where it cannot be loaded, that is what is wrong.
  /** @type {string | null} */
  let failed = null;
  if (request.do === "position") {
    await net(request.game?.variant).catch((error) => {
      failed = told(error).error;
    });
  }
  const reply = await ask(request);
  if (failed !== null && !reply.error) reply.net_failed = failed;
  if (request.do === "hello") {
    const list = await listed();
    for (const variant of reply.variants) variant.net = list[variant.name]?.net ?? variant.net;
  }
  return reply;
}

addEventListener("message", async ({ data }) => {
  try {
    if (data.stop !== undefined) {
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
