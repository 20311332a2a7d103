// Games to step through.
{
  const { h, s, put } = modules["dom.js"];
  for (const article of document.querySelectorAll(".example")) {
    const { variant, game, shown } = examples[Number(article.dataset.example)];
    const last = game.moves.length;
    const place = h("div", { class: "place" });
    const said = h("p", { "aria-live": "polite" });
    const slider = h("input", { type: "range", min: 0, max: last, value: 0, "aria-label": words.move });
    const now = s("path", { class: "now" });
    const points = game.values.map((value, at) => `${at} ${-value}`);
    if (points.length && game.values.length === last) points.push(`${last} ${game.winner === null ? 0 : game.winner ? 1 : -1}`);
    const graph = s(
      "svg",
      { class: "value", viewBox: `0 -1.1 ${Math.max(1, last)} 2.2`, preserveAspectRatio: "none", "aria-hidden": "true" },
      s("path", { class: "zero", d: `M0 0H${last}`, "stroke-width": 0.02 }),
      points.length ? s("path", { class: "curve", d: "M" + points.join("L") }) : null,
      now,
    );
    const value = (at) => {
      const known = game.values[at];
      return known === undefined ? "" : (known > 0 ? "+" : "") + known.toFixed(2);
    };
    let at = 0;
    const go = (to) => {
      at = Math.max(0, Math.min(last, to));
      slider.value = String(at);
      // The move that led here, drawn on the position before it would hide it: only its name is shown.
      put(place, picture(variants[variant], shown[at], { narrow: true }));
      now.setAttribute("d", `M${at} -1.1V1.1`);
      const name = at === 0 ? words.start : `${game.first + at}. ${game.moves[at - 1]}`;
      const shift = at > 0 && value(at) ? `${value(at - 1)} → ${value(at)}` : value(at);
      const error = game.turning && game.turning[0] === at - 1 ? ` (${words.loss})` : "";
      put(said, h("strong", {}, name), shift ? ` · ${words.first}: ${shift}${error}` : "");
    };
    const button = (text, label, to) =>
      h("button", { type: "button", "aria-label": label, title: label, onclick: () => go(to()) }, text);
    slider.addEventListener("input", () => go(Number(slider.value)));
    article.tabIndex = 0;
    article.addEventListener("keydown", (event) => {
      if (event.target === slider) return;
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (step) {
        event.preventDefault();
        go(at + step);
      }
    });
    article.querySelector(".stage").append(
      place,
      h(
        "div",
        {},
        h("div", { class: "bar-row" }, button("«", words.start, () => 0), button("‹", words.back, () => at - 1), slider, button("›", words.forward, () => at + 1), button("»", words.end, () => last)),
        graph,
        said,
      ),
    );
    go(game.turning ? game.turning[0] + 1 : last);
  }
}
