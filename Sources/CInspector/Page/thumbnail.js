import { element } from "./element.js";

/** Requests for small pictures that are on their way at once, and small pictures that are kept. */
const [mostAtOnce, mostKept] = [2, 300];
/** Points around the window that are shown. */
const margin = 10;

const kept = new Map();
const waiting = [];
let running = 0;

/**
 * A place for a small picture, which comes once the place is seen: `fetched` answers with a response that is an SVG. What a server does not
 * give, for its limit of requests for instance, stays empty. The picture is that of `key`; until it is there, what was shown `before` stays.
 */
export function thumbnail(key, fetched, before) {
  const place = before ?? element("span", { class: "thumbnail", "aria-hidden": "true" });
  if (place.dataset.key === key) return place;
  place.dataset.key = key;
  if (kept.has(key)) show(place, key);
  else {
    wanted.set(place, fetched);
    seen.observe(place);
  }
  return place;
}

const wanted = new WeakMap();
const seen = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (!isIntersecting) continue;
    seen.unobserve(target);
    waiting.push(target);
    next();
  }
});

async function next() {
  if (running === mostAtOnce || waiting.length === 0) return;
  running += 1;
  const place = waiting.shift();
  const { key } = place.dataset;
  try {
    if (!kept.has(key)) keep(key, await (await wanted.get(place)()).text());
    if (place.dataset.key === key && kept.has(key)) show(place, key);
  } catch {
    // It is asked for again when its place is made anew.
    delete place.dataset.key;
  }
  running -= 1;
  next();
}

function keep(key, text) {
  const svg = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  const window = svg.querySelector("rect.window");
  const [x, y, width, height] = ["x", "y", "width", "height"].map((name) => Number(window?.getAttribute(name)));
  if (window) svg.setAttribute("viewBox", [x - margin, y - margin, width + 2 * margin, height + 2 * margin].join(" "));
  // Nothing in it is a control, or has a name.
  for (const part of [svg, ...svg.querySelectorAll("*")]) for (const name of ["data-tap", "data-controller", "aria-label", "role", "id"]) part.removeAttribute(name);
  svg.removeAttribute("width");
  svg.removeAttribute("height");
  kept.set(key, svg);
  if (kept.size > mostKept) kept.delete(kept.keys().next().value);
}

function show(place, key) {
  place.replaceChildren(document.importNode(kept.get(key), true));
}
