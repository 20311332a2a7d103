// A sheet of problems to print: the problems first, their solutions on a page of their own.

import { picture } from "../boards/picture.js";
import { h } from "../dom.js";
import { stipulation } from "../game/problem.js";
import { learnNames, title } from "../names.js";
import { bring, t } from "../text.js";
import { words } from "../text/sheet.js";
import { standalone } from "./standalone.js";

/** @typedef {import("../game/problem.js").Problem} Problem */
/** @typedef {{game: import("../names.js").Told, columns: number, problems: Problem[]}} Sheet problems of one game */

/** Columns of a board that fits into a small diagram. */
const WIDE = 12;

/** @param {Sheet} sheet */
function shown({ game, columns, problems }) {
  learnNames([game]);
  const name = t("colon", { what: t("problems"), is: title(game.name) });
  const element = h(
    "article",
    {},
    h("h1", {}, name),
    h("p", { class: "muted" }, t("sheet.lead")),
    h(
      "ol",
      { class: columns > WIDE ? "problems wide" : "problems" },
      problems.map((problem) =>
        h(
          "li",
          {},
          picture(game, problem.shown, { narrow: true }),
          h("h2", {}, `${problem.number}. ${stipulation(game, problem)}`),
          h(
            "p",
            {
              class: "muted",
              role: "img",
              "aria-label": t("problem.difficulty-is", { difficulty: problem.difficulty }),
            },
            "★".repeat(problem.difficulty) + "☆".repeat(5 - problem.difficulty),
          ),
        ),
      ),
    ),
    h(
      "section",
      { class: "solutions" },
      h("h2", {}, t("sheet.solutions")),
      h("ol", {}, problems.map(solution)),
      h("p", { class: "muted" }, t("sheet.solutions.note")),
    ),
  );
  return { title: name, element };
}

/** @param {Problem} problem */
function solution({ line: [key, ...rest], tries }) {
  const failed = tries.map(({ move, refutation }) => `${move}? ${refutation}!`).join(", ");
  return h(
    "li",
    {},
    h("b", {}, `${key}!`),
    rest.length > 0 && ` ${rest.join(" ")}`,
    failed && h("span", { class: "muted" }, ` ${t("colon", { what: t("sheet.tries"), is: failed })}`),
  );
}

bring(words);
standalone(shown);
