import { call, get, post, Problem } from "./api.js";
import { multitaskingNames } from "./controls.js";
import { byID, element } from "./element.js";
import { all, done } from "./export.js";
import { listDevices, listSessions } from "./listing.js";
import { attempt, createFrom, forget, go } from "./session.js";
import { change, state } from "./state.js";
import { thumbnail } from "./thumbnail.js";
import { count, wordsOf } from "./words.js";

/** Steps that are done again. */
const mostSteps = 256;
/** Points of width and of height of a free window that is narrowed. */
const narrow = { width: 320, height: 800 };
/** Answers that say of a step that it cannot be done in the other design. */
const refusals = [400, 404, 409, 422];

const [place, said, slider, list, use, discard] = ["beside", "beside-said", "beside-step", "beside-skipped", "beside-use", "beside-discard"].map(byID);
const sides = ["left", "right"];

/** What a side shows after a step. */
const sideOf = ({ sessionId, revision, visible }) => ({ id: sessionId, revision, visible });

/**
 * Creates a session from a text, does the steps of the open one again that stand after the revision `base`, and then the same change of the
 * window in both. The old one is its user's, and maybe others follow it: the change is done in a fork of it, which goes with the comparison.
 */
export async function compare(text, base, given, tell) {
  const { id, session } = state;
  const made = sideOf(await createFrom(text));
  const temporary = [made.id];
  try {
    const { start, steps } = done((await all(id, session.revision)).filter(({ revision }) => revision >= base));
    const chosen = steps.slice(0, mostSteps);
    const fork = sideOf(await post(`/v1/sessions/${id}/fork`, { revision: (chosen.at(-1) ?? start).revision }));
    temporary.push(fork.id);
    await listDevices();
    const wanted = [...chosen, ...turns(session.environment).map((transition) => ({ transition, isAdded: true }))];
    const [frames, skipped] = [[{ name: "At the start", left: sideOf(start), right: made }], []];
    for (const [index, step] of wanted.entries()) {
      tell(`Step ${index + 1} of ${wanted.length}`);
      const { left, right } = frames.at(-1);
      const body = step.transition ?? { transitions: step.transitions };
      const before = step.isAdded ? await again(left.id === fork.id ? left : fork, body) : { side: sideOf(step) };
      const after = await again(right, body);
      // What neither window does is no step.
      if (before.code && after.code) continue;
      const name = `Step ${frames.length}, ${nameOf(step)}`;
      if (after.code) skipped.push(`${name}: ${after.code}`);
      frames.push({ name, left: before.side ?? left, right: after.side ?? right });
    }
    if (state.id !== id) throw new Problem(0, { title: "Another session was opened" });
    const isCut = steps.length > chosen.length ? `, the first ${mostSteps} of ${steps.length}` : "";
    change({ pair: { id, made: made.id, fork: fork.id, frames, skipped, given, isCut } });
    listSessions({ asks: false }).catch(() => {});
  } catch (problem) {
    temporary.forEach(drop);
    throw problem;
  }
}

const drop = (id) => call(`/v1/sessions/${id}`, { method: "DELETE" }).catch(() => {});

/** Does a step: what the session shows then, or the code for which it does not. */
async function again(side, body) {
  try {
    const record = await post(`/v1/sessions/${side.id}/transitions`, body);
    const { reason = "not handled" } = record.outcomes?.findLast(({ reason }) => reason) ?? record.outcome;
    return record.revision === side.revision ? { code: reason } : { side: sideOf(record) };
  } catch (problem) {
    if (!refusals.includes(problem.status)) throw problem;
    return { code: problem.code };
  }
}

/** The window is turned, narrowed to the narrowest state that the catalogue has of its device, and widened again. */
function turns({ system, device, pose, orientation, width, height }) {
  const turned = orientation === "portrait" ? "landscape" : "portrait";
  const model = state.devices.find(({ name }) => name === device);
  if (!model) return [{ width: height, height: width }, narrow, { width, height }].map((size) => ({ type: "resize", ...size }));
  const turn = { type: "rotate", orientation: turned };
  const { windows = [] } = (model.poses?.find((row) => row.pose === pose) ?? model)[turned];
  const own = windows.filter(({ multitasking }) => model.multitasking[system].includes(multitasking));
  const narrowest = own.findLast(({ width }) => own.every((other) => other.width >= width));
  if (narrowest) return [turn, ...[narrowest.multitasking, "fullScreen"].map((multitasking) => ({ type: "setMultitasking", multitasking }))];
  if (model.poses) return [turn, { type: "fold", pose: pose === "closed" ? "open" : "closed" }, { type: "fold", pose }];
  return [turn, { type: "rotate", orientation }, turn];
}

function nameOf(step) {
  const name = multitaskingNames[step.transition?.multitasking] ?? wordsOf(step);
  return step.isAdded ? `${name} (added)` : name;
}

/** What is compared of a screen. Ids are, where the body gave them: others are counted, and differ with every step that is skipped. */
const keyOf = ({ id, route, params, column }) => JSON.stringify([route, params, column, state.pair.given.has(id) ? id : null]);
const isSame = ({ left, right }) => JSON.stringify(left.visible.map(keyOf)) === JSON.stringify(right.visible.map(keyOf));

/** What differs after a step: the screens that only one side shows, or all of both where one has no other. */
function sentence(frame) {
  if (isSame(frame)) return `${frame.name}: the same`;
  const [left, right] = sides.map((side) => frame[side].visible);
  const only = (one, other) => one.filter((screen) => !other.some((same) => keyOf(same) === keyOf(screen)));
  let shown = [only(left, right), only(right, left)];
  if (shown.some((screens) => screens.length === 0)) shown = [left, right];
  let names = shown.map((screens) => screens.map(called).join(", "));
  if (names[0] === names[1]) names = shown.map((screens) => screens.map((screen) => `${called(screen)} (${screen.column ?? "whole"})`).join(", "));
  return `${frame.name}: left ${names[0]}, right ${names[1]}`;
}

/** A screen by its id, unless that is counted. */
const called = ({ id, title, route }) => (/^c\d+$/.test(id) ? (title ?? route) : id);

let drawn = null;

export function drawBeside({ pair, id }) {
  if (pair && pair.id !== id) return end();
  place.hidden = !pair;
  if (pair === drawn) return;
  drawn = pair;
  if (!pair) return;
  const { frames, skipped, isCut } = pair;
  const first = frames.findIndex((frame) => !isSame(frame));
  slider.max = frames.length - 1;
  slider.value = Math.max(0, first);
  list.replaceChildren(...skipped.map((text) => element("li", {}, text)));
  show();
  const which = skipped.length > 0 ? `, ${skipped.length} skipped` : "";
  if (first < 0) said.textContent = `No difference in ${count(frames.length - 1, "step")}${which}${isCut}`;
  slider.focus();
  place.scrollIntoView();
}

/** Shows both sides after the step of the slider. */
function show() {
  const frame = state.pair.frames[slider.value];
  for (const side of sides) {
    const { id, revision, visible } = frame[side];
    const path = `/v1/sessions/${id}/picture?format=svg&scale=0.5&revision=${revision}`;
    const figure = byID(`beside-${side}`);
    const picture = figure.querySelector(".thumbnail");
    thumbnail(`${id} ${revision}`, () => call(path).catch((problem) => (picture.replaceChildren(), Promise.reject(problem))), picture);
    figure.querySelector("figcaption span").textContent = visible.map(called).join(", ");
  }
  said.textContent = sentence(frame);
  slider.setAttribute("aria-valuetext", frame.name);
}

/** Ends the comparison, and what was made for it alone. */
async function end() {
  const { fork } = state.pair;
  change({ pair: null });
  await drop(fork);
  listSessions({ asks: false }).catch(() => {});
}

slider.addEventListener("input", show);
use.addEventListener("click", async () => {
  const { made } = state.pair;
  await end();
  await go(made);
});
discard.addEventListener("click", async () => {
  const { made } = state.pair;
  await attempt(() => call(`/v1/sessions/${made}`, { method: "DELETE" }));
  forget(made);
  await end();
  byID("design-create").focus();
});
