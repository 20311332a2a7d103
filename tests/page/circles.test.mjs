// Modules of the page point one way: no file imports, by whatever way, one that imports it. Imports of types count too.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join, posix, resolve } from "node:path";
import { test } from "node:test";

const WEB = resolve(import.meta.dirname, "../../web");

/** What a module imports, code or types. @param {string} text @returns {string[]} */
function imports(text) {
  return [...text.matchAll(/\bfrom "([^"]+)"|\bimport\(\s*"([^"]+)"\s*\)|^import "([^"]+)"/gm)].map(
    ([, from, typed, plain]) => from ?? typed ?? plain ?? "",
  );
}

/**
 * Circles among modules, each as the way from a module back to itself: the shortest one through any of its modules.
 * @param {Map<string, string[]>} graph
 * @returns {string[]}
 */
function circles(graph) {
  /** @param {string} start @returns {string[] | null} */
  const back = (start) => {
    const ways = [[start]];
    const seen = new Set();
    for (const way of ways)
      for (const next of graph.get(way.at(-1) ?? "") ?? []) {
        if (next === start) return [...way, start];
        if (!seen.has(next)) ways.push([...way, next]);
        seen.add(next);
      }
    return null;
  };
  const found = new Map();
  for (const module of graph.keys()) {
    const way = back(module);
    // A circle is found from each of its modules.
    if (way) found.set([...new Set(way)].sort().join(), way.join(" -> "));
  }
  return [...found.values()];
}

test("no module of the page imports itself through others", () => {
  const modules = readdirSync(WEB, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".js"));
  const graph = new Map(
    modules.map((name) => {
      const text = readFileSync(join(WEB, name), "utf8");
      return [name, imports(text).map((path) => posix.join(posix.dirname(name), path))];
    }),
  );
  for (const [name, targets] of graph)
    for (const target of targets) assert.ok(graph.has(target), `${name} imports ${target}, which is not there`);
  assert.deepEqual(circles(graph), []);
});

test("a circle is found", () => {
  const graph = new Map([
    ["a", ["b"]],
    ["b", ["c", "d"]],
    ["c", ["a"]],
    ["d", []],
  ]);
  assert.deepEqual(circles(graph), ["c -> a -> b -> c"]);
  assert.deepEqual(imports('import { a } from "./a.js";\n/** @type {import("../b.js").B} */\nimport "./c.js";'), [
    "./a.js",
    "../b.js",
    "./c.js",
  ]);
});
