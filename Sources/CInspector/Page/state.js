/** All that the page knows. Actions change it by `change`, views draw it; a view keeps nothing but what it has drawn. */
export const state = {
  /** The summaries that are listed, newest first. */
  sessions: [],
  /** The path of the next page of them, or null, and what they are searched for. */
  next: null,
  search: "",
  /** The catalogue of devices; empty until the first input. */
  devices: [],
  /** The session that is open: its id, its state now, and the records of its revisions, oldest first, as far as they are read. */
  id: null,
  session: null,
  records: [],
  /** Its revision when it was opened, the later ones that this page made, and how many requests for one are on their way. */
  openedAt: 0,
  sent: new Set(),
  sending: 0,
  /** What is shown of it: `picture`, `explore` or `design`; without a session the start page, or `design`. */
  view: "picture",
  /** The search of its states: `{id, revision, body, answer, seconds, problem, isRunning, others, sentences}`, or null before the first. */
  explored: null,
  /** The revision of the past that is looked at, and the state then; null for now. */
  shown: null,
  past: null,
  /** The revision that what is shown is compared with, or null. */
  compared: null,
  /** The tap on a picture of the past that is offered to be done in a fork: `{tap, title, name, revision}`, or null. */
  offer: null,
  /** The revision that is to be shown as soon as the records around it are read, or null. */
  sought: null,
  /** Two designs beside each other, as `compare` makes them, or null. */
  pair: null,
  /** The picture on the stage: `{id, revision, svg}`. */
  picture: null,
  showsHidden: false,
  /** The answer to a transition that changed nothing, and so is in no history. */
  echo: null,
  /** `live`, `reconnecting`, `ended` or `idle`. */
  connection: "idle",
  problem: null,
  curl: "",
};

const views = [];
let isDue = false;

/** Adds a function that draws the state, and is called after each change. */
export function addView(view) {
  views.push(view);
}

/** Changes members of the state. Changes of one turn are drawn once. */
export function change(members) {
  Object.assign(state, members);
  if (isDue) return;
  isDue = true;
  queueMicrotask(render);
}

function render() {
  isDue = false;
  for (const view of views) view(state);
}

const recordOf = (revision) => state.records.find((record) => record.revision === revision);

/** The record of the revision that is shown. */
export function shownRecord() {
  return state.shown === null ? state.records.at(-1) : recordOf(state.shown);
}

/** The record that it is compared with, if it is another one. */
export function comparedRecord() {
  const record = state.compared === null ? undefined : recordOf(state.compared);
  return record === shownRecord() ? undefined : record;
}
