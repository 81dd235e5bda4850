// Where the focus is, as [index among the page's controls, what is wrong with how it shows]; the first call counts the controls.
window.controls ??= $$("a[href], button, input, select, textarea, summary, [tabindex]")
  .filter((element) => element.tabIndex >= 0 && element.checkVisibility({ visibilityProperty: true }) && !element.disabled && !element.matches("fieldset:disabled *") && !element.closest("[inert]"));
const element = document.activeElement;
const complaints = [];
if (element !== document.body) {
  const style = getComputedStyle(element);
  const box = element.getBoundingClientRect();
  const hasOutline = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 1;
  if (!element.matches(":focus-visible") || !(hasOutline || style.boxShadow !== "none")) complaints.push("its focus is not to be seen");
  if (box.right <= 0 || box.left >= innerWidth || box.bottom <= 0 || box.top >= innerHeight || box.width === 0) complaints.push("it is off the window");
}
const name = `<${element.localName}${element.id ? " #" + element.id : ""}> ${element.getAttribute("aria-label") ?? ""}`;
return [window.controls.indexOf(element), window.controls.length, complaints.map((complaint) => `${name}: ${complaint}`).join(", ")];
