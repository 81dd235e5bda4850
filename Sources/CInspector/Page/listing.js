import { call, get, nextPage } from "./api.js";
import { change, state } from "./state.js";

/** Sessions a page. */
const pageSize = 20;
/** The most that a request may ask for. */
const mostSessions = 1000;
/** Sessions that a search reads by itself. */
const mostSearched = 5000;

let isListing = false;

/** The parameter for what the server itself finds, `client:` and `label:` before a value as a whole; null where the page looks for a text. */
function exactly(search) {
  const [, name, value] = /^(client|label):(.+)$/s.exec(search) ?? [];
  return name === undefined ? null : `&${name}=${encodeURIComponent(value)}`;
}

/** Reads the list again, as far as it has been unfolded. */
export async function listSessions({ count = Math.max(pageSize, state.sessions.length), asks = true } = {}) {
  const { search, sessions } = state;
  const limit = Math.min(mostSessions, count);
  const response = await call(`/v1/sessions?limit=${limit}${exactly(search) ?? ""}`, { asks });
  const read = (await response.json()).sessions;
  if (state.search !== search) return;
  // Beyond what one request gives stands what was read before.
  const rest = sessions === state.sessions ? sessions.slice(mostSessions) : [];
  change({ sessions: [...read, ...rest], next: rest.length > 0 ? state.next : nextPage(response) });
}

/** Reads the next page. */
export async function listMore() {
  const { search, next, sessions } = state;
  if (sessions.length < mostSessions) return listSessions({ count: search === "" ? sessions.length + pageSize : mostSessions });
  const response = await call(next);
  const read = (await response.json()).sessions;
  if (state.search === search && state.next === next) change({ sessions: [...sessions, ...read], next: nextPage(response) });
}

/** The sessions that are listed of those that are read: by a text in their client, their labels or their id. */
export function found({ sessions, search }) {
  const wanted = search.toLowerCase();
  if (wanted === "" || exactly(search)) return sessions;
  return sessions.filter(({ sessionId, client = "", labels = {} }) =>
    [sessionId, client, ...Object.entries(labels).map((label) => label.join(":"))].some((text) => text.toLowerCase().includes(wanted)));
}

/** Looks for a text, as far back as is needed for a page. */
export async function find(search) {
  change({ search });
  if (exactly(search) || search === "") return listSessions({ count: pageSize });
  while (state.search === search && state.next && found(state).length < pageSize && state.sessions.length < mostSearched) await listMore();
}

/** Reads the catalogue of devices, once. */
export async function listDevices() {
  if (isListing || state.devices.length > 0) return;
  isListing = true;
  try {
    change({ devices: (await get("/v1/devices")).devices });
  } finally {
    isListing = false;
  }
}
