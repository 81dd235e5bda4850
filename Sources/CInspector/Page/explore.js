import { call, get, post } from "./api.js";
import { load } from "./contract.js";
import { useInDesign } from "./design.js";
import { byID, element } from "./element.js";
import { answersOf } from "./form.js";
import { listSessions } from "./listing.js";
import { phrase } from "./schema.js";
import { addressOf, attempt, go } from "./session.js";
import { change, state } from "./state.js";
import { thumbnail } from "./thumbnail.js";
import { count, inWords, name } from "./words.js";

/** Seconds that a server searches at most, and milliseconds between two looks at the clock. */
const [longest, tick] = [10, 200];
/** Pictures of a way: so many of its beginning and of its end. */
const half = 4;
const classes = ["compact", "regular"];
/** The checks in their order, in words. */
const checks = {
  keepsPlace: "Keeps the place", roundTrip: "Round trip", everyScreen: "Every screen", wayHome: "Way home", backLeaves: "Back leaves", links: "Links",
};
/** What becomes of the screen that a fault loses. */
const losses = { hides: "Hidden", discards: "Discarded", showsAnother: "Lost" };

const [said, none, again, stop, found, findings, notes, suggest, suggestions, map, mapWay] =
  ["explore-said", "explore-none", "explore-again", "explore-stop", "explore-found", "findings", "explore-notes", "suggest", "suggestions", "map", "map-way"].map(byID);
let running = new AbortController();
let [drawn, runs] = [null, 0];

/** Searches when the view is opened, and draws what was found. */
export function drawExplore({ id, session, view, explored, connection }) {
  if (explored && explored.id !== id) {
    running.abort();
    return change({ explored: null });
  }
  if (session && view === "explore" && !explored && connection !== "ended") search();
  if (explored === drawn) return;
  const before = drawn;
  drawn = explored;
  if (!explored) return;
  const { answer, body, problem, isRunning } = explored;
  stop.hidden = !isRunning;
  again.hidden = !answer && !problem;
  none.hidden = !body || Boolean(body.routes);
  found.hidden = !answer;
  if (!isRunning) said.textContent = problem ?? (answer ? summary(explored) : "");
  byID("explore-design").href = addressOf(id, "design");
  if (answer && answer !== before?.answer) drawAnswer(explored);
  if (explored.others && explored.others !== before?.others) drawSuggestions(explored);
}

/** What a search has seen, and for how long it took. */
function summary({ answer: { states, complete, bound }, seconds, revision }) {
  const all = complete ? "all seen" : `the bound${bound === "states" ? "" : ` of ${bound}`}: not all seen`;
  const start = revision > 0 ? `. It begins with revision ${revision}: what was before is not kept` : "";
  return `${count(states, "state")}, ${all}, ${seconds.toFixed(1)} s${start}`;
}

/** Does the work of a search: the seconds tell until it is over, and a server that is busy is asked again. Nothing half is kept. */
async function run(members, work) {
  running.abort();
  const { signal } = (running = new AbortController());
  const { id } = state;
  const put = (members) => !signal.aborted && change({ explored: { ...state.explored, id, ...members } });
  let [started, waits] = [performance.now(), 0];
  const clock = setInterval(() => {
    const seconds = Math.min(longest, Math.floor((performance.now() - started) / 1000));
    said.textContent = waits ? `Others are searching, again in ${waits} s` : `Searching: ${seconds} s of at most ${longest}`;
  }, tick);
  put({ ...members, isRunning: true, problem: null });
  while (!signal.aborted) {
    try {
      put({ ...(await work(signal)), isRunning: false });
      break;
    } catch (problem) {
      if (signal.aborted) break;
      if (problem.code !== "exploration-limit") {
        put({ isRunning: false, problem: `${problem.message}: ${problem.detail ?? ""}` });
        break;
      }
      for (waits = problem.retryAfter || 1; waits > 0 && !signal.aborted; waits -= 1) await new Promise((resume) => setTimeout(resume, 1000));
      started = performance.now();
    }
  }
  clearInterval(clock);
}

const ask = async (body, signal) => (await call("/v1/explore", { method: "POST", body: JSON.stringify(body), signal })).json();

function search() {
  const [{ id }, revision] = [state, state.records[0]?.revision ?? 0];
  return run({ answer: null, others: null, body: null, revision }, async (signal) => {
    const body = await get(`/v1/sessions/${id}/snapshot?revision=${revision}`, signal);
    if (!body.routes) return { body };
    const started = performance.now();
    return { body, answer: await ask({ ...body, map: true }, signal), seconds: (performance.now() - started) / 1000 };
  });
}

function drawAnswer(explored) {
  runs += 1;
  const { answer } = explored;
  const order = Object.keys(checks);
  const rows = answer.findings.toSorted((one, other) => order.indexOf(one.check) - order.indexOf(other.check));
  const nothing = element("li", { class: "muted" }, `Nothing found in ${count(answer.states, "state")}.`);
  findings.replaceChildren(...(rows.length > 0 ? rows.map((finding, index) => findingRow(explored, finding, index)) : [nothing]));
  notes.replaceChildren(...unseen(explored).map((text) => element("li", {}, text)));
  suggest.hidden = rows.length === 0;
  suggestions.replaceChildren();
  mapWay.replaceChildren();
  drawMap(explored);
}

/** What was not looked at. */
function unseen({ answer: { complete, tabsAtATime, repeats } }) {
  return [
    !complete && !tabsAtATime && "The way home was not checked.",
    repeats > 0 && `Nothing was opened in ${count(repeats, "state")} that show a screen twice in one stack.`,
    "Not looked at: what the app does by itself, or must never show.",
  ].filter(Boolean);
}

function findingRow(explored, finding, index) {
  const { check, message, count: times, windows, examples, route, fault } = finding;
  const lost = losses[fault] ? `${losses[fault]}: ${lostScreen(examples[0], route)}` : message;
  const chips = windows.map((window) => element("span", { class: "chip" }, window));
  const details = element("details", {},
    element("summary", {}, element("strong", {}, checks[check]), `: ${message}, `, element("span", { class: "muted" }, count(times, "time")), " ",
      element("span", { class: "chips" }, ...chips)));
  details.addEventListener("toggle", () => {
    const [example] = examples;
    details.append(example ? way(explored, `finding ${index}`, example, `${checks[check]}: ${message}`, lost) : "The answer has no room for its way.");
  }, { once: true });
  return element("li", {}, details);
}

/** The screen of a route that the way opened last. */
function lostScreen(example, route) {
  const opened = example?.way.flatMap(({ transitions }) => transitions).findLast(({ screen }) => screen?.route === route);
  return inWords(opened?.screen ?? { route });
}

/** The pictures of a way side by side, each over the name of its step, and the button that does it in a session. */
function way({ body }, key, { environment, way: steps, snapshot }, title, lost) {
  const shown = ["Start", ...steps.map(({ name }) => name)].map((name, step) => {
    const isLast = step === steps.length;
    const transitions = steps.slice(0, step).map(asOne);
    const place = thumbnail(`${runs} ${key} ${step}`, () => draw(isLast ? snapshot : { ...body, environment, transitions }));
    const fault = isLast && lost ? element("strong", {}, lost) : null;
    return element("figure", { class: fault && "fault" }, place, element("figcaption", {}, `${step}. ${name}`, fault));
  });
  const left = shown.length - 2 * half;
  if (left > 0) shown.splice(half, left, element("span", { class: "muted" }, `… ${left} more`));
  const open = element("button", { "data-open": "" }, "Open as a session");
  open.addEventListener("click", () => openWay({ ...body, environment }, steps, title));
  return element("div", { class: "way" }, element("div", { class: "strip", tabindex: "0", role: "group", "aria-label": "Way" }, ...shown), open);
}

/** A step as one request. */
const asOne = ({ transitions }) => (transitions.length === 1 ? transitions[0] : { transitions });
const draw = (body) => call("/v1/picture?format=svg&scale=0.5", { method: "POST", body: JSON.stringify(body) });

/** Does a way in a new session, step by step: its last revision is the end of the way, and Undo goes back along it. */
async function openWay(body, steps, title) {
  const labels = { name: `${name(state.session)}: ${title}`.slice(0, 64) };
  await attempt(async () => {
    const { sessionId } = await post("/v1/sessions", { client: "inspector", labels, ...body });
    for (const step of steps) await post(`/v1/sessions/${sessionId}/transitions`, asOne(step));
    await listSessions();
    await go(sessionId);
  });
}

function drawMap(explored) {
  const { answer, body } = explored;
  const head = element("tr", {}, ...["Route", ...classes].map((text) => element("th", { scope: "col" }, text)));
  const names = [...new Set([...Object.keys(body.routes), ...Object.keys(answer.routes)])];
  const rows = names.map((route) => {
    const counts = answer.routes[route] ?? {};
    return element("tr", {}, element("th", { scope: "row" }, route), ...classes.map((sizeClass) => cell(explored, route, counts, sizeClass)));
  });
  map.replaceChildren(element("thead", {}, head), element("tbody", {}, ...rows));
}

function cell(explored, route, counts, sizeClass) {
  const own = counts[sizeClass];
  if (!own) {
    const why = !explored.answer.complete ? "not all seen" : classes.some((other) => counts[other]) ? `never in ${sizeClass}` : "no offer leads here";
    return element("td", { class: "muted" }, why);
  }
  const about = `${count(own.states, "state")}, ${count(own.taps, "tap")}`;
  if (!own.way) return element("td", { class: "muted" }, about);
  const key = `map ${sizeClass} ${route}`;
  const button = element("button", { "aria-label": `${route}, ${sizeClass}: ${about}` },
    thumbnail(`${runs} ${key}`, () => draw(own.snapshot)), element("span", {}, about));
  button.addEventListener("click", () => {
    const title = `${route} in ${sizeClass}`;
    mapWay.replaceChildren(element("h3", {}, title), way(explored, key, own, title));
    mapWay.focus();
  });
  return element("td", {}, button);
}

/** The other answers that mend something, the best first. */
function drawSuggestions({ others, sentences }) {
  suggest.hidden = true;
  const better = others.filter(({ verdict }) => ["mendsAll", "mendsSome"].includes(verdict));
  const unseen = others.filter(({ verdict }) => verdict === "notSeenToTheEnd").length;
  const rest = `${count(others.length - better.length - unseen, "answer")} would mend nothing.${unseen ? " Not all were tried to the end." : ""}`;
  suggestions.replaceChildren(...better.map((suggestion) => suggestionRow(suggestion, sentences)), element("li", { class: "muted" }, rest));
}

function suggestionRow({ split, behavior, kinds, known = [] }, sentences) {
  const sum = (when) => kinds.reduce((sum, kind) => sum + kind[when], 0);
  const words = Object.entries(behavior);
  const use = element("button", {}, "Use in Design");
  use.addEventListener("click", () => useInDesign({ split, behavior }));
  return element("li", { class: "row" },
    element("div", { class: "grow" },
      element("code", {}, (split ? `${split}: ` : "") + words.map(([word, value]) => `${word} ${value}`).join(", ")), " ",
      element("strong", {}, `${sum("before")} → ${sum("after")}`),
      element("div", { class: "muted" }, ...phrase(words.map(([word, value]) => sentences(word, value)).join(" ")),
        known.length > 0 ? ` UIKit itself: ${known.join(", ")}.` : "")),
    use);
}

/** What a value of an answer means, from the contract. */
async function sentencesOfWords() {
  const contract = await load();
  const answers = ["classic", "tripleColumn"].flatMap((style) => answersOf(style, contract));
  return (word, value) => {
    const { enum: words = [false, true], sentences = [] } = answers.find(({ name }) => name === word) ?? {};
    return sentences[words.indexOf(value)] ?? "";
  };
}

again.addEventListener("click", search);
stop.addEventListener("click", () => {
  running.abort();
  const { explored } = state;
  change({ explored: { ...explored, isRunning: false, problem: explored.answer ? null : "Stopped." } });
});
suggest.addEventListener("click", () =>
  run({}, async (signal) => {
    const { body } = state.explored;
    const [answer, sentences] = await Promise.all([ask({ ...body, suggest: true }, signal), sentencesOfWords()]);
    return { others: answer.suggestions ?? [], sentences };
  }));
