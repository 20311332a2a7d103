// What the browser keeps for this page: short texts under names, in `localStorage`. It is written at once, so that what
// was done is there however the page is left; IndexedDB would answer later, and what a closing page asks of it may be
// lost. A browser that keeps nothing (private windows) or no more still works: memory then holds what it does not.

const PREFIX = "ardoise.";

/** Values that the browser refused to store; they are newer than stored ones. @type {Map<string, string>} */
const memory = new Map();

/** @template T @param {() => T} use @param {T} otherwise */
function tried(use, otherwise) {
  try {
    return use();
  } catch {
    return otherwise;
  }
}

export const storage = {
  /** @param {string} name @returns {string | null} */
  get(name) {
    return memory.get(name) ?? tried(() => localStorage.getItem(PREFIX + name), null);
  },
  /** What was kept as JSON; `null` where nothing was, or what is no JSON. @param {string} name @returns {any} */
  json(name) {
    return tried(() => JSON.parse(storage.get(name) ?? "null"), null);
  },
  /** @param {string} name @param {string} value @returns {boolean} whether it outlives the page */
  set(name, value) {
    memory.set(name, value);
    return tried(() => {
      localStorage.setItem(PREFIX + name, value);
      memory.delete(name);
      return true;
    }, false);
  },
  /** @param {string} name */
  remove(name) {
    memory.delete(name);
    tried(() => localStorage.removeItem(PREFIX + name), undefined);
  },
  /**
   * Calls `heard` when another tab has changed something, or may have, as after a page was suspended.
   * @param {(name: string | null) => void} heard the changed entry; `null`: any of them
   * @returns {() => void} ends it
   */
  watch(heard) {
    const own = new AbortController();
    const changed = (/** @type {StorageEvent} */ { key }) => {
      if (key === null) heard(null);
      else if (key.startsWith(PREFIX)) heard(key.slice(PREFIX.length));
    };
    const back = (/** @type {PageTransitionEvent} */ { persisted }) => persisted && heard(null);
    // Sessions are tested without a page.
    globalThis.addEventListener?.("storage", changed, own);
    globalThis.addEventListener?.("pageshow", back, own);
    return () => own.abort();
  },
  /** The names that begin with a text. @param {string} start @returns {string[]} */
  names(start) {
    const kept = tried(() => Object.keys(localStorage), []).filter((key) => key.startsWith(PREFIX + start));
    return [...new Set([...kept.map((key) => key.slice(PREFIX.length)), ...memory.keys()])].filter((name) =>
      name.startsWith(start),
    );
  },
};
