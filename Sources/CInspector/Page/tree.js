import { byID, element } from "./element.js";
import { point } from "./stage.js";
import { shownRecord } from "./state.js";
import { inWords } from "./words.js";

const place = byID("tree");
const kinds = { screen: "screen", stack: "stack", tabBar: "tab bar", topTabs: "top tabs", split: "split" };
const columns = ["primary", "supplementary", "secondary", "compact", "inspector"];
/** Parts of a controller that are listed; of more those between the first and the last are folded. */
const [longBranch, firstParts, lastParts] = [12, 3, 6];
let drawn = null;

/** The controllers of what is shown, what is parked included, with those on display told apart. */
export function drawTree({ session, past }) {
  const shown = past ?? session;
  if (shown === drawn) return;
  drawn = shown;
  if (!shown) return place.replaceChildren();
  const visible = new Set((shown.visible ?? shownRecord()?.visible ?? []).map((entry) => entry.id));
  place.replaceChildren(element("ul", {}, node(shown.root, "", visible, false)));
}

function node(controller, role, visible, isParked) {
  const parts = held(controller);
  const isVisible = visible.has(controller.id);
  const children = parts.map(([child, role, isParked]) => node(child, role, visible, isParked));
  const line = element("div", { class: isVisible ? "node visible" : "node", "data-id": controller.id },
    role ? element("span", { class: "role" }, `${role} `) : null,
    ...nameAndID(controller), " ",
    isVisible ? element("span", { class: "badge" }, "visible") : null, " ",
    element("span", { class: "kind" }, [kinds[controller.kind] ?? controller.kind, ...facts(controller)].join(", ")));
  return element("li", { class: isParked ? "parked" : null }, line, children.length ? branch(children) : null);
}

/** A screen by its name, with its id behind; a container by its id. */
function nameAndID({ kind, id, ...screen }) {
  const name = kind === "screen" ? inWords(screen) : id;
  return name === id ? [element("code", {}, id)] : [element("span", { class: "called" }, name), " ", element("small", { class: "id" }, id)];
}

function branch(children) {
  if (children.length <= longBranch) return element("ul", {}, ...children);
  const between = children.slice(firstParts, -lastParts);
  const folded = element("details", {}, element("summary", {}, `${between.length} more`), element("ul", {}, ...between));
  return element("ul", {}, ...children.slice(0, firstParts), element("li", {}, folded), ...children.slice(-lastParts));
}

/** What a controller holds: `[child, what it is there, whether it is kept without being a child]`. */
function held(controller) {
  const { children = [], tabs = [], pages = [], selected, currentPage, savedDetails = {}, preserved = {}, presented } = controller;
  const title = ({ title, child, id, isHidden }, chosen) => `${title ?? child?.title ?? "untitled"}${[child?.id, id].includes(chosen) ? " ✓" : ""}${isHidden ? ", hidden" : ""}`;
  // A group has tabs in it, and what was pushed while one of them was selected.
  const inTab = ({ selectedTab, tabs = [], pushed = [], ...tab }, chosen) => [
    ...(tab.child ? [[tab.child, title(tab, chosen)]] : []),
    ...tabs.flatMap((tab) => inTab(tab, selectedTab)),
    ...pushed.map((child) => [child, `pushed in ${title(tab)}`]),
  ];
  return [
    ...columns.filter((column) => controller[column]?.kind).map((column) => [controller[column], column]),
    ...children.map((child) => [child, ""]),
    ...tabs.flatMap((tab) => inTab(tab, selected)),
    ...pages.map((page) => [page.child, title(page, currentPage)]),
    ...Object.entries(savedDetails).flatMap(([tab, details]) => [details].flat().map((child) => [child, `saved for ${tab}`, true])),
    ...Object.entries(preserved).map(([column, child]) => [child, `kept for ${column}`, true]),
    ...(presented ? [[presented.child, presented.style ?? "presented"]] : []),
  ];
}

function facts({ kind, placeholder, selection, isCollapsed, displayMode, backButton, isTabBarHidden, bar, isInspectorShown }) {
  return [
    placeholder && "placeholder",
    selection !== undefined && `row ${selection}`,
    kind === "split" && (isCollapsed ? "collapsed" : displayMode),
    kind === "stack" && backButton?.visible && "back button",
    isTabBarHidden ? "hidden bar" : bar,
    isInspectorShown && "inspector",
  ].filter(Boolean);
}

place.addEventListener("pointerover", (event) => point(event.target.closest(".node")?.dataset.id ?? null));
place.addEventListener("pointerleave", () => point(null));
