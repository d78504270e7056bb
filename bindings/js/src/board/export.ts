// SPDX-License-Identifier: MIT
// A board as a standalone picture: colours of style sheets and themes are written into the
// elements.

const kept = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-opacity",
  "stroke-linejoin",
  "stroke-linecap",
  "stroke-dasharray",
  "font-family",
  "font-size",
  "font-weight",
  "text-anchor",
  "dominant-baseline",
];

const touching = ".b-spot, .b-open, .b-dragging, .ghost, .m-dot, .m-corner, .m-staged, .m-hint, .m-glow";

// Writes what differs from the parent; all of these are inherited except opacity.
function settle(from: Element, to: Element, parent?: CSSStyleDeclaration): void {
  const style = getComputedStyle(from);
  for (const name of kept) {
    const value = style.getPropertyValue(name);
    if (value !== parent?.getPropertyValue(name)) to.setAttribute(name, value);
    else to.removeAttribute(name);
  }
  if (style.opacity !== "1") to.setAttribute("opacity", style.opacity);
  for (const name of ["class", "data-id", "data-spot", "role", "tabindex", "aria-label", "aria-describedby"])
    to.removeAttribute(name);
  for (let i = 0; i < from.children.length; i++) settle(from.children[i]!, to.children[i]!, style);
}

// The SVG text of a board's picture, without the touch layer. `root` is an element that holds the
// board.
export function boardPicture(root: Element): string | undefined {
  const svg = root.querySelector<SVGSVGElement>(".abax-board .b-svg");
  if (!svg) return undefined;
  const copy = svg.cloneNode(true) as SVGSVGElement;
  settle(svg, copy);
  svg.querySelectorAll("*").forEach((element, i) => {
    if (element.matches(touching)) copy.querySelectorAll("*")[i]!.setAttribute("data-drop", "");
  });
  copy.querySelectorAll("[data-drop]").forEach((element) => element.remove());
  const { width, height } = svg.viewBox.baseVal;
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(Math.round(width)));
  copy.setAttribute("height", String(Math.round(height)));
  return new XMLSerializer().serializeToString(copy).replace(/<!--.*?-->/gs, "");
}
