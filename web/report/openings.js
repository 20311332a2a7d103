// Which openings are good?

import { picture } from "../boards/picture.js";
import { h } from "../dom.js";
import { percent, signed, t } from "../text.js";
import { share, text } from "./figures.js";
import { coded, heading, note, section } from "./words.js";

/** @typedef {import("./format.js").Findings} Findings */
/** @typedef {import("./format.js").BookMove} BookMove */
/** @typedef {import("./format.js").FirstTurn} FirstTurn */

/** First turns that are shown. */
const SHOWN = 12;

/** From this distance from 0 on, a value says that the game is won or lost. */
const DECIDED = 0.6;

/** @param {Findings[]} all */
export function openings(all) {
  return section("report.openings", ...all.map(ofSubject));
}

/** @param {Findings} findings */
function ofSubject(findings) {
  const { first_turns: turns, game } = findings;
  if (turns.length === 0) return h("div", {}, heading(findings), note("report.turns.too-many"), book(findings));
  return h(
    "div",
    {},
    heading(findings),
    h("p", {}, coded([balance(turns), findings.pie && pie(findings.pie)].filter(Boolean).join(" "))),
    h(
      "div",
      { class: "turns" },
      turns
        .slice(0, SHOWN)
        .map((turn) =>
          h(
            "figure",
            {},
            turn.shown && picture(game, turn.shown, { narrow: true }),
            h("figcaption", {}, h("code", {}, turn.moves.join(" ")), told(turn)),
          ),
        ),
    ),
    turns.length > SHOWN ? note("report.turns.more") : null,
    book(findings),
  );
}

/** The first moves of the strongest games, as a tree. @param {Findings} findings */
function book({ book, game }) {
  if (!book) return null;
  /** @type {(moves: BookMove[]) => HTMLElement | false} */
  const list = (moves) =>
    moves.length > 0 &&
    h(
      "ul",
      { class: "book" },
      moves.map(({ move, shown, played, score, next }) =>
        h(
          "li",
          {},
          h("div", { class: "place" }, picture(game, shown, { narrow: true })),
          h(
            "div",
            {},
            h("code", {}, move),
            h("div", {}, t("report.turn.played", { share: percent(played.value) })),
            h("div", { class: "muted" }, t("report.book.score", { share: text(share(score)) })),
          ),
          list(next),
        ),
      ),
    );
  return h("div", {}, h("h4", {}, t("report.book")), list(book) || note("report.book.none"));
}

/** What a pie rule changes, in a sentence. @param {NonNullable<Findings["pie"]>} pie */
export function pie({ moves, kept, today }) {
  const gain = Math.abs(today - 0.5) - Math.abs(kept - 0.5);
  const values = { moves: moves.join(" "), kept: percent(kept), today: percent(today), points: signed(100 * gain) };
  return t("report.pie.kept", values);
}

/** @param {FirstTurn} turn */
function worth({ exact, value }) {
  return exact ?? value;
}

/** Whether a pie rule would help, in sentences. @param {FirstTurn[]} turns */
export function balance(turns) {
  const lost = turns.filter((turn) => worth(turn) <= -DECIDED).length;
  const even = turns.reduce((best, turn) => (Math.abs(worth(turn)) < Math.abs(worth(best)) ? turn : best));
  const counted = t("report.turns", { all: turns.length, lost });
  if (Math.abs(worth(even)) >= DECIDED) return `${counted} ${t("report.pie.none")}`;
  return `${counted} ${t("report.pie", { moves: even.moves.join(" "), value: signed(worth(even), 2) })}`;
}

/** @param {FirstTurn} turn */
function told({ exact, value, played }) {
  const result = exact !== null && t(`report.exact.${exact > 0 ? "won" : exact < 0 ? "lost" : "draw"}`);
  const worth = t("report.turn.value", { value: signed(value, 2) });
  const share = t("report.turn.played", { share: percent(played?.value ?? 0) });
  return [result, worth, share].map((text) => text && h("div", {}, text));
}
