// A game between two people at two browsers, for those who play and those who watch.

import { announce, copy, note } from "../announce.js";
import { boardOf } from "../boards/by-position.js";
import { h, message, patch, put } from "../dom.js";
import * as fragment from "../fragment.js";
import { knock } from "../game/sound.js";
import { TableSession } from "../game/table-session.js";
import { setShortcuts } from "../keys.js";
import { inline } from "../markdown.js";
import { movedText, outcomeText, sideName, title, turnText } from "../names.js";
import { number, t } from "../text.js";
import { confirmed } from "./confirm.js";
import { ofNobody } from "./counts.js";
import { scoreText } from "./ending.js";
import { Frame, panelHead } from "./frame.js";
import { inviteView, nameField } from "./invite.js";
import { MoveList } from "./moves.js";
import { nameOf, people } from "./people.js";
import { Strips } from "./strips.js";
import { Trouble } from "./trouble.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("../game/table-session.js").Offer} Offer */

/** @type {Offer[]} */
const OFFERS = ["undo", "draw", "again"];

/**
 * @param {Context} context
 * @param {import("../fragment.js").Place} place
 */
export async function tableView(context, place) {
  const { engine, hello, main, variant: find, signal } = context;
  const variant = find(place.variant ?? "");
  document.title = `${t("table.title", { game: title(variant.name) })} · ardoise`;
  if (hello.engine === "browser") throw new Error(t("table.site"));
  const name = place.query.get("table");
  if (!name) {
    inviteView(context, variant);
    return;
  }
  const session = await TableSession.open(engine, name);
  if (signal.aborted) return;

  const frame = new Frame(variant, {
    signal,
    play: (move) => session.play(move),
    check: async (move) => void (await session.game.try(move)),
    foresee: (move) => session.game.foresee(move),
    spot: (id) => {
      if (session.mayPlan) session.plan(id);
      return session.mayPlan;
    },
  });
  const strips = new Strips(variant, people);
  const head = h("div");
  const status = h("p", { class: "status", "aria-live": "polite" });
  const trouble = new Trouble(session.retry, signal);
  const list = new MoveList({ pick: (node) => void session.goTo(node) });
  const ending = h("div", { class: "ending", hidden: true });
  const offered = h("div", { class: "offered", hidden: true });
  const door = new Door(session, variant, context);
  const button = (/** @type {string} */ key, /** @type {() => unknown} */ run) =>
    h("button", { onclick: () => void attempt(run) }, t(key));
  const undo = button("table.undo", () => session.act("undo"));
  const draw = button("table.draw", () => session.act("draw"));
  const resign = button("resign", async () => {
    if (await confirmed("resign")) await session.act("resign");
  });
  const playing = h("div", { class: "controls" }, undo, draw, resign);

  put(
    main,
    h(
      "div",
      { class: "table-view" },
      h("h1", { class: "visually-hidden" }, title(variant.name)),
      h("div", { class: "board-side" }, strips.far, frame.element, strips.near),
      h(
        "div",
        { class: "panel" },
        head,
        door.element,
        ending,
        offered,
        status,
        trouble.element,
        frame.due,
        playing,
        frame.typed,
        list.element,
        h(
          "div",
          { class: "controls" },
          frame.board.flips && button("flip", flip),
          button("analyse", () => (location.hash = fragment.write("analyse", session.game.line))),
        ),
      ),
    ),
  );

  /** Reports a failure. @param {() => unknown} act */
  async function attempt(act) {
    try {
      await act();
    } catch (error) {
      if (!signal.aborted) note(message(error));
    }
  }

  function flip() {
    frame.board.flip();
    strips.draw(session, frame.board.flipped);
  }

  function statusText() {
    const { told, game } = session;
    if (!session.latest) return t("turn.earlier");
    if (session.sending) return t("table.sending");
    if (session.premove.length > 0) return t("table.planned", { spots: session.premove.join(" – ") });
    if (session.missed) return t("table.missed");
    if (told.acts === session.side) return t(game.current.position.goes_on ? "table.again-you" : "table.turn");
    if (session.side !== null && told.people[told.acts]?.here === false)
      return t("table.is-away", { who: nameOf(told, told.acts) });
    return turnText(variant, game.current.position);
  }

  function drawEnding() {
    const { outcome, you, offers, round, points } = session.told;
    ending.hidden = outcome === null;
    if (!outcome) return;
    const whose = outcome.winner === null ? "end.draw" : outcome.winner === you ? "end.won" : "end.lost";
    const score = scoreText(points);
    patch(ending, [outcome, you, offers, round, points], () => [
      you !== null && h("p", { class: "head" }, t(whose)),
      h("p", {}, outcomeText(variant, outcome), round > 1 && ` ${t("table.score", { round, score })}`),
      h(
        "div",
        { class: "controls" },
        you !== null &&
          offers[you] !== "again" &&
          h("button", { class: "primary", onclick: () => void attempt(() => session.act("again")) }, t("end.rematch")),
        h("a", { class: "button", href: fragment.write("analyse", session.game.line) }, t("end.review")),
      ),
    ]);
  }

  /** The open offers. */
  function drawOffers() {
    const { offers, you } = session.told;
    const side = offers.findIndex((offer) => offer !== null);
    const offer = offers[side];
    offered.hidden = you === null || !offer;
    if (you === null || !offer) return;
    const act = (/** @type {Offer | "refuse"} */ action) => () => void attempt(() => session.act(action));
    patch(offered, [side, offer, you, nameOf(session.told, side)], () => [
      h("p", {}, t(`table.${offer}.${side === you ? "own" : "asked"}`, { who: nameOf(session.told, side) })),
      h(
        "div",
        { class: "controls" },
        side !== you && h("button", { class: "primary", onclick: act(offer) }, t("table.agree")),
        h("button", { onclick: act("refuse") }, t(side === you ? "table.withdraw" : "table.refuse")),
      ),
    ]);
  }

  /** The last position shown. */
  let before = session.game.current;
  let { told } = session;
  let seated = false;

  /** Announces news, with sounds. */
  function tell() {
    const { current } = session.game;
    const { told: now } = session;
    if (current.parent === before && current.move) {
      knock();
      const { last } = current.position;
      const moved = last ? movedText(variant, last) : "";
      announce(session.mayMove ? `${moved} ${t("table.turn")}` : moved);
    }
    for (const offer of OFFERS) {
      const side = now.offers.indexOf(offer);
      if (side >= 0 && told.offers[side] !== offer && now.you !== null && side !== now.you) {
        announce(t(`table.${offer}.asked`, { who: nameOf(now, side) }));
        knock();
      }
    }
    tellPresence(now);
    if (now.outcome && !told.outcome) announce(outcomeText(variant, now.outcome));
    if (told.people.includes(null) && !now.people.includes(null) && now.you !== null) knock();
    before = current;
    told = now;
  }

  /** Says that the other person has gone, or is back. @param {import("../game/table-session.js").Told} now */
  function tellPresence(now) {
    for (const side of [0, 1]) {
      const [before, after] = [told.people[side]?.here, now.people[side]?.here];
      if (side === now.you || before === undefined || after === undefined || before === after) continue;
      announce(t(after ? "table.is-back" : "table.is-away", { who: nameOf(now, side) }));
    }
  }

  /** Players see the board from their side, until they turn it. */
  function seat() {
    const { you, round } = session.told;
    if (seated && round === told.round) return;
    seated = you !== null;
    if (you !== null && frame.board.flips && frame.board.flipped !== (you === 1)) frame.board.flip();
  }

  function redraw() {
    seat();
    tell();
    const { game, premove } = session;
    const { outcome, you } = session.told;
    frame.show(
      {
        ...game.view,
        legal: session.mayMove ? game.view.legal : [],
        sketches: premove.slice(1).map((to, index) => ({ from: premove[index] ?? to, to, colour: "blue" })),
        ...(session.mayPlan && { plan: premove }),
      },
      session.mayMove,
    );
    put(
      head,
      panelHead(
        variant.name,
        game.options,
        h("span", { class: "muted" }, you === null && !session.mayJoin && t("table.watching")),
      ),
    );
    strips.draw(session, frame.board.flipped);
    door.draw();
    trouble.draw();
    drawEnding();
    drawOffers();
    put(status, outcome || session.waits ? "" : statusText() + ofNobody(game.current.position));
    status.hidden = outcome !== null || session.waits || session.gone;
    playing.hidden = you === null || outcome !== null || session.waits || session.gone;
    undo.disabled = !game.tree.mainLine().some(({ position: { last } }) => last?.side === you && !last.chance);
    frame.typed.hidden = status.hidden || you === null;
    list.draw(game.tree);
    // The tab's title shows the turn while another tab is open.
    const mark = session.mayMove ? "● " : "";
    document.title = `${mark}${title(variant.name)} · ardoise`;
  }

  session.changed = redraw;
  // The board has been drawn by now.
  session.meant = (_, spots) => frame.board.meant(spots);
  session.begins = (spot) => {
    const { men = [], position } = session.game.current.position;
    if (!variant.board) return false;
    const { cells, kinds } = boardOf(variant.family, variant.board, position);
    return men.some(([cell, kind]) => cells[cell]?.name === spot && kinds[kind]?.side === session.side);
  };
  session.full = () => note(t("library.full"));
  setShortcuts([
    {
      keys: ["ArrowLeft"],
      text: "go.back",
      run: () => void session.goTo(session.game.current.parent ?? session.game.current),
    },
    {
      keys: ["ArrowRight"],
      text: "go.forward",
      run: () => void session.goTo(session.game.current.children[0] ?? session.game.current),
    },
    { keys: ["Escape"], text: "keys.unplan", run: () => session.unplan() },
    { keys: ["f"], text: "keys.flip", run: flip },
    { keys: ["b"], text: "keys.focus", run: () => frame.board.focus() },
    { keys: ["t"], text: "keys.type", run: () => frame.field.focus() },
  ]);
  strips.run(session, signal);
  signal.addEventListener("abort", () => session.leave(), { once: true });
  session.begin();
}

/** While a seat is free: the link for the other person, or the way to the seat. */
class Door {
  element = h("div", { class: "box door", hidden: true });
  #session;
  #variant;
  #elsewhere;
  /** The current display. @type {string | null} */
  #shows = null;

  /**
   * @param {TableSession} session
   * @param {import("../engine/engine.js").Variant} variant
   * @param {Context} context
   */
  constructor(session, variant, { hello, engine }) {
    this.#session = session;
    this.#variant = variant;
    this.#elsewhere = hello.elsewhere;
    this.token = engine.token ?? null;
  }

  draw() {
    const session = this.#session;
    const shows = session.mayJoin ? "seat" : session.waits && session.side !== null ? "link" : null;
    this.element.hidden = shows === null;
    // A name that is being typed stays.
    if (shows === this.#shows) return;
    this.#shows = shows;
    if (shows === "seat") this.#drawSeat();
    else if (shows === "link") this.#drawLink();
  }

  #drawSeat() {
    const session = this.#session;
    const side = session.told.people.indexOf(null);
    const { clock } = session.told;
    const name = nameField();
    const join = async (/** @type {Event} */ event) => {
      event.preventDefault();
      try {
        await session.join(name.read());
      } catch (error) {
        note(message(error));
      }
    };
    put(
      this.element,
      h(
        "form",
        { onsubmit: join },
        h("p", {}, t("table.invited"), clock && ` ${clockWords(clock)}`),
        name.element,
        h("button", { class: "primary" }, t("table.join", { side: sideName(this.#variant, side) })),
      ),
    );
  }

  #drawLink() {
    const link = h("input", { id: "invitation", type: "text", readonly: true, value: this.#link() });
    const take = () => {
      link.select();
      void copy(link.value, t("table.copied"), t("table.select"));
    };
    put(
      this.element,
      h("label", { for: "invitation" }, t("table.link")),
      h("div", { class: "controls" }, link, h("button", { class: "primary", onclick: take }, t("table.copy"))),
      isHere(location.hostname) && !this.#elsewhere && h("p", { class: "muted" }, inline(t("table.local"))),
      h("p", { class: "busy" }, t("table.waits")),
    );
  }

  /** The page's address as others reach it, with what they need to be let in. */
  #link() {
    const address = new URL(location.href);
    const elsewhere = isHere(address.hostname) && this.#elsewhere ? new URL(this.#elsewhere) : null;
    if (elsewhere) address.host = elsewhere.host;
    if (this.token) address.searchParams.set("token", this.token);
    return address.href;
  }
}

/** Whether a host's name means this machine alone. @param {string} host */
function isHere(host) {
  return host === "localhost" || host === "[::1]" || host.startsWith("127.") || host === "0.0.0.0";
}

/** @param {{seconds: number, increment: number}} clock */
function clockWords({ seconds, increment }) {
  return t("table.times", { minutes: number(seconds / 60, seconds % 60 ? 1 : 0), increment: number(increment) });
}
