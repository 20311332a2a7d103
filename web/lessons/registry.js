// The games that have a lesson. Each is loaded when it is taken.

/** By the names of variants. @type {Record<string, (() => Promise<import("./lesson.js").Lesson>) | undefined>} */
export const lessons = {
  logitac: async () => (await import("./logitac.js")).lesson,
  loa: async () => (await import("./loa.js")).lesson,
  zen: async () => (await import("./zen.js")).lesson,
  dualite: async () => (await import("./dualite.js")).dualite,
  "grand-dual": async () => (await import("./dualite.js")).grandDual,
  "l-calculus": async () => (await import("./l-calculus.js")).lesson,
  amazons: async () => (await import("./amazons.js")).lesson,
  ataxx: async () => (await import("./ataxx.js")).lesson,
  breakthrough: async () => (await import("./breakthrough.js")).lesson,
  clobber: async () => (await import("./clobber.js")).lesson,
  "connect-four": async () => (await import("./connect-four.js")).lesson,
  "hex-7": async () => (await import("./hex.js")).lesson,
  reversi: async () => (await import("./reversi.js")).lesson,
  yavalath: async () => (await import("./yavalath.js")).lesson,
};
