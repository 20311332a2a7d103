// The service worker of the static site: files that were loaded once are available offline, and a page never mixes
// files of two versions of the site.
//
// A kept file lies under its path and digest. It is given only while it is what the digest says, and otherwise fetched
// again. A new version of the site brings a new list; its worker fetches what is new and waits until a page asks it to
// take over.

/** Digests of all files of the site by their paths, which `ardoise site` writes here. @type {Record<string, string>} */
const FILES = {};

/**
 * @typedef {Event & {waitUntil: (work: Promise<unknown>) => void, respondWith: (reply: Promise<Response>) => void,
 *   request: Request, data: string}} WorkerEvent
 * @typedef {{url: string, navigate: (address: string) => Promise<unknown>}} Client
 * @typedef {{registration: ServiceWorkerRegistration, skipWaiting: () => Promise<void>,
 *   clients: {claim: () => Promise<void>, matchAll: (which: {type: string}) => Promise<Client[]>},
 *   addEventListener: (kind: string, listener: (event: WorkerEvent) => void) => void}} ServiceWorkerScope
 */

const worker = /** @type {ServiceWorkerScope} */ (/** @type {unknown} */ (self));
const { scope } = worker.registration;

/** The store of this site: other sites may share its host. */
const STORE = `ardoise ${scope}`;

/** What comes after the first view, as the page says (`offline.js`), or when it is needed. */
const LATER = /^(engine\.wasm|nets\/|reports\/)/;

/** @param {string} path */
function key(path) {
  return new URL(`${path}?${FILES[path]}`, scope).href;
}

/** @param {string} path @param {ArrayBuffer} bytes whether they are the file */
async function isFile(path, bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return (FILES[path] ?? "") === [...digest.subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string} path @returns {Promise<Response | null>} */
async function kept(path) {
  const store = await caches.open(STORE);
  const reply = await store.match(key(path));
  if (!reply) return null;
  const bytes = await reply.arrayBuffer().catch(() => new ArrayBuffer(0));
  if (await isFile(path, bytes)) return new Response(bytes, { headers: reply.headers });
  await store.delete(key(path));
  return null;
}

/** Fetches a file and keeps it. @param {string} path @returns {Promise<Response>} */
async function fetched(path) {
  // The cache of the browser may hold the file of the version before.
  const reply = await fetch(new URL(path, scope), { cache: "no-cache" });
  const bytes = await reply.arrayBuffer();
  if (!reply.ok || !(await isFile(path, bytes))) {
    // The site may have been renewed since this list was written.
    worker.registration.update().catch(() => {});
    throw new Error(`${path}: ${reply.ok ? "not the file of this version of the site" : reply.status}`);
  }
  const headers = { "Content-Type": reply.headers.get("Content-Type") ?? "", "Content-Length": `${bytes.byteLength}` };
  const store = await caches.open(STORE);
  // If the browser's storage is full, nothing is cached.
  await store.put(key(path), new Response(bytes, { headers })).catch(() => {});
  return new Response(bytes, { headers });
}

/** Sees to it that these files are kept. @param {string[]} paths */
async function keep(paths) {
  const store = await caches.open(STORE);
  await Promise.all(paths.map(async (path) => (await store.match(key(path))) ?? (await fetched(path))));
}

/** Stores all files, one after the other, so that a player can use the line meanwhile. */
async function keepAll() {
  for (const path of Object.keys(FILES)) await keep([path]);
}

/** Forgets what belongs to other versions, and takes over the pages that are open. */
async function begin() {
  const store = await caches.open(STORE);
  const own = new Set(Object.keys(FILES).map(key));
  for (const request of await store.keys()) if (!own.has(request.url)) await store.delete(request);
  await worker.clients.claim();
}

/**
 * `ardoise serve` sends this file without a list. Where a site was shown at the same address before, its pages would
 * stay: the worker goes, with all that was kept, and they are loaded anew.
 */
async function leave() {
  await worker.clients.claim();
  await worker.registration.unregister();
  await caches.delete(STORE);
  for (const client of await worker.clients.matchAll({ type: "window" })) await client.navigate(client.url);
}

/** The site's file that an address names. @param {string} address @returns {string | null} */
function pathOf(address) {
  const { origin, pathname } = new URL(address);
  const home = new URL(scope);
  if (origin !== home.origin || !pathname.startsWith(home.pathname)) return null;
  const path = decodeURIComponent(pathname.slice(home.pathname.length)) || "index.html";
  return Object.hasOwn(FILES, path) ? path : null;
}

const isSite = Object.keys(FILES).length > 0;

worker.addEventListener("install", (event) => {
  const first = Object.keys(FILES).filter((path) => !LATER.test(path));
  event.waitUntil(isSite ? keep(first) : worker.skipWaiting());
});

worker.addEventListener("activate", (event) => event.waitUntil(isSite ? begin() : leave()));

worker.addEventListener("fetch", (event) => {
  const path = event.request.method === "GET" ? pathOf(event.request.url) : null;
  if (path === null) return;
  event.respondWith(kept(path).then((reply) => reply ?? fetched(path)));
});

worker.addEventListener("message", (event) => {
  if (event.data === "take over") event.waitUntil(worker.skipWaiting());
  if (event.data === "keep all") event.waitUntil(keepAll());
});
