// Runs the engine for browsers in node: `node engine.mjs ENGINE.wasm NET.ard... <requests >replies`, one JSON a line
// each. A task is run to its end; its reply is its last event.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [module, ...nets] = process.argv.slice(2);
const imports = { ardoise: { now: () => performance.now() } };
const { instance } = await WebAssembly.instantiate(readFileSync(module), imports);
const engine = instance.exports;

/** @param {(pointer: number, size: number) => number} call @param {Uint8Array} bytes */
function give(call, bytes) {
  const pointer = engine.ardoise_alloc(bytes.length);
  new Uint8Array(engine.memory.buffer, pointer, bytes.length).set(bytes);
  const reply = call(pointer, bytes.length);
  const length = new DataView(engine.memory.buffer).getUint32(reply, true);
  const text = new TextDecoder().decode(new Uint8Array(engine.memory.buffer, reply + 4, length));
  engine.ardoise_free(reply);
  return JSON.parse(text);
}

const ask = (request) => give(engine.ardoise_call, new TextEncoder().encode(JSON.stringify(request)));

function answer(request) {
  const { task, error } = ask({ do: "start", task: request });
  if (error) return ask(request);
  for (let last = null; ;) {
    const reply = ask({ do: "step", task, milliseconds: 20 });
    last = reply.events?.at(-1) ?? last;
    if (reply.error || reply.done) return reply.error ? reply : last;
  }
}

for (const net of nets) {
  const { error } = give(engine.ardoise_net, readFileSync(net));
  if (error) throw new Error(`${net}: ${error}`);
}
for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(answer(JSON.parse(line))));
}
