// SPDX-License-Identifier: MIT
// The colours of the page as a renderer needs them. Custom properties hold both themes; a colour
// that is in use is the one of now.
import type { Scene } from "../../engine/state";
import type { Tone, Tones } from "./tower";

function toneOf(colour: string): Tone {
  const [r = 0, g = 0, b = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number);
  return [r / 255, g / 255, b / 255];
}

export function readTones(parent: Element, scene: Scene): Tones {
  const probe = parent.appendChild(document.createElement("i"));
  const read = (value: string, colour = "") => {
    probe.className = colour && `p-${colour}`;
    probe.style.color = value;
    return toneOf(getComputedStyle(probe).color);
  };
  const colours = new Set([...scene.colours, ...scene.pieces.map(({ colour }) => colour)]);
  const tones = {
    blocks: Object.fromEntries(
      [...colours].map((colour) => [
        colour,
        { face: read("var(--solid, var(--face))", colour), sign: read("var(--sign)", colour) },
      ]),
    ),
    wood: read("var(--wood)"),
    grain: read("var(--b-recess)"),
    marks: {
      accent: read("var(--b-target)"),
      last: read("var(--b-last)"),
      hint: read("var(--b-group)"),
      bad: read("var(--bad)"),
    },
    glow: read("var(--b-last)"),
    paper: read("var(--paper)"),
    dark: read("light-dark(#fff, #000)")[0] === 0,
  };
  probe.remove();
  return tones;
}
