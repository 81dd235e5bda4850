import { call, nextPage } from "./api.js";
import { change, state } from "./state.js";

/** Records kept in the page; the server keeps 256 unless it was told otherwise. */
const mostRecords = 1000;

/** The records of all revisions that the server keeps, oldest first. */
export async function recordsOf(id, signal) {
  const records = [];
  let path = `/v1/sessions/${id}/transitions?include=changes&limit=${mostRecords}`;
  while (path) {
    const response = await call(path, { signal });
    records.push(...(await response.json()).transitions);
    path = nextPage(response);
  }
  return records;
}

/** Reads again which revisions the server keeps of the session that is open. */
export async function recall() {
  const { id } = state;
  const records = await recordsOf(id);
  if (state.id === id) change({ records });
}

/** Adds what has happened to the records of the session that is open. */
export function append(record) {
  const earlier = state.records.filter((known) => known.revision < record.revision);
  // A gesture is one record, the last; the revisions before it are not kept.
  if (isSameGesture(earlier.at(-1)?.transition, record.transition)) earlier.pop();
  change({ records: [...earlier, record].slice(-mostRecords) });
}

function isSameGesture(before, after) {
  return before?.type === "scroll" && after?.type === "scroll" && before.topTabs === after.topTabs;
}
