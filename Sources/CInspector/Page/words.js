import { element } from "./element.js";
import { state } from "./state.js";

/** What a user does to the picture, and what happens to the window; all else is the app's. */
const gestures = ["back", "tapSidebarButton", "cancelSearch", "dragSheet", "tapDisplayModeButton", "tapSecondaryOnlyButton", "tapDimmedSecondary", "swipe", "tapTab", "tapTitle", "scroll", "selectRow", "swipeDown", "tapOutside", "tapLeftBarButton", "tapRow"];
const ofTheWindow = ["resize", "rotate", "setMultitasking", "setDevice", "fold", "setTraits", "enterBackground", "enterForeground"];
const ofTheHistory = ["undo", "redo", "revert"];
/** Members whose value says enough alone, and those that name a container. */
const plain = ["tab", "page", "row", "mode", "edge", "column", "orientation", "multitasking", "device", "pose", "phase", "style", "route", "child"];
const containers = ["stack", "split", "tabBar", "topTabs"];

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
  return Object.values(labels).join(", ") || client || (first && inWords(first)) || sessionId.slice(0, 10);
}

/** The screens in anything that has some, with their ids. */
function screensIn(part, found = []) {
  if (part === null || typeof part !== "object") return found;
  if (typeof part.id === "string" && typeof part.route === "string") found.push(part);
  for (const [key, inner] of Object.entries(part)) if (key !== "params") screensIn(inner, found);
  return found;
}

const screens = new WeakMap();
function screensOf(part, within = part) {
  if (!screens.has(part)) screens.set(part, screensIn(within));
  return screens.get(part);
}

/** For each id the screens that had it, with their revisions, as far as records of the open session are read. */
let [read, seen] = [null, new Map()];
function history() {
  if (state.records === read) return seen;
  [read, seen] = [state.records, new Map()];
  for (const record of read) {
    for (const screen of screensOf(record, [steps(record), record.visible])) {
      if (!seen.has(screen.id)) seen.set(screen.id, []);
      seen.get(screen.id).push([record.revision, screen]);
    }
  }
  return seen;
}

/** The screen with an id: in a tree, or as it was at a record, else at what is shown. */
function screenOf(id, { root, record } = {}) {
  const tree = root ?? (state.past ?? state.session)?.root;
  const known = root ? [] : (history().get(id) ?? []);
  const at = record?.revision ?? state.shown ?? Infinity;
  const [, screen] = known.findLast(([revision]) => revision <= at) ?? known[0] ?? [];
  return screen ?? (tree && screensOf(tree).find((screen) => screen.id === id));
}

/** What the screen with an id is called; a container by its id. `root` is another tree than the open session's, `record` another time than what is shown. */
export function called(id, place) {
  const screen = screenOf(id, place);
  return (screen && inWords(screen)) || String(id);
}

/** The same as `{name, id}` for `shown`, or a text where both are one. */
const part = (name, id) => (id === undefined ? name : name === id || !name ? id : { name, id });
export const calledPart = (id, place) => part(called(id, place), id);

/** Parts as they stand in the page: the id behind the name, in small. */
export function shown(parts) {
  return parts.flatMap((part, index) => {
    const space = index > 0 && !String(part).startsWith(",") ? [" "] : [];
    return part.id === undefined ? [...space, part] : [...space, part.name, " ", element("small", { class: "id" }, part.id)];
  });
}

const joined = (parts, text) => parts.map(text).join(" ").replaceAll(" ,", ",");

/** A record's transitions in parts: `showDetail`, `Ada` with its id. */
export function partsOf(record) {
  const parts = steps(record).map((step) => partsOfStep(step, record));
  return parts.length === 0 ? ["created"] : parts.flatMap((part, index) => (index > 0 ? [", then", ...part] : part));
}

/** The same in words: `showDetail Ada`; and with the ids, to be searched. */
export const wordsOf = (record) => joined(partsOf(record), (part) => part.name ?? part);
export const searchedOf = (record) => joined(partsOf(record), (part) => (part.name ? `${part.name} ${part.id}` : part)).toLowerCase();

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

/** The same in words: `came Inbox; left Ada`. */
export function wordsOfDifference(before, after) {
  const parts = Object.entries(difference(before, after)).filter(([, ids]) => ids.length > 0);
  const names = (what, ids) => ids.map((id) => called(id, { record: what === "left" ? before : after })).join(", ");
  return parts.map(([what, ids]) => `${what} ${names(what, ids)}`).join("; ") || "the same screens in the same places";
}

/** How many there are of something: `1 callback`. */
export function count(number, one) {
  return `${number.toLocaleString("en")} ${one}${number === 1 ? "" : "s"}`;
}

function partsOfStep({ type, animated, width, height, ...rest }, record) {
  const size = width === undefined ? [] : [`${width} × ${height}`];
  const { row, screen, ...others } = rest;
  const isTap = type === "tapRow";
  const members = Object.entries(isTap ? others : rest).map(([key, value]) => member(type, key, value, rest, record));
  const tapped = isTap ? tapOf(rest, record) : [];
  // Where it is comes behind what it is.
  const isPlace = ([word]) => word === "in" || word === "from";
  return [type, ...size, ...tapped, ...members.filter((parts) => !isPlace(parts)).flat(), ...members.filter(isPlace).flat()];
}

/** A row that is tapped, and the screen that it opens, unless that is called the same. */
function tapOf({ list, row, screen }, record) {
  const [title, opened] = [rowTitle(list, row, record), screen && named(screen)];
  if (title === undefined) return [opened === undefined ? row : part(opened.name ?? opened, row)];
  return opened === undefined || (opened.name ?? opened) === title ? [part(title, row)] : [part(title, row), opened];
}

const rowTitle = (list, row, record) => screenOf(list, { record })?.params?.rows?.find?.(({ id }) => id === row)?.title;

function member(type, key, value, step, record) {
  if (type === "revert" && key === "revision") return ["to", value];
  const isRow = type === "selectRow" || type === "deselectRow";
  if (isRow && key === "row") return [part(rowTitle(step.controller, value, record) ?? value, value)];
  if (key === "controller") return isRow ? ["in", named(value, record)] : [named(value, record)];
  if (key === "list") return ["in", named(value, record)];
  if (key === "from") return ["from", named(value, record)];
  if (key === "screen" || plain.includes(key)) return [named(value)];
  if (containers.includes(key)) return ["in", value];
  if (Array.isArray(value)) {
    const parts = value.map((entry) => named(entry?.child ?? entry?.screen ?? entry));
    return parts.length === 0 ? ["no", key] : parts.flatMap((part, index) => (index > 0 ? [",", part] : [part]));
  }
  return value === true ? [key] : [key, named(value)];
}

/** A screen by what it is called, or by its id at a record; a layout by its name. */
function named(value, record) {
  if (value === null || typeof value !== "object") return record ? calledPart(value, { record }) : String(value);
  const { id, title, route, kind, name: layout } = value;
  return route === undefined ? id ?? title ?? kind ?? layout ?? JSON.stringify(value) : part(inWords(value), id);
}
