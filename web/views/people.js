// Who sits at a table on a side: whether they are here, and what they have scored.

import { h } from "../dom.js";
import { t } from "../text.js";
import { scoreText } from "./ending.js";
import { totalOf } from "./strips.js";

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
    person && !person.here && !you ? ` – ${t("table.away")}` : "",
  );
  const score =
    told.round > 1 && h("span", { class: "muted" }, t("points", { n: scoreText([told.points[side] ?? 0]) }));
  return { acts, says: [name, score, totalOf(game.current.position, side)], clock: told.clock !== null };
}
