// The parameters of every view.

/**
 * @typedef {object} Context
 * @property {import("../engine/engine.js").Engine} engine
 * @property {import("../engine/engine.js").Hello} hello
 * @property {HTMLElement} main where it shows itself
 * @property {AbortSignal} signal aborted when another view is shown
 * @property {(variant: string) => import("../engine/engine.js").Variant} variant
 */

export {};
