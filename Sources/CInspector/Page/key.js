import { byID } from "./element.js";

const place = "navigation-api-key";
const why = "This server wants a key. It stays in this tab, until it is closed.";
let asking = null;

/** Whether a key is in use. */
export const hasKey = () => sessionStorage.getItem(place) !== null;

/** The header that shows the key, if there is one. */
export function authorization() {
  const key = sessionStorage.getItem(place);
  return key === null ? {} : { Authorization: `Bearer ${key}` };
}

/** Asks for another key than the one `shown`; true once there is one, false where the user has none. Many requests ask once. */
export function askForKey(shown) {
  if (authorization().Authorization !== shown.Authorization) return Promise.resolve(true);
  asking ??= ask(shown.Authorization !== undefined).finally(() => (asking = null));
  return asking;
}

function ask(wasRefused) {
  const dialog = byID("key-dialog");
  byID("key-why").textContent = wasRefused ? "The server does not know this key. Is it written right?" : why;
  byID("key-input").value = "";
  dialog.showModal();
  return new Promise((done) => {
    byID("key-form").onsubmit = (event) => {
      event.preventDefault();
      sessionStorage.setItem(place, byID("key-input").value.trim());
      dialog.close("saved");
    };
    byID("key-cancel").onclick = () => dialog.close("");
    dialog.onclose = () => {
      done(dialog.returnValue === "saved");
      dialog.returnValue = "";
    };
  });
}
