// A game within another page: its board, the buttons that walk through it, its moves, and the way to all the rest.

import { openBoard } from "../boards/open.js";
import { h, put } from "../dom.js";
import * as fragment from "../fragment.js";
import { Replay } from "../game/replay.js";
import { viewOf } from "../game/view.js";
import { setShortcuts } from "../keys.js";
import { outcomeText, title } from "../names.js";
import { t } from "../text.js";
import { MoveList } from "./moves.js";
import { walkBar } from "./walk.js";

/**
 * @param {import("./context.js").Context} context
 * @param {import("../fragment.js").Place} place
 */
export async function embedView({ engine, main, variant: find, signal }, place) {
  const variant = find(place.variant ?? "");
  const { spec, ply } = fragment.game(place);
  const replay = await Replay.open(engine, spec, ply);
  if (signal.aborted) return;
  document.title = title(variant.name);

  const board = openBoard(variant);
  const list = new MoveList({ pick: (node) => replay.goTo(node) });
  const told = h("span", { role: "status" });
  const link = h("a", { target: "_blank", rel: "noopener" }, t("embed.open"));
  const [first, last] = [() => replay.first(), () => replay.last()];
  const step = (/** @type {1 | -1} */ count) => replay.step(count);
  const flip = () => board.flip();
  put(
    main,
    h(
      "div",
      { class: "embedded" },
      h("h1", { class: "visually-hidden" }, document.title),
      h("div", { class: "board-frame" }, board.element),
      list.element,
      h("div", { class: "foot" }, walkBar({ first, step, last, flip: board.flips && flip }), h("p", {}, told, link)),
    ),
  );

  replay.changed = () => {
    const { current, line } = replay;
    const { position, parent, move } = current;
    board.show({ ...viewOf(position, parent?.position ?? null), legal: [] });
    list.draw(replay.tree);
    const at = move ? t("embed.at", { n: current.turn, of: line.at(-1)?.turn ?? 0, move }) : t("graph.start");
    put(told, position.outcome ? `${at} · ${outcomeText(variant, position.outcome)}` : at);
    link.href = fragment.whole(fragment.write("analyse", spec, current.ply));
  };
  setShortcuts([
    { keys: ["ArrowLeft"], text: "go.back", run: () => step(-1) },
    { keys: ["ArrowRight"], text: "go.forward", run: () => step(1) },
    { keys: ["Home"], text: "go.first", run: first },
    { keys: ["End"], text: "go.last", run: last },
    { keys: ["f"], text: "keys.flip", run: flip },
  ]);
  replay.changed();
}
