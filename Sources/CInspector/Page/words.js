import { state } from "./state.js";

/** What a user does to the picture, and what happens to the window; all else is the app's. */
const gestures = ["back", "tapDisplayModeButton", "tapSecondaryOnlyButton", "tapDimmedSecondary", "swipe", "tapTab", "tapTitle", "scroll", "selectRow", "swipeDown", "tapOutside", "tapLeftBarButton", "tapRow"];
const ofTheWindow = ["resize", "rotate", "setMultitasking", "setDevice", "fold", "setTraits", "enterBackground", "enterForeground"];
const ofTheHistory = ["undo", "redo", "revert"];
/** Members whose value says enough alone, and those that name a container. */
const plain = ["tab", "page", "row", "mode", "edge", "column", "orientation", "multitasking", "device", "pose", "phase", "style", "route", "child"];
const containers = ["stack", "split", "tabBar", "topTabs", "list"];

export const causes = { user: "User", app: "App", window: "Window", history: "History" };

const steps = (record) => record.transitions ?? (record.transition ? [record.transition] : []);

/** The cause of a record, a key of `causes`: in a batch what the app does answers the user. */
export function causeOf(record) {
  const isOne = (types) => steps(record).some(({ type }) => types.includes(type));
  return isOne(gestures) ? "user" : isOne(ofTheWindow) ? "window" : isOne(ofTheHistory) ? "history" : "app";
}

/** Whether another client sent it: known of what came since the session was opened here. */
export function isForeign({ revision }) {
  return revision > state.openedAt && state.sending === 0 && !state.sent.has(revision);
}

/** A screen in words: its title, or its route and its params, as in `letter emmy`. */
export function inWords({ route, title, params = {} }) {
  const words = route.replaceAll(/[-_.\/]+/g, " ").replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();
  return title ?? [words, ...Object.values(params).filter((value) => typeof value !== "object")].join(" ");
}

/** What a session is called: by its labels, by its client, by its first screen where that is known, or else by the beginning of its id. */
export function name({ sessionId, client, labels = {}, visible }) {
  const first = visible?.[0];
  return Object.values(labels).join(", ") || client || first?.title || first?.id || sessionId.slice(0, 10);
}

/** A record's transitions in words: `showDetail ada (chat)`. */
export function wordsOf(record) {
  return steps(record).map(wordsOfStep).join(", then ") || "created";
}

/** The screens that came on display, left it, or moved on it from one record to another. */
export function difference(before, after) {
  const places = (record) => new Map(record.visible.map(({ id, in: containers, column, style }) => [id, JSON.stringify([containers, column, style])]));
  const [old, now] = [places(before), places(after)];
  const ids = [...now.keys()];
  return {
    came: ids.filter((id) => !old.has(id)),
    left: [...old.keys()].filter((id) => !now.has(id)),
    moved: ids.filter((id) => old.has(id) && old.get(id) !== now.get(id)),
  };
}

/** The same in words: `came inbox; left ada`. */
export function wordsOfDifference(before, after) {
  const parts = Object.entries(difference(before, after)).filter(([, ids]) => ids.length > 0);
  return parts.map(([what, ids]) => `${what} ${ids.join(", ")}`).join("; ") || "the same screens in the same places";
}

/** How many there are of something: `1 callback`. */
export function count(number, one) {
  return `${number.toLocaleString("en")} ${one}${number === 1 ? "" : "s"}`;
}

function wordsOfStep({ type, animated, width, height, ...rest }) {
  const size = width === undefined ? [] : [`${width} × ${height}`];
  const members = Object.entries(rest).map(([key, value]) => member(type, key, value));
  // Where it is comes behind what it is.
  const isPlace = (text) => /^(in|from) /.test(text);
  return [type, ...size, ...members.filter((text) => !isPlace(text)), ...members.filter(isPlace)].join(" ");
}

function member(type, key, value) {
  if (type === "revert" && key === "revision") return `to ${value}`;
  if (key === "controller") return type === "selectRow" || type === "deselectRow" ? `in ${named(value)}` : named(value);
  if (key === "screen" || plain.includes(key)) return named(value);
  if (containers.includes(key)) return `in ${value}`;
  if (key === "from") return `from ${value}`;
  if (Array.isArray(value)) return value.length === 0 ? `no ${key}` : value.map((entry) => named(entry?.child ?? entry?.screen ?? entry)).join(", ");
  return value === true ? key : `${key} ${named(value)}`;
}

/** A screen by its id, or else by its title, with its route: `ada (chat)`; a layout by its name. */
function named(value) {
  if (value === null || typeof value !== "object") return String(value);
  const { id, title, route, kind, name: layout } = value;
  const name = id ?? title;
  return name !== undefined ? (route === undefined || route === name ? name : `${name} (${route})`) : (route ?? kind ?? layout ?? JSON.stringify(value));
}
