import { call, get, hasKey, keyOption, nextPage } from "./api.js";
import { byID, element } from "./element.js";
import { attempt } from "./session.js";
import { state } from "./state.js";
import { count, name } from "./words.js";

/** Milliseconds after which a browser has taken a file. */
const timeToTake = 10_000;
const records = 1000;
const ending = "END";

/** What can be exported of a revision of a session: the file's ending, its type, and its content. */
const kinds = {
  snapshot: ["json", "application/json", async (id, at) => JSON.stringify(await get(`/v1/sessions/${id}/snapshot?revision=${at}`), null, 2)],
  svg: ["svg", "image/svg+xml", async (id, at) => (await call(`/v1/sessions/${id}/picture?format=svg&style=embedded&revision=${at}`)).text()],
  text: ["txt", "text/plain", async (id, at) => (await call(`/v1/sessions/${id}/picture?revision=${at}`)).text()],
  script: ["sh", "text/x-shellscript", script],
  log: ["jsonl", "text/plain", log],
};

const menu = byID("export-menu");

menu.addEventListener("click", (event) => {
  const kind = event.target.closest("[data-export]")?.dataset.export;
  if (!kind) return;
  menu.hidePopover();
  const { id, session } = state;
  const at = state.shown ?? session.revision;
  attempt(async () => {
    const [suffix, type, content] = kinds[kind];
    const text = await content(id, at);
    save(`${slug(session)}-${at}.${suffix}`, new Blob([text], { type }));
  });
});

/** A session's name as that of a file. */
export const slug = (session) => name(session).toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");

const [link, told, until] = ["copy-link", "shared", "until"].map(byID);
/** The parts of a time to live, in seconds, the longest first. */
const parts = [["day", 86_400], ["hour", 3600], ["minute", 60], ["second", 1]];
let sharedBy = null;

/** When a session ends unless it changes: the day, or the time where that is today. */
function endOf({ expiresAt }) {
  const [end, now] = [new Date(expiresAt), new Date()];
  const isToday = end.toDateString() === now.toDateString();
  const year = end.getFullYear() === now.getFullYear() ? undefined : "numeric";
  return `until ${end.toLocaleString("en-GB", isToday ? { timeStyle: "short" } : { day: "numeric", month: "long", year })}`;
}

/** How long it lasts without a change. */
function lifeOf({ updatedAt, expiresAt }) {
  const seconds = Math.round((Date.parse(expiresAt) - Date.parse(updatedAt)) / 1000);
  const [part, length] = parts.find(([, length]) => seconds % length === 0) ?? parts.at(-1);
  return count(seconds / length, part);
}

/** What is true of the address: who can open it, and for how long. */
export function reach(session, { hostname, host } = location) {
  const isHere = /^(localhost|127\.[\d.]+|\[::1\])$|\.localhost$/.test(hostname);
  const where = isHere ? "opens on this computer only" : `opens where ${host} is reached`;
  const key = hasKey() ? "; asks for a key" : "";
  return `${where}${key}; ${endOf(session)}, or ${lifeOf(session)} after the last change`;
}

export function drawShare({ id, session, connection }) {
  until.textContent = session && connection !== "ended" ? endOf(session) : "";
  if (id !== sharedBy) told.replaceChildren();
  sharedBy = id;
}

link.addEventListener("click", async () => {
  // Without a clipboard, as the page has none over plain HTTP from elsewhere, the address is selected, to be copied by hand.
  const address = element("code", { tabindex: "0", role: "group", "aria-label": "Address" }, location.href);
  const isCopied = await navigator.clipboard?.writeText(location.href).then(() => true, () => false);
  told.replaceChildren(`${isCopied ? "Copied" : "Selected"}: ${reach(state.session)}. `, ...(isCopied ? [] : [address]));
  if (!isCopied) getSelection().selectAllChildren(address);
});

export function save(file, blob) {
  const href = URL.createObjectURL(blob);
  element("a", { href, download: file }).click();
  setTimeout(() => URL.revokeObjectURL(href), timeToTake);
}

/** A script for the shell that does again, in a new session, the steps that stand at a revision: as many of them as are kept. */
async function script(id, until) {
  const [session, kept] = await Promise.all([get(`/v1/sessions/${id}`), all(id, until)]);
  const { start: { revision: start }, steps } = done(kept);
  const snapshot = await get(`/v1/sessions/${id}/snapshot?revision=${start}`);
  const key = hasKey() ? ` ${keyOption}` : "";
  const post = (body, url, rest = "") => `send ${url}${rest} <<'${ending}'\n${JSON.stringify(body)}\n${ending}`;
  const { client, labels } = session;
  return [
    "#!/bin/sh",
    `# What was done in session ${id} up to revision ${until}, done again in a new one.`,
    ...(start === 0 ? [] : [`# It begins with revision ${start}: what was before is not kept, or cannot be done again from what is kept.`]),
    "# The server may be given as an argument. Needs curl 7.84 or newer.",
    "set -eu",
    `server=\${1:-${location.origin}}`,
    `send() { curl --silent --show-error --fail --output /dev/null${key} --json @- "$@"; }`,
    `created=$(${post({ client, labels, ...snapshot }, '"$server/v1/sessions"', " --write-out '%header{location}'")}\n)`,
    ...steps.map(({ transition, transitions }) => post(transition ?? { transitions }, '"$server$created/transitions"')),
    `curl --silent --show-error --fail${key} "$server$created/picture"`,
    'echo "$server$created"',
    "",
  ].join("\n");
}

/** A line for each record that stands, as `navigation verify` reads it. */
async function log(id, until) {
  const { start, steps } = done(await all(id, until));
  return [...(start.revision ? [] : [start]), ...steps].map((record) => `${JSON.stringify(record)}\n`).join("");
}

/** The records that are kept of a session up to a revision, oldest first. */
export async function all(id, until) {
  const read = [];
  for (let path = `/v1/sessions/${id}/transitions?limit=${records}`; path; ) {
    const response = await call(path);
    read.push(...(await response.json()).transitions);
    path = read.at(-1).revision < until ? nextPage(response) : null;
  }
  return read.filter(({ revision }) => revision <= until);
}

/**
 * The records whose steps stand, without what was undone or reverted, and the record after which they were done: the creation, or where a
 * step begins anew, since what it undoes or reverts to is not kept.
 */
export function done(kept) {
  let start, now, past, next, seen, before;
  const add = (record) => (now = { record, before: now });
  for (const record of kept) {
    const { type, phase, revision } = record.transition ?? {};
    const isMove = start && /undo|redo|revert/.test(type);
    const target = !isMove ? null : type === "revert" ? seen.get(revision) : (type === "undo" ? past : next).pop();
    if (!start || target === undefined) [start, now, past, next, seen] = [record, null, [], [], new Map()];
    else if (isMove) {
      (type === "undo" ? next : past).push(now);
      if (type === "revert") next = [];
      // Undo and redo leave the app in the background, or in front.
      const behind = type === "revert" ? [] : since(target, now).filter(isBehind);
      now = target;
      behind.forEach(add);
    } else {
      // The parts of a gesture are one change, and a swipe that is cancelled is none.
      const isPart = type === before && (type === "scroll" || (phase && phase !== "began"));
      if (!isPart && !isBehind(record)) {
        past.push(now);
        next = [];
      }
      if (isPart && phase === "cancelled") past.pop();
      add(record);
    }
    seen.set(record.revision, now);
    before = type;
  }
  return { start, steps: since(null, now) };
}

const isBehind = ({ transition }) => /^enter/.test(transition?.type);

/** The records after a state, up to another one. */
function since(state, now) {
  const steps = [];
  for (let at = now; at && at !== state; at = at.before) steps.unshift(at.record);
  return steps;
}
