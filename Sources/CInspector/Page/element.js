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
