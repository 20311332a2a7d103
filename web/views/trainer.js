// The trainer's panel beside a problem: rating, streak, and the choice of problems by theme.

import { h, put } from "../dom.js";
import * as fragment from "../fragment.js";
import { stipulation } from "../game/problem.js";
import { isGuess, isSolved, ratingText, standing, tried } from "../game/trainer.js";
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
  /** The explanation of the question mark after a rating. */
  about = h("p", { class: "muted small" }, t("trainer.guess"));
  /** All problems. */
  element;
  #variant;
  #session;
  #select = h("select", { id: "theme", onchange: () => this.#choose(this.#select.value) });
  #again = h("a", { class: "button" });
  #picks = h("div", { class: "picks" });
  #changed;

  /**
   * @param {Variant} variant
   * @param {import("../game/problem-session.js").ProblemSession} session
   * @param {() => void} changed another theme was chosen
   */
  constructor(variant, session, changed) {
    this.#variant = variant;
    this.#session = session;
    this.#changed = changed;
    const heading = h("h2", {}, t("problems.all", { game: title(variant.name) }));
    const field = h("div", { class: "field" }, h("label", { for: "theme" }, t("theme")), this.#select);
    this.element = h("section", { class: "box-plain trainer" }, heading, field, this.#again, this.#picks);
  }

  /** The address of the next problem. */
  get next() {
    const { id, problems } = this.#session.chosen;
    return this.#address(this.#session.next(problems), id);
  }

  /** The address of the present problem. */
  get here() {
    return this.#address(this.#session.problem, this.#session.chosen.id);
  }

  /** @param {Problem} problem @param {string} theme */
  #address(problem, theme) {
    return fragment.problem(this.#variant.name, problem.number, theme);
  }

  /** @param {string} theme */
  #choose(theme) {
    this.#session.theme = theme;
    this.draw();
    this.#changed();
  }

  draw() {
    this.#drawStrip();
    const { chosen, missed, problem: present } = this.#session;
    const { all, id, problems } = chosen;
    put(
      this.#select,
      all.map((theme) =>
        h(
          "option",
          { value: theme.id, selected: theme.id === id },
          t("theme.count", { theme: themeText(theme.id, present.points), n: theme.problems.length }),
        ),
      ),
    );
    this.#again.hidden = missed.length === 0;
    if (missed.length > 0) {
      this.#again.setAttribute("href", this.#address(this.#session.next(missed), "missed"));
      put(this.#again, t("trainer.missed", { n: missed.length }));
    }
    put(
      this.#picks,
      problems.map((problem) => this.#pick(problem, id)),
    );
  }

  #drawStrip() {
    const now = standing(this.#variant.name);
    const { problems, change } = this.#session;
    const solved = problems.filter(isSolved).length;
    const item = (/** @type {string} */ what, /** @type {(string | HTMLElement | null)[]} */ ...is) =>
      h("div", {}, h("dt", {}, t(what)), h("dd", {}, is));
    put(
      this.strip,
      item(
        "trainer.rating",
        ratingText(this.#variant.name),
        change === null ? null : h("span", { class: change < 0 ? "lost" : "gained" }, ` ${signed(change)}`),
      ),
      item("trainer.streak", number(now.streak)),
      item("trainer.best", number(now.best)),
      item("trainer.solved", t("trainer.of", { n: solved, count: problems.length })),
    );
    this.strip.title = t("trainer.about");
    this.about.hidden = !isGuess(now);
  }

  /** @param {Problem} problem @param {string} theme */
  #pick(problem, theme) {
    const { problems, problem: present, today: daily } = this.#session;
    const { number, difficulty } = problem;
    const [today, missed, solved] = [number === daily, tried(problem)?.missed, isSolved(problem)];
    const asks = stipulation(this.#variant, problem);
    const hard = t("problem.difficulty-is", { difficulty });
    return h(
      "a",
      {
        class: ["pick", missed ? "missed" : solved && "solved", today && "today"].filter(Boolean).join(" "),
        href: this.#address(problem, theme),
        "aria-current": problem === present ? "page" : null,
        "aria-label": [
          t("problem.number", { number, count: problems.length }),
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
