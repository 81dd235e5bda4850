import { resolved } from "./contract.js";
import { element, options } from "./element.js";
import { escaped } from "./positions.js";
import { phrase } from "./schema.js";

/** What is in a body but is no part of its tree. */
const ofTheApp = ["params", "rows"];

/**
 * The split views of a body, in its order: each by its `pointer`, `id`, `style`, the `answers` that are given, and as `others` who gives those
 * that are not, the layout or the arrangement that its `behaviorFrom` names; null for UIKit.
 */
export function splits(body, { components: { schemas } }) {
  const found = [];
  const add = (value, pointer, style, others) =>
    found.push({ pointer, id: value.id ?? (others ? "split" : pointer), style, answers: value.behavior ?? {}, others: value.behaviorFrom ?? others });
  const walk = (value, pointer) => {
    if (value === null || typeof value !== "object") return;
    if (value.kind === "split") add(value, pointer, value.style ?? "classic", null);
    for (const [name, part] of Object.entries(value)) if (!ofTheApp.includes(name)) walk(part, `${pointer}/${escaped(name)}`);
  };
  const { layout, root } = body ?? {};
  const { mapping } = schemas.Layout.discriminator;
  const schema = Object.hasOwn(mapping, layout?.name) ? resolved({ $ref: mapping[layout.name] }) : null;
  if (schema?.properties?.behavior) add(layout, "/layout", schemas.SplitStyle.enum.includes(layout.name) ? layout.name : "classic", layout.name);
  walk(layout, "/layout");
  walk(root, "/root");
  return found;
}

/** The answers that a split view of a style may give in the form: a word each, or `true` and `false`. Controllers stay in the text. */
export function answersOf(style, { components: { schemas } }) {
  const all = Object.entries(schemas.SplitBehaviorInput.properties).map(([name, member]) => {
    const choice = resolved(member.oneOf?.[0] ?? member);
    return { name, ...choice, isBoolean: [choice.type].flat().includes("boolean"), styles: member["x-styles"], sentences: choice["x-enum-descriptions"] ?? [] };
  });
  const kind = style === "classic" ? "classic" : "column";
  return all.filter(({ enum: words, isBoolean, styles }) => (words || isBoolean) && (styles?.includes(kind) ?? true));
}

let drawn = "";
let blocks = [];

/** Draws a block for each split view, and tells `changed(pointer, value)` of what is chosen, without a value where an answer is not given any more. */
export function drawForm(form, found, contract, changed) {
  const key = JSON.stringify(found.map(({ answers, ...split }) => split));
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
  const rows = answersOf(style, contract).map((answer) => {
    const mark = `answer-${index}-${answer.name}`;
    return { ...answer, said: element("p", { id: mark, class: "muted" }), ...(answer.isBoolean ? check : choice)({ ...answer, others, mark }) };
  });
  const title = element("legend", {}, element("strong", {}, id), ` ${style === others || !others ? style : `${style}, ${others}`}`);
  const made = element("fieldset", { class: "answers", "data-split": pointer }, title, ...rows.flatMap(({ made, said }) => [made, said]));
  made.addEventListener("change", ({ target }) => {
    const row = rows.find(({ control }) => control === target);
    changed(`${pointer}/behavior/${row.name}`, row.value());
  });
  const draw = (answers) => rows.forEach((row) => row.said.replaceChildren(...phrase(row.sentences[row.draw(answers?.[row.name])] ?? "")));
  return { made, draw };
}

/** A select of the words, the first of which is UIKit's own; where somebody else gives what is not given, that is a choice, too. */
function choice({ name, enum: words, others, mark }) {
  const rows = words.map((word, index) => [word, index === 0 ? `${word}: UIKit’s own` : word]);
  const control = element("select", { "aria-describedby": mark, "data-answer": name }, ...options(others ? [["", `as ${others} has it`], ...rows] : rows));
  return {
    control, made: element("label", {}, name, control), value: () => control.value || undefined,
    draw(value) {
      // Null is the default.
      control.value = value ?? (value === undefined && others ? "" : words[0]);
      return words.indexOf(control.value);
    },
  };
}

function check({ name, default: usual, mark }) {
  const control = element("input", { type: "checkbox", "aria-describedby": mark, "data-answer": name });
  return {
    control, made: element("label", { class: "check" }, control, name), value: () => control.checked,
    draw: (value) => Number((control.checked = value ?? usual)),
  };
}
