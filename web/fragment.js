// The address's fragment: the page that is shown, and for a game its variant, options, start, moves and place.
// `#/analyse/loa?simultaneous=mover&moves=b1-b3,a2-c2&ply=1`. Beside it the browser's history holds under which number
// the game is kept. Before it, `?embed` says that the page stands in another one.

/** @typedef {import("./engine/engine.js").GameSpec} GameSpec */

/**
 * @typedef {object} Place
 * @property {string} page
 * @property {string | null} variant
 * @property {URLSearchParams} query
 */

/** Parameters that are no rule options. */
const OWN = new Set(["start", "moves", "ply", "run", "generation", "problem", "theme", "table"]);

/** Stands before a rule option of a file of rules that has one of these names, or begins so. */
const OPTION = "option.";

/** @param {string} [hash] @returns {Place} */
export function read(hash = location.hash) {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?", 2);
  // The names of rules files may hold slashes.
  const [page = "", ...names] = path.split("/");
  return { page, variant: decoded(names.join("/")) || null, query: new URLSearchParams(query) };
}

/** A position or moves as an address holds them, so that people can read it. @param {string} text */
function plain(text) {
  return encodeURIComponent(text)
    .replace(/%2F/g, "/")
    .replace(/%2C/g, ",")
    .replace(/%20/g, "+")
    .replace(/%40/g, "@")
    .replace(/%3B/g, ";");
}

/**
 * The address of a page about a game.
 * @param {string} page
 * @param {string} variant
 */
export function about(page, variant) {
  return `#/${page}/${encodeURIComponent(variant).replace(/%2F/g, "/")}`;
}

/** The value of a rule option from its text: a number if it is one. @param {string} text */
export function valueOf(text) {
  return /^\d{1,15}$/.test(text) ? Number(text) : text;
}

/** An address that a person has cut or mistyped names nothing, but is no reason to fail. @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * The address of a problem.
 * @param {string} variant
 * @param {number} number
 * @param {string} [theme] that the next problems have
 */
export function problem(variant, number, theme = "all") {
  return `${about("problems", variant)}?problem=${number}${theme === "all" ? "" : `&theme=${theme}`}`;
}

/**
 * The address of a game between people; without a name, where one is begun.
 * @param {string} variant
 * @param {string} [name]
 */
export function table(variant, name) {
  return `${about("table", variant)}${name === undefined ? "" : `?table=${encodeURIComponent(name)}`}`;
}

/** @param {Place} place @returns {{spec: GameSpec, ply: number | undefined}} */
export function game({ variant, query }) {
  // Names may be those of what every object has.
  const options = Object.fromEntries(
    [...query].flatMap(([name, value]) =>
      OWN.has(name) ? [] : [[name.startsWith(OPTION) ? name.slice(OPTION.length) : name, valueOf(value)]],
    ),
  );
  /** @type {GameSpec} */
  const spec = { variant: variant ?? "", options, moves: (query.get("moves") ?? "").split(",").filter(Boolean) };
  const start = query.get("start");
  if (start) spec.start = start;
  const ply = query.get("ply");
  return { spec, ply: /^\d+$/.test(ply ?? "") ? Number(ply) : undefined };
}

/**
 * @param {string} page
 * @param {GameSpec} [spec]
 * @param {number} [ply]
 */
export function write(page, spec, ply) {
  if (!spec) return `#/${page}`;
  const named = (/** @type {string} */ name) => (OWN.has(name) || name.startsWith(OPTION) ? OPTION : "") + name;
  const parts = Object.entries(spec.options ?? {}).map(
    ([name, value]) => `${encodeURIComponent(named(name))}=${encodeURIComponent(value)}`,
  );
  if (spec.start) parts.push(`start=${plain(spec.start)}`);
  if (spec.moves?.length) parts.push(`moves=${plain(spec.moves.join(","))}`);
  if (ply !== undefined && ply !== spec.moves?.length) parts.push(`ply=${ply}`);
  return `${about(page, spec.variant)}${parts.length ? `?${parts.join("&")}` : ""}`;
}

/** The number of the kept game that was shown at this place of the browser's history. @returns {string | null} */
export function kept() {
  return history.state?.game ?? null;
}

/**
 * Writes an unfinished game into the address of its view, unless another view is about to be shown.
 * @param {"play" | "analyse"} page
 * @param {GameSpec} spec
 * @param {number} ply
 * @param {string} id under which it is kept
 */
export function show(page, spec, ply, id) {
  const address = write(page, spec, ply);
  const now = read();
  if (now.page !== page || now.variant !== spec.variant || (location.hash === address && kept() === id)) return;
  history.replaceState({ game: id }, "", address);
}

/**
 * Shows a kept game, as a link to it does, however many have the same moves.
 * @param {string} address
 * @param {string} id
 */
export function open(address, id) {
  history.pushState({ game: id }, "", address);
  dispatchEvent(new Event("hashchange"));
}

/** Whether the page stands in another one, and shows a game there and nothing else. */
export function embedded() {
  return new URLSearchParams(location.search).has("embed");
}

/**
 * The whole address of a view.
 * @param {string} hash
 * @param {string} [query]
 */
export function whole(hash, query = "") {
  return location.origin + location.pathname + query + hash;
}
