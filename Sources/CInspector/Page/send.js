import { parsed } from "./api.js";
import { byID, options } from "./element.js";
import { act, attempt } from "./session.js";
import { templates } from "./transitions.js";

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
