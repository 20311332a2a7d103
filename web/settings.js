// What a person chose, kept in the browser. A browser that keeps nothing (private windows) still works.

/** @typedef {"language" | "theme" | "level" | "sound" | "hideEvaluation" | "arrows" | "solved" | "games" | "draft"} Setting */

/** @type {Map<string, string>} */
const memory = new Map();

export const settings = {
  /** @param {Setting} name @returns {string | null} */
  get(name) {
    try {
      return localStorage.getItem(`ardoise.${name}`);
    } catch {
      return memory.get(name) ?? null;
    }
  },
  /** What was kept as JSON; `null` where nothing was, or what is no JSON. @param {Setting} name @returns {any} */
  json(name) {
    try {
      return JSON.parse(settings.get(name) ?? "null");
    } catch {
      return null;
    }
  },
  /** @param {Setting} name @param {string} value */
  set(name, value) {
    memory.set(name, value);
    try {
      localStorage.setItem(`ardoise.${name}`, value);
    } catch {
      // Kept in memory only.
    }
  },
};
