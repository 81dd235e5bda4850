import { call, nextPage } from "./api.js";
import { change, state } from "./state.js";

/** Records kept in the page; the server keeps 256 unless it was told otherwise. */
export const mostRecords = 1000;

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
