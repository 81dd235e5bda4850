import { drawCallbacks, drawChanges } from "./callbacks.js";
import { drawControls } from "./controls.js";
import { drawCreate } from "./create.js";
import { drawDesign } from "./design.js";
import { drawEdge } from "./edge.js";
import { byID, copy, element } from "./element.js";
import { listDevices, listSessions } from "./listing.js";
import { look } from "./look.js";
import { drawExplore } from "./explore.js";
import { drawShare } from "./export.js";
import { drawHappened } from "./happened.js";
import { drawSend } from "./send.js";
import { addressOf, attempt, close, open, views } from "./session.js";
import { drawSessions, watchSessions } from "./sessions.js";
import { drawStage, focusPicture } from "./stage.js";
import { addView, change, state } from "./state.js";
import { drawTimeline } from "./timeline.js";
import { drawTree } from "./tree.js";
import { name } from "./words.js";

const words = { live: "Live", reconnecting: "Connecting…", ended: "Ended", idle: "No session" };

function drawPage({ id, session, view, connection, curl, showsHidden }) {
  byID("welcome").hidden = session !== null || connection === "reconnecting" || view === "design";
  byID("session").hidden = session === null;
  byID("details").hidden = session === null || view !== "picture";
  byID("view-picture").hidden = view !== "picture";
  byID("explore").hidden = session === null || view !== "explore";
  byID("design").hidden = view !== "design" || (id !== null && session === null);
  document.body.classList.toggle("open", id !== null);
  document.body.classList.toggle("whole", session === null || view !== "picture");
  for (const link of byID("views").children) {
    link.href = addressOf(id, link.dataset.view);
    if (link.dataset.view === view) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  const title = session ? name(session) : "Navigation inspector";
  document.title = session ? `${title} – Navigation inspector` : title;
  byID("session-title").textContent = title;
  byID("session-id").textContent = id ?? "";
  byID("from").textContent = sessionStorage.getItem(`from ${id}`) ?? "";
  // What has ended is not there any more: each of these would be answered with 404.
  for (const name of ["export", "copy-link", "delete", "hidden-toggle", "send-open"]) byID(name).disabled = connection === "ended";
  const status = byID("connection");
  if (status.dataset.state !== connection) status.textContent = words[connection];
  status.dataset.state = connection;
  byID("curl").textContent = curl;
  byID("hidden-toggle").checked = showsHidden;
}

const [main, problems] = [document.querySelector("main"), byID("problem")];
let drawnProblem = null;

/** Before what a problem stands: at the form, above the control that was used with what is in a row with it, or at the top. */
function placeOf({ at }) {
  const control = at?.closest?.("button, input, select, textarea, [role=listbox], #stage");
  if (!control?.checkVisibility()) return main.firstElementChild;
  if (control.id === "stage") return byID("time");
  let place = (control.matches("input, textarea") && control.form?.querySelector("[type=submit]")) || control;
  while (place.parentElement.matches("label, li, ul, fieldset, .row, .window")) place = place.parentElement;
  return place;
}

function drawProblem({ problem }) {
  // Where its place is no more to be seen, it is at the top.
  if (problem && problem === drawnProblem && !problems.checkVisibility()) main.prepend(problems);
  if (problem === drawnProblem) return;
  drawnProblem = problem;
  const parts = problem && [
    element("div", { class: "grow" },
      element("strong", {}, problem.message), " ",
      problem.code ? element("code", {}, problem.code) : null,
      element("div", {}, problem.pointer ? `${problem.pointer}: ${problem.detail}` : problem.detail ?? "")),
    element("button", { type: "button", class: "quiet" }, "Dismiss"),
  ];
  problems.replaceChildren();
  if (!problem) return;
  const place = placeOf(problem);
  if (place !== problems) place.before(problems);
  // Where the page is narrow, what is seen has an order of its own.
  problems.style.order = getComputedStyle(place).order;
  problems.append(...parts);
  problems.scrollIntoView({ block: "nearest" });
}

/** Which session is open, and what is shown of it, stands in the address, so that it can be kept and sent. */
function openFromAddress() {
  const parts = location.hash.slice(1).split("/");
  const [id, view] = parts[0] === "design" ? ["", "design"] : parts;
  change({ view: views.includes(view) ? view : views[0] });
  if (id === (state.id ?? "")) return;
  if (id) open(id);
  else close();
}

function showSide(isShown) {
  document.body.classList.toggle("side", isShown);
  byID("sessions-toggle").setAttribute("aria-expanded", String(isShown));
  if (isShown) scrollTo(0, 0);
}

problems.addEventListener("click", (event) => event.target.closest("button") && change({ problem: null }));
byID("sessions-toggle").addEventListener("click", () => showSide(!document.body.classList.contains("side")));
for (const id of ["sessions", "new"]) byID(id).addEventListener("click", () => showSide(false));
addEventListener("keydown", (event) => event.key === "Escape" && !event.defaultPrevented && change({ problem: null }));
addEventListener("keydown", (event) => {
  const isTyped = event.target.matches?.("input:not([type=checkbox], [type=range]), textarea, select");
  if (event.key.toLowerCase() !== "z" || !(event.ctrlKey || event.metaKey) || isTyped) return;
  event.preventDefault();
  byID(event.shiftKey ? "redo" : "undo").click();
});
byID("hidden-toggle").addEventListener("change", (event) => {
  change({ showsHidden: event.target.checked });
  look();
});
byID("copy-curl").addEventListener("click", ({ target }) => copy(state.curl, target, byID("curl")));
byID("skip").addEventListener("click", (event) => {
  // The address is the session's.
  event.preventDefault();
  if (state.picture && state.view === "picture") focusPicture();
  else if (state.session) byID("views").querySelector("[aria-current]").focus();
  else if (state.view === "design") byID("design").querySelector("textarea, button").focus();
  else byID("layouts").querySelector("button").focus();
});
addEventListener("hashchange", openFromAddress);
// The catalogue is nearly as large as the page, and is loaded at the first input.
for (const sign of ["pointermove", "pointerdown", "focusin"]) {
  addEventListener(sign, () => listDevices().catch((problem) => change({ problem })), { once: true });
}

for (const view of [drawPage, drawProblem, drawSessions, drawCreate, drawControls, drawStage, drawEdge, drawTimeline, drawHappened, drawCallbacks, drawTree, drawChanges, drawShare, drawSend, drawExplore, drawDesign]) {
  addView(view);
}
openFromAddress();
attempt(() => listSessions());
watchSessions();
