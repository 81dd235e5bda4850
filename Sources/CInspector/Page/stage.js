import { byID } from "./element.js";
import { act, fork } from "./session.js";
import { change, comparedRecord, shownRecord, state } from "./state.js";
import { difference } from "./words.js";

/** Pixels a point: at most as large as life. */
const largestScale = 1;
/** The part of the screen's height that a picture may have where the page scrolls. */
const mostOfTheHeight = 0.7;

const stage = byID("stage");
const [offer, why, large] = ["offer", "offer-why", "large-toggle"].map(byID);
let drawn = null;
let isHeld = false;
let scale = 1;

export const scaleOfPicture = () => scale;
export const windowOfPicture = () => stage.querySelector("svg rect.window")?.getBoundingClientRect() ?? null;

/** While the edge is dragged the scale stays, and the picture where it is. */
export function hold(isDragged) {
  const left = stage.querySelector("svg")?.getBoundingClientRect().left - stage.getBoundingClientRect().left;
  isHeld = isDragged;
  stage.style.setProperty("--held", `${left}px`);
  stage.classList.toggle("held", isDragged);
  if (!isDragged) fit();
}

export function drawStage({ picture, session, shown, connection }) {
  const isInert = shown !== null || connection === "ended" || !session;
  stage.classList.toggle("inert", isInert);
  stage.classList.toggle("past", shown !== null && connection !== "ended");
  offer.hidden = !state.offer;
  if (state.offer) why.textContent = `${state.offer.name}: revision ${state.offer.revision} is past, so nothing happens.`;
  const key = picture && { picture, isInert };
  if (drawn?.picture === key?.picture && drawn?.isInert === key?.isInert) return markDifference();
  const before = drawn?.picture;
  drawn = key;
  const focused = stage.contains(document.activeElement) ? document.activeElement : null;
  const tap = focused?.dataset.tap;
  const label = focused?.getAttribute("aria-label");
  if (before !== picture) replace(before, picture);
  markDifference();
  for (const part of stage.querySelectorAll("[data-tap]")) asButton(part, isInert);
  if (tap) focusAgain(tap, label);
  else if (focused && !focused.isConnected) focusPicture();
}

function replace(before, picture) {
  stage.querySelector("svg")?.remove();
  delete stage.dataset.revision;
  delete stage.dataset.session;
  if (!picture) return;
  const svg = document.importNode(picture.svg, true);
  svg.setAttribute("tabindex", "-1");
  stage.prepend(svg);
  stage.dataset.revision = picture.revision;
  stage.dataset.session = picture.id;
  fit();
  if (before?.id === picture.id && before.revision < picture.revision && state.shown === null) highlight(before.revision);
}

/** Shows where in the picture a controller is, or with null none. */
export function point(id) {
  for (const part of stage.querySelectorAll(".pointed")) part.classList.remove("pointed");
  if (id !== null) partOf(id)?.classList.add("pointed");
}

/** What can be tapped is a button, but for a picture of the past. */
function asButton(part, isInert) {
  if (isInert) {
    // With a label, it needs a role.
    part.setAttribute("role", "group");
    part.removeAttribute("tabindex");
  } else {
    part.setAttribute("role", "button");
    part.setAttribute("tabindex", "0");
  }
}

/** The new picture has new elements: keyboard focus moves to the element that does the same, or to the picture. */
function focusAgain(tap, label) {
  const parts = [...stage.querySelectorAll("[data-tap][tabindex]")];
  const same = parts.find((part) => part.dataset.tap === tap) ?? parts.find((part) => part.getAttribute("aria-label") === label);
  if (same) same.focus({ preventScroll: true });
  else focusPicture();
}

/** Puts the focus where the next Tab goes into the picture. */
export function focusPicture() {
  stage.querySelector("svg")?.focus({ preventScroll: true });
}

/** The element of a controller in the picture. */
const partOf = (id) => stage.querySelector(`[data-controller="${CSS.escape(id)}"]`);

/** Marks the screens that are elsewhere, or not on display, in the record that is compared. */
function markDifference() {
  for (const part of stage.querySelectorAll(".differs")) part.classList.remove("differs");
  const [before, after] = [comparedRecord(), shownRecord()];
  if (!before || !after || stage.dataset.revision !== String(after.revision)) return;
  const { came, moved } = difference(before, after);
  for (const id of [...came, ...moved]) partOf(id)?.classList.add("differs");
}

/** Marks what has come on display or moved since a revision; the stylesheet lets it appear where motion is wanted. */
function highlight(revision) {
  const [before, after] = [state.records.findLast((record) => record.revision <= revision), shownRecord()];
  const { moved } = before && after ? difference(before, after) : { moved: [] };
  const events = state.records.filter((record) => record.revision > revision).flatMap((record) => record.events);
  const came = events.filter((event) => event.type === "viewWillAppear").map(({ controller }) => controller);
  for (const id of [...came, ...moved]) partOf(id)?.classList.add("appeared");
}

/** Gives the picture the size that fits, at one scale for both directions. */
export function fit() {
  const svg = stage.querySelector("svg");
  // Without a size nothing fits: the stage is not shown yet, and will be observed to change.
  if (!svg || stage.clientWidth === 0) return;
  const { width, height } = svg.viewBox.baseVal;
  const { paddingLeft, paddingTop } = getComputedStyle(stage);
  if (!isHeld) {
    // On a narrow screen the stylesheet lets the stage grow with the picture, elsewhere it has the height that is left.
    const isScrolling = getComputedStyle(stage).flexGrow === "0";
    const room = isScrolling ? innerHeight * mostOfTheHeight : stage.clientHeight - 2 * parseFloat(paddingTop);
    scale = large.checked ? largestScale : Math.min(largestScale, (stage.clientWidth - 2 * parseFloat(paddingLeft)) / width, room / height);
  }
  svg.setAttribute("width", width * scale);
  svg.setAttribute("height", height * scale);
}

/** In the past a tap does nothing, but a fork may go on with it. */
function offered(part) {
  const { tap, title } = part.dataset;
  change({ offer: { tap: JSON.parse(tap), title, name: title ?? part.getAttribute("aria-label"), revision: state.shown } });
}

function tapped(part) {
  const { tap, title } = part.dataset;
  // Only on the picture that was seen: on a later one the same tap might mean something else.
  act(play(JSON.parse(tap), title, state.session), { at: state.picture.revision });
}

stage.addEventListener("click", (event) => {
  const part = event.target.closest("[data-tap]");
  if (part?.hasAttribute("tabindex")) tapped(part);
  else if (part && state.shown !== null && state.connection !== "ended") offered(part);
});
byID("offer-fork").addEventListener("click", async () => {
  const { tap, title, revision } = state.offer;
  const { id } = state;
  await fork(revision);
  if (state.id !== id) await act(play(tap, title, state.session));
  focusPicture();
});
large.addEventListener("change", () => {
  stage.classList.toggle("large", large.checked);
  fit();
});
stage.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" && event.key !== " ") return;
  const part = event.target.closest("[data-tap][tabindex]");
  if (!part) return;
  event.preventDefault();
  tapped(part);
});

/**
 * What an app would do with what is tapped. Most taps are sent as they are; where no routes say what a row opens, the
 * picture has its title, and it is answered as most apps do: by the next column, by a detail, or by a push onto its stack.
 */
function play(tap, title, session) {
  return (title !== undefined && answer(tap, title, session)) || tap;
}

function answer(tap, title, { root, visible }) {
  const list = visible.find((entry) => entry.id === tap.controller);
  if (!list) return null;
  const containers = list.in.map((id) => find(root, id)).reverse();
  const split = containers.find((container) => container?.kind === "split");
  const stack = containers.find((container) => container?.kind === "stack");
  const route = find(root, tap.controller)?.route ?? "list";
  const screen = { route: `${route}/row`, title, params: { row: tap.row } };
  const opened = (opens) => ({ type: "tapRow", list: tap.controller, row: tap.row, screen, opens });
  if (split?.style === "tripleColumn" && list.column === "primary") {
    // The next list, unless it is the one that is there.
    if (find(split.supplementary, split.supplementary?.children?.[0]?.id)?.title === title) {
      return { transitions: [tap, { type: "showColumn", split: split.id, column: "supplementary" }] };
    }
    screen.params.rows = [1, 2, 3].map((number) => ({ id: `${tap.row}-${number}`, title: `${title} ${number}` }));
    return opened("column");
  }
  if (split && list.column && (list.column !== "secondary" || split.isCollapsed)) return opened("detail");
  return stack ? opened("push") : null;
}

/** The controller with that id in a tree: the object with that id and a kind. */
function find(tree, id) {
  if (tree === null || typeof tree !== "object") return null;
  if (tree.id === id && tree.kind) return tree;
  for (const part of Object.values(tree)) {
    const found = find(part, id);
    if (found) return found;
  }
  return null;
}
