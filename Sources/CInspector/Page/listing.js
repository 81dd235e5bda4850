import { call, nextPage } from "./api.js";
import { change, state } from "./state.js";

/** Sessions a page. */
export const pageSize = 20;
/** The most that a request may ask for. */
const mostSessions = 1000;

let isLooking = false;

/** Reads the list again, as far as it has been unfolded, and the catalogue where it is not there yet. */
export async function listSessions({ count = Math.max(pageSize, state.sessions.length), asks = true } = {}) {
  const [response, catalogue] = await Promise.all([
    call(`/v1/sessions?limit=${Math.min(mostSessions, count)}`, { asks }),
    state.devices.length ? null : call("/v1/devices", { asks }),
  ]);
  if (catalogue) change({ devices: (await catalogue.json()).devices });
  change({ sessions: (await response.json()).sessions, hasMore: nextPage(response) !== null });
  findPlaces();
}

/** Looks up devices, which the list's summaries do not have: one by one, so that a long list disturbs nobody. */
async function findPlaces() {
  if (isLooking) return;
  isLooking = true;
  for (const { id, revision } of state.sessions) {
    if (state.places.get(id)?.revision === revision) continue;
    const session = await call(`/v1/sessions/${id}`, { asks: false }).then((response) => response.json(), () => null);
    state.places.set(id, { revision, device: session && deviceOf(session) });
    change({});
  }
  isLooking = false;
}

/** Where a session's window stands. */
export const deviceOf = ({ environment }) => environment.device ?? "Free window";
