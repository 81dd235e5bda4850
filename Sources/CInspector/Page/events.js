import { call, Problem } from "./api.js";

/** Milliseconds until the first and at most until any attempt to connect again. */
const pauses = { first: 250, longest: 5000 };
/** Milliseconds of silence after which a stream is given up: the server says something every 15 seconds. */
const longestSilence = 40_000;

/**
 * Follows a session from after a revision on, until it ends or `signal` says so; connects again by itself.
 * `on` has `open()`, `event(type, data)`, `lost()` and `end(problem?)`.
 */
export async function follow(id, after, signal, on) {
  let last = after;
  let pause = pauses.first;
  while (!signal.aborted) {
    const silence = new AbortController();
    try {
      const response = await call(`/v1/sessions/${id}/events?include=session,changes`, {
        headers: { "Last-Event-ID": String(last) },
        signal: AbortSignal.any([signal, silence.signal]),
      });
      pause = pauses.first;
      on.open();
      for await (const event of messages(response.body, silence)) {
        if (event.type === "end") return on.end();
        last = event.id || last;
        on.event(event.type, JSON.parse(event.data));
      }
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof Problem && [401, 403, 404].includes(error.status)) return on.end(error);
    }
    if (signal.aborted) return;
    on.lost();
    await new Promise((resume) => setTimeout(resume, pause * (0.75 + Math.random() / 2)));
    pause = Math.min(pause * 2, pauses.longest);
  }
}

/** The events of a stream as WHATWG HTML §9.2.6 reads them: `{id, type, data}`. The server's lines end in a line feed alone. */
async function* messages(body, silence) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const watch = setTimeout(() => silence.abort(), longestSilence);
    const { done, value } = await reader.read().finally(() => clearTimeout(watch));
    if (done) return;
    const blocks = (rest + value).split("\n\n");
    rest = blocks.pop();
    for (const block of blocks) {
      const event = parsed(block);
      if (event.data) yield event;
    }
  }
}

function parsed(block) {
  const event = { id: "", type: "message", data: "" };
  for (const line of block.split("\n")) {
    // A comment begins with its colon. A space behind the colon is not the value's.
    const colon = line.indexOf(":");
    const [name, value] = [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, "")];
    if (name === "id") event.id = value;
    if (name === "event") event.type = value;
    if (name === "data") event.data += value;
  }
  return event;
}
