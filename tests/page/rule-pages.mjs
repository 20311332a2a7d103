// The texts of the rule pages, and the pictures in them.

import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { readFigure } from "../../web/boards/figure.js";

const RULES = resolve(import.meta.dirname, "../../web/rules");

/** The rule pages: by family and language their text. */
export const rulePages = new Map(
  readdirSync(RULES).map((name) => {
    const [family = "", language = ""] = name.split(".");
    return [`${family} ${language}`, { family, language, text: readFileSync(join(RULES, name), "utf8") }];
  }),
);

/** A variant whose rules a family's page tells. @param {string} family */
export const variantOf = (family) => (family === "hex" ? "hex-5" : family);

/** The pictures of a rule page, with the variants that they show. @param {{family: string, text: string}} page */
export function figuresOf({ family, text }) {
  return [...text.matchAll(/^```board ?(\S*)\n([^]*?)\n```$/gm)].map(([, variant, block = ""]) => ({
    variant: variant || family,
    ...readFigure(block.split("\n")),
  }));
}
