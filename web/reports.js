// The reports about games that came with the page.

/** @type {Promise<string[]> | null} */
let names = null;

/** The variants that have one. @returns {Promise<string[]>} */
export function reports() {
  // A page without the list has no reports: that is no error.
  names ??= fetch("reports.json").then(
    (reply) => (reply.ok ? reply.json() : []),
    () => [],
  );
  return names;
}

/** The address of one. @param {string} variant */
export function reportOf(variant) {
  return `reports/${encodeURIComponent(variant)}.html`;
}
