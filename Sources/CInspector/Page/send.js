import { parsed } from "./api.js";
import { load, resolved } from "./contract.js";
import { byID, options } from "./element.js";
import { act, attempt } from "./session.js";
import { change } from "./state.js";

const [dialog, opener, type, body] = ["send-dialog", "send-open", "send-type", "send-body"].map(byID);
let examples = [];

let sentTo = null;

/** It is closed with what it sends to: on leaving the session, or its picture. */
export function drawSend({ id, view, connection }) {
  if (id !== sentTo || view !== "picture" || connection === "ended") dialog.close();
  sentTo = id;
}

function write() {
  body.value = JSON.stringify(examples[type.value]);
}

/** The examples that the contract has of each transition, once the dialog is opened. */
async function fill() {
  const { components } = await load();
  if (examples.length > 0) return;
  examples = components.schemas.Transition.oneOf.flatMap((transition) => resolved(transition).examples);
  type.replaceChildren(...options(examples.map(({ type, ...members }, index) => [index, [type, Object.keys(members).join(", ")].filter(Boolean).join(": ")])));
  if (body.value === "") write();
}

type.addEventListener("change", write);
// It lies beside the picture, which can be seen and used meanwhile.
opener.addEventListener("click", () => {
  if (dialog.open) return dialog.close();
  dialog.show();
  attempt(fill);
});
dialog.addEventListener("toggle", () => {
  opener.setAttribute("aria-expanded", String(dialog.open));
  // What was refused here is not of interest elsewhere.
  if (!dialog.open && dialog.contains(byID("problem"))) change({ problem: null });
});
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
