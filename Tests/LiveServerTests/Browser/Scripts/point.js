// A point of the element arguments[0], in the window's pixels, at which it is on top; null if there is none. The
// element must not move for two frames, since a new picture or a removed problem moves the elements below it.
const frame = () => new Promise((done) => requestAnimationFrame(done));
const place = (element) => {
  const box = element.getBoundingClientRect();
  return [box.left, box.top, box.width, box.height].join();
};
const isOn = (element, x, y) => {
  const top = document.elementFromPoint(x, y);
  return top !== null && (top === element || element.contains(top));
};
const pointOf = (element) => {
  const box = element.getBoundingClientRect();
  // The middle first, and then ever finer grids.
  for (const count of [1, 4, 12]) {
    for (let at = 0; at < count * count; at++) {
      const x = Math.floor(box.left + (box.width * ((at % count) + 0.5)) / count);
      const y = Math.floor(box.top + (box.height * (Math.floor(at / count) + 0.5)) / count);
      if (isOn(element, x, y)) return [x, y];
    }
  }
  return null;
};
return (async () => {
  for (let attempt = 0; attempt < 100; attempt++) {
    const element = $(arguments[0]);
    element?.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const before = element && place(element);
    await frame();
    await frame();
    if (!element?.isConnected || place(element) !== before) continue;
    return pointOf(element);
  }
  return null;
})();
