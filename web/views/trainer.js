// What the trainer tells beside a problem: rating, streak, and the problems to choose from by theme.

import { h, put } from "../dom.js";
import * as fragment from "../fragment.js";
import { stipulation } from "../game/problem.js";
import { isSolved, nextOf, ratingText, standing, themes, tried } from "../game/trainer.js";
import { title } from "../names.js";
import { number, signed, t } from "../text.js";

/** @typedef {import("../engine/engine.js").Variant} Variant */
/** @typedef {import("../game/problem.js").Problem} Problem */

/** The words of a theme. @param {string} id @param {boolean} points whether points decide */
function themeText(id, points) {
  const [, turns] = /^win-(\d+)$/.exec(id) ?? [];
  return turns ? t(points ? "theme.turns" : "theme.win", { turns }) : t(`theme.${id}`);
}

export class TrainerPanel {
  /** Rating and streak. */
  strip = h("dl", { class: "standing" });
  /** All problems. */
  element;
  #variant;
  #problems;
  #present;
  #today;
  #theme;
  #change = /** @type {number | null} */ (null);
  #select = h("select", { id: "theme", onchange: () => this.#choose(this.#select.value) });
  #again = h("a", { class: "button" });
  #picks = h("div", { class: "picks" });
  #changed;

  /**
   * @param {Variant} variant
   * @param {{problems: Problem[], present: Problem, today: number | null, theme: string}} what
   * @param {() => void} changed another theme was chosen
   */
  constructor(variant, { problems, present, today, theme }, changed) {
    this.#variant = variant;
    this.#problems = problems;
    this.#present = present;
    this.#today = today;
    this.#theme = theme;
    this.#changed = changed;
    const heading = h("h2", {}, t("problems.all", { game: title(variant.name) }));
    const field = h("div", { class: "field" }, h("label", { for: "theme" }, t("theme")), this.#select);
    this.element = h("section", { class: "box-plain trainer" }, heading, field, this.#again, this.#picks);
  }

  /** The theme and its problems. */
  get #chosen() {
    const all = themes(this.#problems);
    const found = all.find(({ id }) => id === this.#theme) ?? all[0];
    return { all, id: found?.id ?? "all", problems: found?.problems ?? [] };
  }

  /** Where the next problem is. */
  get next() {
    const { id, problems } = this.#chosen;
    return this.#address(nextOf(problems, this.#present), id);
  }

  /** The address of the present problem. */
  get here() {
    return this.#address(this.#present, this.#chosen.id);
  }

  /** @param {Problem} problem @param {string} theme */
  #address(problem, theme) {
    return fragment.problem(this.#variant.name, problem.number, theme);
  }

  /** @param {string} theme */
  #choose(theme) {
    this.#theme = theme;
    this.draw();
    this.#changed();
  }

  /** The rating has changed. @param {number | null} change */
  scored(change) {
    this.#change = change;
    this.draw();
  }

  draw() {
    this.#drawStrip();
    const { all, id, problems } = this.#chosen;
    put(
      this.#select,
      all.map((theme) =>
        h(
          "option",
          { value: theme.id, selected: theme.id === id },
          t("theme.count", { theme: themeText(theme.id, this.#present.points), n: theme.problems.length }),
        ),
      ),
    );
    const missed = this.#problems.filter((one) => tried(one)?.missed && one !== this.#present);
    const [first] = missed;
    this.#again.hidden = !first;
    if (first) {
      this.#again.setAttribute("href", this.#address(nextOf(missed, this.#present), "missed"));
      put(this.#again, t("trainer.missed", { n: missed.length }));
    }
    put(
      this.#picks,
      problems.map((problem) => this.#pick(problem, id)),
    );
  }

  #drawStrip() {
    const now = standing(this.#variant.name);
    const solved = this.#problems.filter(isSolved).length;
    const item = (/** @type {string} */ what, /** @type {(string | HTMLElement | null)[]} */ ...is) =>
      h("div", {}, h("dt", {}, t(what)), h("dd", {}, is));
    const change = this.#change;
    put(
      this.strip,
      item(
        "trainer.rating",
        ratingText(this.#variant.name),
        change === null ? null : h("span", { class: change < 0 ? "lost" : "gained" }, ` ${signed(change)}`),
      ),
      item("trainer.streak", number(now.streak)),
      item("trainer.best", number(now.best)),
      item("trainer.solved", t("trainer.of", { n: solved, count: this.#problems.length })),
    );
    this.strip.title = t("trainer.about");
  }

  /** @param {Problem} problem @param {string} theme */
  #pick(problem, theme) {
    const { number, difficulty } = problem;
    const [today, missed, solved] = [number === this.#today, tried(problem)?.missed, isSolved(problem)];
    const asks = stipulation(this.#variant, problem);
    const hard = t("problem.difficulty-is", { difficulty });
    return h(
      "a",
      {
        class: ["pick", missed ? "missed" : solved && "solved", today && "today"].filter(Boolean).join(" "),
        href: this.#address(problem, theme),
        "aria-current": problem === this.#present ? "page" : null,
        "aria-label": [
          t("problem.number", { number, count: this.#problems.length }),
          asks,
          hard,
          today ? t("problem.of-today") : "",
          solved ? t("problem.solved-before") : "",
          missed ? t("trainer.was-missed") : "",
        ]
          .filter(Boolean)
          .join(", "),
        title: `${asks}, ${hard}`,
      },
      number,
    );
  }
}
