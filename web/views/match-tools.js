// Actions on a match other than moves: turn the board, exchange sides, analyse, save; and settings of sound and of the
// board's material.

import { download, h } from "../dom.js";
import { sounds } from "../game/sound.js";
import { playerName } from "../names.js";
import { settings } from "../settings.js";
import { t } from "../text.js";
import { boardGround, dress, GROUNDS } from "../theme.js";

function soundSwitch() {
  const box = h("input", {
    type: "checkbox",
    checked: sounds(),
    onchange: () => settings.set("sound", box.checked ? "on" : "off"),
  });
  return h("label", { class: "check" }, box, t("sound"));
}

/** The choice of the board's material. */
function groundChoice() {
  const select = h(
    "select",
    {
      onchange: () => {
        settings.set("board", select.value);
        dress();
      },
    },
    GROUNDS.map((one) => h("option", { value: one, selected: one === boardGround() }, t(`board.${one}`))),
  );
  return h("label", { class: "check" }, t("board"), select);
}

/** @param {import("../game/play-session.js").PlaySession} session */
async function save({ engine, game, match: { variant, players, resigned } }) {
  const { record } = await engine.ask({
    do: "save",
    game: game.line,
    players: players.map((player) => (player.kind === "person" ? "person" : playerName(player))),
    ...(resigned !== null && { resigned }),
  });
  download(`${variant.name}.jsonl`, record);
}

/**
 * @param {import("../game/play-session.js").PlaySession} session
 * @param {{flip: (() => void) | false, analyse: () => void, attempt: (act: () => Promise<void>) => Promise<void>}} how
 *   `attempt` says what fails
 */
export function matchTools(session, { flip, analyse, attempt }) {
  const button = (/** @type {string} */ text, /** @type {() => void} */ run) => h("button", { onclick: run }, t(text));
  return h(
    "div",
    { class: "controls" },
    flip && button("flip", flip),
    button("exchange", () => session.exchange()),
    button("analyse", analyse),
    button("save", () => void attempt(() => save(session))),
    soundSwitch(),
    groundChoice(),
  );
}
