import { call, get, nextPage } from "./api.js";
import { byID, element } from "./element.js";
import { attempt, go } from "./session.js";
import { change, state } from "./state.js";

/** Sessions a page. */
const pageSize = 20;
/** The most that a request may ask for. */
const mostSessions = 1000;
/** Milliseconds between looks at the list while the page is seen. */
const period = 10_000;

const list = byID("sessions");
/** `id@revision` → device: the list's summaries do not have it. */
const places = new Map();
let isListing = false;
let drawn = "";

/** Reads the list again, as far as it has been unfolded. */
export async function listSessions(count = Math.max(pageSize, state.sessions.length)) {
  const limit = Math.min(mostSessions, count);
  const response = await call(`/v1/sessions?limit=${limit}`);
  change({ sessions: (await response.json()).sessions, hasMore: nextPage(response) !== null });
  await findPlaces();
}

/** Looks up devices one by one, so that a long list disturbs nobody. */
async function findPlaces() {
  if (isListing) return;
  isListing = true;
  for (const { id, revision } of state.sessions) {
    const key = `${id}@${revision}`;
    if (places.has(key)) continue;
    const session = await get(`/v1/sessions/${id}`).catch(() => null);
    places.set(key, session ? session.environment.device ?? "Free window" : "");
    change({});
  }
  isListing = false;
}

export function drawSessions({ sessions, hasMore, id }) {
  const rows = sessions.map((session) => [session.id, name(session), about(session), session.id === id]);
  const key = JSON.stringify(rows);
  byID("more").hidden = !hasMore;
  byID("no-sessions").hidden = sessions.length > 0;
  if (key === drawn) return;
  drawn = key;
  const focused = list.contains(document.activeElement) ? document.activeElement.dataset.session : null;
  list.replaceChildren(...rows.map(row));
  if (focused) list.querySelector(`[data-session="${focused}"]`)?.focus({ preventScroll: true });
}

function row([id, name, about, isOpen]) {
  return element("li", {},
    element("button", { type: "button", "data-session": id, "aria-current": isOpen ? "true" : null },
      element("span", { class: "name" }, name),
      element("span", { class: "about" }, about)));
}

/** What a session is called: by its labels, by its client, or else by the beginning of its id. */
export function name({ id, client, labels = {} }) {
  return Object.values(labels).join(", ") || client || id.slice(0, 10);
}

function about({ id, revision, updatedAt }) {
  const place = places.get(`${id}@${revision}`) ?? places.get(`${id}@${revision - 1}`);
  return [place, `revision ${revision}`, ago(updatedAt)].filter(Boolean).join(" · ");
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
byID("more").addEventListener("click", () => attempt(() => listSessions(state.sessions.length + pageSize)));
byID("refresh").addEventListener("click", () => attempt(() => listSessions()));

/** Keeps the list fresh while somebody may see it; what goes wrong then is told by what the user does next. */
export function watchSessions() {
  const refresh = () => document.visibilityState === "visible" && listSessions().catch(() => {});
  setInterval(refresh, period);
  document.addEventListener("visibilitychange", refresh);
}
