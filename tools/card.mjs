// SPDX-License-Identifier: MIT
// node tools/card.mjs: paints apps/apps/web/public/card.png, the picture that previews of links show, from the pictures of the
// start page. Needs a built page (make web) and Chromium.
import { close, open, root, visitor } from "../tests/browser/site.mjs";
import { visit } from "../tests/browser/steps.mjs";

const SIZE = { width: 1200, height: 630 };

const site = await open();
const { page } = await visitor(site, { viewport: SIZE, colorScheme: "light", bypassCSP: true });
await visit(page, site, "#/");
await page.evaluate(() => {
  const pictures = [...document.querySelectorAll("[data-picture] > *")];
  const style = (node, text) => node.setAttribute("style", text);
  const card = document.createElement("div");
  style(
    card,
    "position:fixed;inset:0;display:grid;grid-template:auto 1fr 1fr/repeat(3,1fr);gap:22px;padding:26px 60px 34px;background:var(--ground)",
  );
  const name = document.createElement("div");
  style(name, "grid-column:1/-1;font:600 64px/1 var(--font-display)");
  name.textContent = "Abax";
  card.append(name);
  for (const picture of pictures) {
    const place = document.createElement("div");
    place.className = "mini";
    style(place, "min-height:0");
    for (const part of [picture, ...picture.querySelectorAll(".b-stage, .b-svg")]) style(part, "height:100%");
    place.append(picture);
    card.append(place);
  }
  document.body.replaceChildren(card);
});
await page.evaluate(() => document.fonts.ready);
await page.screenshot({ path: `${root}/apps/web/public/card.png` });
await close(site);
