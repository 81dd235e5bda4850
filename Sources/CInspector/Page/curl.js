import { hasKey } from "./key.js";

/** The curl command for a request, its body in one line or indented. A key is never in it: it comes from a variable of the shell. */
export function command(path, { method = "GET", body, indent } = {}) {
  const words = ["curl"];
  if (hasKey()) words.push('-H "Authorization: Bearer $NAVIGATION_API_KEY"');
  if (body !== undefined) words.push("--json", quoted(JSON.stringify(body, null, indent)));
  else if (method !== "GET") words.push("-X", method);
  words.push(quoted(location.origin + path));
  return words.join(" ");
}

/** A word that a shell reads as it is. */
function quoted(word) {
  return /^[\w.:\/@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
