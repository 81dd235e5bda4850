import { call } from "./api.js";
import { byID, element } from "./element.js";
import { find, found, listMore, listSessions } from "./listing.js";
import { attempt, go, remove } from "./session.js";
import { state } from "./state.js";
import { thumbnail } from "./thumbnail.js";
import { name } from "./words.js";

/** Milliseconds between looks at the list while the page is seen, and after the last key of a search. */
const [period, pause] = [10_000, 200];

const [list, search, none, more, dialog] = ["sessions", "find", "no-sessions", "more", "delete-dialog"].map(byID);
/** What stands in the list, by the session's id. */
const items = new Map();
let [drawn, typing] = [null, 0];

export function drawSessions(state) {
  const { sessions, next, id, session, picture } = state;
  const key = [sessions, state.search, id, session, picture];
  if (drawn && key.every((part, index) => part === drawn[index])) return;
  drawn = key;
  const listed = found(state);
  more.hidden = next === null;
  none.hidden = listed.length > 0;
  none.textContent = sessions.length === 0 && state.search === "" ? "None yet." : next ? "None of those that were read." : "None found.";
  // Rows stay the elements that they are: one may have the focus, or be under a finger.
  const rows = listed.map((summary) => item(summary, id, session));
  rows.forEach((row, index) => list.children[index] !== row && list.insertBefore(row, list.children[index] ?? null));
  while (list.children.length > rows.length) list.lastChild.remove();
  const ids = new Set(sessions.map(({ sessionId }) => sessionId));
  for (const id of items.keys()) if (!ids.has(id)) items.delete(id);
}

function item(summary, id, session) {
  // Of the session that is open more is known than when the list was read.
  const isOpen = summary.sessionId === id;
  const known = isOpen && session ? session : summary;
  const made = items.get(summary.sessionId) ?? row(summary.sessionId);
  items.set(summary.sessionId, made);
  const write = (part, text) => made[part].textContent !== text && (made[part].textContent = text);
  write("name", name(known));
  write("age", ago(known.updatedAt));
  // The picture is of the revision beside it: of the session that is open what the stage shows of now, else what the list was read with.
  const now = isOpen && state.shown === null && state.picture?.id === summary.sessionId ? state.picture : null;
  if (!(made.revision > (now ?? summary).revision)) made.revision = (now ?? summary).revision;
  write("about", `revision ${made.revision}`);
  if (isOpen) made.button.setAttribute("aria-current", "true");
  else made.button.removeAttribute("aria-current");
  const path = `/v1/sessions/${summary.sessionId}/picture?format=svg&scale=0.5&revision=${made.revision}`;
  thumbnail(`${summary.sessionId} ${made.revision}`, () => (now ? new Response(new XMLSerializer().serializeToString(now.svg)) : call(path)), made.picture);
  return made.item;
}

function row(id) {
  const [picture, name, age, about] = ["thumbnail", "name grow", "about", "about"].map((name) => element("span", { class: name }));
  picture.setAttribute("aria-hidden", "true");
  const button = element("button", { "data-session": id }, picture,
    element("span", { class: "grow" }, element("span", { class: "row" }, name, " ", age), " ", about));
  return { item: element("li", {}, button), button, picture, name, age, about };
}

function ago(time) {
  const seconds = Math.max(0, (Date.now() - Date.parse(time)) / 1000);
  if (seconds < 60) return "now";
  const [unit, length] = [["day", 86400], ["hour", 3600], ["minute", 60]].find(([, length]) => seconds >= length);
  return new Intl.RelativeTimeFormat("en", { style: "short" }).format(-Math.floor(seconds / length), unit);
}

list.addEventListener("click", (event) => {
  const button = event.target.closest("[data-session]");
  if (button) go(button.dataset.session);
});
more.addEventListener("click", () => attempt(listMore));
byID("refresh").addEventListener("click", () => attempt(() => listSessions()));
search.addEventListener("input", () => {
  clearTimeout(typing);
  typing = setTimeout(() => attempt(() => find(search.value.trim())), pause);
});

byID("delete").addEventListener("click", () => {
  byID("delete-what").textContent = `${name(state.session)} and its history are deleted for everybody. This cannot be undone.`;
  dialog.showModal();
});
byID("delete-cancel").addEventListener("click", () => dialog.close());
byID("delete-form").addEventListener("submit", (event) => {
  event.preventDefault();
  dialog.close();
  remove();
});

/** Reloads the list while the page is visible; a failure shows at the next action of the user. */
export function watchSessions() {
  const refresh = () => document.visibilityState === "visible" && listSessions({ asks: false }).catch(() => {});
  setInterval(refresh, period);
  document.addEventListener("visibilitychange", refresh);
}
