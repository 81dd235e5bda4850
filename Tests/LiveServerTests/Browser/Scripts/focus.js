// The focus as [index among the page's controls, number of controls, its faults]; the first call lists the controls.
window.controls ??= $$("a[href], button, input, select, textarea, summary, [tabindex]")
  .filter((element) => element.tabIndex >= 0 && element.checkVisibility({ visibilityProperty: true }) && !element.matches(":disabled") && !element.closest("[inert]"));
const element = document.activeElement;
const complaints = [];
if (element !== document.body) {
  const box = element.getBoundingClientRect();
  const hasOutline = [null, "::before", "::after"].map((part) => getComputedStyle(element, part))
    .some((style) => (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 1) || style.boxShadow !== "none");
  if (!element.matches(":focus-visible") || !hasOutline) complaints.push("its focus is not to be seen");
  if (box.right <= 0 || box.left >= innerWidth || box.bottom <= 0 || box.top >= innerHeight || box.width === 0) complaints.push("it is off the window");
}
const name = `<${element.localName}${element.id ? " #" + element.id : ""}> ${element.getAttribute("aria-label") ?? ""}`;
return [window.controls.indexOf(element), window.controls.length, complaints.map((complaint) => `${name}: ${complaint}`).join(", ")];
