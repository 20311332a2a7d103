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

/** @returns {Promise<Exports>} */
async function load() {
  const imports = { ardoise: { now: () => performance.now() } };
  const reply = await fetch(beside("engine.wasm"));
  if (!reply.ok) throw new Error(`engine.wasm: ${reply.status} ${reply.statusText}`);
  // Hosts that do not know the type of .wasm files are no reason to fail.
  const { instance } = await WebAssembly.instantiate(await reply.arrayBuffer(), imports);
  return /** @type {any} */ (instance.exports);
}

function opened() {
  engine ??= load();
  return engine;
}

function listed() {
  nets ??= fetch(beside("nets.json")).then((reply) => (reply.ok ? reply.json() : {}));
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
      const reply = await fetch(beside(found.file));
      if (!reply.ok) throw new Error(`${found.file}: ${reply.status} ${reply.statusText}`);
      const told = call(await opened(), "ardoise_net", new Uint8Array(await reply.arrayBuffer()));
      if (told.error) throw new Error(told.error);
    })();
    loading.catch(() => loaded.delete(variant));
    loaded.set(variant, loading);
  }
  return loading;
}

/** Goes round the tasks until there is none. */
async function step() {
  if (stepping) return;
  stepping = true;
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
  stepping = false;
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
      // A position says whether there is a net for its rules. One that cannot be read is told when it is to play.
      if (data.request.do === "position") await net(data.request.game?.variant).catch(() => {});
      const reply = await ask(data.request);
      if (reply.error) {
        postMessage({ id: data.id, error: reply });
        return;
      }
      if (data.request.do === "hello") {
        const list = await listed();
        for (const variant of reply.variants) variant.net = list[variant.name]?.net ?? variant.net;
      }
      postMessage({ id: data.id, reply });
    }
  } catch (error) {
    postMessage({ id: data.id, error: { error: error instanceof Error ? error.message : String(error) } });
  }
});
