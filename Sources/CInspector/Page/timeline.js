import { byID } from "./element.js";
import { act, seek, show } from "./session.js";
import { shownRecord, state } from "./state.js";
import { wordsOf } from "./words.js";

/** Why there is nothing to undo where there may be: what is shown is not what it would change. */
const why = "Undo and Redo change what is now.";

const [timeline, said, undo, redo, live] = ["timeline", "said", "undo", "redo", "live"].map(byID);

const newest = () => state.records.at(-1)?.revision ?? 0;
const shownRevision = () => state.shown ?? newest();

export function drawTimeline({ session, records, shown, connection, echo }) {
  if (!session) return;
  const isEnded = connection === "ended";
  timeline.min = records[0]?.revision ?? 0;
  timeline.max = newest();
  timeline.value = state.sought ?? shownRevision();
  timeline.disabled = isEnded || records.length < 2;
  const record = shownRecord();
  timeline.setAttribute("aria-valuetext", `Revision ${shownRevision()}${record ? `, ${wordsOf(record)}` : ""}`);
  const isPast = shown !== null;
  undo.disabled = isEnded || isPast || !session.can.undo;
  redo.disabled = isEnded || isPast || !session.can.redo;
  undo.title = redo.title = isPast ? why : "";
  live.hidden = !isPast;
  const text = isEnded ? "The session has ended." : echo ? sentenceOfEcho(echo) : sentence(record);
  if (said.textContent !== text) said.textContent = said.title = text;
}

function sentence(record) {
  if (!record) return "";
  if (state.shown !== null) return `The past: revision ${record.revision} of ${newest()}, ${wordsOf(record)}. ${why}`;
  return `Revision ${record.revision}: ${wordsOf(record)}, ${record.visible.length} visible`;
}

function sentenceOfEcho(record) {
  const outcome = (record.outcomes ?? [record.outcome]).findLast((outcome) => outcome.reason);
  const reason = outcome?.blockedBy ? `, blocked by ${outcome.blockedBy}` : outcome?.reason ? ` (${outcome.reason})` : "";
  return `Revision ${record.revision}: ${wordsOf(record)} changed nothing${reason}`;
}

timeline.addEventListener("input", () => seek(Number(timeline.value)));
undo.addEventListener("click", () => act({ type: "undo" }));
redo.addEventListener("click", () => act({ type: "redo" }));
live.addEventListener("click", () => {
  show(null);
  // The button goes, and its keyboard focus moves to the timeline.
  timeline.focus();
});
