import { get } from "./api.js";

let contract;

/** `openapi.json` of this server, which is read once. */
export async function load() {
  contract ??= await get("/openapi.json");
  return contract;
}

/** What a reference leads to, with what is written beside it; any other value is itself. */
export function resolved(value) {
  if (!value?.$ref) return value;
  const target = value.$ref.slice(2).split("/").reduce((part, name) => part[name], contract);
  return { ...resolved(target), ...value, $ref: undefined };
}

/** The last name of a reference: a schema's or an example's. */
export const nameOf = (reference) => reference.split("/").at(-1);

/** All operations, in the contract's order, each with the parameters of its path and its own. */
export function operations() {
  return Object.entries(contract.paths).flatMap(([path, { parameters = [], ...methods }]) =>
    Object.entries(methods).map(([method, operation]) => {
      const all = [...parameters, ...(operation.parameters ?? [])].map(resolved);
      return { path, method: method.toUpperCase(), operation, parameters: all };
    })
  );
}

/** The examples of a body, a parameter or a schema: `[name, summary, value]`. */
export function examplesOf(media) {
  const named = Object.entries(media.examples ?? {}).map(([name, example]) => [name, resolved(example)]);
  return named.map(([name, example]) => [name, example.summary ?? name, example.value]);
}

/** The codes of a schema that is a problem; none where it is another. */
export function problemCodes(schema) {
  const parts = resolved(schema)?.allOf ?? [];
  return parts.flatMap((part) => part.properties?.code?.enum ?? []);
}
