import { post } from "./api.js";
import { byID, element, options } from "./element.js";
import { act } from "./session.js";
import { state } from "./state.js";
import { called } from "./words.js";

const names = [
  ["fullScreen", "Full screen"],
  ["twoThirds", "Two thirds"],
  ["half", "Half"],
  ["third", "A third"],
  ["slideOver", "Slide Over"],
  ["window", "Window, freely sized"],
];

const [device, orientation, pose, poseLabel, multitasking] = ["device", "orientation", "pose", "pose-label", "multitasking"].map(byID);
const [link, leads] = ["link", "leads"].map(byID);
let [drawn, addressed] = ["", null];

/** What the states of multitasking are called. */
export const multitaskingNames = Object.fromEntries(names);

/** The devices of the catalogue, the newest first, in a group for each family. */
export function deviceGroups(devices) {
  const families = [["iPad", "pad"], ["iPhone", "phone"]];
  return families.map(([label, idiom]) => {
    const rows = devices.filter((device) => device.idiom === idiom).map(({ name }) => [name, name]);
    return element("optgroup", { label }, ...options(rows.reverse()));
  });
}

export function drawControls({ session, past, devices, shown, connection }) {
  const environment = (past ?? session)?.environment;
  if (!environment) return;
  byID("drive").disabled = link.disabled = shown !== null || connection === "ended";
  drawAddress(past ?? session);
  const key = JSON.stringify([environment, devices.length]);
  if (key === drawn) return;
  drawn = key;
  const model = devices.find(({ name }) => name === environment.device);
  const choices = devices.length > 0 ? deviceGroups(devices) : options(environment.device ? [[environment.device, environment.device]] : []);
  device.replaceChildren(...options([["", "Free window", true]]), ...choices);
  device.value = environment.device ?? "";
  orientation.value = environment.orientation ?? "";
  orientation.disabled = !environment.device;
  poseLabel.hidden = environment.pose === undefined;
  pose.value = environment.pose ?? "closed";
  drawMultitasking(model, environment);
}

/** The session's own link, where the app's routes have paths. What is typed stays, but not in another session. */
function drawAddress(session) {
  byID("address").hidden = session.url === undefined;
  if (document.activeElement === link && addressed === state.id) return;
  addressed = state.id;
  link.value = session.url ?? "";
  leads.textContent = "";
}

/** Says where a link would lead, without going there. */
async function preview() {
  const [url, { id }] = [link.value, state];
  const said = await post(`/v1/sessions/${state.id}/transitions?dryRun=true`, { type: "open", url }).then(
    ({ outcome }) => outcome.steps?.map(({ type }) => type).join(", ") ?? (outcome.blocked ? `${called(outcome.blocked[0].controller)} refuses` : "on display"),
    (problem) => problem.detail || problem.message,
  );
  if (link.value === url && state.id === id) leads.textContent = said;
}

/** The states that the device has in this system and this way round, the others say why not; the present one alone until the catalogue is read. */
function drawMultitasking(model, environment) {
  const posed = model?.poses?.find((row) => row.pose === environment.pose) ?? model;
  const sized = ["fullScreen", "window", ...(posed?.[environment.orientation]?.windows ?? []).map((window) => window.multitasking)];
  const has = new Set(sized.filter((value) => model?.multitasking[environment.system].includes(value)));
  const state = environment.multitasking ?? "fullScreen";
  const why = !environment.device ? "a free window has none" : model?.idiom === "phone" ? "not on this iPhone" : `not on this iPad in ${environment.orientation}`;
  const rows = names.filter(([value]) => model || !environment.device || value === state).map(([value, text]) => (value === state || has.has(value) ? [value, text] : [value, `${text} (${why})`, true]));
  multitasking.replaceChildren(...options(rows));
  multitasking.value = state;
  multitasking.disabled = !environment.device;
}

link.addEventListener("input", preview);
link.addEventListener("keydown", (event) => event.key === "Enter" && act({ type: "open", url: link.value }));
device.addEventListener("change", () => act({ type: "setDevice", device: device.value }));
orientation.addEventListener("change", () => act({ type: "rotate", orientation: orientation.value }));
pose.addEventListener("change", () => act({ type: "fold", pose: pose.value }));
multitasking.addEventListener("change", () => act({ type: "setMultitasking", multitasking: multitasking.value }));
