// SPDX-License-Identifier: MIT
// node tools/faces.mjs: cuts the page's faces down to the letters of its texts, into apps/web/src/style/faces. Whoever needs
// another letter fetches the whole face (apps/web/src/style/base.css). Only for a change of letters or faces, and with
// `npm install --no-save subset-font` in web before.
import { readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import subset from "../apps/web/node_modules/subset-font/index.js";

const web = `${dirname(fileURLToPath(import.meta.url))}/../apps/web`;
const faces = [
  ["@fontsource-variable/figtree/files/figtree-latin-wght-normal", "figtree", { wght: { min: 400, max: 700 } }],
  ["@fontsource/brygada-1918/files/brygada-1918-latin-600-normal", "brygada", {}],
];

// The letters of a file, as the page's style sheet tells them.
function lettersOf(file) {
  const style = readFileSync(`${web}/src/style/base.css`, "utf8");
  const [, ranges] = style.slice(style.indexOf(`/${file}.woff2`)).match(/unicode-range:([^;]*);/);
  return ranges.split(",").flatMap((range) => {
    const [from, to = from] = range
      .trim()
      .slice(2)
      .split("-")
      .map((number) => parseInt(number, 16));
    return Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i));
  });
}

for (const [whole, name, variationAxes] of faces)
  for (const file of [name, `${name}-more`]) {
    const cut = await subset(readFileSync(`${web}/node_modules/${whole}.woff2`), lettersOf(file).join(""), {
      targetFormat: "woff2",
      variationAxes,
    });
    writeFileSync(`${web}/src/style/faces/${file}.woff2`, cut);
    console.log(`${file}: ${cut.length} bytes`);
  }
