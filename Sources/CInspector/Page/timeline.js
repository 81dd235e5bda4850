import { byID } from "./element.js";
import { act, seek, show } from "./session.js";
import { comparedRecord, shownRecord, state } from "./state.js";
import { called, wordsOf, wordsOfDifference } from "./words.js";

/** Why there is nothing to undo where there may be: what is shown is not what it would change. */
const why = "Undo and Redo change what is now.";

/** Milliseconds for which each revision is seen while the history plays. */
const pace = 900;

const [timeline, said, undo, redo, live, earlier, later, play] = ["timeline", "said", "undo", "redo", "live", "earlier", "later", "play"].map(byID);
let playing = 0;

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
  live.hidden = !isPast || isEnded;
  earlier.disabled = isEnded || shownRevision() <= timeline.min;
  later.disabled = isEnded || !isPast;
  play.disabled = isEnded || records.length < 2;
  if (playing && (isEnded || !isPast && state.sought === null)) stop();
  const text = isEnded ? "The session has ended." : echo ? sentenceOfEcho(echo) : sentence(record);
  if (said.textContent !== text) said.textContent = said.title = text;
}

function sentence(record) {
  if (!record) return "";
  const other = comparedRecord();
  if (other) return `From revision ${other.revision} to ${record.revision}: ${wordsOfDifference(other, record)}.`;
  if (state.shown !== null) return `The past: revision ${record.revision} of ${newest()}, ${wordsOf(record)}. ${why}`;
  return `Revision ${record.revision}: ${wordsOf(record)}, ${record.visible.length} visible`;
}

function sentenceOfEcho(record) {
  const outcome = (record.outcomes ?? [record.outcome]).findLast((outcome) => outcome.reason);
  const reason = outcome?.blocked ? `, blocked by ${called(outcome.blocked[0].controller)}` : outcome?.reason ? ` (${outcome.reason})` : "";
  return `Revision ${record.revision}: ${wordsOf(record)} changed nothing${reason}`;
}

/** Goes to the next record that is kept, in one direction. */
const step = (by) => seek((state.sought ?? shownRevision()) + by);

function stop() {
  clearInterval(playing);
  playing = 0;
  play.textContent = "Play";
}

/** Plays on from what is shown, or from the beginning where that is now. */
play.addEventListener("click", () => {
  if (playing) return stop();
  if (state.shown === null) seek(Number(timeline.min));
  playing = setInterval(() => step(1), pace);
  play.textContent = "Pause";
});
earlier.addEventListener("click", () => step(-1));
later.addEventListener("click", () => step(1));
timeline.addEventListener("input", () => seek(Number(timeline.value)));
undo.addEventListener("click", () => act({ type: "undo" }));
redo.addEventListener("click", () => act({ type: "redo" }));
live.addEventListener("click", () => {
  show(null);
  // The button goes, and its keyboard focus moves to the timeline.
  timeline.focus();
});
