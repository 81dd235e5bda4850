import { command } from "./api.js";
import { examplesOf, problemCodes, resolved } from "./contract.js";
import { copy, element, options } from "./element.js";
import { firstSentence, kind, more, paragraphs, phrase, table } from "./schema.js";
import { canTry, tryIt } from "./try.js";

/** An operation: what it does, how curl asks for it, what it takes and what it answers. */
export function section({ path, method, operation, parameters }) {
  const body = operation.requestBody?.content["application/json"];
  return element(
    "section",
    { id: operation.operationId, class: "operation", "aria-labelledby": `${operation.operationId}-title` },
    element("h3", { id: `${operation.operationId}-title` }, operation.summary),
    element("p", { class: "request" }, element("b", { class: method.toLowerCase() }, method), " ", element("code", {}, path)),
    ...paragraphs(operation.description),
    ...requests({ path, method, operation, parameters }, body),
    ...(parameters.length === 0 ? [] : [element("h4", {}, "Parameters"), parameterTable(parameters)]),
    ...(body ? [element("h4", {}, "Body"), element("p", {}, ...kind(body.schema))] : []),
    element("h4", {}, "Answers"),
    ...Object.entries(operation.responses).map(([status, response]) => answer(status, resolved(response)))
  );
}

/** The curl command, with a choice of bodies where there is one, and a form that sends it. */
function requests({ path, method, operation, parameters }, body) {
  const examples = body ? examplesOf(body) : [];
  const target = path.replaceAll(/\{(\w+)\}/g, (_, name) => {
    const parameter = parameters.find((parameter) => parameter.in === "path" && parameter.name === name);
    return parameter.example;
  });
  const shown = element("pre", { class: "curl", tabindex: 0, role: "group", "aria-label": "With curl" });
  let example;
  const show = (value) => {
    example = value;
    shown.textContent = command(target, { method, body: value, indent: 2 });
  };
  show(examples[0]?.[2]);
  const button = element("button", {}, "Copy");
  button.onclick = () => copy(shown.textContent, button, shown);
  const row = element("div", { class: "row" }, choice(examples, "Body", show), element("span", { class: "grow" }), button);
  return [row, shown, canTry(method, operation, example) ? tryIt(path, method, parameters, () => example) : null];
}

/** A select of examples; nothing where there is no choice. */
function choice(examples, title, show) {
  if (examples.length < 2) return null;
  const select = element("select", {}, ...options(examples.map(([name, summary]) => [name, summary])));
  select.onchange = () => show(examples[select.selectedIndex][2]);
  return element("label", {}, title, select);
}

function parameterTable(parameters) {
  return table(
    ["Name", "In", "Value", "Meaning"],
    parameters.map((parameter) => [
      [element("code", {}, parameter.name), parameter.required ? element("span", { class: "required" }, " required") : ""],
      [parameter.in],
      kind(parameter.schema),
      phrase(parameter.description ?? ""),
    ])
  );
}

/** An answer: its status and first sentence, and, opened, the rest. */
function answer(status, response) {
  const media = Object.entries(response.content ?? {});
  const summary = element("summary", {}, element("b", {}, status), " ", ...phrase(firstSentence(response.description)));
  const details = element("details", { class: status.startsWith("2") ? "answer" : "answer other" }, summary);
  details.ontoggle = () => {
    details.ontoggle = null;
    const headers = Object.entries(response.headers ?? {}).map(([name, header]) => [
      [element("code", {}, name)],
      phrase(resolved(header).description ?? ""),
    ]);
    details.append(
      ...more(response.description),
      ...media.flatMap(([type, content]) => contentOf(type, content)),
      ...(headers.length === 0 ? [] : [table(["Field", "Meaning"], headers)])
    );
  };
  return details;
}

/** A body's type, its schema or its problems, and its examples. */
function contentOf(type, content) {
  const codes = problemCodes(content.schema);
  const schema = codes.length > 0 ? codes.flatMap((code) => [" ", problemLink(code)]) : [" ", ...kind(content.schema ?? {})];
  const examples = examplesOf(content);
  const shown = element("pre", { tabindex: 0, role: "group", "aria-label": "Example" });
  const show = (value) => (shown.textContent = typeof value === "string" ? value : JSON.stringify(value, null, 2));
  if (examples.length > 0) show(examples[0][2]);
  return [
    element("p", {}, element("code", {}, type), ":", ...schema),
    ...[choice(examples, "Example", show)].filter(Boolean),
    ...(examples.length > 0 ? [shown] : []),
  ];
}

/** A link to the page of a problem's code. */
export const problemLink = (code) => element("a", { href: `/problems/${code}` }, element("code", {}, code));
