import { byID, element } from "./element.js";
import { shownRecord } from "./state.js";

const list = byID("changes");
/** Characters of a value that stand in the line; more are behind it. */
const shortValue = 60;
const signs = { add: "+", remove: "−", replace: "~", move: "→", copy: "⧉", test: "?" };
let drawn = null;

/** The patch (RFC 6902) that led from the revision before to what is shown. */
export function drawChanges() {
  const record = shownRecord() ?? null;
  if (record === drawn) return;
  drawn = record;
  const changes = record?.changes ?? [];
  list.replaceChildren(...changes.map(line));
  if (changes.length === 0) list.append(element("li", { class: "none" }, record?.revision === 0 ? "This is how it began." : "None."));
}

function line({ op, path, from, value }) {
  const pointer = element("code", {}, (from ? `${from} → ${path}` : path).replaceAll("/", "\u200B/"));
  const head = [element("span", { class: "sign", title: op, role: "img", "aria-label": op }, signs[op] ?? op), pointer];
  if (value === undefined) return element("li", { class: op }, element("div", {}, ...head));
  const text = JSON.stringify(value);
  if (text.length <= shortValue) return element("li", { class: op }, element("div", {}, ...head, " ", element("code", { class: "value" }, text)));
  return element("li", { class: op },
    element("details", {}, element("summary", {}, ...head), element("pre", { tabindex: "0", role: "group", "aria-label": path }, JSON.stringify(value, null, 2))));
}
