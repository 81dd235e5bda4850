/**
 * What an app would do with what is tapped. Most taps are one transition; the tap on a row is answered as most apps do:
 * by the next column, by a detail, or by a push onto its stack.
 */
export function play(tap, title, session) {
  if (tap.type !== "selectRow") return tap;
  return answer(tap, title, session) ?? tap;
}

function answer(tap, title, { root, visible }) {
  const list = visible.find((entry) => entry.id === tap.controller);
  if (!list) return null;
  const containers = list.in.map((id) => find(root, id)).reverse();
  const split = containers.find((container) => container?.kind === "split");
  const stack = containers.find((container) => container?.kind === "stack");
  const route = find(root, tap.controller)?.route ?? "list";
  const screen = { route: `${route}/row`, title, params: { row: tap.row } };
  const opened = (opens) => ({ type: "tapRow", list: tap.controller, row: tap.row, screen, opens });
  if (split?.style === "tripleColumn" && list.column === "primary") {
    // The next list, unless it is the one that is there.
    if (find(split.supplementary, split.supplementary?.children?.[0]?.id)?.title === title) {
      return { transitions: [tap, { type: "showColumn", split: split.id, column: "supplementary" }] };
    }
    screen.params.rows = [1, 2, 3].map((number) => ({ id: `${tap.row}-${number}`, title: `${title} ${number}` }));
    return opened("column");
  }
  if (split && list.column && (list.column !== "secondary" || split.isCollapsed)) return opened("detail");
  return stack ? opened("push") : null;
}

/** The controller with that id in a tree: the object with that id and a kind. */
export function find(tree, id) {
  if (tree === null || typeof tree !== "object") return null;
  if (tree.id === id && tree.kind) return tree;
  for (const part of Object.values(tree)) {
    const found = find(part, id);
    if (found) return found;
  }
  return null;
}
