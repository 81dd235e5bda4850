// The controls out of a finger's reach, or too small for it, as a list of texts.
const found = [];
const name = (element) => `<${element.localName}${element.id ? " #" + element.id : ""}> ${element.getAttribute("aria-label") ?? element.textContent.trim().slice(0, 30)}`;
const controls = $$("a[href], button, input, select, textarea, summary, [role=slider], [data-tap][tabindex]")
  .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.matches(":disabled") && !element.matches(".skip"));
if (controls.length === 0) found.push("there are no controls");
for (const element of controls) {
  element.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
  const box = element.getBoundingClientRect();
  const label = element.labels?.[0]?.getBoundingClientRect() ?? box;
  if (box.left < -0.5 || box.right > innerWidth + 0.5) found.push(`${name(element)} is cut off`);
  // WCAG 2.2 §2.5.8, except for elements of a picture and links within a sentence.
  const isOfItsSize = element.closest("svg") || element.matches("p a");
  if (!isOfItsSize && Math.max(box.width, label.width) < 24) found.push(`${name(element)} is narrower than 24 pixels`);
  if (!isOfItsSize && Math.max(box.height, label.height) < 24) found.push(`${name(element)} is lower than 24 pixels`);
  let isOnTop = false;
  for (const count of [1, 4, 12]) {
    for (let at = 0; at < count * count && !isOnTop; at++) {
      const x = box.left + (box.width * ((at % count) + 0.5)) / count;
      const y = box.top + (box.height * (Math.floor(at / count) + 0.5)) / count;
      const top = document.elementFromPoint(x, y);
      isOnTop = top !== null && (element.contains(top) || [...(element.labels ?? [])].some((label) => label === top));
    }
  }
  if (!isOnTop) found.push(`${name(element)} is covered`);
}
document.scrollingElement.scrollLeft = 10;
if (document.scrollingElement.scrollWidth > innerWidth || document.scrollingElement.scrollLeft > 0) {
  found.push(`the page is ${document.scrollingElement.scrollWidth} pixels wide`);
  for (const element of $$("body *")) if (element.getBoundingClientRect().right > innerWidth + 0.5 && element.checkVisibility()) found.push(`${name(element)} ends at ${element.getBoundingClientRect().right}`);
}
return found;
