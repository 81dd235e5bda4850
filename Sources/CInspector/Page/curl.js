import { hasKey } from "./key.js";

/** How curl shows a key that stands in a variable of the shell. */
export const keyOption = '-H "Authorization: Bearer $NAVIGATION_API_KEY"';

/** The curl command for a request, its body in one line or indented. A key is never in it. */
export function command(path, { method = "GET", body, indent } = {}) {
  const words = ["curl"];
  if (hasKey()) words.push(keyOption);
  if (body !== undefined) words.push("--json", quoted(JSON.stringify(body, null, indent)));
  else if (method !== "GET") words.push("-X", method);
  words.push(quoted(location.origin + path));
  return words.join(" ");
}

/** A word that a shell reads as it is. */
function quoted(word) {
  return /^[\w.:\/@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
