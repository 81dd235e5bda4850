// The selects that truncate their choice, as a list of texts.
const pen = document.createElement("canvas").getContext("2d");
return $$("select").filter((select) => select.checkVisibility()).flatMap((select) => {
  const style = getComputedStyle(select);
  pen.font = style.font;
  // The arrow of a select is about as wide as its letters are high.
  const room = select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - parseFloat(style.fontSize);
  const text = select.selectedOptions[0]?.text ?? "";
  const width = pen.measureText(text).width;
  return width > room ? [`#${select.id} "${text}": ${Math.ceil(width)} of ${Math.floor(room)}`] : [];
});
