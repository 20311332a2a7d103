// The browser's copy of a static site, for use without a network, and its updates.
// `service-worker.js` does the work; `ardoise serve` has none, since its page is of no use without the program.

import { h } from "./dom.js";
import { t } from "./text.js";

/** Whether the connection is metered, or data is to be saved, as far as the browser reports it. */
function metered() {
  const { connection } = /** @type {{connection?: {saveData?: boolean, type?: string}}} */ (navigator);
  return connection?.saveData === true || connection?.type === "cellular";
}

/** Whether another version of the site has taken over: what this page has not loaded yet would be of that one. */
let renewed = false;

/** Reloads the page if it is of an older version. @returns {boolean} whether it does */
export function reloadIfRenewed() {
  if (renewed) location.reload();
  return renewed;
}

/** Says that there is a new version. A game in progress stays with its version. @param {ServiceWorker} next */
function offer(next) {
  const { serviceWorker } = navigator;
  const renew = () => {
    serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    next.postMessage("take over");
  };
  const line = h(
    "div",
    { class: "renewal on-screen", role: "status" },
    h("span", {}, t("offline.new-version")),
    h("button", { class: "primary", onclick: renew }, t("offline.reload")),
    h("button", { onclick: () => line.remove() }, t("offline.later")),
  );
  document.querySelector(".renewal")?.remove();
  document.body.append(line);
}

/** Keeps the site, once its first view is shown: nothing that it needs has to wait for that. */
export async function keepSite() {
  const { serviceWorker } = navigator;
  // Browsers offer it by https, and on this machine.
  if (document.documentElement.dataset["engine"] !== "browser" || !serviceWorker) return;
  let own = serviceWorker.controller;
  serviceWorker.addEventListener("controllerchange", () => {
    renewed ||= own !== null;
    own = serviceWorker.controller;
  });
  // If the browser refuses, the page works without it.
  const registration = await serviceWorker.register("service-worker.js", { updateViaCache: "none" }).catch(() => null);
  if (!registration) return;
  const watch = () => {
    const next = registration.installing ?? registration.waiting;
    const look = () => {
      // The first one of all replaces nothing.
      if (next?.state === "installed" && registration.active) offer(next);
    };
    next?.addEventListener("statechange", look);
    look();
  };
  registration.addEventListener("updatefound", watch);
  watch();
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") registration.update().catch(() => {});
  });
  const { active } = await serviceWorker.ready;
  if (!metered()) active?.postMessage("keep all");
}
