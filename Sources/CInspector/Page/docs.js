import { load, operations, problemCodes, resolved } from "./contract.js";
import { byID, element } from "./element.js";
import { problemLink, section } from "./operation.js";
import { firstSentence, paragraphs, phrase, schemaBody, table } from "./schema.js";

/** What can be found: the entry of the contents, the part of the page, and the words that both are found by. */
const found = [];
/** What has the words that are looked for, and the place of the one that was gone to last. */
let [hits, place] = [[], -1];

/** An entry of the contents. */
function entry(name, part, words) {
  const made = element("li", {}, element("a", { href: `#${part.id}` }, name));
  found.push({ entry: made, part, words: words.join(" ").toLowerCase() });
  return made;
}

function chapter(id, title, description, parts) {
  return element("section", { id, "aria-labelledby": `${id}-title` }, element("h2", { id: `${id}-title` }, title), ...description, ...parts);
}

function listed(title, id, entries) {
  return element("section", {}, element("h2", {}, element("a", { href: `#${id}` }, title)), element("ul", {}, ...entries));
}

/** A type, whose members are made when it is opened. */
function schemaPart([name, schema]) {
  const about = phrase(firstSentence(schema.description));
  const part = element("details", { id: name, class: "schema" }, element("summary", {}, element("b", {}, name), " ", ...about));
  part.ontoggle = () => {
    part.ontoggle = null;
    part.append(...schemaBody(schema));
  };
  return part;
}

const told = new Set(["description", "summary", "name", "const", "enum", "x-enum-descriptions", "operationId"]);
const named = new Set(["properties", "headers"]);

/** The names, words and texts of a part of the contract; of what it refers to those of parameters, answers and their fields. */
function wordsOf(value, key) {
  if (typeof value === "string") return told.has(key) ? [value] : [];
  if (!value || typeof value !== "object" || key === "examples") return [];
  if (Array.isArray(value)) return value.flatMap((part) => wordsOf(part, key));
  if (value.$ref && !value.$ref.includes("/schemas/")) return wordsOf(resolved(value), key);
  return Object.entries(value).flatMap(([name, part]) => [named.has(key) ? name : "", ...wordsOf(part, name)]);
}

/** The codes by the status of their problems, and last those that no operation names. */
function problemTable(schemas, codes) {
  const byStatus = new Map();
  const others = new Set(codes);
  for (const schema of schemas) {
    const status = String((schema.allOf ?? []).flatMap((part) => part.properties?.status?.enum ?? []));
    const own = problemCodes(schema).filter((code) => others.delete(code));
    if (own.length > 0) byStatus.set(status, [...(byStatus.get(status) ?? []), ...own]);
  }
  const rows = [...byStatus, ["of any request", [...others]]];
  return table(["Status", "Codes"], rows.map(([status, codes]) => [[status], codes.flatMap((code) => [problemLink(code), " "])]));
}

function show(contract) {
  const all = operations();
  const tags = contract.tags.map((tag) => {
    const own = all.filter(({ operation }) => operation.tags.includes(tag.name));
    const parts = own.map(section);
    const entries = own.map(({ path, method, operation }, index) =>
      entry(operation.summary, parts[index], [method, path, ...wordsOf(operation), ...wordsOf(own[index].parameters)])
    );
    return { part: chapter(tag.name, tag.name, paragraphs(tag.description), parts), list: listed(tag.name, tag.name, entries) };
  });
  const schemas = Object.entries(contract.components.schemas);
  const types = schemas.map(schemaPart);
  const typeEntries = schemas.map(([name, schema], index) => entry(name, types[index], [name, ...wordsOf(schema)]));
  const problems = problemTable(schemas.map(([, schema]) => schema), contract.components.schemas.ProblemCode.enum);
  const intro = [element("p", { class: "muted" }, `${contract.info.summary}. Version ${contract.info.version}.`)];
  byID("docs").append(...intro, ...paragraphs(contract.info.description), ...tags.map(({ part }) => part));
  byID("docs").append(chapter("problems", "problems", [element("p", {}, "Each code leads to its page.")], [problems]));
  byID("docs").append(chapter("types", "types", [], types));
  byID("list").append(...tags.map(({ list }) => list), listed("problems", "problems", []), listed("types", "types", typeEntries));
}

/** Shows what has all words, in the contents and in the text; a chapter without any is hidden with its title. */
function find() {
  const words = byID("find").value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const { entry, part, words: own } of found) entry.hidden = part.hidden = !words.every((word) => own.includes(word));
  [hits, place] = [words.length > 0 ? found.filter(({ part }) => !part.hidden) : [], -1];
  for (const title of document.querySelectorAll("#list h2 a")) {
    const chapter = document.getElementById(title.hash.slice(1));
    chapter.hidden = title.closest("section").hidden = words.length > 0 && !hits.some(({ part }) => chapter.contains(part));
  }
  mark(words.length > 0 ? (hits.length > 0 ? `${hits.length} found, Enter goes to the next` : "nothing found") : "");
}

/** Goes to the next of what is found. */
function next() {
  if (hits.length === 0) return;
  place = (place + 1) % hits.length;
  const { part } = hits[place];
  if (part.matches("details")) part.open = true;
  part.scrollIntoView();
  mark(`${place + 1} of ${hits.length}`);
}

function mark(text) {
  byID("hits").textContent = text;
  for (const { entry } of found) entry.firstChild.removeAttribute("aria-current");
  hits[place]?.entry.firstChild.setAttribute("aria-current", "true");
  hits[place]?.entry.scrollIntoView({ block: "nearest" });
}

/** Opens what the address names. A click on a link to where the page is already does so too. */
function open() {
  const part = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (part?.matches("details")) part.open = true;
  part?.scrollIntoView();
}

try {
  show(await load());
  byID("find").oninput = find;
  byID("find").onkeydown = ({ key }) => void (key === "Enter" && next());
  addEventListener("hashchange", open);
  addEventListener("click", (event) => event.target.closest?.("a[href^='#']")?.hash === location.hash && open());
  if (location.hash) open();
} catch (error) {
  byID("failure").textContent = error.message;
  byID("failure").hidden = false;
}
