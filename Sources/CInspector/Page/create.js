import { call } from "./api.js";
import { deviceGroups } from "./controls.js";
import { byID, element, options } from "./element.js";
import { examples } from "./examples.js";
import { create } from "./session.js";
import { focusPicture } from "./stage.js";
import { state } from "./state.js";
import { thumbnail } from "./thumbnail.js";

const freeWindow = "window";

const [gallery, device, orientation] = ["layouts", "create-device", "create-orientation"].map(byID);
let catalogue = [];

/** The body of an app with a layout, on the device that is chosen. */
export function bodyOf(name) {
  const { title, layout: arrangement, routes } = examples[name];
  const isWide = orientation.value === "landscape";
  const environment = device.value === freeWindow
    ? { width: isWide ? 900 : 700, height: isWide ? 700 : 900 }
    : { device: device.value, orientation: orientation.value };
  return { client: "inspector", labels: { name: title }, environment, layout: arrangement, routes };
}

function write() {
  for (const name of Object.keys(examples)) draw(name);
}

/** The layout as the server draws it on the device that is chosen. */
function draw(name) {
  const text = JSON.stringify(bodyOf(name));
  const place = gallery.querySelector(`[data-layout=${name}] .thumbnail`);
  thumbnail(text, () => call("/v1/picture?format=svg&scale=0.5", { method: "POST", body: text }), place);
}

export function drawCreate({ devices }) {
  if (devices.length === 0 || devices === catalogue) return;
  catalogue = devices;
  const chosen = device.value;
  device.replaceChildren(...deviceGroups(devices), ...options([[freeWindow, "Free window"]]));
  device.value = chosen;
}

gallery.replaceChildren(...Object.entries(examples).map(([name, { title, about }]) =>
  element("li", {}, element("button", { type: "button", "data-layout": name },
    element("span", { class: "thumbnail", "aria-hidden": "true" }),
    element("span", { class: "name" }, title), " ",
    element("span", { class: "about" }, about), " ",
    element("code", {}, name)))));
// On a phone the cards are phones: an iPad would be too small to read there.
const isNarrow = matchMedia("(max-width: 600px)").matches;
if (isNarrow) device.options[0].text = "iPhone 17";
orientation.value = isNarrow ? "portrait" : "landscape";
write();
orientation.addEventListener("change", write);
device.addEventListener("change", () => {
  const isPhone = catalogue.find(({ name }) => name === device.value)?.idiom === "phone";
  orientation.value = isPhone ? "portrait" : "landscape";
  write();
});
gallery.addEventListener("click", (event) => {
  const button = event.target.closest("[data-layout]");
  if (button) create(bodyOf(button.dataset.layout)).then(() => state.picture && focusPicture());
});
