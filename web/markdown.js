// The rule pages' Markdown as elements: paragraphs, lists, tables, blocks of code, bold, code; other blocks by who
// asks. Nothing is ever inserted as HTML.

import { h } from "./dom.js";
import { bound } from "./text.js";

/**
 * Bold, italics, code and links within a line.
 * @param {string} text
 * @returns {Node[]}
 */
export function inline(text) {
  return text
    .split(/(`[^`]+`|\*\*[^*]+\*\*|\*[^*]+\*|\[[^\]]+\]\([^)]+\))/)
    .filter(Boolean)
    .map((part) => {
      if (part.startsWith("`") && part.length > 2) return h("code", {}, part.slice(1, -1));
      if (part.startsWith("**") && part.length > 4) return h("strong", {}, ...inline(part.slice(2, -2)));
      if (part.startsWith("*") && part.length > 2 && part.endsWith("*")) return h("em", {}, part.slice(1, -1));
      const link = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(part);
      return document.createTextNode(bound(link?.[1] ?? part));
    });
}

/** @param {string} line */
function cellsOf(line) {
  return line
    .replace(/^\s*\||\|\s*$/g, "")
    .split("|")
    .map((cell) => cell.trim());
}

/** The beginning of an item of a list. */
const ITEM = /^( *)(?:[-*]|\d+\.) +/;

/**
 * A list. Lines that are set in belong to the item above: further items make a list of its own, others go on with its
 * text.
 * @param {string[]} lines the first of them begins an item
 * @returns {HTMLElement}
 */
function list(lines) {
  const depth = ITEM.exec(lines[0] ?? "")?.[1]?.length ?? 0;
  /** @type {{text: string, below: string[]}[]} */
  const items = [];
  for (const line of lines) {
    const begins = ITEM.exec(line);
    const last = items.at(-1);
    if (!last || (begins && (begins[1]?.length ?? 0) <= depth)) items.push({ text: line.replace(ITEM, ""), below: [] });
    else if (begins || last.below.length > 0) last.below.push(line);
    else last.text += ` ${line.trim()}`;
  }
  const numbered = /^ *\d/.test(lines[0] ?? "");
  return h(
    numbered ? "ol" : "ul",
    {},
    items.map(({ text, below }) => h("li", {}, ...inline(text), below.length > 0 && list(below))),
  );
}

/**
 * @param {string} markdown
 * @param {Record<string, (lines: string[], about: string) => HTMLElement>} [blocks] makes elements of fenced blocks of
 *   these kinds, from their lines and what follows the kind: "```board loa" is a block of kind `board` about `loa`
 * @returns {HTMLElement[]}
 */
export function render(markdown, blocks = {}) {
  const lines = markdown.split("\n");
  /** @type {HTMLElement[]} */
  const nodes = [];
  let i = 0;
  const at = () => lines[i] ?? "";
  while (i < lines.length) {
    const heading = /^(#{1,6}) +(.*)$/.exec(at());
    if (!at().trim()) i += 1;
    else if (heading) {
      nodes.push(h(heading[1] && heading[1].length > 2 ? "h3" : "h2", {}, ...inline(heading[2] ?? "")));
      i += 1;
    } else if (at().startsWith("```")) {
      const [kind = "", about = ""] = at().slice(3).trim().split(/\s+/);
      const code = [];
      for (i += 1; i < lines.length && !at().startsWith("```"); i++) code.push(at());
      i += 1;
      nodes.push(blocks[kind]?.(code, about) ?? h("pre", { tabindex: 0, role: "group" }, code.join("\n")));
    } else if (at().startsWith("|")) {
      const rows = [];
      while (at().startsWith("|")) rows.push(cellsOf(lines[i++] ?? ""));
      const [head = [], , ...body] = rows;
      nodes.push(
        h(
          "div",
          { class: "scroll", tabindex: 0, role: "group" },
          h(
            "table",
            { class: "rules" },
            h(
              "thead",
              {},
              h(
                "tr",
                {},
                head.map((cell) => h("th", { scope: "col" }, ...inline(cell))),
              ),
            ),
            h(
              "tbody",
              {},
              body.map((row) =>
                h(
                  "tr",
                  {},
                  row.map((cell) => h("td", {}, ...inline(cell))),
                ),
              ),
            ),
          ),
        ),
      );
    } else if (ITEM.test(at())) {
      const block = [];
      for (; ITEM.test(at()) || /^ +\S/.test(at()); i++) block.push(at());
      nodes.push(list(block));
    } else {
      let text = "";
      while (at().trim() && !/^([-*] |1\. |\||#|```)/.test(at())) text += `${lines[i++]} `;
      nodes.push(h("p", {}, ...inline(text.trim())));
    }
  }
  return nodes;
}
