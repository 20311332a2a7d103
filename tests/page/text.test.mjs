// The page's strings: both languages have the same keys and values to fill in, and every key that the code names is
// there.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { en } from "../../web/text/en.js";
import { fr } from "../../web/text/fr.js";

const WEB = resolve(import.meta.dirname, "../../web");

test("English and French have the same keys, and the same values to fill in", () => {
  assert.deepEqual(Object.keys(fr).sort(), Object.keys(en).sort());
  const values = (/** @type {string} */ text) => (text.match(/\{\w+\}/g) ?? []).sort();
  for (const [key, text] of Object.entries(en))
    assert.deepEqual(values(/** @type {Record<string, string>} */ (fr)[key] ?? ""), values(text), key);
});

test("every key that the code names exists", () => {
  const sources = readdirSync(WEB, { recursive: true, encoding: "utf8" }).filter(
    (name) => name.endsWith(".js") && !name.startsWith("text/"),
  );
  const missing = sources.flatMap((name) => {
    const code = readFileSync(join(WEB, name), "utf8");
    const keys = [...code.matchAll(/(?<![\w.$])t\("([^"]+)"/g), ...code.matchAll(/text: "([a-z]+\.[\w.-]+)"/g)].map(
      (match) => match[1] ?? "",
    );
    return keys.filter((key) => !(key in en)).map((key) => `${name}: ${key}`);
  });
  assert.deepEqual(missing, []);
});
