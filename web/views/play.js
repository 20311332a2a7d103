// A game against the engine, or between people at one screen.

import { announce, note } from "../announce.js";
import { download, h, message, put } from "../dom.js";
import { EngineError } from "../engine/engine.js";
import * as fragment from "../fragment.js";
import { Game } from "../game/game.js";
import { lookOf } from "../games/registry.js";
import { Match } from "../game/match.js";
import { knock, sounds } from "../game/sound.js";
import { setShortcuts } from "../keys.js";
import { outcomeText, seatName, sideName, title } from "../names.js";
import { settings } from "../settings.js";
import { number, t } from "../text.js";
import { Frame, panelHead } from "./frame.js";
import { MoveList } from "./moves.js";
import { optionFields } from "./options.js";

/** @typedef {import("../app.js").Context} Context */
/** @typedef {import("../game/match.js").Player} Player */
/** @typedef {import("../engine/engine.js").Variant} Variant */
/** @typedef {import("../engine/engine.js").GameSpec} GameSpec */

/** Simulations of a hint. */
const HINT = 400;

/** The match that goes on when the page is left and entered again. @type {{variant: string, match: Match} | null} */
let going = null;

/** @param {Variant} variant @returns {Player[]} */
function usualPlayers(variant) {
  const level = Number(settings.get("level") ?? 3);
  return variant.seats.map((seat) => (seat.side === 0 ? { kind: "person" } : { kind: "level", level }));
}

/** @param {Player} player @param {boolean} [alone] whether there is no other person */
function playerName(player, alone = false) {
  if (player.kind === "person") return t(alone ? "player.you" : "player.person");
  if (player.kind === "level") return t("player.level", { level: player.level });
  return player.kind === "simulations"
    ? t("player.simulations", { n: number(player.simulations) })
    : t("player.time", { n: number(player.milliseconds / 1000, 1) });
}

/**
 * @param {Context} context
 * @param {import("../fragment.js").Place} place
 */
export async function playView({ engine, main, variant: find, signal }, place) {
  const variant = find(place.variant ?? "");
  const { spec, ply } = fragment.game(place);
  document.title = `${t("play")}: ${title(variant.name)} · ardoise`;
  let match = going?.variant === variant.name ? going.match : new Match(variant, usualPlayers(variant), 1);
  going = { variant: variant.name, match };
  let game = await Game.open(engine, spec, ply);
  if (signal.aborted) return;

  const frame = new Frame(variant, {
    play: async (move) => {
      if (!mayMove()) return;
      await game.play(move);
    },
    check: async (move) => {
      const { moves = [], ...rest } = game.spec();
      await engine.ask({ do: "position", game: { ...rest, moves: [...moves, move] } });
    },
  });
  const status = h("p", { class: "status", "aria-live": "polite" });
  const strips = [h("div", { class: "strip" }), h("div", { class: "strip" })];
  const end = h("div", { class: "ending" });
  const score = h("p", { class: "score" });
  const setup = h("div", { class: "setup" });
  const noNet = h("p", { class: "muted", hidden: true }, t("no-net"));
  let list = new MoveList(game, { pick: (node) => void game.goTo(node) });
  const listPlace = h("div", {}, list.element);

  /** @type {AbortController | null} the engine that thinks */
  let thinking = null;
  /** @type {string | null} */
  let hint = null;
  let announced = "";
  /** While a new game comes up, the old one on the board takes no moves. */
  let opening = false;

  const over = () => match.outcome(game);
  const latest = () => game.current.children.length === 0;
  function mayMove() {
    return !opening && !over() && match.isPerson(game.current.position.seat);
  }

  const button = (/** @type {string} */ text, /** @type {() => void} */ run, /** @type {string} */ kind = "") =>
    h("button", { class: kind, onclick: run }, t(text));
  const undo = button("undo", () => void takeBack());
  const redo = button("redo", () => void putForward());
  const hintButton = button("hint", () => void askHint());
  const resign = button("resign", () => confirmResign());
  const controls = h("div", { class: "controls" }, undo, redo, hintButton, resign);
  const more = h(
    "div",
    { class: "controls" },
    frame.board.flips &&
      button("flip", () => {
        frame.board.flip();
        drawStatus();
      }),
    button("exchange", () => exchange()),
    button("analyse", () => {
      location.hash = fragment.write("analyse", line(), game.current.ply);
    }),
    button("save", () => void save()),
    h(
      "label",
      { class: "check" },
      h("input", {
        type: "checkbox",
        checked: sounds(),
        onchange: (/** @type {Event} */ event) =>
          settings.set("sound", /** @type {HTMLInputElement} */ (event.target).checked ? "on" : "off"),
      }),
      t("sound"),
    ),
  );
  const details = h("details", { class: "box" }, h("summary", {}, t("setup.title")), setup);

  put(
    main,
    h(
      "div",
      { class: "table-view" },
      h("h1", { class: "visually-hidden" }, title(variant.name)),
      h("div", { class: "board-side" }, strips[1], frame.element, strips[0]),
      h(
        "div",
        { class: "panel" },
        panelHead(variant.name, game.options, score),
        end,
        status,
        noNet,
        frame.guide,
        frame.actions,
        controls,
        frame.typed,
        listPlace,
        more,
        details,
      ),
    ),
  );

  /** The whole line, for the address and records. @returns {GameSpec} */
  function line() {
    const last = game.tree.line().at(-1);
    return game.spec(last);
  }

  async function takeBack() {
    thinking?.abort();
    thinking = null;
    if (match.resigned !== null) match.again();
    else if (game.tree.current.parent) {
      do game.tree.back();
      while (game.current.parent && !match.isPerson(game.current.position.seat));
    }
    match.counted = false;
    await game.goTo(game.current);
  }

  async function putForward() {
    if (latest()) return;
    do game.tree.forward();
    while (!latest() && !match.isPerson(game.current.position.seat));
    await game.goTo(game.current);
  }

  async function askHint() {
    if (!mayMove()) return;
    const at = game.current;
    hintButton.disabled = true;
    try {
      const found = await engine.run({ do: "analyse", game: game.spec(), simulations: HINT }, () => {}, signal);
      if (found && game.current === at) {
        hint = found.best;
        announce(t("hint.is", { move: found.best }));
        draw();
      }
    } catch (error) {
      note(message(error));
    }
    hintButton.disabled = false;
  }

  function confirmResign() {
    if (over()) return;
    const side = match.ownSide ?? game.current.position.side;
    const dialog = h(
      "dialog",
      { "aria-label": t("resign") },
      h("p", {}, t("resign.sure")),
      h(
        "form",
        { method: "dialog", class: "controls" },
        h("button", { value: "no" }, t("resign.no")),
        h("button", { value: "yes", class: "danger" }, t("resign.yes")),
      ),
    );
    dialog.addEventListener("close", () => {
      if (dialog.returnValue === "yes") {
        thinking?.abort();
        match.resigned = side;
        game.changed();
      }
      dialog.remove();
    });
    document.body.append(dialog);
    dialog.showModal();
  }

  function exchange() {
    thinking?.abort();
    thinking = null;
    match.exchange();
    seats.draw();
    game.changed();
  }

  /** @param {Record<string, string | number>} options */
  async function begin(options) {
    thinking?.abort();
    thinking = null;
    hint = null;
    /** @type {GameSpec} */
    const fresh = { variant: variant.name, options, moves: [] };
    if (game.start) fresh.start = game.start;
    opening = true;
    frame.show(game.view, mayMove());
    try {
      game = await Game.open(engine, fresh);
    } finally {
      opening = false;
      frame.show(game.view, mayMove());
    }
    list = new MoveList(game, { pick: (node) => void game.goTo(node) });
    put(listPlace, list.element);
    game.watch(changed);
    changed();
  }

  async function save() {
    const spec = line();
    /** @type {Record<string, any>} */
    const request = {
      do: "save",
      game: spec,
      players: match.players.map((player) => (player.kind === "person" ? "person" : playerName(player))),
    };
    if (match.resigned !== null) request["resigned"] = match.resigned;
    try {
      const { record } = await engine.ask(request);
      download(`${variant.name}.jsonl`, record);
    } catch (error) {
      note(message(error));
    }
  }

  /** Who sits where, and the rule options, for a new game. */
  const seats = {
    draw() {
      const chosen = match.players.map((player) => ({ ...player }));
      const fields = variant.seats.map((_, seat) => seatField(seat, chosen));
      const options = optionFields(variant, game.options);
      const rounds = h("input", { id: "rounds", type: "number", min: 1, max: 20, value: match.rounds });
      put(
        setup,
        fields,
        options.element,
        h("div", { class: "field" }, h("label", { for: "rounds" }, t("setup.rounds")), rounds),
        h(
          "button",
          {
            class: "primary",
            onclick: () => {
              match = new Match(variant, chosen, Math.max(1, Math.min(20, Number(rounds.value) || 1)));
              going = { variant: variant.name, match };
              details.open = false;
              void begin(options.read()).catch((error) => note(message(error)));
            },
          },
          t("setup.start"),
        ),
      );
    },
  };

  /**
   * @param {number} seat
   * @param {Player[]} chosen
   */
  function seatField(seat, chosen) {
    const id = `seat-${seat}`;
    const player = chosen[seat];
    const value = !player ? "person" : player.kind === "level" ? `level ${player.level}` : player.kind;
    const amount = h("input", {
      type: "number",
      min: 0.1,
      step: "any",
      value:
        player?.kind === "simulations"
          ? player.simulations
          : player?.kind === "time"
            ? player.milliseconds / 1000
            : 400,
      "aria-label": t("setup.amount", { seat: seatName(variant, seat) }),
    });
    const select = h(
      "select",
      { id },
      h("option", { value: "person", selected: value === "person" }, t("player.person")),
      variant.levels.map(({ level, elo }) =>
        h(
          "option",
          { value: `level ${level}`, selected: value === `level ${level}` },
          t("player.level", { level }) + (elo ? ` (${t("elo", { elo: number(Math.round(elo.above_first)) })})` : ""),
        ),
      ),
      h("option", { value: "simulations", selected: value === "simulations" }, t("setup.simulations")),
      h("option", { value: "time", selected: value === "time" }, t("setup.time")),
    );
    const read = () => {
      const [kind = "", level] = select.value.split(" ");
      amount.hidden = kind !== "simulations" && kind !== "time";
      if (kind === "level") {
        chosen[seat] = { kind, level: Number(level) };
        settings.set("level", level ?? "3");
      } else if (kind === "simulations")
        chosen[seat] = { kind, simulations: Math.max(1, Math.round(Number(amount.value) || 400)) };
      else if (kind === "time")
        chosen[seat] = { kind, milliseconds: Math.max(50, Math.round(1000 * (Number(amount.value) || 1))) };
      else chosen[seat] = { kind: "person" };
    };
    select.addEventListener("change", () => {
      if (select.value === "time") amount.value = "1";
      if (select.value === "simulations") amount.value = "400";
      read();
    });
    amount.addEventListener("change", read);
    amount.hidden = value !== "simulations" && value !== "time";
    return h("div", { class: "field" }, h("label", { for: id }, seatName(variant, seat)), select, amount);
  }

  /** Lets the engine move where it has the seat. */
  async function think() {
    if (thinking || over() || !latest() || mayMove()) return;
    const player = match.players[game.current.position.seat];
    if (!player || player.kind === "person") return;
    const own = new AbortController();
    thinking = own;
    signal.addEventListener("abort", () => own.abort(), { once: true });
    const at = game.current;
    const playing = game;
    const budget =
      player.kind === "level"
        ? { level: player.level }
        : player.kind === "simulations"
          ? { simulations: player.simulations }
          : { milliseconds: player.milliseconds };
    drawStatus();
    try {
      const seed = Math.floor(Math.random() * 2 ** 31);
      const found = await engine.run({ do: "move", game: playing.spec(at), ...budget, seed }, () => {}, own.signal);
      if (thinking === own) thinking = null;
      if (found && !own.signal.aborted && game === playing && game.current === at) await game.play(found.move);
    } catch (error) {
      if (thinking === own) thinking = null;
      if (!own.signal.aborted) note(message(error));
    }
    drawStatus();
  }

  function drawStatus() {
    const { position } = game.current;
    const outcome = over();
    const seat = seatName(variant, position.seat);
    const who = position.goes_on ? t("turn.goes-on", { side: seat }) : t("turn", { side: seat });
    put(
      status,
      outcome ? "" : thinking ? t("thinking", { side: seat }) : latest() || mayMove() ? who : t("turn.earlier"),
    );
    status.hidden = outcome !== null;
    status.classList.toggle("busy", thinking !== null);
    const alone = match.ownSide !== null;
    [0, 1].forEach((place) => {
      const strip = strips[place];
      if (!strip) return;
      const side = frame.board.flipped ? 1 - place : place;
      const names = variant.seats.flatMap((one, index) => {
        const player = match.players[index];
        return one.side === side && player
          ? [
              {
                index,
                text:
                  variant.seats.length > 2 ? `${one.name}: ${playerName(player, alone)}` : playerName(player, alone),
              },
            ]
          : [];
      });
      const acts = !outcome && position.side === side;
      put(
        strip,
        h("span", { class: `chip ${lookOf(variant).colours[side]}` }),
        h("strong", {}, sideName(variant, side)),
        names.map(({ index, text }) =>
          h("span", { class: acts && index === position.seat ? "player acts" : "player" }, text),
        ),
        position.totals && h("span", { class: "points" }, t("points", { n: number(position.totals[side] ?? 0) })),
        acts && thinking && h("span", { class: "spinner", "aria-hidden": "true" }),
      );
      strip.classList.toggle("acts", acts);
    });
  }

  function drawEnd() {
    const outcome = over();
    if (!outcome) {
      put(end);
      end.hidden = true;
      return;
    }
    match.count(outcome);
    end.hidden = false;
    const own = match.ownSide;
    const head =
      own === null
        ? null
        : outcome.winner === null
          ? t("end.draw")
          : outcome.winner === own
            ? t("end.won")
            : t("end.lost");
    const last = match.round >= match.rounds;
    const why = outcomeText(variant, outcome);
    put(
      end,
      head && h("p", { class: "head" }, head),
      h(
        "p",
        {},
        why,
        match.rounds > 1 && last
          ? ` ${t("end.match", { score: match.score.map((points) => number(points, points % 1 ? 1 : 0)).join(" – ") })}`
          : "",
      ),
      h(
        "div",
        { class: "controls" },
        last
          ? [
              h(
                "button",
                {
                  class: "primary",
                  onclick: () => {
                    match.again();
                    match.exchange();
                    seats.draw();
                    void begin(game.options);
                  },
                },
                t("end.rematch"),
              ),
              h(
                "button",
                {
                  onclick: () => {
                    match.again();
                    void begin(game.options);
                  },
                },
                t("end.again"),
              ),
            ]
          : h(
              "button",
              {
                class: "primary",
                onclick: () => {
                  match.next();
                  seats.draw();
                  void begin(game.options);
                },
              },
              t("end.next", { round: match.round + 1, rounds: match.rounds }),
            ),
        h(
          "button",
          {
            onclick: () => {
              location.hash = `${fragment.write("analyse", line(), game.current.ply)}`;
            },
          },
          t("end.review"),
        ),
      ),
    );
    const said = [head, why].filter(Boolean).join(". ");
    if (announced !== said) announce(said);
    announced = said;
  }

  function draw() {
    const candidates = hint ? [{ move: hint, rank: 0, label: "", share: 0.6, kind: "hint" }] : [];
    frame.show(
      {
        ...game.view,
        legal: over() ? [] : game.view.legal,
        candidates: game.view.legal.includes(hint ?? "") ? candidates : [],
      },
      mayMove(),
    );
    noNet.hidden = game.current.position.net !== false;
    drawStatus();
    drawEnd();
    list.draw();
    const ended = over() !== null;
    undo.disabled = game.current.parent === null && match.resigned === null;
    redo.disabled = latest();
    hintButton.disabled = !mayMove();
    resign.disabled = ended;
    put(
      score,
      match.rounds > 1
        ? t("score", {
            round: match.round,
            rounds: match.rounds,
            score: match.score.map((points) => number(points, points % 1 ? 1 : 0)).join(" – "),
          })
        : "",
    );
  }

  let before = game.current;
  function changed() {
    hint = null;
    if (game.current !== before && game.current.parent === before && game.current.move) {
      knock();
      const { last, seat } = game.current.position;
      const by = seatName(variant, last?.seat ?? 0);
      announce(
        t("moved", { side: by, move: game.current.move }) +
          (mayMove() ? ` ${t("turn", { side: seatName(variant, seat) })}` : ""),
      );
    }
    before = game.current;
    history.replaceState(null, "", fragment.write("play", line(), game.current.ply));
    draw();
    void think();
  }

  game.watch(changed);
  seats.draw();
  if (match.ownSide === 1 && frame.board.flips) frame.board.flip();
  setShortcuts([
    { keys: ["ArrowLeft", "u"], text: "keys.undo", run: () => void takeBack() },
    { keys: ["ArrowRight", "r"], text: "keys.redo", run: () => void putForward() },
    { keys: ["h"], text: "keys.hint", run: () => void askHint() },
    {
      keys: ["f"],
      text: "keys.flip",
      run: () => {
        frame.board.flip();
        drawStatus();
      },
    },
    { keys: ["b"], text: "keys.focus", run: () => frame.board.focus() },
    { keys: ["t"], text: "keys.type", run: () => frame.field.focus() },
    {
      keys: ["a"],
      text: "keys.analyse",
      run: () => {
        location.hash = fragment.write("analyse", line(), game.current.ply);
      },
    },
  ]);
  signal.addEventListener("abort", () => thinking?.abort(), { once: true });
  try {
    changed();
  } catch (error) {
    if (error instanceof EngineError) note(message(error));
    else throw error;
  }
}
