import { call, get } from "./api.js";
import { element } from "./element.js";

/** Characters of an answer's body that are shown, and the header fields of which three are. */
const longest = 100_000;
const fields = ["Location", "ETag", "Content-Type", "X-Request-Id"];
let newest;

/** Whether an operation can be tried: its body has an example, or it reads, and ends. */
export const canTry = (method, { operationId, responses }, example) =>
  example || (method === "GET" && operationId !== "getMetrics" && !responses["200"]?.content?.["text/event-stream"]);

/** A form that sends an operation to this server, with the key of this tab, and shows the answer; `example()` is the body that is shown above. */
export function tryIt(path, method, parameters, example) {
  const details = element("details", { class: "try" }, element("summary", {}, "Try it"));
  details.ontoggle = () => {
    details.ontoggle = null;
    details.append(form(path, method, parameters.filter((parameter) => parameter.in === "path"), example()));
  };
  return details;
}

function form(path, method, parameters, example) {
  const inputs = parameters.map(({ name, example }) => element("input", { name, type: "search", value: example, required: true, spellcheck: "false" }));
  const body = example && element("textarea", { rows: 8, spellcheck: "false" });
  if (body) body.value = JSON.stringify(example, null, 2);
  const shown = element("div", { role: "status" });
  const labels = [...inputs, body].map((input) => input && element("label", {}, input.name || "Body", input));
  const made = element("form", { class: "stack" }, ...labels, element("button", { class: "primary" }, "Send"), shown);
  made.onsubmit = async (event) => {
    event.preventDefault();
    const target = inputs.reduce((path, { name, value }) => path.replace(`{${name}}`, encodeURIComponent(value)), path);
    shown.replaceChildren("…");
    shown.replaceChildren(...(await call(target, { method, body: body?.value, asks: false, raw: true }).then(answer, ({ message }) => [message])));
  };
  inputs.filter(({ name }) => name === "sessionId").forEach(prefill);
  return made;
}

/** The newest session, where there is one. */
async function prefill(input) {
  newest ??= get("/v1/sessions?limit=1").catch(() => null);
  input.value = (await newest)?.sessions[0]?.sessionId ?? input.value;
}

/** An answer: its status, three header fields, and its body. */
async function answer(response) {
  const text = await response.text();
  const head = fields.filter((name) => response.headers.has(name)).slice(0, 3).map((name) => `${name}: ${response.headers.get(name)}\n`);
  const isJSON = text.length <= longest && /json/.test(response.headers.get("Content-Type"));
  const body = isJSON ? JSON.stringify(JSON.parse(text), null, 2) : text;
  const more = body.length > longest ? `\n… ${body.length - longest} characters more` : "";
  return [
    element("p", {}, element("strong", {}, `${response.status} ${response.statusText}`)),
    element("pre", { tabindex: 0, role: "group", "aria-label": "Answer" }, `${head.join("")}\n${body.slice(0, longest)}${more}`),
  ];
}
