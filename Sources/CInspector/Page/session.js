import { call, command, get, post, Problem } from "./api.js";
import { follow } from "./events.js";
import { append, ends, nearest, read, recall } from "./history.js";
import { listSessions } from "./listing.js";
import { look, sight } from "./look.js";
import { change, state } from "./state.js";
import { name } from "./words.js";

let following = new AbortController();

const nothing = {
  id: null, session: null, records: [], openedAt: 0, shown: null, past: null, compared: null, offer: null, sought: null, picture: null, echo: null, problem: null, curl: "",
};

/** The texts of the last sessions that this browser made, `[id, text]`, newest first: how many, and where they are. */
const [mostBodies, bodiesAt] = [20, "bodies"];
const bodies = () => JSON.parse(localStorage.getItem(bodiesAt) ?? "[]");

/** The text that this browser made a session from, if it did. */
export const sentBody = (id) => bodies().find(([made]) => made === id)?.[1];
export const forget = (id) => keep(bodies().filter(([made]) => made !== id));
const remember = (id, text) => keep([[id, text], ...bodies()].slice(0, mostBodies));

function keep(kept) {
  try {
    localStorage.setItem(bodiesAt, JSON.stringify(kept));
  } catch {
    // The browser has no more room: the oldest goes.
    if (kept.length > 0) keep(kept.slice(0, -1));
  }
}

/** Opens a session and follows it from then on. What was shown before stays until everything is there. */
export async function open(id) {
  const signal = leave();
  change({ connection: "reconnecting" });
  try {
    const [session, records, seen] = await Promise.all([get(`/v1/sessions/${id}`, signal), ends(id, signal), sight(id, null)]);
    if (signal.aborted) return;
    const known = records.filter((record) => record.revision <= session.revision);
    change({ ...nothing, id, session, records: known, openedAt: session.revision, sent: new Set(), ...seen, curl: command(`/v1/sessions/${id}/picture`) });
    // The three were not asked at one moment.
    if (seen.picture.revision !== session.revision) look();
    follow(id, known.at(-1)?.revision ?? session.revision, signal, {
      open: () => change({ connection: "live", problem: state.problem?.status === 0 ? null : state.problem }),
      event: accept,
      lost: () => change({ connection: "reconnecting" }),
      end: (problem) => change({ connection: "ended", problem: problem ?? state.problem }),
    });
  } catch (problem) {
    if (signal.aborted) return;
    if (!(problem instanceof Problem)) throw problem;
    if (problem.status === 404) forget(id);
    change({ ...nothing, id, connection: "ended", problem });
  }
}

/** Follows the session that is open no more. */
function leave() {
  following.abort();
  following = new AbortController();
  return following.signal;
}

// A page that is left may be kept for the way back, and its stream with it: a browser has six connections to a server.
addEventListener("pagehide", leave);
addEventListener("pageshow", ({ persisted }) => persisted && state.id && open(state.id));

/** What is shown of a session, the first where the address names none. */
export const views = ["picture", "explore", "design"];

/** The address of a session's view. */
export const addressOf = (id, view) => (view === views[0] ? `#${id}` : `#${id}/${view}`);

/** Opens a session under an address of its own. */
export async function go(id, view = views[0]) {
  history.pushState(null, "", addressOf(id, view));
  change({ view });
  if (id !== state.id || state.connection === "ended") await open(id);
}

/** Shows no session. */
export function close() {
  leave();
  change({ ...nothing, connection: "idle" });
}

function accept(type, data) {
  if (type === "session") {
    // The place in the history was lost, so that some of it may be missing.
    change({ session: data, echo: null });
    attempt(recall);
  }
  if (type === "transition") {
    const { session, ...record } = data;
    append(record);
    change({ session, echo: null });
  }
  if (state.shown === null) look();
}

/** Does one transition, or a batch. `at` is the revision that the user saw, where a later one would mean something else. */
export async function act(body, { at } = {}) {
  const path = `/v1/sessions/${state.id}/transitions`;
  const before = state.records.at(-1)?.revision;
  change({ curl: command(path, { body }), shown: null, past: null, offer: null, sought: null, sending: state.sending + 1 });
  if (state.picture?.revision !== before) look();
  const { sent } = state;
  await attempt(async () => {
    const record = await post(path, body, at === undefined ? {} : { "If-Match": `"${at}"` });
    sent.add(record.revision);
    // What changed something comes with the events.
    change({ echo: record.revision === before ? record : null });
  });
  change({ sending: state.sending - 1 });
}

/** Forks the session from a revision, and opens the new one. Where it is from is kept by this browser: the server has no such member. */
export async function fork(revision) {
  const { id, session } = state;
  await make(`/v1/sessions/${id}/fork`, { revision });
  if (state.id === id) return;
  sessionStorage.setItem(`from ${state.id}`, `from ${name(session)} at ${revision}`);
  change({});
}

/** Creates a session, and opens it. */
export const create = (body) => make("/v1/sessions", body, ({ sessionId }) => remember(sessionId, JSON.stringify(body, null, 2)));

/** Creates a session from a text, and returns its record. */
export async function createFrom(text) {
  const record = await (await call("/v1/sessions", { method: "POST", body: text })).json();
  remember(record.sessionId, text);
  return record;
}

async function make(path, body, made = () => {}) {
  await attempt(async () => {
    const record = await post(path, body);
    made(record);
    await go(record.sessionId);
    change({ curl: command(path, { body }) });
    await listSessions();
  });
}

/** Deletes the session that is open. */
export async function remove() {
  const path = `/v1/sessions/${state.id}`;
  await attempt(async () => {
    await call(path, { method: "DELETE" });
    forget(path.split("/").at(-1));
    change({ curl: command(path, { method: "DELETE" }) });
    await listSessions();
  });
}

/** Shows a revision of the past, or with null what is now. */
export function show(revision) {
  const newest = state.records.at(-1)?.revision;
  const shown = revision === newest ? null : revision;
  const query = shown === null ? "" : `?revision=${shown}`;
  change({ shown, offer: null, echo: null, curl: command(`/v1/sessions/${state.id}/picture${query}`) });
  look();
}

let isSeeking = false;

/** Shows the revision of a place in the history, as soon as it is known which are kept there. The last one that is asked for comes. */
export async function seek(revision) {
  if (state.connection === "ended") return;
  change({ sought: revision });
  if (isSeeking) return;
  isSeeking = true;
  await attempt(async () => {
    while (state.sought !== null) {
      const wanted = state.sought;
      await read(wanted);
      if (state.sought !== wanted) continue;
      change({ sought: null });
      show(nearest(wanted, state.shown ?? Infinity));
    }
  });
  isSeeking = false;
  change({ sought: null });
}

/** The control that was used last: where what it asked for is refused. */
let used = null;
for (const sign of ["click", "keydown", "change"]) addEventListener(sign, ({ target }) => (used = target), true);

/** Does something and shows the problem where there is one, `at` the control that was used, or takes the last one away. */
export async function attempt(action, { at = used } = {}) {
  try {
    change({ problem: null });
    await action();
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    problem.at = at;
    change({ problem });
  }
}
