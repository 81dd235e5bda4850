import { resolved } from "./contract.js";
import { element, options } from "./element.js";
import { escaped } from "./positions.js";
import { phrase } from "./schema.js";

/**
 * The split views of a body, in its order: each by its `pointer`, `id`, `style`, the `answers` that are given, and as `others` who gives those
 * that are not, the layout or the arrangement that its `behaviorFrom` names; null for UIKit.
 */
export function splits({ layout, root }, { components: { schemas } }) {
  const found = [];
  const add = (value, pointer, style, others) =>
    found.push({ pointer, id: value.id ?? (others ? "split" : pointer), style, answers: value.behavior, others: value.behaviorFrom ?? others });
  const walk = (value, pointer) => {
    if (value === null || typeof value !== "object") return;
    if (value.kind === "split") add(value, pointer, value.style ?? "classic", null);
    // What the app puts into a screen is no controller.
    for (const [name, part] of Object.entries(value)) if (name !== "params") walk(part, `${pointer}/${escaped(name)}`);
  };
  const { mapping } = schemas.Layout.discriminator;
  const made = Object.hasOwn(mapping, layout?.name) ? resolved({ $ref: mapping[layout.name] }) : null;
  if (made?.properties.behavior) add(layout, "/layout", schemas.SplitStyle.enum.includes(layout.name) ? layout.name : "classic", layout.name);
  walk(layout, "/layout");
  walk(root, "/root");
  return found;
}

/** The answers of a style that the form has, each a word or true and false, with the `sentences` of its values. Controllers stay in the text. */
export function answersOf(style, { components: { schemas } }) {
  const kind = style === "classic" ? style : "column";
  return Object.entries(schemas.SplitBehaviorInput.properties).flatMap(([name, member]) => {
    const answer = { name, ...resolved(member.oneOf?.[0]), ...member };
    answer.sentences = answer["x-enum-descriptions"];
    const isChoice = answer.enum ?? answer.type?.includes("boolean");
    return isChoice && (member["x-styles"] ?? [kind]).includes(kind) ? [answer] : [];
  });
}

let [drawn, blocks] = ["", []];

/** Draws a block for each split view, and tells `changed(pointer, value)` of what is chosen, without a value where an answer is not given any more. */
export function drawForm(form, found, contract, changed) {
  const key = JSON.stringify(found, (name, value) => (name === "answers" ? undefined : value));
  // A control that stays keeps the focus.
  if (key !== drawn) {
    blocks = found.map((split, index) => block(split, index, contract, changed));
    form.replaceChildren(form.firstElementChild, ...blocks.map(({ made }) => made));
  }
  drawn = key;
  found.forEach(({ answers }, index) => blocks[index].draw(answers));
  form.classList.toggle("empty", found.length === 0);
}

function block({ pointer, id, style, others }, index, contract, changed) {
  const rows = answersOf(style, contract).map(({ name, enum: words, default: usual, sentences = [] }) => {
    const attributes = { "aria-describedby": `answer-${index}-${name}`, "data-answer": name };
    const said = element("p", { id: attributes["aria-describedby"], class: "muted" });
    const control = words ? select(words, others, attributes) : element("input", { type: "checkbox", ...attributes });
    control.addEventListener("change", () => changed(`${pointer}/behavior/${name}`, words ? control.value || undefined : control.checked));
    const draw = (value) => {
      // Null is the default, and so is an absent member, unless a layout has an answer of its own.
      if (words) control.value = value ?? (value === undefined && others ? "" : words[0]);
      else control.checked = value ?? usual;
      said.replaceChildren(...phrase(sentences[words ? words.indexOf(control.value) : Number(control.checked)] ?? ""));
    };
    return { parts: [words ? element("label", {}, name, control) : element("label", { class: "check" }, control, name), said], name, draw };
  });
  const title = element("legend", {}, element("strong", {}, id), ` ${style === (others ?? style) ? style : `${style}, ${others}`}`);
  const made = element("fieldset", { class: "answers stack" }, title, ...rows.flatMap(({ parts }) => parts));
  return { made, draw: (answers) => rows.forEach(({ name, draw }) => draw(answers?.[name])) };
}

/** The first word is UIKit's own; where a layout has an answer of its own, that is a choice, too. */
function select(words, others, attributes) {
  const rows = words.map((word, index) => [word, index === 0 ? `${word}: UIKit’s own` : word]);
  return element("select", attributes, ...options(others ? [["", `as ${others} has it`], ...rows] : rows));
}
