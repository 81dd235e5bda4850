import { byID, element } from "./element.js";
import { shownRecord } from "./state.js";
import { called, calledPart, count, shown, wordsOf } from "./words.js";

const [list, cause, body, patch] = ["callbacks", "cause", "cause-body", "changes"].map(byID);
/** Characters of a changed value that stand in the line; more are behind it. */
const shortValue = 60;
const signs = { add: "+", remove: "−", replace: "~", move: "→", copy: "⧉", test: "?" };
let [drawn, drawnChanges] = [null, null];

/** What the app was told by the transition that led to what is shown, in its order. */
export function drawCallbacks({ echo }) {
  const record = echo ?? shownRecord() ?? null;
  if (record === drawn) return;
  drawn = record;
  const events = record?.events ?? [];
  cause.textContent = record ? `${wordsOf(record)}: ${events.length === 0 ? "no callbacks" : count(events.length, "callback")}` : "";
  const transition = record?.transition ?? record?.transitions;
  body.textContent = transition ? JSON.stringify(transition) : "";
  list.replaceChildren(...events.map((event) => line(event, record)));
}

/** UIKit's names say whether something will happen or did; the rest are no such pairs. */
function tense(name) {
  if (/will[A-Z]|Will[A-Z]/.test(name)) return "will";
  if (/did[A-Z]|Did[A-Z]/.test(name)) return "did";
  return "other";
}

function line(event, record) {
  const { type, controller, split, method, arguments: values = {}, answer, animated, ...rest } = event;
  const name = method ?? type;
  const kind = tense(name);
  const about = Object.entries({ ...values, ...rest }).map(([key, value]) => [`${key}:`, valuePart(value, record)]);
  const who = [controller ?? split].filter(Boolean).map((id) => [calledPart(id, { record })]);
  const parts = [...who, ...about].flatMap((entry, index) => (index > 0 ? [",", ...entry] : entry));
  return element("li", { class: kind },
    element("span", { class: "tense" }, kind === "other" ? "" : kind),
    element("span", {},
      element("code", {}, breakable(name)), " ",
      element("span", { class: "who" }, ...shown(parts)),
      answer === undefined ? null : element("span", { class: "answer" }, " → ", ...shown([valuePart(answer, record)]))));
}

/** A method's name may break behind its parts, not within them. */
function breakable(name) {
  return name.replace(/([(:])(?=\w)/g, "$1\u200B");
}

/** A value that is a screen's id is named as the screen. */
function valuePart(value, record) {
  return typeof value === "string" ? calledPart(value, { record }) : text(value);
}

function text(value) {
  if (value === null) return "nil";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** The patch (RFC 6902) that led from the revision before to what is shown. */
export function drawChanges() {
  const record = shownRecord() ?? null;
  if (record === drawnChanges) return;
  drawnChanges = record;
  const changes = record?.changes ?? [];
  patch.replaceChildren(...changes.map(changeLine));
  if (changes.length === 0) patch.append(element("li", { class: "none" }, record?.revision === 0 ? "This is how it began." : "None."));
}

function changeLine({ op, path, from, value }) {
  const pointer = element("code", {}, (from ? `${from} → ${path}` : path).replaceAll("/", "\u200B/"));
  const head = [element("span", { class: "sign", title: op, role: "img", "aria-label": op }, signs[op] ?? op), pointer];
  if (value === undefined) return element("li", { class: op }, element("div", {}, ...head));
  const text = JSON.stringify(value);
  // A screen that is named, or comes, is called as everywhere.
  const id = value?.id ?? value;
  const name = typeof id === "string" && called(id) !== id ? element("span", { class: "value" }, ` ${called(id)}`) : null;
  if (text.length <= shortValue) return element("li", { class: op }, element("div", {}, ...head, " ", element("code", { class: "value" }, text), name));
  return element("li", { class: op },
    element("details", {}, element("summary", {}, ...head, name), element("pre", { tabindex: "0", role: "group", "aria-label": path }, JSON.stringify(value, null, 2))));
}
