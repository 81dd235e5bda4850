import { byID } from "./element.js";
import { act } from "./session.js";
import { fit, hold, scaleOfPicture, windowOfPicture } from "./stage.js";
import { state } from "./state.js";

/** Points of width that can be dragged to. */
const [narrowest, widest] = [200, 1400];
/** Milliseconds from one resize to the next: as often as pictures can follow. */
const spacing = 60;

const edge = byID("edge");
const stage = byID("stage");
/** The width that is wished for and not there yet. */
let wish = null;
let isSending = false;
/** The drag that the wish is of; null where it is of a key. */
let mover = null;
/** Where a drag began, and the phase that its next resize has; null where none is going on. */
let drag = null;

const width = () => wish ?? state.session.environment.width;

/** Wishes for a width. One resize is on its way at a time; the last wish is always sent. Those of one drag are one step of undo. */
async function resize(points, dragged = null) {
  mover = dragged;
  wish = Math.round(Math.min(widest, Math.max(narrowest, points)));
  place();
  if (isSending) return;
  isSending = true;
  for (let sent = state.session.environment.width; state.session && wish !== sent; ) {
    sent = wish;
    const phase = mover && { phase: mover.phase };
    if (mover) mover.phase = "changed";
    await act({ type: "resize", width: sent, height: state.session.environment.height, ...phase });
    await new Promise((resume) => setTimeout(resume, spacing));
    if (state.problem) break;
  }
  isSending = false;
  wish = null;
  place();
}

/** Puts the handle at the window's right edge, or where it is dragged to. */
function place() {
  const frame = windowOfPicture();
  if (edge.hidden || !frame) return;
  const origin = stage.getBoundingClientRect();
  const right = wish === null ? frame.right : frame.left + wish * scaleOfPicture();
  edge.style.left = `${right - origin.left + stage.scrollLeft}px`;
  edge.style.top = `${frame.top - origin.top + stage.scrollTop}px`;
  edge.style.height = `${frame.height}px`;
  const points = Math.round(state.session.environment.width);
  edge.setAttribute("aria-valuenow", points);
  edge.setAttribute("aria-valuetext", `${points} points`);
}

export function drawEdge({ session, devices, shown, connection, picture }) {
  const { environment } = session ?? {};
  // The catalogue, read at the first input, says which device has no window to resize.
  const words = devices.find(({ name }) => name === environment?.device)?.multitasking[environment.system];
  const isFixed = words && !words.includes("window");
  edge.hidden = !picture || !environment || isFixed || shown !== null || connection === "ended";
  place();
}

edge.addEventListener("pointerdown", (event) => {
  edge.setPointerCapture(event.pointerId);
  edge.focus();
  edge.classList.add("dragged");
  event.preventDefault();
  drag = { x: event.clientX, width: width(), phase: "began" };
  hold(true);
});
edge.addEventListener("pointermove", (event) => {
  if (drag) resize(drag.width + (event.clientX - drag.x) / scaleOfPicture(), drag);
});
edge.addEventListener("lostpointercapture", () => {
  drag = null;
  hold(false);
  place();
});
for (const sign of ["keydown", "blur"]) edge.addEventListener(sign, () => edge.classList.remove("dragged"));
edge.addEventListener("keydown", (event) => {
  const step = { ArrowLeft: -10, ArrowDown: -10, ArrowRight: 10, ArrowUp: 10, PageDown: -100, PageUp: 100 }[event.key];
  const end = { Home: narrowest, End: widest }[event.key];
  if (step === undefined && end === undefined) return;
  event.preventDefault();
  resize(end ?? width() + step);
});
new ResizeObserver(() => {
  fit();
  place();
}).observe(stage);
