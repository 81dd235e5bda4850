import { call, get, nextPage } from "./api.js";
import { change, state } from "./state.js";

/** Records that are read at once: of the beginning, where that is all as a rule, and around a place in a long history. */
const [firstPage, pageLength] = [300, 200];
/** Records kept in the page while more come. */
const mostRecords = 5000;

/**
 * One page of records. Each is told the revision that it follows, as `follows`: where that is later than the record before it in the page,
 * there are records between the two which have not been read. Revisions of a gesture are not kept, so that numbers alone do not tell.
 */
async function page(id, after, limit, signal) {
  const response = await call(`/v1/sessions/${id}/transitions?include=changes&limit=${limit}${after === null ? "" : `&after=${after}`}`, { signal });
  const { transitions } = await response.json();
  transitions.forEach((record, index) => (record.follows = transitions[index - 1]?.revision ?? after ?? record.revision - 1));
  return { records: transitions, isLast: nextPage(response) === null };
}

/** The records of a session, oldest first: of a long history its beginning and its end. */
export async function ends(id, signal) {
  const first = await page(id, null, firstPage, signal);
  let { records, isLast } = first;
  const { revision } = isLast ? {} : await get(`/v1/sessions/${id}`, signal);
  while (!isLast) {
    const read = records.at(-1).revision;
    // From the second page on it goes on where it was: one may end early, by its bytes.
    const after = records === first.records ? Math.max(read, revision - pageLength) : read;
    const next = await page(id, after, pageLength, signal);
    records = merged(records, next.records);
    isLast = next.isLast;
  }
  return records;
}

function merged(known, more) {
  const all = new Map(known.map((record) => [record.revision, record]));
  for (const record of more) {
    const follows = Math.min(record.follows, all.get(record.revision)?.follows ?? Infinity);
    all.set(record.revision, { ...record, follows });
  }
  return [...all.values()].sort((one, other) => one.revision - other.revision);
}

/** What is not read yet, as `{after, to}`: the revisions from behind `after` to `to`. */
export function gaps(records = state.records) {
  return records.flatMap(({ follows }, index) => (index > 0 && follows > records[index - 1].revision ? [{ after: records[index - 1].revision, to: follows }] : []));
}

/** Reads what is around a revision, or with `length` so many before it, unless it is known. */
export async function read(revision, length = 0) {
  const { id } = state;
  const gap = gaps().find(({ after, to }) => after < revision && revision <= to);
  if (!gap) return;
  const after = Math.max(gap.after, revision - (length || pageLength / 2));
  const { records } = await page(id, after, length || pageLength);
  if (state.id === id) change({ records: merged(state.records, records) });
}

/** The revision that is meant by one, which itself need not be kept: the next in the direction from where one is. */
export function nearest(revision, from) {
  const revisions = state.records.map((record) => record.revision);
  const later = revisions.find((known) => known >= revision) ?? revisions.at(-1);
  const earlier = revisions.findLast((known) => known <= revision) ?? later;
  return revision > from ? later : earlier;
}

/** Reads again which revisions the server keeps of the session that is open. */
export async function recall() {
  const { id } = state;
  const records = await ends(id);
  if (state.id === id) change({ records });
}

/** Adds what has happened to the records of the session that is open. */
export function append(record) {
  const earlier = state.records.filter((known) => known.revision < record.revision);
  record.follows = earlier.at(-1)?.revision ?? record.revision - 1;
  // A stage of a gesture takes the place of the one before, unless the app was told something by that.
  const last = earlier.at(-1);
  if (last?.events.length === 0 && isSameGesture(last.transition, record.transition)) record.follows = earlier.pop().follows;
  // Where they become too many a part is forgotten, behind the first, which says how far the past goes.
  if (earlier.length >= mostRecords) earlier.splice(1, pageLength);
  change({ records: [...earlier, record] });
}

function isSameGesture(before, after) {
  if (!before || before.type !== after?.type) return false;
  if (after.type === "scroll") return before.topTabs === after.topTabs;
  return after.type === "resize" && Boolean(before.phase && after.phase) && before.phase !== "ended" && after.phase !== "began";
}
