import { byID } from "./element.js";
import { act, fork, show } from "./session.js";
import { nameOf, shownRecord, state } from "./state.js";

const [timeline, said, undo, redo, forkButton, revert, live] = ["timeline", "said", "undo", "redo", "fork", "revert", "live"].map(byID);

const newest = () => state.records.at(-1)?.revision ?? 0;
const shownRevision = () => state.shown ?? newest();

export function drawTimeline({ session, records, shown, connection, echo }) {
  if (!session) return;
  const isEnded = connection === "ended";
  timeline.min = records[0]?.revision ?? 0;
  timeline.max = newest();
  timeline.value = shownRevision();
  timeline.disabled = isEnded || records.length < 2;
  const record = shownRecord();
  timeline.setAttribute("aria-valuetext", `Revision ${shownRevision()}${record ? `, ${nameOf(record)}` : ""}`);
  undo.disabled = isEnded || !session.can.undo;
  redo.disabled = isEnded || !session.can.redo;
  forkButton.disabled = isEnded;
  live.hidden = revert.hidden = shown === null;
  const text = isEnded ? "The session has ended." : echo ? sentenceOfEcho(echo) : sentence(record);
  if (said.textContent !== text) said.textContent = text;
}

function sentence(record) {
  if (!record) return "";
  const place = state.shown === null ? "" : ` of ${newest()}`;
  return `Revision ${record.revision}${place}: ${nameOf(record)}, ${record.visible.length} visible`;
}

function sentenceOfEcho(record) {
  const blocker = (record.outcome ?? record.outcomes?.find((outcome) => outcome.blockedBy))?.blockedBy;
  const reason = blocker ? `, blocked by ${blocker}` : "";
  return `Revision ${record.revision}: ${nameOf(record)} changed nothing${reason}`;
}

/** The revision that a move of the slider means: some between the kept ones are not there, and are stepped over in the direction of the move. */
function nearest(value) {
  const revisions = state.records.map((record) => record.revision);
  const later = revisions.find((revision) => revision >= value) ?? newest();
  const earlier = revisions.findLast((revision) => revision <= value) ?? later;
  return value > shownRevision() ? later : earlier;
}

timeline.addEventListener("input", () => show(nearest(Number(timeline.value))));
undo.addEventListener("click", () => act({ type: "undo" }));
redo.addEventListener("click", () => act({ type: "redo" }));
live.addEventListener("click", () => {
  show(null);
  // The button goes: who was on it goes on at the timeline.
  timeline.focus();
});
revert.addEventListener("click", () => act({ type: "revert", revision: state.shown }));
forkButton.addEventListener("click", () => fork(shownRevision()));
