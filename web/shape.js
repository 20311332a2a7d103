// Validation of values from the browser's storage or from files. They are untrusted: each is checked completely before
// use, so that damaged ones fail at once, and alone.

/** @typedef {(value: any) => boolean} Is */

/** Lone halves of a character stand in no address. */
const LONE = /\p{Surrogate}/u;

/** The latest moment that has a date, in milliseconds. */
const LAST = 8.64e15;

/** @type {Is} */
export const isText = (value) => typeof value === "string" && !LONE.test(value);
/** @type {Is} */
export const isNumber = (value) => Number.isFinite(value);
/** @type {Is} */
export const isCount = (value) => Number.isSafeInteger(value) && value >= 0;
/** A moment in milliseconds. @type {Is} */
export const isMoment = (value) => isNumber(value) && Math.abs(value) <= LAST;
/** @type {Is} */
export const isFlag = (value) => typeof value === "boolean";
/** One of some values. @type {(...values: any[]) => Is} */
export const one =
  (...values) =>
  (value) =>
    values.includes(value);
/** A value of one of several kinds. @type {(...kinds: Is[]) => Is} */
export const any =
  (...kinds) =>
  (value) =>
    kinds.some((is) => is(value));
/** May be left out. @type {(is: Is) => Is} */
export const maybe = (is) => (value) => value === undefined || is(value);
/** @type {(is: Is, least?: number, most?: number) => Is} */
export const list =
  (is, least = 0, most = Infinity) =>
  (value) =>
    Array.isArray(value) && value.length >= least && value.length <= most && value.every(is);
/** @type {Is} */
const isRecord = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
/** An object with these fields, and perhaps others. @type {(of: Record<string, Is>) => Is} */
export const fields = (of) => (value) => isRecord(value) && Object.entries(of).every(([name, is]) => is(value[name]));
/** An object with any names. @type {(is: Is) => Is} */
export const named = (is) => (value) =>
  isRecord(value) && Object.entries(value).every(([name, one]) => isText(name) && is(one));
