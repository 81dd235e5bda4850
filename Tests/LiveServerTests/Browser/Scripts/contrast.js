// Every text on display with a contrast below 4.5:1 (WCAG 2.2 §1.4.3), as "<text>: <ratio>", also in SVG.
// Inactive text is exempt there and here: disabled controls, and dimmed elements under others.
const clear = [0, 0, 0, 0];
const color = (text) => {
  const srgb = text.match(/^color\(srgb ([^)]*)\)$/);
  if (srgb) {
    const parts = srgb[1].split(/[\s/]+/).map(Number);
    return [parts[0] * 255, parts[1] * 255, parts[2] * 255, parts[3] ?? 1];
  }
  const parts = text.match(/[\d.]+(e-?\d+)?/g)?.map(Number);
  if (!text.startsWith("rgb") || !parts) return clear;
  return [parts[0], parts[1], parts[2], parts[3] ?? 1];
};
const over = (top, below) => {
  const alpha = top[3] + below[3] * (1 - top[3]);
  if (alpha === 0) return clear;
  return [0, 1, 2].map((index) => (top[index] * top[3] + below[index] * below[3] * (1 - top[3])) / alpha).concat(alpha);
};
const faded = (value, alpha) => [value[0], value[1], value[2], value[3] * alpha];
const luminance = (value) => {
  const [red, green, blue] = value.map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};
const contrast = (one, two) => {
  const [light, dark] = [luminance(one), luminance(two)].sort((left, right) => right - left);
  return (light + 0.05) / (dark + 0.05);
};
const style = (element) => getComputedStyle(element);
const opacity = (element, end) => {
  let product = 1;
  for (let at = element; at && at !== end; at = at.parentElement) product *= Number(style(at).opacity);
  return product;
};

// The background of an HTML element, from the canvas up.
const canvas = document.createElement("div");
canvas.style = "background-color: Canvas";
document.body.append(canvas);
const paper = color(style(canvas).backgroundColor);
canvas.remove();
const background = (element) => {
  const layers = [];
  for (let at = element; at; at = at.parentElement) layers.unshift(faded(color(style(at).backgroundColor), opacity(at)));
  return layers.reduce((below, layer) => over(layer, below), paper);
};

const contains = (box, x, y) => box.left <= x && x <= box.right && box.top <= y && y <= box.bottom;
const shapes = new Map();
const paintedShapes = (svg) => {
  if (!shapes.has(svg)) {
    const painted = Array.from(svg.querySelectorAll("rect, path, circle, ellipse, polygon"))
      .filter((shape) => !shape.closest("defs, clipPath, mask, symbol, pattern") && shape.checkVisibility())
      .map((shape) => ({ shape, box: shape.getBoundingClientRect(), paint: faded(color(style(shape).fill), Number(style(shape).fillOpacity) * opacity(shape, svg)) }))
      .filter((entry) => entry.paint[3] > 0);
    shapes.set(svg, painted);
  }
  return shapes.get(svg);
};
// The colours of an SVG's text and of the shapes under it; null if a shape covers it.
const paintedText = (element, box) => {
  const svg = element.closest("svg");
  const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  let below = background(svg);
  for (const { shape, box, paint } of paintedShapes(svg)) {
    if (!contains(box, x, y)) continue;
    if (element.compareDocumentPosition(shape) & Node.DOCUMENT_POSITION_FOLLOWING) {
      if (paint[3] > 0.05) return null;
    } else {
      below = over(paint, below);
    }
  }
  const ink = faded(color(style(element).fill), Number(style(element).fillOpacity) * opacity(element, svg));
  return [ink, below];
};

const found = [];
const judge = (text, ink, below) => {
  const ratio = contrast(over(ink, below), below);
  if (ratio < 4.495) found.push(`${text.trim().slice(0, 60)}: ${ratio.toFixed(2)}`);
};
let count = 0;
const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (texts.nextNode()) {
  const element = texts.currentNode.parentElement;
  if (!texts.currentNode.data.trim() || element.closest("script, style, noscript, option, svg title, svg desc")) continue;
  if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || element.closest(":disabled, [aria-disabled=true], [inert]")) continue;
  const range = document.createRange();
  range.selectNodeContents(texts.currentNode);
  const box = range.getBoundingClientRect();
  // Text only for screen readers has the size of a pixel.
  if (box.width < 2 || box.height < 2 || element.getBoundingClientRect().width < 2) continue;
  count += 1;
  if (element.closest("svg")) {
    const painted = paintedText(element, box);
    if (painted) judge(texts.currentNode.data, ...painted);
  } else {
    judge(texts.currentNode.data, faded(color(style(element).color), opacity(element)), background(element));
  }
}
for (const element of document.querySelectorAll("input:not([type=checkbox], [type=range], [type=radio], [type=hidden]), select, textarea")) {
  if (!element.checkVisibility() || element.matches(":disabled")) continue;
  count += 1;
  judge(element.id || element.localName, faded(color(style(element).color), opacity(element)), background(element));
}
if (count === 0) found.push("there is no text");
return found;
