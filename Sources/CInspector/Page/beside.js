import { call, post } from "./api.js";
import { multitaskingNames } from "./controls.js";
import { byID, element } from "./element.js";
import { all, done } from "./export.js";
import { listDevices, listSessions } from "./listing.js";
import { createFrom, forget, go } from "./session.js";
import { change, state } from "./state.js";
import { thumbnail } from "./thumbnail.js";
import { count, inWords, wordsOf } from "./words.js";

/** Steps that are done again. */
const mostSteps = 256;
/** Points of a free window that is narrowed. */
const narrow = { width: 320, height: 800 };
/** The answers that say of a step that it cannot be done in the other design. */
const refusals = [400, 404, 409, 422];

const [place, said, slider, skippedList, use, discard] = ["beside", "beside-said", "beside-step", "beside-skipped", "beside-use", "beside-discard"].map(byID);

/**
 * Creates a session from a text, does the steps of the open one again that stand after the revision `base`, and then the same change of the
 * window in both. The old one is its user's, and maybe others follow it: the change is done in a fork of it, which goes with the comparison.
 */
export async function compare(text, base, given, tell) {
  const { id, session } = state;
  const made = await createFrom(text);
  const temporary = [made.sessionId];
  try {
    const { start, steps } = done((await all(id, session.revision)).filter(({ revision }) => revision >= base));
    const chosen = steps.slice(0, mostSteps);
    const fork = await post(`/v1/sessions/${id}/fork`, { revision: (chosen.at(-1) ?? start).revision });
    temporary.push(fork.sessionId);
    await listDevices();
    const [frames, skipped] = [[{ name: "At the start", left: start, right: made }], []];
    for (const step of [...chosen, ...turns(session.environment).map((transition) => ({ transition, isAdded: true }))]) {
      tell(`Step ${frames.length}`);
      const { left, right } = frames.at(-1);
      const before = step.isAdded ? await again(left.sessionId === id ? fork : left, step) : step;
      const after = await again(right, step);
      // What neither window does is no step.
      if (before.code && after.code) continue;
      const name = `Step ${frames.length}, ${multitaskingNames[step.transition?.multitasking] ?? wordsOf(step)}${step.isAdded ? " (added)" : ""}`;
      if (after.code) skipped.push(`${name}: ${after.code}`);
      frames.push({ name, left: before.code ? left : before, right: after.code ? right : after });
    }
    if (state.id !== id) return temporary.forEach(drop);
    const cut = steps.length > mostSteps ? `, the first ${mostSteps} of ${steps.length}` : "";
    change({ pair: { id, made: made.sessionId, fork: fork.sessionId, frames, skipped, given, cut } });
  } catch (problem) {
    temporary.forEach(drop);
    throw problem;
  }
}

function drop(id) {
  forget(id);
  return call(`/v1/sessions/${id}`, { method: "DELETE" }).catch(() => {});
}

/** Does a step: the record of it, or the code for which it is not done. */
async function again({ sessionId, revision }, { transition, transitions }) {
  try {
    const record = await post(`/v1/sessions/${sessionId}/transitions`, transition ?? { transitions });
    const outcome = record.outcomes?.findLast(({ reason }) => reason) ?? record.outcome;
    return record.revision > revision ? record : { code: outcome.reason ?? "not handled" };
  } catch (problem) {
    if (!refusals.includes(problem.status)) throw problem;
    return problem;
  }
}

/** The window is turned, narrowed to the narrowest state that the catalogue has of its device, and widened again. */
function turns({ system, device, pose, orientation, width, height }) {
  const turned = orientation === "portrait" ? "landscape" : "portrait";
  const model = state.devices.find(({ name }) => name === device);
  if (!model) return [{ width: height, height: width }, narrow, { width, height }].map((size) => ({ type: "resize", ...size }));
  const turn = { type: "rotate", orientation: turned };
  const { windows = [] } = (model.poses?.find((row) => row.pose === pose) ?? model)[turned];
  // The narrowest comes last.
  const own = windows.findLast(({ multitasking }) => model.multitasking[system].includes(multitasking));
  if (own) return [turn, ...[own.multitasking, "fullScreen"].map((multitasking) => ({ type: "setMultitasking", multitasking }))];
  if (model.poses) return [turn, ...[pose === "closed" ? "open" : "closed", pose].map((pose) => ({ type: "fold", pose }))];
  return [turn, { type: "rotate", orientation }, turn];
}

/** What is compared of a screen. Ids are, where a body gave them: others are counted, and differ with every step that is skipped. */
const keyOf = ({ id, route, params, column }) => JSON.stringify([route, params, column, state.pair.given.has(id) && id]);
const isSame = ({ left, right }) => [left, right].map(({ visible }) => visible.map(keyOf).join()).every((keys, _, all) => keys === all[0]);
const label = (screen) => (/^c\d+$/.test(screen.id) ? inWords(screen) : screen.id);

/** What differs after a step: the screens that only one side shows, or all of both where one has no other. */
function sentence({ name, left, right }) {
  if (isSame({ left, right })) return `${name}: the same`;
  const only = (one, other) => one.visible.filter((screen) => !other.visible.some((same) => keyOf(same) === keyOf(screen)));
  const own = [only(left, right), only(right, left)];
  const shown = own.every((screens) => screens.length > 0) ? own : [left.visible, right.visible];
  const names = [label, (screen) => `${label(screen)} (${screen.column ?? "whole"})`].map((words) => shown.map((screens) => screens.map(words).join(", ")));
  const [one, other] = names.find(([one, other]) => one !== other) ?? names[0];
  return `${name}: left ${one}, right ${other}`;
}

let drawn = null;

export function drawBeside({ pair, id }) {
  if (pair && pair.id !== id) return end();
  place.hidden = !pair;
  if (pair === drawn) return;
  drawn = pair;
  if (!pair) return;
  const { frames, skipped, cut } = pair;
  const first = frames.findIndex((frame) => !isSame(frame));
  slider.max = frames.length - 1;
  slider.value = Math.max(0, first);
  skippedList.replaceChildren(...skipped.map((text) => element("li", {}, text)));
  show();
  if (first < 0) said.textContent = `No difference in ${count(frames.length - 1, "step")}${skipped.length > 0 ? `, ${skipped.length} skipped` : ""}${cut}`;
  slider.focus();
  place.scrollIntoView();
}

/** Shows both sides after the step of the slider. */
function show() {
  const frame = state.pair.frames[slider.value];
  for (const side of ["left", "right"]) {
    const { sessionId, revision, visible } = frame[side];
    const [picture, caption] = [".thumbnail", "figcaption span"].map((part) => byID(`beside-${side}`).querySelector(part));
    const path = `/v1/sessions/${sessionId}/picture?format=svg&scale=0.5&revision=${revision}`;
    // A picture that is gone leaves no other one in its place.
    thumbnail(path, () => call(path).catch((problem) => (picture.replaceChildren(), Promise.reject(problem))), picture);
    caption.textContent = visible.map(label).join(", ");
  }
  said.textContent = sentence(frame);
  slider.setAttribute("aria-valuetext", frame.name);
}

/** Ends the comparison, and what was made for it alone. */
async function end(ids = [state.pair.fork]) {
  change({ pair: null });
  await Promise.all(ids.map(drop));
  await listSessions({ asks: false }).catch(() => {});
}

slider.addEventListener("input", show);
use.addEventListener("click", () => go(state.pair.made));
discard.addEventListener("click", async () => {
  await end([state.pair.fork, state.pair.made]);
  byID("design-create").focus();
});
