// A line between a browser and a host: it counts what goes over it, is as slow as asked, and can be cut.

import { Agent, createServer, request } from "node:http";

/** @typedef {import("./hosts.mjs").Host} Host */
/** @typedef {{path: string, bytes: number}} Sent a reply: its path and its bytes on the wire, head included */
/**
 * `tear`: cuts the line in the middle of the next reply; `lead`: to another host.
 * @typedef {Host & {sent: Sent[], cut: () => void, tear: () => void, mend: () => void, lead: (host: Host) => void}} Line
 */

/** @param {number} milliseconds */
const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/**
 * @param {Host} host
 * @param {{bits?: number, latency?: number, held?: RegExp}} [how] bits a second for all replies together, the
 *   milliseconds of a round trip, and paths that are never answered
 * @returns {Promise<Line>}
 */
export async function line(host, { bits = Infinity, latency = 0, held = /$^/ } = {}) {
  let target = new URL(host.url);
  const agent = new Agent({ keepAlive: true });
  /** @type {Sent[]} */
  const sent = [];
  /** When the line has carried all that was given to it. */
  let free = 0;
  let [whole, tearing] = [true, false];
  const carried = (/** @type {number} */ bytes) => {
    if (bits === Infinity) return null;
    free = Math.max(free, performance.now()) + (8000 * bytes) / bits;
    return wait(free - performance.now());
  };
  /** Connections that were used before: a new one takes a round trip more. @type {WeakSet<object>} */
  const known = new WeakSet();

  const cut = () => {
    whole = false;
    tearing = false;
    server.closeAllConnections();
  };

  const server = createServer(async (asked, reply) => {
    if (!whole) return asked.socket.destroy();
    if (held.test(asked.url ?? "/")) return;
    if (latency > 0) await wait(known.has(asked.socket) ? latency : 2 * latency);
    known.add(asked.socket);
    const headers = { ...asked.headers, host: target.host };
    if (headers.origin) headers.origin = target.origin;
    const further = request({
      agent,
      host: target.hostname,
      port: target.port,
      path: asked.url ?? "/",
      method: asked.method ?? "GET",
      headers,
    });
    further.on("error", () => reply.destroy());
    reply.on("close", () => further.destroy());
    further.on("response", async (answer) => {
      const head = answer.rawHeaders.reduce((sum, text) => sum + text.length + 2, 17);
      const one = { path: asked.url ?? "/", bytes: head };
      sent.push(one);
      try {
        await carried(head);
        reply.writeHead(answer.statusCode ?? 500, answer.headers);
        reply.flushHeaders();
        for await (const chunk of answer) {
          if (tearing) {
            reply.write(chunk.subarray(0, chunk.length / 2), cut);
            return;
          }
          for (let at = 0; at < chunk.length; at += 4096) {
            const part = chunk.subarray(at, at + 4096);
            one.bytes += part.length;
            await carried(part.length);
            reply.write(part);
          }
        }
        reply.end();
      } catch {
        reply.destroy();
      }
    });
    asked.pipe(further);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", () => done(null)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return {
    name: host.name,
    url: `http://127.0.0.1:${port}${target.pathname}`,
    sent,
    cut,
    tear: () => {
      tearing = true;
    },
    mend: () => {
      whole = true;
    },
    lead: (other) => {
      target = new URL(other.url);
    },
    close: () => {
      server.closeAllConnections();
      server.close();
      agent.destroy();
    },
  };
}
