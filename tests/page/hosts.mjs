// Where the page comes from in the tests: `ardoise serve`, and a folder by `ardoise site` behind a server of plain
// files.

import { spawn, spawnSync } from "node:child_process";
import { createReadStream, existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { createServer as createSocket } from "node:net";
import { tmpdir } from "node:os";
import { extname, join, normalize, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "../..");

/** The program under test. */
export const ARDOISE = resolve(ROOT, process.env.ARDOISE ?? "target/release/ardoise");

/** Chromium as Debian and others install it. */
const BROWSERS = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** @returns {string} */
export function chromium() {
  const found = BROWSERS.find((path) => path && existsSync(path));
  if (!found) throw new Error("no Chromium: install it (Debian: apt-get install chromium), or name it in CHROMIUM");
  return found;
}

export const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** @typedef {{name: string, url: string, close: () => void}} Host */

/** A port that was free a moment ago. @returns {Promise<number>} */
function freePort() {
  return new Promise((done, fail) => {
    const socket = createSocket();
    socket.on("error", fail);
    socket.listen(0, "127.0.0.1", () => {
      const address = socket.address();
      socket.close(() => done(typeof address === "object" && address ? address.port : 0));
    });
  });
}

/** @param {{cwd?: string, args?: string[]}} [how] @returns {Promise<Host>} */
export async function serve({ cwd = ROOT, args = [] } = {}) {
  const port = await freePort();
  const child = spawn(ARDOISE, ["serve", "--port", String(port), ...args], {
    cwd,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const url = `http://127.0.0.1:${port}/`;
  for (let tries = 0; ; tries++) {
    if (child.exitCode !== null) throw new Error(`ardoise serve ended with ${child.exitCode}`);
    try {
      await fetch(url);
      break;
    } catch (error) {
      if (tries > 100) throw error;
      await new Promise((resume) => setTimeout(resume, 100));
    }
  }
  return { name: "serve", url, close: () => child.kill() };
}

/** @type {Record<string, string>} */
const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".json": "application/json",
  ".wasm": "application/wasm",
};

/** Any folder as a static host serves it. @param {string} folder @returns {Promise<Host>} */
export async function files(folder) {
  const server = createServer((request, reply) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? "/", "http://host").pathname));
    let file = join(folder, path);
    if (existsSync(file) && statSync(file).isDirectory()) file = join(file, "index.html");
    if (!file.startsWith(folder) || !existsSync(file)) {
      reply.writeHead(404).end();
      return;
    }
    reply.writeHead(200, { "Content-Type": TYPES[extname(file)] ?? "application/octet-stream" });
    createReadStream(file).pipe(reply);
  });
  const port = await freePort();
  await new Promise((done) => server.listen(port, "127.0.0.1", () => done(null)));
  return {
    name: "site",
    url: `http://127.0.0.1:${port}/`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** @returns {Promise<Host>} */
export async function site() {
  const folder = mkdtempSync(join(tmpdir(), "ardoise-site-"));
  const made = spawnSync(ARDOISE, ["site", join(folder, "site")], { cwd: ROOT, encoding: "utf8" });
  if (made.status !== 0) throw new Error(`ardoise site: ${made.stderr}`);
  const host = await files(join(folder, "site"));
  return {
    ...host,
    close: () => {
      host.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The hosts to test: both, or those named in HOSTS (an address, or the names `serve` and `site`). @returns {Promise<Host[]>} */
export async function hosts() {
  const named = (process.env.HOSTS ?? "serve,site").split(",");
  return Promise.all(
    named.map((name) => (name === "serve" ? serve() : name === "site" ? site() : { name, url: name, close: () => {} })),
  );
}
