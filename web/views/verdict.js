// The messages on a problem, and on each move that is tried.

import { h, put } from "../dom.js";
import { outcomeText, seatName } from "../names.js";
import { t } from "../text.js";

/** @typedef {import("../engine/engine.js").Variant} Variant */
/** @typedef {import("../game/problem.js").Judgement} Judgement */
/** @typedef {import("../game/problem.js").Hint} Hint */
/** @typedef {import("../game/problem-session.js").ProblemSession} ProblemSession */

/** A move that keeps the win. @param {Judgement & {right: true}} judged */
function rightText({ key, answers, turns }) {
  const answer = answers.length > 0 ? t("problem.answer", { moves: answers.join(" ") }) : t("problem.goes-on");
  const left = t(turns === 1 ? "problem.left-one" : "problem.left", { turns });
  return [t(key ? "problem.key" : "problem.right"), answer, left].join(" ");
}

/** A move that does not. @param {Judgement & {right: false}} judged */
function wrongText({ move, why, by = "", wins, of = 0, turns = 0 }) {
  const held = () =>
    t(of === 1 ? "problem.refuted" : "problem.refuted-many", { by, of }) +
    " " +
    t(turns === 1 ? "problem.no-win-one" : "problem.no-win", { turns });
  const reason = why !== "refuted" ? t(`problem.${why}`) : wins ? t("problem.beaten", { by }) : held();
  return t("problem.wrong", { move, why: reason });
}

/** @param {Hint} hint */
function hintText({ winning, of, begins }) {
  if (winning > 1) return t("problem.hint-many", { winning, of });
  return begins ? t("problem.hint-begins", { part: begins }) : t("problem.hint-one", { of });
}

/** @param {Variant} variant @param {ProblemSession} session */
function solvedText(variant, { wrong, game }) {
  const { outcome } = game.current.position;
  const how = t(wrong === 0 ? "problem.solved" : "problem.solved-after", { wrong });
  return `${how} ${outcome ? outcomeText(variant, outcome) : ""}.`;
}

/** @param {ProblemSession} session */
function solutionText({ problem: { line } }) {
  return t("problem.shown", { line: `${line[0]}! ${line.slice(1).join(" ")}`.trim() });
}

export class Verdict {
  element = h("p", { class: "said", role: "status" });
  #variant;
  /** The present message: it is not announced twice. @type {ProblemSession["said"] | null} */
  #said = null;

  /** @param {Variant} variant */
  constructor(variant) {
    this.#variant = variant;
  }

  /** @param {ProblemSession} session */
  draw(session) {
    if (session.said !== this.#said) {
      this.#said = session.said;
      const { text, kind } = this.#worded(session);
      put(this.element, text);
      this.element.className = `said ${kind}`;
    }
    this.element.classList.toggle("busy", session.busy);
  }

  /** @param {ProblemSession} session @returns {{text: string, kind: "right" | "wrong" | ""}} */
  #worded(session) {
    const { said, problem } = session;
    switch (said.what) {
      case "right":
        return { text: rightText(said.judged), kind: "right" };
      case "wrong":
        return { text: wrongText(said.judged), kind: "wrong" };
      case "solved":
        return { text: solvedText(this.#variant, session), kind: "right" };
      case "hint":
        return { text: hintText(said.hint), kind: "" };
      case "shown":
        return { text: solutionText(session), kind: "" };
      default:
        return { text: t("problem.begin", { side: seatName(this.#variant, problem.seat) }), kind: "" };
    }
  }
}
