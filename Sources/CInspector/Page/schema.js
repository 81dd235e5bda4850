import { nameOf, resolved } from "./contract.js";
import { element } from "./element.js";

/** Paragraphs of a description, in which `code` and **names** are marked. */
export function paragraphs(text) {
  return (text ?? "").trim().split(/\n\n+/).filter(Boolean).map((paragraph) => element("p", {}, ...phrase(paragraph)));
}

/** The paragraphs of a description that says more than its first sentence, which stands above them. */
export const more = (text) => (firstSentence(text) === (text ?? "").trim().replaceAll("\n", " ") ? [] : paragraphs(text));

/** The nodes of one paragraph. */
export function phrase(text) {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).filter(Boolean).map((part) => {
    if (part.startsWith("`")) return element("code", {}, part.slice(1, -1));
    if (part.startsWith("**")) return element("strong", {}, part.slice(2, -2));
    return part;
  });
}

/** A description's first sentence. */
export function firstSentence(text) {
  const paragraph = (text ?? "").trim().split(/\n\n/)[0].replaceAll("\n", " ");
  return paragraph.match(/^.*?\.(?=\s|$)/)?.[0] ?? paragraph;
}

/** A link to the schema of a name. */
export const link = (name) => element("a", { href: `#${name}` }, name);

const code = (value) => element("code", {}, JSON.stringify(value));

/** Nodes with a separator between each two. */
function joined(nodes, separator) {
  return nodes.flatMap((node, index) => (index === 0 ? node : [separator, node].flat()));
}

/** What a value may be, in a line. */
export function kind(schema) {
  if (schema.$ref) return [link(nameOf(schema.$ref)), ...limits(schema)];
  if (schema.const !== undefined) return [code(schema.const)];
  if (schema.enum) return [...joined(schema.enum.map(code), " or "), ...limits(schema)];
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices) return [...joined(choices.map(kind), " or "), ...limits(schema)];
  if (schema.allOf) return joined(schema.allOf.filter((part) => part.$ref).map(kind), " and ");
  const words = [schema.type ?? (schema.properties ? "object" : "any value")].flat();
  if (schema.items) return ["array of ", ...kind(schema.items), ...limits(schema)];
  const values = typeof schema.additionalProperties === "object" ? [" of ", ...kind(schema.additionalProperties)] : [];
  return [words.join(" or "), ...values, ...limits(schema)];
}

/** What limits a value, and what stands for it where it is left out. */
function limits(schema) {
  const range = (least, most, unit) => {
    if (least === undefined && most === undefined) return null;
    if (least === undefined) return `at most ${most}${unit}`;
    return most === undefined ? `at least ${least}${unit}` : `${least} to ${most}${unit}`;
  };
  const texts = [
    range(schema.minimum, schema.maximum, ""),
    range(schema.minLength, schema.maxLength, " characters"),
    range(schema.minItems, schema.maxItems, " items"),
    schema.uniqueItems ? "no two alike" : null,
    schema.pattern ? `as ${schema.pattern}` : null,
    schema.format && !schema.format.startsWith("int") ? schema.format : null,
  ].filter(Boolean);
  const nodes = texts.map((text) => `, ${text}`);
  return schema.default === undefined ? nodes : [...nodes, ", default ", code(schema.default)];
}

/** Rows of a table with headers. */
export function table(headers, rows) {
  const head = element("tr", {}, ...headers.map((text) => element("th", { scope: "col" }, text)));
  const body = rows.map((cells) => element("tr", {}, ...cells.map((nodes) => element("td", {}, ...nodes))));
  return element("div", { class: "wide" }, element("table", {}, element("thead", {}, head), element("tbody", {}, ...body)));
}

/** The values of a type that is written elsewhere, or that have a sentence each; of a boolean false first. */
function values(schema) {
  const sentences = schema["x-enum-descriptions"];
  const words = schema.enum ?? (sentences ? [false, true] : []);
  if (!sentences) return words.length > 0 && words.length <= 12 ? [" ", ...joined(words.map(code), " or ")] : [];
  return [element("ul", { class: "values" }, ...words.map((word, index) => element("li", {}, code(word), " ", ...phrase(sentences[index]))))];
}

/** What a member means: its own text or its type's, the values of a type elsewhere, and the style of a split view that alone has it. */
function meaning(member) {
  const type = resolved((member.oneOf ?? [member])[0]);
  const styles = member["x-styles"] ?? [];
  return [
    ...phrase(member.description ?? type.description ?? ""), ...(styles.length === 1 ? [` In the ${styles[0]} style.`] : []),
    ...(member.enum ? [] : values(type)),
  ];
}

/** A schema as its description, its members or what it may be, and an example. */
export function schemaBody(schema) {
  const parts = (schema.allOf ?? [schema]).filter((part) => part.properties);
  const required = new Set([schema, ...parts].flatMap((part) => part.required ?? []));
  const rows = parts.flatMap((part) => Object.entries(part.properties)).map(([name, member]) => [
    [element("code", {}, name), required.has(name) ? element("span", { class: "required" }, " required") : null].filter(Boolean),
    kind(member),
    meaning(member),
  ]);
  const isPlain = rows.length === 0 || schema.allOf;
  return [
    ...more(schema.description),
    ...(isPlain ? [element("p", { class: "kind" }, ...kind(schema))] : []),
    ...(schema["x-enum-descriptions"] ? values(schema) : []),
    ...(rows.length > 0 ? [table(["Member", "Value", "Meaning"], rows)] : []),
    ...(schema.examples ?? []).slice(0, 1).map((value) => element("pre", { tabindex: 0, role: "group", "aria-label": "Example" }, JSON.stringify(value, null, 2))),
  ];
}
