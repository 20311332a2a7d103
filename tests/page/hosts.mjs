// Where the page comes from in the tests: `ardoise serve`, and a folder by `ardoise site` behind a server of plain
// files.

import { execFile, spawn } from "node:child_process";
import { createReadStream, existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, normalize, resolve } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { createGzip } from "node:zlib";

const ROOT = resolve(import.meta.dirname, "../..");

/** The program under test. */
export const ARDOISE = resolve(ROOT, process.env.ARDOISE ?? "target/release/ardoise");

/** Chromium as Debian and others install it; the first one has no windows, and is the quickest. */
const INSTALLED = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"];

/** @returns {string} */
export function chromium() {
  const found = [process.env.CHROMIUM, ...INSTALLED.map((name) => `/usr/bin/${name}`)].find(
    (path) => path && existsSync(path),
  );
  if (!found)
    throw new Error(
      "no Chromium: install it (Debian: apt-get install chromium-headless-shell), or name it in CHROMIUM",
    );
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

/** @typedef {{name: string, url: string, folder?: string, close: () => void}} Host `folder`: what `ardoise site` wrote */

/**
 * What the program prints, without holding up other tests. Where it fails, the error holds what it says.
 * @param {string[]} args
 * @param {{cwd?: string}} [how]
 * @returns {Promise<string>}
 */
export async function ardoise(args, { cwd = ROOT } = {}) {
  return (await promisify(execFile)(ARDOISE, args, { cwd })).stdout;
}

/**
 * The server, on a port that the system chooses. It is up once it has printed its address.
 * @param {{cwd?: string, args?: string[]}} [how]
 * @returns {Promise<Host>}
 */
export async function serve({ cwd = ROOT, args = [] } = {}) {
  const child = spawn(ARDOISE, ["serve", "--port", "0", ...args], { cwd, stdio: ["ignore", "pipe", "inherit"] });
  const url = await new Promise((done, fail) => {
    child.on("error", fail);
    child.on("exit", (status) => fail(new Error(`ardoise serve ended with ${status}`)));
    createInterface({ input: child.stdout }).once("line", done);
  });
  return { name: "serve", url, close: () => child.kill() };
}

/** @type {Record<string, string>} */
const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".json": "application/json",
  ".png": "image/png",
  ".webmanifest": "application/manifest+json",
};

/**
 * Any folder as a static host serves it.
 * @param {string} folder
 * @param {{gzip?: boolean}} [how] whether it compresses texts, as most hosts do
 * @returns {Promise<Host>}
 */
export async function files(folder, { gzip = false } = {}) {
  const server = createServer((request, reply) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? "/", "http://host").pathname));
    let file = join(folder, path);
    if (existsSync(file) && statSync(file).isDirectory()) file = join(file, "index.html");
    if (!file.startsWith(folder) || !existsSync(file)) {
      reply.writeHead(404).end();
      return;
    }
    const type = TYPES[extname(file)] ?? "application/octet-stream";
    if (gzip && /^(text|application.(json|wasm|manifest)|image.svg)/.test(type)) {
      reply.writeHead(200, { "Content-Type": type, "Content-Encoding": "gzip", Vary: "Accept-Encoding" });
      createReadStream(file).pipe(createGzip()).pipe(reply);
      return;
    }
    reply.writeHead(200, { "Content-Type": type });
    createReadStream(file).pipe(reply);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", () => done(null)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
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
  await ardoise(["site", join(folder, "site")]);
  const host = await files(join(folder, "site"));
  return {
    ...host,
    folder: join(folder, "site"),
    close: () => {
      host.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * The hosts to test: both, or those named in HOSTS (an address, or the names `serve` and `site`).
 * @param {{args?: string[]}} [how] how the server is called
 * @returns {Promise<Host[]>}
 */
export async function hosts(how) {
  const named = (process.env.HOSTS ?? "serve,site").split(",");
  return Promise.all(
    named.map((name) =>
      name === "serve" ? serve(how) : name === "site" ? site() : { name, url: name, close: () => {} },
    ),
  );
}
