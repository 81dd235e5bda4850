/** An element with properties (`class`, `data…` and `aria…` by attribute) and children; text is only ever text. */
export function element(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined && child !== ""));
  return made;
}

/** The element with that id; all of them stand in the page. */
export const byID = (id) => document.getElementById(id);

/** Options of a select, from `[value, text, isDisabled]`. */
export function options(rows) {
  return rows.map(([value, text, isDisabled]) => element("option", { value, disabled: isDisabled }, text));
}

/** Copies a text; the button says so for a moment, or that `part` is selected: browsers have a clipboard for loopback and HTTPS alone. */
export async function copy(text, button, part) {
  getSelection().selectAllChildren(part);
  await navigator.clipboard?.writeText(text);
  button.textContent = navigator.clipboard ? "Copied" : "Selected";
  setTimeout(() => (button.textContent = "Copy"), 1500);
}
