// Structural faults for screen readers, as a list of texts.
const found = [];
const all = (selector) => Array.from(document.querySelectorAll(selector));
const isShown = (element) => element.checkVisibility({ opacityProperty: false, visibilityProperty: true }) && !element.closest("[aria-hidden=true]");
const name = (element) => `<${element.localName}${element.id ? " #" + element.id : ""}>`;

if (!document.documentElement.lang) found.push("the document has no language");
if (!document.title.trim()) found.push("the document has no title");
const viewport = document.querySelector("meta[name=viewport]")?.content ?? "";
if (!viewport.includes("width=device-width")) found.push("the viewport is not the device's");
if (/user-scalable\s*=\s*no|maximum-scale/.test(viewport)) found.push("the page cannot be zoomed");

const ids = new Set();
for (const element of all("[id]")) {
  if (ids.has(element.id)) found.push(`two elements have the id ${element.id}`);
  ids.add(element.id);
}
for (const attribute of ["aria-labelledby", "aria-describedby", "aria-controls", "aria-activedescendant", "for", "list"]) {
  for (const element of all(`[${attribute}]`)) {
    for (const id of element.getAttribute(attribute).split(/\s+/)) {
      if (id && !ids.has(id)) found.push(`${name(element)}: ${attribute} names ${id}, which is not there`);
    }
  }
}

const headings = all("h1, h2, h3, h4, h5, h6, [role=heading]").filter(isShown);
const levels = headings.map((heading) => Number(heading.getAttribute("aria-level") ?? heading.localName.slice(1)));
if (levels.filter((level) => level === 1).length !== 1) found.push("there is not one heading of level 1");
levels.forEach((level, index) => {
  if (index > 0 && level > levels[index - 1] + 1) found.push(`heading "${headings[index].textContent.trim()}" skips a level`);
  if (!headings[index].textContent.trim()) found.push("a heading is empty");
});

const landmarks = "main, [role=main], body > header, [role=banner], nav, [role=navigation], aside, [role=complementary], body > footer, [role=contentinfo], section[aria-label], section[aria-labelledby], [role=region], form[aria-label], form[aria-labelledby], [role=search], dialog, [role=dialog], [role=alert], [role=status]";
if (all("main, [role=main]").filter(isShown).length !== 1) found.push("there is not one main landmark");
const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (texts.nextNode()) {
  const parent = texts.currentNode.parentElement;
  if (!texts.currentNode.data.trim() || parent.closest("script, style, noscript") || !isShown(parent)) continue;
  if (!parent.closest(landmarks)) found.push(`${name(parent)} "${texts.currentNode.data.trim()}" is in no landmark`);
}
const labels = all("nav, [role=navigation], aside, [role=complementary]").filter(isShown)
  .map((element) => element.localName + (element.getAttribute("aria-label") ?? document.getElementById(element.getAttribute("aria-labelledby"))?.textContent ?? ""));
for (const label of new Set(labels)) {
  if (labels.filter((other) => other === label).length > 1) found.push(`two landmarks are called alike: ${label}`);
}

for (const image of all("img")) if (!image.hasAttribute("alt")) found.push(`${name(image)} has no alternative text`);
for (const svg of all("svg")) {
  if (!isShown(svg) || svg.parentElement.closest("svg")) continue;
  if (!svg.getAttribute("role") || !(svg.getAttribute("aria-label") || svg.querySelector(":scope > title"))) found.push("an svg has no role or no label");
}
for (const frame of all("iframe, frame")) if (!frame.title) found.push(`${name(frame)} has no title`);

const focusable = "a[href], button, input, select, textarea, summary, [tabindex]";
for (const element of all(focusable)) {
  if (element.tabIndex > 0) found.push(`${name(element)} has a tabindex above 0`);
  if (element.closest("[aria-hidden=true]") && element.tabIndex >= 0 && element.checkVisibility()) found.push(`${name(element)} is hidden from screen readers and takes the focus`);
  if (!isShown(element)) continue;
  if (element.parentElement.closest("a[href], button, select, summary") && element.tabIndex >= 0) found.push(`${name(element)} is a control in a control`);
}
for (const element of all("[role=slider]").filter(isShown)) {
  for (const attribute of ["aria-valuenow", "aria-valuemin", "aria-valuemax"]) {
    if (!/^-?[\d.]+$/.test(element.getAttribute(attribute) ?? "")) found.push(`${name(element)} has no ${attribute}`);
  }
}
for (const element of all("li")) if (!element.parentElement.matches("ul, ol, menu, [role=list], [role=tree], [role=group]")) found.push("a list item is in no list");
for (const element of all("ul, ol")) {
  for (const child of element.children) if (!child.matches("li, script, template")) found.push(`${name(element)} has a child that is no item`);
}
for (const element of all("[role=treeitem]")) if (!element.closest("[role=tree]")) found.push("a tree item is in no tree");
for (const table of all("table")) if (isShown(table) && !table.querySelector("th")) found.push("a table has no headers");
return found;
