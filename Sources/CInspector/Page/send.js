import { parsed } from "./api.js";
import { byID, options } from "./element.js";
import { act, attempt } from "./session.js";
import { templates } from "./transitions.js";

const [type, body] = ["send-type", "send-body"].map(byID);

function write() {
  body.value = JSON.stringify(templates[type.value]);
}

type.replaceChildren(...options(templates.map((template, index) => [index, [template.type, template.phase === "began" && "began"].filter(Boolean).join(", ")])));
type.addEventListener("change", write);
byID("send").addEventListener("submit", (event) => {
  event.preventDefault();
  attempt(() => act(parsed(body.value)));
});
write();
