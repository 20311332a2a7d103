// Light or dark as the reader's system is; always light on paper. Draws the boards.
{
  const [dark, paper] = ["(prefers-color-scheme: dark)", "print"].map((query) => matchMedia(query));
  const theme = (light) =>
    (document.documentElement.dataset.theme = light || paper.matches || !dark.matches ? "light" : "dark");
  theme(false);
  for (const query of [dark, paper]) query.addEventListener("change", () => theme(false));
  addEventListener("beforeprint", () => theme(true));
  addEventListener("afterprint", () => theme(false));
  for (const place of document.querySelectorAll(".diagram")) {
    const { variant, shown, moves } = place.dataset;
    place.append(picture(variants[variant], JSON.parse(shown), { narrow: true, moves: moves ? moves.split(" ") : [] }));
  }
}
