// All drafts, those that were deleted below.

import { announce } from "../../announce.js";
import { h, put } from "../../dom.js";
import * as drafts from "../../game/drafts.js";
import { t, when } from "../../text.js";

/** @typedef {drafts.Draft} Draft */

export class DraftList {
  element = h("section", { class: "box-plain drafts", "aria-label": t("invent.drafts") });
  /** The draft that is written on. @type {string | undefined} */
  #current;

  /** @param {string} [current] the number of the draft that is written on */
  draw(current = this.#current) {
    this.#current = current;
    const all = drafts.drafts();
    const deleted = all.filter((draft) => draft.deleted);
    put(
      this.element,
      h("h2", {}, t("invent.drafts")),
      h(
        "ul",
        {},
        all.filter((draft) => !draft.deleted).map((draft) => this.#row(draft)),
      ),
      h("p", {}, h("a", { class: "button", href: "#/invent?draft=new" }, t("invent.new"))),
      deleted.length > 0 && h("h3", {}, t("invent.deleted")),
      deleted.length > 0 &&
        h(
          "ul",
          {},
          deleted.map((draft) => this.#goneRow(draft)),
        ),
    );
  }

  /** @param {Draft} draft */
  #row({ id, name, changed }) {
    const remove = () => {
      drafts.remove(id);
      this.draw();
      announce(t("invent.draft-deleted", { name }));
    };
    return h(
      "li",
      {},
      h("a", { href: `#/invent?draft=${id}`, "aria-current": id === this.#current && "page" }, name),
      h("span", { class: "muted" }, when(changed)),
      h("button", { "aria-label": t("invent.delete-of", { name }), onclick: remove }, t("invent.delete")),
    );
  }

  /** @param {Draft} draft */
  #goneRow({ id, name }) {
    const restore = () => {
      drafts.restore(id);
      this.draw();
    };
    return h(
      "li",
      { class: "deleted" },
      h("span", {}, name),
      h("button", { "aria-label": t("invent.restore-of", { name }), onclick: restore }, t("tree.restore")),
    );
  }
}
