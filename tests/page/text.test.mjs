// The page's strings: both languages have the same keys and values to fill in, and every key that the code names is
// there.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join, posix, resolve } from "node:path";
import { test } from "node:test";
import { EngineError } from "../../web/engine/engine.js";
import { learnWords, teach, word } from "../../web/said.js";
import { bound, counted, percent, short, speak, t, when } from "../../web/text.js";
import { en } from "../../web/text/en.js";
import { fr } from "../../web/text/fr.js";
import { sentences } from "../../web/text/sentences.fr.js";
import { words } from "../../web/text/words.fr.js";
import { figuresOf, rulePages } from "./rule-pages.mjs";

teach("fr", { sentences, words });

const ROOT = resolve(import.meta.dirname, "../..");
const WEB = join(ROOT, "web");

/** The places of a text. @param {string} text */
const places = (text) => (text.match(/\{\w+\}/g) ?? []).sort();

/** @param {string} path in `web/` */
const code = (path) => readFileSync(join(WEB, path), "utf8");

/** The words that views bring, by the names of their files. */
async function brought() {
  const names = readdirSync(join(WEB, "text")).flatMap((file) => /^(\w+)\.js$/.exec(file)?.[1] ?? []);
  const own = names.filter((name) => name !== "en" && name !== "fr");
  const loaded = own.map(async (name) => {
    /** @type {{words: Record<string, {en: string, fr: string}>}} */
    const { words } = await import(join(WEB, `text/${name}.js`));
    return /** @type {const} */ ([name, words]);
  });
  return new Map(await Promise.all(loaded));
}

/** A module and all that it imports, itself or through others. @param {string} start */
function modulesOf(start) {
  const found = new Set([start]);
  for (const path of found)
    for (const [, to = ""] of code(path).matchAll(/^(?:import|export|\}) .*?from "([^"]+)";$|^\} from "([^"]+)";$/gm))
      found.add(posix.join(posix.dirname(path), to));
  return found;
}

test("English and French have the same keys, and the same values to fill in", () => {
  assert.deepEqual(Object.keys(fr).sort(), Object.keys(en).sort());
  for (const [key, text] of Object.entries(en))
    assert.deepEqual(places(/** @type {Record<string, string>} */ (fr)[key] ?? ""), places(text), key);
});

test("views bring their words in both languages, with the same values to fill in, and none that all have", async () => {
  for (const [name, words] of await brought())
    for (const [key, { en: english, fr: french }] of Object.entries(words)) {
      assert.deepEqual(places(french), places(english), `${name}: ${key}`);
      assert.ok(!(key in en), `${name}: ${key}`);
    }
});

test("every key that the code names exists, for each view among its own words or those of all", async () => {
  const words = await brought();
  const keysOf = (/** @type {string} */ name) => Object.keys(words.get(name) ?? {});
  /** Where each module's words may be: of the modules that a view loads, all that it brings. @type {Map<string, Set<string>[]>} */
  const known = new Map();
  const lay = (/** @type {string} */ start, /** @type {string[]} */ names) => {
    const keys = new Set([...Object.keys(en), ...names.flatMap(keysOf)]);
    for (const path of modulesOf(start)) known.set(path, [...(known.get(path) ?? []), keys]);
  };
  lay("app.js", []);
  for (const [, own, path = ""] of code("app.js").matchAll(
    /(?:withWords\("(\w+)", )?async \(\) => \(await import\("\.\/([^"]+)"/g,
  ))
    lay(path, own ? [own] : []);
  for (const page of ["report", "sheet", "variants"])
    lay(
      `standalone/${page}.js`,
      [...code(`standalone/${page}.js`).matchAll(/text\/(\w+)\.js"/g)].map(([, name = ""]) => name),
    );
  const missing = [...known].flatMap(([name, places]) => {
    const text = code(name);
    const own = [...text.matchAll(/loadWords\("(\w+)"\)/g)].flatMap(([, name = ""]) => keysOf(name));
    const keys = [...text.matchAll(/(?<![\w.$])t\("([^"]+)"/g), ...text.matchAll(/text: "([a-z]+\.[\w.-]+)"/g)].map(
      (match) => match[1] ?? "",
    );
    const lacks = (/** @type {string} */ key) => !own.includes(key) && places.some((keys) => !keys.has(key));
    return keys.filter(lacks).map((key) => `${name}: ${key}`);
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
  const files = readdirSync(resolve(ROOT, "games")).map((name) => name.replace(/(-\d+)?\.rbg$/, ""));
  assert.deepEqual(
    [...families].sort(),
    [...new Set([...files, "dualite", "l-calculus", "loa", "logitac", "zen"])].sort(),
  );
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
  const refused = {
    error,
    code: "move.illegal",
    values: { given: "White", reason },
  };
  speak("en");
  assert.equal(new EngineError(refused).message, error);
  speak("fr");
  const french = "Le coup «\u00a0White\u00a0» n’est pas permis ici\u00a0: Noir a le trait et n’a pas de pion en b1";
  assert.equal(new EngineError(refused).message, french);
  assert.equal(new EngineError({ error: "disk full" }).message, "disk full");
  assert.equal(new EngineError({ error: "disk full", code: "disk.full", values: {} }).message, "disk full");
});

test("French is set as French is: curved apostrophes, a space before signs that stand apart", async () => {
  /** All French texts that can be seen, by where they stand. @type {[string, string][]} */
  const texts = [...Object.entries(fr), ...Object.entries(sentences), ...Object.entries(words)];
  for (const own of (await brought()).values()) for (const [key, { fr }] of Object.entries(own)) texts.push([key, fr]);
  for (const file of readdirSync(join(WEB, "lessons")))
    for (const [, one = ""] of code(`lessons/${file}`).matchAll(/\bfr: ["`]((?:[^"`\\]|\\.)*)["`]/g))
      texts.push([file, one]);
  for (const [name, { text }] of rulePages) if (name.endsWith(" fr")) texts.push([name, text]);
  assert.ok(texts.length > 900, `${texts.length} texts`);
  const wrong = texts.flatMap(([where, said]) => {
    // What is written as the program or the rules write it.
    const prose = said.replace(/```.*?```|`[^`]*`|\[[^\]]*\]\([^)]*\)|\{[^}]*"[^}]*\}|<[^>]*>/gs, "");
    const found = /\p{L}'\p{L}?|[\p{L}\d)»}][;!?](?=\s|$)|[\p{L})»}]:(?=\s|$)|"\p{L}/u.exec(prose);
    return found ? [`${where}: …${prose.slice(Math.max(0, found.index - 15), found.index + 15)}…`] : [];
  });
  assert.deepEqual(wrong, []);
});

test("French has the words that its players use", async () => {
  const views = Object.assign({}, ...(await brought()).values());
  assert.equal(fr["key.Enter"], "Entrée");
  assert.equal(fr["setup.elsewhere"], "Jouer à distance");
  assert.equal(views["library.kind.table"].fr, "Parties à distance");
  assert.equal(views["table.lot"].fr, "Tirage au sort");
  assert.equal(views["report.trend.up"].fr, "Le premier camp profite de la force.");
});

test("spaces before signs do not break, and are narrow where French wants it", () => {
  speak("fr");
  assert.equal(t("colon", { what: "Reversi", is: "Blanc" }), "Reversi\u00a0: Blanc");
  assert.equal(t("end.won"), "Vous gagnez\u202f!");
  assert.equal(bound("« oui » ; 95 % ?"), "«\u00a0oui\u00a0»\u202f; 95\u00a0%\u202f?");
  assert.equal(short(13_200_000).replace(/\s/, "_"), "13,2_M");
  assert.equal(percent(0.5), "50\u00a0%");
  speak("en");
  assert.deepEqual([9999, 12_340, 250_000, 13_200_000].map(short), ["9,999", "12.3K", "250K", "13.2M"]);
});

test("one of something is said as one", () => {
  speak("en");
  assert.deepEqual(
    [0, 1, 2].map((n) => counted("points", n)),
    ["0 points", "1 point", "2 points"],
  );
  assert.deepEqual(
    [1, 34].map((n) => counted("load.moves", n)),
    ["1 move", "34 moves"],
  );
  speak("fr");
  assert.deepEqual(
    [0, 1, 2].map((n) => counted("points", n)),
    ["0 point", "1 point", "2 points"],
  );
  // Whoever adds a text with a number and a plural adds that for one.
  const plural = Object.entries(en).filter(
    ([key, said]) => /\{n\} [a-z]+s\b/.test(said) && !/^(preview|home\.length)/.test(key),
  );
  assert.ok(plural.length >= 5);
  for (const [key] of plural) assert.ok(`${key}.one` in en, key);
});

test("a date is written as where the browser is at home", () => {
  speak("en");
  const home = Object.getOwnPropertyDescriptor(globalThis, "navigator");
  const moment = new Date(2026, 10, 28, 18, 5).getTime();
  const said = (/** @type {string[]} */ languages) => {
    Object.defineProperty(globalThis, "navigator", { value: { languages }, configurable: true });
    return when(moment);
  };
  try {
    assert.match(said(["en-GB", "fr"]), /^28 Nov 2026, 18:05$/);
    assert.match(said(["fr-FR", "en-US"]), /^Nov 28, 2026, 6:05\sPM$/);
    assert.match(said(["de"]), /2026/);
  } finally {
    if (home) Object.defineProperty(globalThis, "navigator", home);
  }
});

test("the words for how games from files end are translated", () => {
  const files = readdirSync(join(ROOT, "games")).filter((file) => file.endsWith(".rbg"));
  /** @param {string} text @param {RegExp} pattern */
  const found = (text, pattern) => [...text.matchAll(pattern)].map(([, words = ""]) => words);
  const endings = files.flatMap((file) => {
    const text = readFileSync(join(ROOT, "games", file), "utf8");
    // A file may bring the French itself.
    const own = new Set(found(text, /^\/\/! fr: (.*?) = .*$/gm));
    return found(text, /^\/\/! ending: .*? = (.*)$/gm).map((ending) => ({ ending, known: own.has(ending) }));
  });
  assert.ok(endings.length > 40, String(endings.length));
  assert.deepEqual(
    endings.filter(({ ending, known }) => !known && !(ending in words)),
    [],
  );
});

test("files of rules bring words in French, and change none of the page's", () => {
  learnWords({ fr: { "My game": "Mon jeu", draw: "autre chose", constructor: "constructeur" } });
  speak("fr");
  assert.deepEqual(["My game", "draw", "constructor", "toString"].map(word), [
    "Mon jeu",
    "nulle",
    "constructeur",
    "toString",
  ]);
  speak("en");
  assert.equal(word("My game"), "My game");
});
