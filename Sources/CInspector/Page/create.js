import { parsed } from "./api.js";
import { deviceGroups } from "./controls.js";
import { byID, options } from "./element.js";
import { examples } from "./examples.js";
import { attempt, create } from "./session.js";

const freeWindow = "window";

const [layout, device, orientation, body] = ["create-layout", "create-device", "create-orientation", "create-body"].map(byID);
let catalogue = [];

/** The choices are written as a body, which may be changed or replaced before it is sent. */
function write() {
  const { title, layout: arrangement } = examples[layout.value];
  const isWide = orientation.value === "landscape";
  const environment = device.value === freeWindow
    ? { width: isWide ? 900 : 700, height: isWide ? 700 : 900 }
    : { device: device.value, orientation: orientation.value };
  body.value = JSON.stringify({ client: "inspector", labels: { name: title }, environment, layout: arrangement }, null, 2);
}

export function drawCreate({ devices }) {
  if (devices.length === 0 || devices === catalogue) return;
  catalogue = devices;
  const chosen = device.value;
  device.replaceChildren(...deviceGroups(devices), ...options([[freeWindow, "Free window"]]));
  device.value = chosen;
}

layout.replaceChildren(...options(Object.entries(examples).map(([name, { title }]) => [name, `${title} (${name})`])));
orientation.value = "landscape";
write();
layout.addEventListener("change", write);
orientation.addEventListener("change", write);
device.addEventListener("change", () => {
  const isPhone = catalogue.find(({ name }) => name === device.value)?.idiom === "phone";
  orientation.value = isPhone ? "portrait" : "landscape";
  write();
});
byID("create").addEventListener("submit", (event) => {
  event.preventDefault();
  attempt(() => create(parsed(body.value)));
});
