import { call, get, nextPage } from "./api.js";
import { change, state } from "./state.js";

/** Sessions a page. */
export const pageSize = 20;
/** The most that a request may ask for. */
const mostSessions = 1000;

let isListing = false;

/** Reads the list again, as far as it has been unfolded. */
export async function listSessions({ count = Math.max(pageSize, state.sessions.length), asks = true } = {}) {
  const response = await call(`/v1/sessions?limit=${Math.min(mostSessions, count)}`, { asks });
  change({ sessions: (await response.json()).sessions, hasMore: nextPage(response) !== null });
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
