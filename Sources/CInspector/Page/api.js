import { byID } from "./element.js";

const place = "navigation-api-key";
const why = "This server wants a key. It stays in this tab, until it is closed.";
let asking = null;

/** A request that was refused (RFC 9457), or that got no answer. */
export class Problem extends Error {
  constructor(status, body, seconds = null) {
    super(body.title ?? `Status ${status}`);
    this.status = status;
    /** Seconds after which to try again, or 0. */
    this.retryAfter = Number(seconds);
    this.detail = body.detail ?? "";
    this.code = body.code ?? "";
    this.pointer = body.pointer ?? "";
  }
}

/**
 * Sends a request, with the key where there is one. Unless it `asks` for none, the user is asked as long as the server wants another key.
 * A refusal is thrown as a problem, or answered as it is where `raw` says so.
 */
export async function call(path, { method = "GET", body, headers = {}, signal, asks = true, raw = false } = {}) {
  const content = body === undefined ? {} : { "Content-Type": "application/json" };
  for (;;) {
    const shown = authorization();
    const response = await attempt(path, { method, body, signal, headers: { ...content, ...headers, ...shown } });
    if (response.ok) return response;
    if (response.status === 401 && asks && (await askForKey(shown))) continue;
    if (raw) return response;
    throw new Problem(response.status, await response.json().catch(() => ({})), response.headers.get("Retry-After"));
  }
}

async function attempt(path, options) {
  try {
    return await fetch(path, options);
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new Problem(0, { title: "The server does not answer", detail: "It may have been stopped. What was asked for was perhaps not done." });
  }
}

/** What is at a path, as JSON. */
export async function get(path, signal) {
  return (await call(path, { signal })).json();
}

/** The answer to a body, as JSON. */
export async function post(path, body, headers) {
  return (await call(path, { method: "POST", body: JSON.stringify(body), headers })).json();
}

/** The path of the next page, or null. */
export function nextPage(response) {
  const target = /<([^>]*)>;\s*rel="next"/.exec(response.headers.get("Link") ?? "");
  return target ? target[1] : null;
}

/** The value of a JSON text that was typed in; throws with the place of the first mistake. */
export function parsed(text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Problem(0, { title: "This is not JSON", detail: error.message });
  }
}

/** Whether a key is in use. */
export const hasKey = () => sessionStorage.getItem(place) !== null;

/** The header that shows the key, if there is one. */
function authorization() {
  const key = sessionStorage.getItem(place);
  return key === null ? {} : { Authorization: `Bearer ${key}` };
}

/** Asks for another key than the one `shown`; true once there is one, false where the user has none. Many requests ask once. */
function askForKey(shown) {
  if (authorization().Authorization !== shown.Authorization) return Promise.resolve(true);
  asking ??= ask(shown.Authorization !== undefined).finally(() => (asking = null));
  return asking;
}

function ask(wasRefused) {
  const dialog = byID("key-dialog");
  byID("key-why").textContent = wasRefused ? "The server does not know this key. Is it written right?" : why;
  byID("key-input").value = "";
  dialog.showModal();
  return new Promise((done) => {
    byID("key-form").onsubmit = (event) => {
      event.preventDefault();
      sessionStorage.setItem(place, byID("key-input").value.trim());
      dialog.close("saved");
    };
    byID("key-cancel").onclick = () => dialog.close("");
    dialog.onclose = () => {
      done(dialog.returnValue === "saved");
      dialog.returnValue = "";
    };
  });
}

/** How curl shows a key that stands in a variable of the shell. */
export const keyOption = '-H "Authorization: Bearer $NAVIGATION_API_KEY"';

/** The curl command for a request, its body in one line or indented. A key is never in it. */
export function command(path, { method = "GET", body, indent } = {}) {
  const words = ["curl"];
  if (hasKey()) words.push(keyOption);
  if (body !== undefined) words.push("--json", quoted(JSON.stringify(body, null, indent)));
  else if (method !== "GET") words.push("-X", method);
  words.push(quoted(location.origin + path));
  return words.join(" ");
}

/** A word that a shell reads as it is. */
function quoted(word) {
  return /^[\w.:\/@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
