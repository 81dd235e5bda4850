// A point of the element arguments[0], in the window's pixels, at which it is on top; null where there is none.
const element = document.querySelector(arguments[0]);
if (!element) return null;
element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
const box = element.getBoundingClientRect();
const isOn = (x, y) => {
  const top = document.elementFromPoint(x, y);
  return top !== null && (top === element || element.contains(top));
};
// The middle first, and then ever finer grids.
for (const count of [1, 4, 12]) {
  for (let row = 0; row < count; row++) {
    for (let column = 0; column < count; column++) {
      const x = Math.floor(box.left + (box.width * (column + 0.5)) / count);
      const y = Math.floor(box.top + (box.height * (row + 0.5)) / count);
      if (isOn(x, y)) return [x, y];
    }
  }
}
return null;
