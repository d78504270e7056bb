// SPDX-License-Identifier: MIT
// node tools/pictures.mjs: paints docs/pictures/GAME.png, a moment of every game as the page shows it. Needs a built
// page (make web) and Chromium.
import { mkdirSync } from "node:fs";
import { close, open, root, visitor } from "../tests/browser/site.mjs";
import { dice, games, playOn, untilPerson, visit } from "../tests/browser/steps.mjs";

const TOUCHES = 13;

const site = await open();
mkdirSync(`${root}/docs/pictures`, { recursive: true });
for (const game of games) {
  const { context, page } = await visitor(site, { viewport: { width: 1150, height: 700 } });
  await visit(page, site, `#/play/${game}`);
  await playOn(page, dice(11), TOUCHES);
  await untilPerson(page);
  await page.keyboard.press("Escape");
  // Loaded anew, the game is the same, and without marks of what can be touched.
  await page.evaluate(() =>
    localStorage.setItem("abax.settings", JSON.stringify({ targets: false, coordinates: false })),
  );
  await page.reload();
  await page.waitForSelector(".b-svg");
  await page.waitForTimeout(1500);
  const solid = await page.locator(".towered").count(); // drawn beside the plan
  await page.locator(solid ? ".b-stage" : ".b-svg").screenshot({ path: `${root}/docs/pictures/${game}.png` });
  await context.close();
}
await close(site);
