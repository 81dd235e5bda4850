import { byID, element } from "./element.js";
import { gaps, read } from "./history.js";
import { act, attempt, fork, seek } from "./session.js";
import { change, shownRecord, state } from "./state.js";
import { causeOf, causes, count, isForeign, partsOf, searchedOf, shown as elements, wordsOf } from "./words.js";

/** Pixels of a row, as the stylesheet has it, and rows beyond the edges that are made too. */
const rowHeight = 46;
const margin = 8;
/** Rows of a page for the keyboard. */
const pageRows = 5;
/** Records that a search reads further back at once, and milliseconds for which the list stands still before it reads what it shows. */
const furtherBack = 1000;
const stillness = 120;

const [list, text, kind, more, total, here, compare, revert, forkButton] = ["revisions", "happened-text", "happened-kind", "happened-more", "happened-total", "here", "compare", "revert", "fork"].map(byID);
const field = element("div", { role: "none" });
const clock = new Intl.DateTimeFormat("en-GB", { timeStyle: "medium" });
const moment = new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeStyle: "long" });

/** Newest first: `{revision, record}`, or `{revision, length}` for so many that are not read, down from that revision. */
let rows = [];
let [drawnRecords, drawnFilter, drawnShown, drawnID, drawnSent] = [null, "", null, null, ""];
let reading = 0;

const shownRevision = () => state.shown ?? state.records.at(-1)?.revision ?? 0;
const isFiltered = () => text.value.trim() !== "" || kind.value !== "";
const lengthOf = (row) => row.length ?? 1;

export function drawHappened({ id, session, records, shown, compared, connection }) {
  if (!session) return;
  const revision = shownRevision();
  const sent = `${state.sent.size} ${state.sending}`;
  const filter = `${kind.value} ${text.value} ${kind.value === "other" ? sent : ""}`;
  const isOther = records !== drawnRecords || filter !== drawnFilter;
  if (isOther) arrange(id !== drawnID);
  if (revision !== drawnShown) reveal(revision);
  // A line that stays is not made anew: it may be under a finger.
  if (isOther || revision !== drawnShown || sent !== drawnSent) fill();
  [drawnRecords, drawnFilter, drawnShown, drawnID, drawnSent] = [records, filter, revision, id, sent];
  const isEnded = connection === "ended";
  here.textContent = shown === null ? `Revision ${revision}, now` : `Revision ${revision} of ${records.at(-1).revision}`;
  compare.textContent = compared === null ? "Compare" : `Compared with ${compared}`;
  compare.setAttribute("aria-pressed", String(compared !== null));
  revert.hidden = shown === null;
  revert.disabled = forkButton.disabled = isEnded;
}

/** Makes the rows anew; what is at the top of the list stays there, unless that is the newest. */
function arrange(isOther) {
  const top = isOther || list.scrollTop === 0 ? null : rowAt(Math.floor(list.scrollTop / rowHeight));
  const offset = list.scrollTop % rowHeight;
  const unread = gaps();
  const wanted = text.value.trim().toLowerCase();
  const isWanted = (record) =>
    (kind.value === "" || (kind.value === "other" ? isForeign(record) : causeOf(record) === kind.value)) &&
    (wanted === "" || `${record.revision} ${searchedOf(record)}`.includes(wanted));
  const known = state.records.filter(isWanted).map((record) => ({ revision: record.revision, record }));
  const between = isFiltered() ? [] : unread.map(({ after, to }) => ({ revision: to, length: to - after }));
  rows = [...known, ...between].sort((one, other) => other.revision - one.revision);
  let at = 0;
  for (const row of rows) {
    row.at = at;
    at += lengthOf(row);
  }
  field.style.height = `${at * rowHeight}px`;
  const behind = unread.reduce((sum, { after, to }) => sum + to - after, 0);
  total.textContent = isFiltered() ? `${known.length} of ${count(state.records.length, "record")}` : count(state.records.length + behind, "record");
  // What a filter finds is told; that one more has happened is told beside the slider.
  total.ariaLive = isFiltered() ? "polite" : "off";
  more.hidden = !isFiltered() || behind === 0;
  more.textContent = `Search further back (${count(behind, "record")})`;
  if (isOther) list.scrollTop = 0;
  else if (top !== null) list.scrollTop = indexOf(top) * rowHeight + offset;
}

/** The revision of a line of the list, and the line of a revision, or where it would be. */
function rowAt(index) {
  const row = rows.findLast(({ at }) => at <= index);
  return row ? row.revision - Math.min(index - row.at, lengthOf(row) - 1) : null;
}
function indexOf(revision) {
  const row = rows.find((row) => row.revision - lengthOf(row) < revision) ?? rows.at(-1);
  return row ? row.at + Math.max(0, row.revision - revision) * (row.length ? 1 : 0) : 0;
}

/** Scrolls as little as shows a revision. */
function reveal(revision) {
  const top = indexOf(revision) * rowHeight;
  if (top < list.scrollTop) list.scrollTop = top;
  else if (top + rowHeight > list.scrollTop + list.clientHeight) list.scrollTop = top + rowHeight - list.clientHeight;
}

/** Makes the lines that are to be seen. */
function fill() {
  const lines = rows.length === 0 ? 0 : rows.at(-1).at + lengthOf(rows.at(-1));
  const first = Math.max(0, Math.floor(list.scrollTop / rowHeight) - margin);
  const last = Math.min(lines, Math.ceil((list.scrollTop + list.clientHeight) / rowHeight) + margin);
  const made = [];
  for (let row = rows.findLastIndex(({ at }) => at <= first), index = first; index < last; index++) {
    if (index >= rows[row].at + lengthOf(rows[row])) row += 1;
    made.push(line(rows[row], index, lines));
  }
  field.replaceChildren(...made);
  const chosen = field.querySelector("[aria-selected=true]");
  if (chosen) list.setAttribute("aria-activedescendant", chosen.id);
  else list.removeAttribute("aria-activedescendant");
}

function line({ revision, record, at }, index, lines) {
  const number = revision - (index - at);
  const about = record ? [
    element("span", { class: "what" }, ...elements(partsOf(record))),
    element("span", { class: "about" },
      element("span", { class: `cause ${causeOf(record)}` }, causes[causeOf(record)]),
      isForeign(record) ? element("span", { class: "cause" }, "another client") : null,
      element("span", { class: "grow" }, record.events.length === 0 ? "no callbacks" : count(record.events.length, "callback")),
      element("time", { datetime: record.at, title: moment.format(new Date(record.at)) }, clock.format(new Date(record.at)))),
  ] : [element("span", { class: "what muted" }, "not read yet")];
  const made = element("div", {
    role: "option", id: `revision-${number}`, "data-revision": number, title: record ? wordsOf(record) : null,
    "aria-selected": String(number === shownRevision()), "aria-posinset": index + 1, "aria-setsize": lines,
  }, element("span", { class: "number" }, String(number)), " ", ...about);
  made.style.top = `${index * rowHeight}px`;
  return made;
}

/** Reads what is not known of what is to be seen, once the list stands still. */
function readSeen() {
  clearTimeout(reading);
  const middle = rowAt(Math.floor((list.scrollTop + list.clientHeight / 2) / rowHeight));
  const row = rows.find((row) => row.length && row.revision >= middle && row.revision - row.length < middle);
  if (row) reading = setTimeout(() => attempt(() => read(middle)), stillness);
}

list.append(field);
kind.append(...Object.entries({ user: "The user", app: "The app", window: "The window", history: "Undo, redo, revert", other: "Another client" })
  .map(([value, name]) => element("option", { value }, name)));
list.addEventListener("scroll", () => {
  fill();
  readSeen();
}, { passive: true });
list.addEventListener("click", (event) => {
  const row = event.target.closest("[data-revision]");
  if (row) seek(Number(row.dataset.revision));
});
list.addEventListener("keydown", (event) => {
  const step = { ArrowDown: 1, ArrowUp: -1, PageDown: pageRows, PageUp: -pageRows, Home: -Infinity, End: Infinity }[event.key];
  if (step === undefined || rows.length === 0) return;
  event.preventDefault();
  const lines = rows.at(-1).at + lengthOf(rows.at(-1));
  const revision = state.sought ?? shownRevision();
  // What is shown need not be among what is filtered: then the first step goes to the next that is.
  const isListed = rowAt(indexOf(revision)) === revision;
  const at = indexOf(revision) + (isListed || step < 0 ? step : step - 1);
  seek(rowAt(Math.min(lines - 1, Math.max(0, at))));
});
text.addEventListener("input", () => drawHappened(state));
kind.addEventListener("change", () => drawHappened(state));
more.addEventListener("click", () => attempt(() => read(gaps().at(-1).to, furtherBack)));
compare.addEventListener("click", () => change({ compared: state.compared === null ? shownRevision() : null }));
revert.addEventListener("click", () => act({ type: "revert", revision: shownRecord()?.revision ?? state.shown }));
forkButton.addEventListener("click", () => fork(shownRevision()));
// A chosen line that is whole in view stays so.
let height = 0;
new ResizeObserver(() => {
  const top = indexOf(shownRevision()) * rowHeight;
  if (top >= list.scrollTop && top + rowHeight <= list.scrollTop + height) reveal(shownRevision());
  height = list.clientHeight;
  fill();
}).observe(list);
