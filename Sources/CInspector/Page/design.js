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

const [text, form, where, caret, refusal, button, progress, card, from] =
  ["text", "form", "where", "caret", "refusal", "create", "progress", "card", "from"].map((part) => byID(`design-${part}`));
/** What is written, by the session's id: the `text`, as it was `given`, where it is `from`, and the revision `base` that it begins with. */
const drafts = new Map();
let [drawn, contract, pending, isBusy] = [null, null, null, false];
/** The text as `read` has it; null where it is no JSON. */
let tree = null;

const draftKey = () => state.id ?? fresh;
const draft = () => drafts.get(draftKey());

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
  open(draftKey(), session);
}

/** Shows a draft. It is read the first time, and of another revision again unless it was edited. */
async function open(key, session) {
  const known = drafts.get(key);
  try {
    contract = await load();
    if (!known || (session && known.text === known.given)) {
      const read = session ? await textOf(session) : { text: card.value && JSON.stringify(bodyOf(card.value), null, 2), from: "" };
      if (drafts.get(key) === known) drafts.set(key, { ...read, given: read.text });
    }
  } catch (problem) {
    // It is tried again when the view is opened again.
    drawn = null;
    return refuse(problem);
  }
  if (draftKey() !== key) return;
  text.value = draft().text;
  from.textContent = draft().from;
  follows();
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

/** The form follows the text, which says where it is no JSON. */
function follows() {
  try {
    tree = read(text.value);
    where.textContent = "";
  } catch ({ line = 1, column = 1 }) {
    tree = null;
    where.textContent = text.value.trim() && `No JSON: line ${line}, column ${column}`;
  }
  if (tree) drawForm(form, splits(JSON.parse(text.value) ?? {}, contract), contract, answer);
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

/** Scrolls the text to the line of a character, which is told. */
function reveal(offset) {
  const { line } = place(text.value, offset);
  text.scrollTop = (line - linesAbove) * (text.scrollHeight / text.value.split("\n").length);
  return line;
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
  const chosen = found.find(({ id }) => id === split) ?? found[0];
  if (chosen) for (const [name, value] of Object.entries(behavior)) answer(`${chosen.pointer}/behavior/${name}`, value);
}

/** Says what is wrong above the button, and goes to the line that it is in. */
function refuse(problem) {
  if (!problem) return refusal.replaceChildren();
  const { message, detail, code, pointer } = problem;
  const words = [`${message}: ${detail ?? ""} `, element("code", {}, code ?? "")];
  if (pointer && tree) {
    const { start, end } = follow(tree, pointer).way.at(-1).value;
    text.focus();
    text.setSelectionRange(start, end);
    words.unshift(`Line ${reveal(start)}, ${pointer}: `);
  }
  refusal.replaceChildren(...words);
}

/** The body as a session takes it: without what only a search takes. */
function bodyToSend() {
  const { CreateSession, ExploreRequest } = contract.components.schemas;
  return Object.keys(ExploreRequest.properties).reduce((body, member) => {
    const edit = CreateSession.properties[member] ? null : removing(body, `/${member}`);
    return edit ? changed(body, edit) : body;
  }, text.value);
}

/** The names that a text gives. */
function idsOf(text) {
  const ids = [];
  JSON.parse(text, (name, value) => (name === "id" && ids.push(value), value));
  return ids;
}

async function create() {
  if (isBusy) return;
  const { session, id } = state;
  isBusy = true;
  refuse(null);
  try {
    const body = bodyToSend();
    const value = JSON.parse(body);
    if (id === null) {
      await go((await createFrom(body)).sessionId);
      change({ curl: command("/v1/sessions", { body: value }) });
      await listSessions();
    } else {
      const { base, given } = draft();
      const title = String(value.labels?.name ?? name(session));
      const labelled = changed(body, setting(body, "/labels/name", title.endsWith(edited) ? title : title + edited));
      await compare(labelled, base, new Set([...idsOf(given), ...idsOf(body)]), (step) => (progress.textContent = step));
    }
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    if (state.id === id) refuse(problem);
  } finally {
    isBusy = false;
    progress.textContent = "";
  }
}

/** Opens a file, where a design is written: in the view that is shown, or else as a new one. */
async function openFile(file) {
  if (!file) return;
  const isHere = state.view === "design";
  if (file.size > mostBytes) {
    const detail = `${file.name} has ${(file.size / mostBytes).toFixed(1)} MiB; a body has at most 1 MiB.`;
    const problem = new Problem(0, { title: "The file is too large", detail });
    return isHere ? refuse(problem) : change({ problem });
  }
  const key = isHere ? draftKey() : fresh;
  const { base = 0, given = "{}" } = drafts.get(key) ?? {};
  drafts.set(key, { text: await file.text(), base, given, from: file.name });
  drawn = null;
  if (!isHere) location.hash = "#design";
  card.selectedIndex = -1;
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
const chooser = byID("design-file");
byID("design-open").addEventListener("click", () => chooser.click());
chooser.addEventListener("change", () => {
  openFile(chooser.files[0]);
  chooser.value = "";
});
byID("design-save").addEventListener("click", () =>
  save(`${state.session ? slug(state.session) : "design"}.json`, new Blob([text.value], { type: "application/json" })));
for (const sign of ["dragover", "drop"]) {
  addEventListener(sign, (event) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    openFile(event.dataTransfer.files[0]);
  });
}
