import { askForKey, authorization } from "./key.js";

/** A request that was refused (RFC 9457), or that got no answer. */
export class Problem extends Error {
  constructor(status, body) {
    super(body.title ?? `Status ${status}`);
    this.status = status;
    this.detail = body.detail ?? "";
    this.code = body.code ?? "";
    this.pointer = body.pointer ?? "";
  }
}

/** Sends a request, with the key where there is one. Unless it `asks` for none, the user is asked as long as the server wants another key. */
export async function call(path, { method = "GET", body, headers = {}, signal, asks = true } = {}) {
  const content = body === undefined ? {} : { "Content-Type": "application/json" };
  for (;;) {
    const shown = authorization();
    const response = await attempt(path, { method, body, signal, headers: { ...content, ...headers, ...shown } });
    if (response.ok) return response;
    if (response.status === 401 && asks && (await askForKey(shown))) continue;
    throw new Problem(response.status, await response.json().catch(() => ({})));
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
