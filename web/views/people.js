// The people at a table: whether they are here, and their scores.

import { h } from "../dom.js";
import { counted, t } from "../text.js";
import { ofSide } from "./counts.js";
import { scoreText } from "./ending.js";

/**
 * The name of the person on a side.
 * @param {import("../game/table-session.js").Told} told
 * @param {number} side
 */
export function nameOf({ people }, side) {
  return people[side]?.name ?? t("table.other");
}

/**
 * @param {import("../engine/engine.js").Variant} _
 * @param {import("../game/table-session.js").TableSession} session
 * @param {number} side
 * @returns {import("./strips.js").About}
 */
export function people(_, { told, game }, side) {
  const person = told.people[side];
  const you = told.you === side;
  const acts = !told.outcome && told.acts === side;
  const name = h(
    "span",
    { class: acts ? "player acts" : "player" },
    person?.name ?? t(you ? "player.you" : person ? "player.person" : "table.nobody"),
    person?.name && you ? ` (${t("player.you")})` : "",
  );
  const presence =
    person &&
    !you &&
    h(
      "span",
      { class: person.here ? "presence here" : "presence" },
      h("span", { class: "dot", "aria-hidden": "true" }),
      t(person.here ? "table.here" : "table.away"),
    );
  const score =
    told.round > 1 &&
    h(
      "span",
      { class: "muted" },
      counted("points", told.points[side] ?? 0, { n: scoreText([told.points[side] ?? 0]) }),
    );
  return { acts, says: [name, presence, score, ofSide(game.current.position, side)], clock: told.clock !== null };
}
