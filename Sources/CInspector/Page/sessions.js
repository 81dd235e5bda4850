import { byID, element } from "./element.js";
import { listSessions, pageSize } from "./listing.js";
import { attempt, go, remove } from "./session.js";
import { state } from "./state.js";

/** Milliseconds between looks at the list while the page is seen. */
const period = 10_000;

/** Milliseconds in which a second press on Delete means it. */
const timeToMeanIt = 4000;

const list = byID("sessions");
const removal = byID("delete");
let drawn = "";

export function drawSessions({ sessions, hasMore, id, session }) {
  const rows = sessions.map((summary) => {
    // Of the session that is open more is known than when the list was read.
    const isOpen = summary.id === id;
    const known = isOpen && session ? session : summary;
    return [known.id, name(known), ago(known.updatedAt), `revision ${known.revision}`, isOpen];
  });
  const key = JSON.stringify(rows);
  byID("more").hidden = !hasMore;
  byID("no-sessions").hidden = sessions.length > 0;
  if (key === drawn) return;
  drawn = key;
  const focused = list.contains(document.activeElement) ? document.activeElement.dataset.session : null;
  list.replaceChildren(...rows.map(row));
  if (focused) list.querySelector(`[data-session="${focused}"]`)?.focus({ preventScroll: true });
}

function row([id, name, age, about, isOpen]) {
  return element("li", {},
    element("button", { type: "button", "data-session": id, "aria-current": isOpen ? "true" : null },
      element("span", { class: "row" }, element("span", { class: "name grow" }, name), element("span", { class: "about" }, age)),
      element("span", { class: "about" }, about)));
}

/** What a session is called: by its labels, by its client, or else by the beginning of its id. */
export function name({ id, client, labels = {} }) {
  return Object.values(labels).join(", ") || client || id.slice(0, 10);
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
byID("more").addEventListener("click", () => attempt(() => listSessions({ count: state.sessions.length + pageSize })));
byID("refresh").addEventListener("click", () => attempt(() => listSessions()));

removal.addEventListener("click", () => {
  if (removal.dataset.sure) return remove();
  removal.dataset.sure = "yes";
  removal.textContent = "Really delete?";
  setTimeout(() => {
    delete removal.dataset.sure;
    removal.textContent = "Delete";
  }, timeToMeanIt);
});

/** Keeps the list fresh while somebody may see it; what goes wrong then is told by what the user does next. */
export function watchSessions() {
  const refresh = () => document.visibilityState === "visible" && listSessions({ asks: false }).catch(() => {});
  setInterval(refresh, period);
  document.addEventListener("visibilitychange", refresh);
}
