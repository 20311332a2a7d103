// Rules files that are opened, or dropped on the page whichever view is shown.

/** A file that was opened, until its view shows it. @type {{name: string, text: string} | null} */
let opened = null;

/** Gives it, once. */
export function takeOpened() {
  const given = opened;
  opened = null;
  return given;
}

/** Shows a file in the view for rules. @param {File} file */
export async function openFile(file) {
  opened = { name: file.name.replace(/\.[^.]*$/, "").replace(/[^A-Za-z0-9_-]+/g, "-"), text: await file.text() };
  if (location.hash === "#/invent") dispatchEvent(new HashChangeEvent("hashchange"));
  else location.hash = "#/invent";
}

/** A rules file may be dropped anywhere. */
export function acceptDrops() {
  const files = (/** @type {DragEvent} */ event) => event.dataTransfer?.types.includes("Files");
  addEventListener("dragover", (event) => {
    if (files(event)) event.preventDefault();
  });
  addEventListener("drop", (event) => {
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    void openFile(file);
  });
}
