/** Brackets that may be open at once, as many as the stack of a browser bears. */
const deepest = 1000;
/** Spaces of indentation that are still a step of it; more of them stand below something. */
const widestStep = 8;

/** A text is no JSON as the server reads it: why, and the place in the text. */
export class Misread extends Error {
  constructor(text, offset, why) {
    super(why);
    const { line, column } = place(text, offset);
    Object.assign(this, { offset, line, column });
  }
}

/** The line and the column of a character, both from 1. */
export function place(text, offset) {
  const lines = text.slice(0, offset).split("\n");
  return { line: lines.length, column: lines.at(-1).length + 1 };
}

/**
 * A JSON text as a tree: each value with its `start` and its `end` in the text, an object and an array with their `parts`, each part with its
 * `name`, its `start`, of a member that of its name, which ends at `stop`, and its `value`.
 */
export function read(text) {
  let at = 0;
  const fail = (why, offset = at) => {
    throw new Misread(text, offset, why);
  };
  const skip = () => {
    while (" \t\n\r".includes(text[at] ?? "x")) at += 1;
  };
  const take = (sign, why) => (text[at] === sign ? (at += 1) : fail(why));

  function string() {
    const start = at;
    take('"', "a name in quotes is expected");
    for (; text[at] !== '"'; at += 1) {
      if (!(text[at] >= " ")) fail(at < text.length ? "a sign that has to be escaped" : "the string does not end");
      if (text[at] !== "\\") continue;
      at += (/^\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/.exec(text.slice(at, at + 6)) ?? fail("no such escape"))[0].length - 1;
    }
    at += 1;
    return JSON.parse(text.slice(start, at));
  }

  function value(depth) {
    skip();
    const start = at;
    if (depth > deepest) fail("nested too deeply");
    if (text[at] === "{" || text[at] === "[") return { start, parts: container(text[at] === "{" ? "}" : null, depth), end: at, isObject: text[start] === "{" };
    if (text[at] === '"') string();
    else {
      const token = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y;
      token.lastIndex = at;
      at += (token.exec(text) ?? fail(at < text.length ? "a value is expected" : "the text ends too early"))[0].length;
    }
    return { start, end: at };
  }

  function container(brace, depth) {
    const close = brace ?? "]";
    const [parts, names] = [[], new Set()];
    at += 1;
    for (skip(); text[at] !== close || parts.length > 0; skip()) {
      const start = at;
      const part = { name: String(parts.length), start };
      if (brace) {
        part.name = string();
        part.stop = at;
        if (names.has(part.name)) fail("the name is there already", start);
        names.add(part.name);
        skip();
        take(":", "a colon is expected");
      }
      part.value = value(depth + 1);
      parts.push(part);
      skip();
      if (text[at] === close) break;
      take(",", at < text.length ? `a comma or ${close} is expected` : "the text ends too early");
    }
    at += 1;
    return parts;
  }

  const tree = value(1);
  skip();
  if (at < text.length) fail("the text goes on behind its value");
  return tree;
}

export const escaped = (name) => name.replaceAll("~", "~0").replaceAll("/", "~1");

/** The pointer (RFC 6901) of the innermost value whose characters are around an offset. */
export function pointerAt(tree, offset) {
  const part = tree.parts?.find(({ start, value }) => start <= offset && offset <= value.end);
  return part ? `/${escaped(part.name)}${pointerAt(part.value, offset)}` : "";
}

/** The parts on the way to a pointer, the first without a name, as far as they are there, and the `rest` of the names. */
export function follow(tree, pointer) {
  const names = pointer.split("/").slice(1).map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
  const way = [{ start: tree.start, value: tree }];
  for (const name of names) {
    const part = way.at(-1).value.parts?.find((part) => part.name === name);
    if (!part) break;
    way.push(part);
  }
  return { way, rest: names.slice(way.length - 1) };
}

/** The change `{start, end, put}` that sets what is at a pointer. What is not there becomes the last member of what is, which is an object then. */
export function setting(text, pointer, value) {
  const { way, rest } = follow(read(text), pointer);
  const { start, end, parts, isObject } = way.at(-1).value;
  if (rest.length === 0) return { start, end, put: written(value, lookOf(text, way.slice(0, -1))) };
  const inner = rest.slice(1).reduceRight((inner, name) => ({ [name]: inner }), value);
  if (!isObject) return { start, end, put: written({ [rest[0]]: inner }, lookOf(text, way.slice(0, -1))) };
  const look = lookOf(text, way);
  const member = `${JSON.stringify(rest[0])}${look.colon}${written(inner, look)}`;
  if (parts.length > 0) return { start: parts.at(-1).value.end, end: parts.at(-1).value.end, put: `,${look.gap}${member}` };
  return { start, end, put: `{${look.isOpen ? look.gap : ""}${member}${look.isOpen ? look.outer : ""}}` };
}

/** The change that takes a member out, or an item; null where there is none. */
export function removing(text, pointer) {
  const { way, rest } = follow(read(text), pointer);
  if (rest.length > 0 || way.length === 1) return null;
  const [part, { value: { parts } }] = [way.at(-1), way.at(-2)];
  const index = parts.indexOf(part);
  if (index < parts.length - 1) return { start: part.start, end: parts[index + 1].start, put: "" };
  if (index > 0) return { start: parts[index - 1].value.end, end: part.value.end, put: "" };
  return { start: way.at(-2).value.start + 1, end: way.at(-2).value.end - 1, put: "" };
}

export const changed = (text, { start, end, put }) => text.slice(0, start) + put + text.slice(end);

const spaceBefore = (text, offset) => text.slice(text.slice(0, offset).trimEnd().length, offset);
/** A line break and the spaces that the line of a character begins with. */
const lineOf = (text, offset) => {
  const begin = text.lastIndexOf("\n", offset - 1) + 1;
  return `${text[begin - 2] === "\r" ? "\r" : ""}\n${/^[ \t]*/.exec(text.slice(begin, offset))[0]}`;
};

/**
 * How the parts of the last container on a way are written: the `gap` before each, on a line of its own or not (`isOpen`), the `outer` one
 * before the closing bracket, the `unit` that they are moved by, and the `colon`. An empty one is as the one around it.
 */
function lookOf(text, way) {
  if (way.length === 0) return { gap: "\n", outer: "\n", unit: "  ", colon: ": ", isOpen: true };
  const { start, parts } = way.at(-1).value;
  const around = lookOf(text, way.slice(0, -1));
  if (parts.length === 0) return { ...around, outer: around.gap, gap: around.isOpen ? around.gap + around.unit : around.gap };
  const last = parts.at(-1);
  const colon = last.stop === undefined ? around.colon : text.slice(last.stop, last.value.start);
  const gap = spaceBefore(text, last.start);
  const isOpen = gap.includes("\n");
  const outer = lineOf(text, start);
  const step = gap.slice(outer.length);
  const unit = isOpen && gap.startsWith(outer) && step.length <= widestStep ? step : around.unit;
  return { gap: isOpen || parts.length > 1 ? gap : colon.endsWith(" ") ? " " : "", outer, unit, colon, isOpen };
}

function written(value, look) {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const inner = { ...look, outer: look.gap, gap: look.isOpen ? look.gap + look.unit : look.gap };
  const isList = Array.isArray(value);
  const parts = Object.entries(value).map(([name, part]) => `${isList ? "" : JSON.stringify(name) + look.colon}${written(part, inner)}`);
  const [open, close] = isList ? "[]" : "{}";
  return parts.length === 0 || !look.isOpen ? `${open}${parts.join(`,${look.gap}`)}${close}` : `${open}${inner.gap}${parts.join(`,${inner.gap}`)}${look.gap}${close}`;
}
