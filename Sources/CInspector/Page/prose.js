import { element } from "./element.js";

/** Paragraphs of a description, in which `code` and **names** are marked. */
export function paragraphs(text) {
  return (text ?? "").trim().split(/\n\n+/).filter(Boolean).map((paragraph) => element("p", {}, ...phrase(paragraph)));
}

/** The paragraphs of a description that says more than its first sentence, which stands above them. */
export const more = (text) => (firstSentence(text) === (text ?? "").trim().replaceAll("\n", " ") ? [] : paragraphs(text));

/** The nodes of one paragraph. */
export function phrase(text) {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).filter(Boolean).map((part) => {
    if (part.startsWith("`")) return element("code", {}, part.slice(1, -1));
    if (part.startsWith("**")) return element("strong", {}, part.slice(2, -2));
    return part;
  });
}

/** A description's first sentence. */
export function firstSentence(text) {
  const paragraph = (text ?? "").trim().split(/\n\n/)[0].replaceAll("\n", " ");
  return paragraph.match(/^.*?\.(?=\s|$)/)?.[0] ?? paragraph;
}
