// Problems to solve: positions in which one move wins. The day's problem of every game, or one on the board.

import { h, put } from "../dom.js";
import { problemOfDay } from "../game/problem.js";
import { t } from "../text.js";
import { problemCard } from "./problem-card.js";
import { solveView } from "./solve.js";

/** @typedef {import("./context.js").Context} Context */

/**
 * @param {Context} context
 * @param {import("../fragment.js").Place} place
 */
export async function problemsView(context, place) {
  if (place.variant === null) await today(context);
  else await solveView(context, place);
}

/**
 * The day's problem of every game.
 * @param {Context} context
 */
async function today({ engine, hello, main, signal }) {
  document.title = `${t("problems")} · ardoise`;
  const cards = await Promise.all(
    hello.variants
      .filter(({ problems }) => problems)
      .map(async (variant) => {
        const problem = await problemOfDay(engine, variant.name);
        return problem ? problemCard(variant, problem) : null;
      }),
  );
  if (signal.aborted) return;
  put(
    main,
    h("div", { class: "intro" }, h("h1", {}, t("problems.today")), h("p", {}, t("problems.lead"))),
    h("ul", { class: "cards" }, cards),
  );
}
