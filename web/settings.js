// The user's settings.

import { storage } from "./storage.js";

/**
 * @typedef {"language" | "theme" | "board" | "level" | "sound" | "search" | "hideEvaluation" | "arrows" | "solved" |
 * "trainer" | "games" | "lessons" | "name" | "order"} Setting
 */

/**
 * @type {{get: (name: Setting) => string | null, json: (name: Setting) => any, set: (name: Setting, value: string) =>
 * void}}
 */
export const settings = storage;
