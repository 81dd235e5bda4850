import { call, get, nextPage } from "./api.js";
import { keyOption } from "./curl.js";
import { byID, element } from "./element.js";
import { hasKey } from "./key.js";
import { attempt } from "./session.js";
import { name } from "./sessions.js";
import { state } from "./state.js";

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
    save(`${name(session).toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}-${at}.${suffix}`, new Blob([text], { type }));
  });
});

function save(file, blob) {
  const href = URL.createObjectURL(blob);
  element("a", { href, download: file }).click();
  setTimeout(() => URL.revokeObjectURL(href), timeToTake);
}

/** A script for the shell that does again, in a new session, what was done up to a revision: as much of it as is kept. */
async function script(id, until) {
  const [session, kept] = await Promise.all([get(`/v1/sessions/${id}`), all(id, until)]);
  const { start, steps } = replay(kept);
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
    ...steps.map((step) => post(step, '"$server$created/transitions"')),
    `curl --silent --show-error --fail${key} "$server$created/picture"`,
    'echo "$server$created"',
    "",
  ].join("\n");
}

async function all(id, until) {
  const read = [];
  for (let path = `/v1/sessions/${id}/transitions?limit=${records}`; path; ) {
    const response = await call(path);
    read.push(...(await response.json()).transitions);
    path = read.at(-1).revision < until ? nextPage(response) : null;
  }
  return read.filter(({ revision }) => revision <= until);
}

/**
 * What is to be posted, from the first revision on from which that leads to the same: an undo of what was before the beginning does not.
 * A session that begins anew counts its revisions from 0, and has none of those that a gesture went through.
 */
function replay(kept) {
  let [start, steps, revisions, past, future] = [kept[0].revision, [], [], 0, 0];
  const begin = (revision) => ([start, steps, revisions, past, future] = [revision, [], [revision], 0, 0]);
  begin(start);
  let before = null;
  for (const { revision, transition, transitions } of kept.slice(1)) {
    const type = transition?.type;
    const target = type === "revert" ? revisions.indexOf(transition.revision) : 0;
    if ((type === "undo" && past === 0) || (type === "redo" && future === 0) || target < 0) begin(revision);
    else {
      revisions.push(revision);
      steps.push(type === "revert" ? { ...transition, revision: target } : transition ?? { transitions });
      // The parts of a gesture are one change.
      const isPart = ["scroll", "back"].includes(type) && type === before;
      if (type === "undo") [past, future] = [past - 1, future + 1];
      else if (type === "redo") [past, future] = [past + 1, future - 1];
      else [past, future] = [past + (isPart ? 0 : 1), 0];
    }
    before = type;
  }
  return { start, steps };
}
