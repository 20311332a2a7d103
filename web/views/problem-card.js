// A problem as a card: its board, stipulation, difficulty, and link.

import { picture } from "../boards/picture.js";
import { h } from "../dom.js";
import * as fragment from "../fragment.js";
import { stipulation } from "../game/problem.js";
import { isSolved, ratingText, standing } from "../game/trainer.js";
import { title } from "../names.js";
import { t } from "../text.js";

/** @typedef {import("../engine/engine.js").Variant} Variant */
/** @typedef {import("../game/problem.js").Problem} Problem */

/**
 * So many of five, drawn and in words.
 * @param {number} count
 * @param {string} label
 * @param {string} [about] more about it
 */
export function dots(count, label, about) {
  const drawn = "●".repeat(count) + "○".repeat(5 - count);
  return h("span", { class: "stars", role: "img", "aria-label": label, title: about ?? null }, drawn);
}

/** How hard a problem is. @param {number} difficulty */
export function stars(difficulty) {
  return dots(difficulty, t("problem.difficulty-is", { difficulty }));
}

/** A problem's board as a picture, which leads to it. @param {Variant} variant @param {Problem} problem */
export function problemFace(variant, { number, shown }) {
  return h(
    "a",
    { class: "face", href: fragment.problem(variant.name, number), tabindex: -1, "aria-hidden": "true" },
    picture(variant, shown),
  );
}

/** @param {Problem} problem */
export function solveLink({ number, game: { variant } }) {
  const name = t("problems.solve-of", { game: title(variant) });
  return h(
    "a",
    { class: "button primary", href: fragment.problem(variant, number), "aria-label": name },
    t("problems.solve"),
  );
}

/**
 * @param {Variant} variant
 * @param {Problem} problem
 */
export function problemCard(variant, problem) {
  return h(
    "li",
    { class: "card" },
    problemFace(variant, problem),
    h("h2", {}, title(variant.name)),
    h("p", {}, stipulation(variant, problem)),
    h(
      "p",
      { class: "strength" },
      stars(problem.difficulty),
      isSolved(problem) ? ` · ${t("problem.solved-before")}` : "",
      Object.keys(standing(variant.name).problems).length > 0 &&
        ` · ${t("trainer.rating-is", { rating: ratingText(variant.name) })}`,
    ),
    h("div", { class: "actions" }, solveLink(problem)),
  );
}
