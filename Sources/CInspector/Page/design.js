import { command, get, Problem } from "./api.js";
import { compare, drawBeside } from "./beside.js";
import { load } from "./contract.js";
import { bodyOf } from "./create.js";
import { byID, element, options } from "./element.js";
import { examples } from "./examples.js";
import { all, done, save, slug } from "./export.js";
import { drawForm, splits } from "./form.js";
import { listSessions } from "./listing.js";
import { changed, follow, place, pointerAt, read, removing, setting } from "./positions.js";
import { createFrom, go, sentBody } from "./session.js";
import { change, state } from "./state.js";
import { name } from "./words.js";

/** The most bytes of a body, as the server takes it. */
const mostBytes = 1 << 20;
const edited = ", edited";
/** Lines of the text that are seen above the one that matters. */
const linesAbove = 5;
/** The draft of a new design. */
const fresh = "new";

const [text, form, where, caret, refusal, button, progress, card, from] = ["text", "form", "where", "caret", "refusal", "create", "progress", "card", "from"].map((part) => byID(`design-${part}`));
/** The texts, by the session's id: each with the revision `base` that it begins with, and where it is `from`. */
const drafts = new Map();
let [drawn, contract, pending, isBusy] = [null, null, null, false];
/** The text as `read` has it; null where it is no JSON. */
let tree = null;

/** The draft that is shown, or null while it is not read. */
const draft = () => drafts.get(state.id ?? fresh) ?? null;

export function drawDesign({ view, id, session, shown, connection, pair }) {
  drawBeside(state);
  if (view !== "design" || (id !== null && !session)) return;
  byID("design-title").hidden = card.parentElement.hidden = id !== null;
  button.textContent = id === null ? "Create" : "Create beside";
  button.disabled = !tree || pair !== null || connection === "ended";
  const key = `${id} ${shown}`;
  if (key === drawn) return usePending();
  drawn = key;
  refuse(null);
  open(id ?? fresh, session);
}

/** Shows the draft of a session, or of a new design. It is read the first time, and again of another revision unless it was edited. */
async function open(key, session) {
  try {
    contract ??= await load();
    const known = drafts.get(key);
    if (!known || (key !== fresh && !known.isFile && known.text === known.given)) {
      const given = key === fresh ? { text: ofCard(), from: "" } : await textOf(session);
      if (drafts.get(key) === known) drafts.set(key, { ...given, given: given.text });
    }
  } catch (problem) {
    // It is tried again when the view is opened again.
    drawn = null;
    return refuse(problem);
  }
  if ((state.id ?? fresh) !== key) return;
  show();
  usePending();
}

/** What was sent to make a session, where this browser did; else the snapshot of the past that is shown, or of the start. */
async function textOf({ sessionId: id, revision }) {
  const sent = sentBody(id);
  if (sent) return { text: sent, base: 0, from: "The body that this browser sent" };
  const base = state.shown ?? done(await all(id, revision)).start.revision;
  const snapshot = await get(`/v1/sessions/${id}/snapshot?revision=${base}`);
  return { text: JSON.stringify(snapshot, null, 2), base, from: `The snapshot of revision ${base}` };
}

const ofCard = () => (card.value ? JSON.stringify(bodyOf(card.value), null, 2) : "");

function idsOf(text) {
  const ids = new Set();
  const collect = (name, value) => (name === "id" && ids.add(value), value);
  try {
    JSON.parse(text, collect);
  } catch {
    // A text that is none has none.
  }
  return ids;
}

/** Writes the draft into the page. */
function show() {
  text.value = draft().text;
  from.textContent = draft().from;
  if (draft().isFile) card.selectedIndex = -1;
  follows();
}

/** The form follows the text, which says where it is no JSON. */
function follows() {
  try {
    tree = read(text.value);
    where.textContent = "";
    drawForm(form, splits(JSON.parse(text.value), contract), contract, answer);
  } catch ({ line, column, message }) {
    tree = null;
    where.textContent = text.value.trim() === "" ? "Nothing yet" : `No JSON: line ${line}, column ${column}: ${message}`;
  }
  form.disabled = tree === null;
  text.setAttribute("aria-invalid", String(tree === null));
  change({});
}

/** A change in the form is one in the text, the rest of which stays as it is. */
function answer(pointer, value) {
  const edit = value === undefined ? removing(text.value, pointer) : setting(text.value, pointer, value);
  if (!edit) return;
  text.setRangeText(edit.put, edit.start, edit.end, "select");
  reveal(text.selectionEnd);
  typed();
}

function typed() {
  if (!draft()) return;
  draft().text = text.value;
  refuse(null);
  follows();
}

/** Scrolls the text to the line of a character. */
function reveal(offset) {
  const { line } = place(text.value, offset);
  text.scrollTop = (line - linesAbove) * (text.scrollHeight / text.value.split("\n").length);
}

/** Opens the third view with answers of a split view, the first where none is named, in the text. */
export function useInDesign(answers) {
  pending = answers;
  go(state.id, "design");
}

function usePending() {
  if (!pending || !draft()) return;
  const { split, behavior } = pending;
  pending = null;
  const found = tree ? splits(JSON.parse(text.value), contract) : [];
  const { pointer } = found.find(({ id }) => id === split) ?? found[0] ?? {};
  if (pointer) for (const [name, value] of Object.entries(behavior)) answer(`${pointer}/behavior/${name}`, value);
}

/** Says what is wrong above the button, and goes to the line that it is in. */
function refuse(problem) {
  const { message, detail = "", code = "", pointer } = problem ?? {};
  let line = "";
  if (pointer && tree) {
    const { start, end } = follow(tree, pointer).way.at(-1).value;
    line = `Line ${place(text.value, start).line}, ${pointer}: `;
    text.focus();
    text.setSelectionRange(start, end);
    reveal(start);
  }
  refusal.replaceChildren(...(problem ? [line, [message, detail].filter(Boolean).join(": "), " ", element("code", {}, code)] : []));
}

/** The body as a session takes it: without what only a search takes. */
function bodyToSend() {
  const { CreateSession, ExploreRequest } = contract.components.schemas;
  let body = text.value;
  for (const member of Object.keys(ExploreRequest.properties)) {
    const edit = CreateSession.properties[member] ? null : removing(body, `/${member}`);
    if (edit) body = changed(body, edit);
  }
  return body;
}

async function create() {
  if (isBusy) return;
  const { session, id } = state;
  const tell = (text) => (progress.textContent = text);
  isBusy = true;
  refuse(null);
  try {
    const body = bodyToSend();
    if (id === null) {
      const { sessionId } = await createFrom(body);
      await go(sessionId);
      change({ curl: command("/v1/sessions", { body: JSON.parse(body) }) });
      await listSessions();
    } else {
      const { base, given } = draft();
      const title = String(JSON.parse(body).labels?.name ?? name(session));
      const labelled = setting(body, "/labels/name", title.endsWith(edited) ? title : title + edited);
      await compare(changed(body, labelled), base, new Set([...idsOf(given), ...idsOf(body)]), tell);
    }
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    if (state.id === id) refuse(problem);
  } finally {
    isBusy = false;
    tell("");
  }
}

/** Opens a file, where a design is written: in the view that is shown, or else as a new one. */
async function openFile(file) {
  if (!file) return;
  const isHere = state.view === "design";
  if (file.size > mostBytes) {
    const problem = new Problem(0, { title: `${file.name} is too large`, detail: `It has ${(file.size / mostBytes).toFixed(1)} MiB; a body has at most 1 MiB.` });
    return isHere ? refuse(problem) : change({ problem });
  }
  const content = await file.text();
  const key = isHere ? (state.id ?? fresh) : fresh;
  drafts.set(key, { base: 0, given: content, ...drafts.get(key), text: content, from: file.name, isFile: true });
  drawn = null;
  if (!isHere) location.hash = "#design";
  change({ problem: null });
}

card.replaceChildren(...options([...Object.entries(examples).map(([name, { title }]) => [name, `${title} (${name})`]), ["", "Empty"]]));
card.addEventListener("change", () => {
  drafts.delete(fresh);
  drawn = null;
  change({});
});
text.addEventListener("input", typed);
document.addEventListener("selectionchange", () => {
  if (!tree || document.activeElement !== text) return;
  const { line, column } = place(text.value, text.selectionStart);
  caret.textContent = `Line ${line}, column ${column}: ${pointerAt(tree, text.selectionStart)}`;
});
button.addEventListener("click", create);
byID("design-open").addEventListener("click", () => byID("design-file").click());
byID("design-file").addEventListener("change", ({ target }) => {
  openFile(target.files[0]);
  target.value = "";
});
byID("design-save").addEventListener("click", () => save(`${state.session ? slug(state.session) : "design"}.json`, new Blob([text.value], { type: "application/json" })));
addEventListener("dragover", (event) => event.dataTransfer.types.includes("Files") && event.preventDefault());
addEventListener("drop", (event) => {
  if (!event.dataTransfer.types.includes("Files")) return;
  event.preventDefault();
  openFile(event.dataTransfer.files[0]);
});
