const blank = /[ \t\n\r]*/y;
const string = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y;
const plain = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y;
/** Spaces of indentation that are still a step of it; more of them stand below something. */
const widestStep = 8;

/** The line and the column of a character, both from 1. */
export function place(text, offset) {
  const lines = text.slice(0, offset).split("\n");
  return { line: lines.length, column: lines.at(-1).length + 1 };
}

/**
 * A JSON text as a tree: each value with its `start` and its `end` in the text, an object and an array with their `parts`, each part with its
 * `name`, its `start`, of a member that of its name, which ends at `stop`, and its `value`. What the server does not read, a name that
 * occurs twice too, is thrown as its line and column.
 */
export function read(text) {
  let at = 0;
  const fail = (offset = at) => {
    throw place(text, offset);
  };
  const eat = (pattern) => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    at += found?.length ?? 0;
    return found;
  };
  const takes = (sign) => (eat(blank), text[at] === sign && (at += 1));

  function value() {
    eat(blank);
    const start = at;
    const close = { "{": "}", "[": "]" }[text[at]];
    if (!close) return (eat(string) ?? eat(plain) ?? fail()) && { start, end: at };
    const [parts, names] = [[], new Set()];
    for (at += 1; !takes(close); ) {
      if (parts.length > 0 && !takes(",")) fail();
      parts.push(part(close === "}", names));
    }
    return { start, end: at, parts, isObject: close === "}" };
  }

  function part(isMember, names) {
    eat(blank);
    const start = at;
    const name = isMember ? JSON.parse(eat(string) ?? fail()) : String(names.size);
    const stop = isMember && at;
    if (names.has(name)) fail(start);
    names.add(name);
    if (isMember && !takes(":")) fail();
    return { name, start, stop, value: value() };
  }

  const tree = value();
  eat(blank);
  return at === text.length ? tree : fail();
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
  const way = [{ value: tree }];
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
  const nest = (names) => names.reduceRight((inner, name) => ({ [name]: inner }), value);
  if (rest.length === 0 || !isObject) return { start, end, put: written(nest(rest), lookOf(text, way.slice(0, -1))) };
  const look = lookOf(text, way);
  const member = `${JSON.stringify(rest[0])}${look.colon}${written(nest(rest.slice(1)), look)}`;
  const last = parts.at(-1)?.value.end;
  if (last) return { start: last, end: last, put: `,${look.gap}${member}` };
  return { start, end, put: look.isOpen ? `{${look.gap}${member}${look.outer}}` : `{${member}}` };
}

/** The change that takes a member out, or an item; null where there is none. */
export function removing(text, pointer) {
  const { way, rest } = follow(read(text), pointer);
  if (rest.length > 0 || way.length === 1) return null;
  const [owner, part] = [way.at(-2).value, way.at(-1)];
  const index = owner.parts.indexOf(part);
  const [before, after] = [owner.parts[index - 1], owner.parts[index + 1]];
  const [start, end] = after ? [part.start, after.start] : before ? [before.value.end, part.value.end] : [owner.start + 1, owner.end - 1];
  return { start, end, put: "" };
}

export const changed = (text, { start, end, put }) => text.slice(0, start) + put + text.slice(end);

/**
 * How the parts of the last container on a way are written: the `gap` before each, on a line of its own or not (`isOpen`), the `outer` one
 * before the closing bracket, the `unit` that they are moved by, and the `colon`. An empty one is as the one around it.
 */
function lookOf(text, way) {
  if (way.length === 0) return { gap: "\n", unit: "  ", colon: ": ", isOpen: true };
  const { start, parts } = way.at(-1).value;
  const around = lookOf(text, way.slice(0, -1));
  const last = parts.at(-1);
  if (!last) return { ...around, outer: around.gap, gap: around.isOpen ? around.gap + around.unit : around.gap };
  const colon = last.stop ? text.slice(last.stop, last.value.start) : around.colon;
  const gap = text.slice(text.slice(0, last.start).trimEnd().length, last.start);
  if (!gap.includes("\n")) return { ...around, gap: parts.length > 1 ? gap : colon.endsWith(" ") ? " " : "", colon, isOpen: false };
  const line = text.slice(text.lastIndexOf("\n", start) + 1, start);
  const outer = `${gap.includes("\r") ? "\r" : ""}\n${/^[ \t]*/.exec(line)[0]}`;
  const step = gap.slice(outer.length);
  return { gap, outer, unit: gap.startsWith(outer) && step.length <= widestStep ? step : around.unit, colon, isOpen: true };
}

function written(value, { gap, unit, colon, isOpen }) {
  if (isOpen) return JSON.stringify(value, null, unit).replaceAll("\n", gap);
  return colon === ":" ? JSON.stringify(value) : JSON.stringify(value, null, 1).replaceAll(/\n */g, "");
}
