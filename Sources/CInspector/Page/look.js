import { call, get } from "./api.js";
import { recall } from "./history.js";
import { change, state } from "./state.js";

let isLooking = false;
let isDue = false;

/** Fetches the picture of what is to be shown, and the state then where it is past. One is on its way at a time, the last asked for always comes. */
export async function look() {
  isDue = true;
  if (isLooking) return;
  isLooking = true;
  while (isDue) {
    isDue = false;
    await lookOnce().catch(failed);
  }
  isLooking = false;
}

async function lookOnce() {
  const { id, shown } = state;
  if (id === null) return;
  const seen = await sight(id, shown);
  if (state.id === id && state.shown === shown) change(seen);
}

/** The picture of a session at a revision of the past, or with null now, and the state then where it is past. */
export async function sight(id, shown) {
  const query = (shown === null ? "" : `&revision=${shown}`) + (state.showsHidden ? "&hidden=true" : "");
  const base = `/v1/sessions/${id}`;
  const [response, past] = await Promise.all([
    call(`${base}/picture?format=svg&scale=0.5${query}`),
    shown === null ? null : get(`${base}/snapshot?revision=${shown}`),
  ]);
  const svg = new DOMParser().parseFromString(await response.text(), "image/svg+xml").documentElement;
  const revision = Number(response.headers.get("ETag")?.replaceAll('"', ""));
  return { picture: { id, revision, svg }, past };
}

async function failed(problem) {
  if (state.connection === "ended") return;
  change({ problem });
  if (state.shown === null || ![404, 410].includes(problem.status)) return;
  // The revision is gone: the timeline is not what the server keeps any more. What is shown is the nearest that is.
  await recall().catch((problem) => change({ problem }));
  const kept = state.records.map((record) => record.revision);
  const nearest = kept.findLast((revision) => revision < state.shown) ?? kept[0];
  change({ shown: nearest === state.shown ? null : nearest, past: null });
  isDue = true;
}
