// What is wrong with 200 random bodies that are read and changed as texts, as a list of texts.
return import("/inspector/positions.js").then(({ changed, follow, pointerAt, read, removing, setting }) => {
  const found = [];
  let seed = 58;
  const below = (bound) => (seed = (seed * 48271) % 2147483647) % bound;
  const oneOf = (list) => list[below(list.length)];
  const names = ["id", "route", "a/b", "~", "", "é\"", "\u2028", "kind", "layout", "tabs", "10", "__proto"];

  const value = (depth) => {
    const kind = below(depth > 3 ? 5 : 9);
    if (kind < 5) return oneOf([null, true, false, 0, -1.5e3, 12, "", "word", "a \"quoted\" \\ 😀\n", "{[,:]}"]);
    const parts = Array.from({ length: below(5) }, () => value(depth + 1));
    return kind < 7 ? parts : Object.fromEntries(parts.map((part) => [oneOf(names), part]));
  };
  const space = () => oneOf(["", "", " ", "\n  ", "\t", "\r\n"]);
  /** The value as a text with spaces anywhere. */
  const loose = (value) => {
    if (value === null || typeof value !== "object") return space() + JSON.stringify(value) + space();
    const isList = Array.isArray(value);
    const parts = Object.entries(value).map(([name, part]) => (isList ? "" : `${space()}${JSON.stringify(name)}${space()}:`) + loose(part));
    return `${space()}${isList ? "[" : "{"}${parts.join(",") || space()}${isList ? "]" : "}"}${space()}`;
  };
  const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
  const escaped = (name) => name.replaceAll("~", "~0").replaceAll("/", "~1");
  /** Every value of a body with its pointer, and the object or array that it is in. */
  const all = (value, pointer = "", name, within) => [
    { value, pointer, name, within },
    ...(value && typeof value === "object" ? Object.entries(value).flatMap(([name, part]) => all(part, `${pointer}/${escaped(name)}`, name, value)) : []),
  ];

  for (let number = 0; number < 200; number++) {
    const body = { layout: value(0), more: value(0) };
    const indent = oneOf([undefined, "", 2, "\t"]);
    const text = indent === undefined ? loose(body) : JSON.stringify(body, null, indent);
    const wrong = (what, result = "") => found.push(`${number}: ${what}: ${JSON.stringify(text)} ${JSON.stringify(result)}`);
    const tree = read(text);
    for (const { value, pointer } of all(body)) {
      const { way, rest } = follow(tree, pointer);
      const { start, end } = way.at(-1).value;
      if (rest.length > 0 || !same(JSON.parse(text.slice(start, end)), value) || /^\s|\s$/.test(text.slice(start, end))) wrong(`range of ${pointer}`);
      if (pointerAt(tree, value && typeof value === "object" ? start : end) !== pointer) wrong(`pointer at ${start}, which is ${pointerAt(tree, start)}`);
    }
    // Set, with the rest as it was.
    const chosen = oneOf(all(body).slice(1));
    const put = value(2);
    const range = follow(tree, chosen.pointer).way.at(-1).value;
    const set = changed(text, setting(text, chosen.pointer, put));
    if (set.slice(0, range.start) !== text.slice(0, range.start) || !set.endsWith(text.slice(range.end))) wrong(`set ${chosen.pointer}`, set);
    const copy = JSON.parse(text);
    const place = all(copy).find(({ pointer }) => pointer === chosen.pointer);
    place.within[place.name] = put;
    if (!same(JSON.parse(set), copy)) wrong(`set ${chosen.pointer}`, set);
    // Add, with a new object around it.
    const owner = oneOf(all(body).filter(({ value }) => value && typeof value === "object" && !Array.isArray(value)));
    const added = setting(text, `${owner.pointer}/behavior/onShow`, "handled");
    const more = changed(text, added);
    const wider = JSON.parse(text);
    all(wider).find(({ pointer }) => pointer === owner.pointer).value.behavior = { onShow: "handled" };
    if (!same(JSON.parse(more), wider)) wrong(`added to ${owner.pointer}`, more);
    // Nothing is replaced but the space in an empty object, and what comes is the member alone.
    if (!/^(\{\s*\})?$/.test(text.slice(added.start, added.end))) wrong(`added for ${text.slice(added.start, added.end)}`);
    // Taken out, and from the text with it the text as it was.
    const out = removing(more, `${owner.pointer}/behavior`);
    const back = changed(more, out);
    if (Object.keys(owner.value).length > 0 ? back !== text : !same(JSON.parse(back), body)) wrong("added and taken out", back);
    const taken = removing(text, chosen.pointer);
    const less = changed(text, taken);
    const shorter = JSON.parse(text);
    const gone = all(shorter).find(({ pointer }) => pointer === chosen.pointer);
    if (Array.isArray(gone.within)) gone.within.splice(gone.name, 1);
    else delete gone.within[gone.name];
    if (!same(JSON.parse(less), shorter)) wrong(`taken out ${chosen.pointer}`, less);
    // In a text that is written one way, what is changed is written so, too.
    if (indent !== undefined) for (const [result, value] of [[set, copy], [more, wider], [less, shorter]]) {
      if (result !== JSON.stringify(value, null, indent)) wrong("not as around", result);
    }
    // A text that is cut or has another sign is read where JSON has it, and else not.
    const at = below(text.length);
    const broken = oneOf([text.slice(0, at), text.slice(0, at) + oneOf([..."{}[]:,\"\\0-.e \n"]) + text.slice(at + 1)]);
    const outcomes = [JSON.parse, read].map((reader) => {
      try { return reader(broken), "read" } catch { return "refused" }
    });
    if (outcomes[0] !== outcomes[1]) wrong(`${outcomes} ${at}`, broken);
  }
  // A text that is no JSON says where, and one with a name twice, too.
  for (const [text, line, column] of [["", 1, 1], ["{\n  \"a\" 1}", 2, 7], ["[1,\n]", 2, 1], ["{\"a\": 01}", 1, 7], ["[\"\\x\"]", 1, 2], ["[1] x", 1, 5], ["{\"a\": 1,\n \"a\": 2}", 2, 2]]) {
    try {
      read(text);
      found.push(`read: ${text}`);
    } catch (at) {
      if (at.line !== line || at.column !== column) found.push(`${JSON.stringify(text)} is wrong at ${at.line}, ${at.column}`);
    }
  }
  return found;
});
