// Names of games, sides, seats, options and endings in the page's language. The engine's texts are English;
// translations are used where they exist.

import { seatsName, translated } from "./games/look.js";
import { lookOf } from "./games/registry.js";
import { asSentence, capital, learnWords, told, word } from "./said.js";
import { counted, given, has, number, t } from "./text.js";

/** @typedef {import("./engine/engine.js").Variant} Variant */
/** @typedef {import("./engine/engine.js").Outcome} Outcome */
/** @typedef {import("./game/match.js").Player} Player */
/** @typedef {Pick<Variant, "name" | "title" | "family" | "seats" | "board">} Told what names depend on */

/** Titles of games from files of rules. @type {Map<string, string>} */
const titles = new Map();

/** Takes what the engine calls games, and what their files say in other languages. @param {Pick<Variant, "name" | "title" | "words">[]} variants */
export function learnNames(variants) {
  for (const { name, title, words } of variants) {
    if (title) titles.set(name, title);
    if (words) learnWords(words);
  }
}

/** @param {string} variant */
export function title(variant) {
  return has(`game.${variant}`) ? t(`game.${variant}`) : word(titles.get(variant) ?? variant);
}

/** @param {string} variant @param {string} otherwise */
export function summary(variant, otherwise) {
  return has(`about.${variant}`) ? t(`about.${variant}`) : asSentence(word(otherwise));
}

/** The message for a rules file that cannot be used, with the reason. @param {string} message as the engine says it, in English */
export function wrongFile(message) {
  return told({ text: message, code: "file.wrong", values: { message } });
}

/** @param {Told} variant @param {number} side */
export function sideName(variant, side) {
  const { sides } = lookOf(variant);
  if (sides) return t(`side.${sides(variant)}.${side}`);
  return seatsName(variant.seats, side);
}

/** @param {Told} variant @param {number} seat */
export function seatName(variant, seat) {
  const { seats } = variant;
  return seats.length > 2 ? (seats[seat]?.name ?? "") : sideName(variant, seats[seat]?.side ?? 0);
}

/**
 * Who is to move, in a sentence.
 * @param {Told} variant
 * @param {Pick<import("./engine/engine.js").Position, "goes_on" | "chance" | "last" | "seat" | "side">} position
 */
export function turnText(variant, { goes_on: goesOn, chance, last, seat, side }) {
  if (chance) return t("turn.chance");
  const key = goesOn ? "turn.goes-on" : last?.side === side && !last.chance ? "turn.again" : "turn";
  return t(key, { side: seatName(variant, seat) });
}

/**
 * What was played, in a sentence.
 * @param {Told} variant
 * @param {{move: string, seat: number, chance?: boolean}} last
 */
export function movedText(variant, { move, seat, chance }) {
  return chance ? t("thrown", { move }) : t("moved", { side: seatName(variant, seat), move });
}

/** @param {string} option @param {string} about */
export function optionAbout(option, about) {
  return has(`option.${option}`) ? t(`option.${option}`) : capital(word(about));
}

/** @param {string} option @param {string} value */
export function choiceName(option, value) {
  return has(`choice.${option}.${value}`) ? t(`choice.${option}.${value}`) : word(value);
}

/** Why a game was over. @param {string} reason as the engine says it */
export function endingText(reason) {
  return translated(reason, "ending");
}

/**
 * Who won and why.
 * @param {Variant} variant
 * @param {Outcome} outcome
 */
export function outcomeText(variant, outcome) {
  const result = outcome.winner === null ? t("drawn") : t("wins", { side: sideName(variant, outcome.winner) });
  const score = outcome.score ? `, ${outcome.score.join("–")}` : "";
  return t("colon", { what: result, is: endingText(outcome.reason) + score });
}

/** @param {Player} player @param {boolean} [alone] whether there is no other person */
export function playerName(player, alone = false) {
  if (player.kind === "person") return t(alone ? "player.you" : "player.person");
  if (player.kind === "level") return t("player.level", { level: player.level });
  if (player.kind === "run") return counted("player.run", player.simulations, { run: player.run });
  return player.kind === "simulations"
    ? counted("player.simulations", player.simulations)
    : t("player.time", { n: number(player.milliseconds / 1000, 1) });
}

/**
 * Who plays a kept game, side by side; `null` where it was analysed.
 * @param {Pick<import("./game/library.js").Kept, "match" | "table">} game
 */
export function playersText({ match, table }) {
  const alone = match?.players.filter((player) => player.kind === "person").length === 1;
  const players =
    match?.players.map((player) => playerName(player, alone)) ??
    table?.names.map((name, side) => name ?? t(side === table.you ? "player.you" : "player.person"));
  return players?.map(given).join(" – ") ?? null;
}

/** The title of a game's page. @param {string} page key of what is done there @param {string} variant */
export function pageTitle(page, variant) {
  return `${t("colon", { what: t(page), is: title(variant) })} · ardoise`;
}

/** @param {number} count */
export function movesText(count) {
  return counted("load.moves", count);
}
