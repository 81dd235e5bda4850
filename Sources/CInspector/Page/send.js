import { parsed } from "./api.js";
import { byID, options } from "./element.js";
import { act, attempt } from "./session.js";

const screen = { route: "page", title: "Page" };

/** For each type of transition the members that are told about it; those in the table of the interface that are optional are left out. */
const templates = [
  { type: "push", screen },
  { type: "pop" },
  { type: "popTo", controller: "id" },
  { type: "popToRoot" },
  { type: "setStack", children: [screen] },
  { type: "replaceTop", screen },
  { type: "remove", controller: "id" },
  { type: "back" },
  { type: "back", phase: "began" },
  { type: "tapLeftBarButton" },
  { type: "show", screen },
  { type: "showDetail", screen },
  { type: "setDisplayMode", mode: "secondaryOnly" },
  { type: "tapDisplayModeButton" },
  { type: "tapSecondaryOnlyButton" },
  { type: "tapDimmedSecondary" },
  { type: "swipe", edge: "leading" },
  { type: "showColumn", column: "primary" },
  { type: "hideColumn", column: "primary" },
  { type: "setColumn", column: "secondary", controller: screen },
  { type: "setSplit", presentsWithGesture: false },
  { type: "tapTab", tab: "id" },
  { type: "selectTab", tab: "id" },
  { type: "setTabs", tabs: [{ title: "Tab", child: screen }] },
  { type: "setBadge", tab: "id", badge: "1" },
  { type: "tapTitle", page: "id" },
  { type: "scroll", contentOffset: 0, phase: "ended" },
  { type: "setPages", pages: [{ title: "Page", child: screen }] },
  { type: "setTopTabs", bounces: false },
  { type: "selectRow", controller: "id", row: "row-1" },
  { type: "deselectRow", controller: "id" },
  { type: "tapRow", list: "id", row: "row-1", screen, opens: "detail" },
  { type: "present", screen, style: "formSheet" },
  { type: "dismiss" },
  { type: "swipeDown" },
  { type: "tapOutside" },
  { type: "setRoot", layout: { name: "stack", screen } },
  { type: "resize", width: 700, height: 800 },
  { type: "rotate", orientation: "portrait" },
  { type: "setMultitasking", multitasking: "slideOver" },
  { type: "setDevice", device: "iPhone 16" },
  { type: "fold", pose: "open" },
  { type: "setTraits", horizontalSizeClass: "compact" },
  { type: "enterBackground" },
  { type: "enterForeground" },
  { type: "updateScreen", controller: "id", title: "Title" },
  { type: "removeItem", route: "page", params: {} },
  { type: "open", url: "/page" },
  { type: "setConditions", conditions: {} },
  { type: "undo" },
  { type: "redo" },
  { type: "revert", revision: 0 },
];
const [dialog, opener, type, body] = ["send-dialog", "send-open", "send-type", "send-body"].map(byID);

function write() {
  body.value = JSON.stringify(templates[type.value]);
}

type.replaceChildren(...options(templates.map((template, index) => [index, [template.type, template.phase === "began" && "began"].filter(Boolean).join(", ")])));
type.addEventListener("change", write);
// It lies beside the picture, which can be seen and used meanwhile.
opener.addEventListener("click", () => (dialog.open ? dialog.close() : dialog.show()));
dialog.addEventListener("toggle", () => opener.setAttribute("aria-expanded", String(dialog.open)));
dialog.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  event.preventDefault();
  dialog.close();
});
byID("send-close").addEventListener("click", () => dialog.close());
byID("send").addEventListener("submit", (event) => {
  event.preventDefault();
  attempt(() => act(parsed(body.value)));
});
write();
