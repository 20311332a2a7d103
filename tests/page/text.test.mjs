// The page's strings: both languages have the same keys and values to fill in, and every key that the code names is
// there.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { EngineError } from "../../web/engine/engine.js";
import { speak } from "../../web/text.js";
import { en } from "../../web/text/en.js";
import { fr } from "../../web/text/fr.js";
import { sentences } from "../../web/text/sentences.fr.js";
import { figuresOf, rulePages } from "./rule-pages.mjs";

const ROOT = resolve(import.meta.dirname, "../..");
const WEB = join(ROOT, "web");

/** The places of a text. @param {string} text */
const places = (text) => (text.match(/\{\w+\}/g) ?? []).sort();

test("English and French have the same keys, and the same values to fill in", () => {
  assert.deepEqual(Object.keys(fr).sort(), Object.keys(en).sort());
  for (const [key, text] of Object.entries(en))
    assert.deepEqual(places(/** @type {Record<string, string>} */ (fr)[key] ?? ""), places(text), key);
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

test("every sentence of the engine is known in French, and none that it does not say", () => {
  const src = join(ROOT, "src");
  /** @type {Map<string, string>} */
  const english = new Map();
  for (const name of readdirSync(src, { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".rs") || name === join("game", "sentence.rs")) continue;
    const code = readFileSync(join(src, name), "utf8");
    for (const [, key = "", text = ""] of code.matchAll(/sentence!\(\s*"([\w.-]+)",\s*"((?:[^"\\]|\\[^])*)"/g)) {
      assert.equal(english.get(key) ?? text, text, `${key} has one text`);
      english.set(key, text);
    }
  }
  assert.deepEqual(Object.keys(sentences).sort(), [...english.keys()].sort());
  for (const [key, text] of Object.entries(sentences))
    for (const place of places(text)) assert.ok(english.get(key)?.includes(place), `${key}: no ${place}`);
});

test("every rule page is there in both languages, with the same sections and pictures", () => {
  const families = new Set([...rulePages.values()].map(({ family }) => family));
  assert.deepEqual([...families].sort(), ["dualite", "l-calculus", "loa", "logitac", "zen"]);
  /** @param {string} family @param {string} language */
  const told = (family, language) => {
    const page = rulePages.get(`${family} ${language}`);
    assert.ok(page, `${family} ${language}`);
    // What is shown, but for its words.
    const pictures = figuresOf(page).map(({ caption, ...shown }) => [shown, caption.length > 20]);
    const blocks = page.text.split("\n\n").map((block) => /^(## |```board|- |1\. |\|)/.exec(block)?.[0] ?? "text");
    return { pictures, blocks };
  };
  for (const family of families) {
    const { pictures, blocks } = told(family, "en");
    assert.ok(pictures.length >= (family === "logitac" ? 4 : 2), `${family} has pictures`);
    assert.deepEqual(told(family, "fr"), { pictures, blocks });
  }
});

test("what the engine says is said in French, with what it holds; what nobody has translated stays as it is", () => {
  const reason = {
    text: "Black is to act and has no piece on b1",
    code: "lines.no-piece",
    values: { side: "Black", from: "b1" },
  };
  const error = "move `White` is not legal here: Black is to act and has no piece on b1";
  const refused = { error, code: "move.illegal", values: { given: "White", reason } };
  speak("en");
  assert.equal(new EngineError(refused).message, error);
  speak("fr");
  const french = "Le coup « White » n’est pas permis ici : Noir a le trait et n’a pas de pion en b1";
  assert.equal(new EngineError(refused).message, french);
  assert.equal(new EngineError({ error: "disk full" }).message, "disk full");
  assert.equal(new EngineError({ error: "disk full", code: "disk.full", values: {} }).message, "disk full");
});
