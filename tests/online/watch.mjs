// SPDX-License-Identifier: MIT
// Looking at games that are being played, on boards that move, and finding them when they are over.
import { readFileSync } from "node:fs";
import { comes, desktop, equal, holds, phone, shot } from "../browser/site.mjs";
import { type } from "../browser/steps.mjs";
import { create, follow, guest, untilPly } from "./site.mjs";
import { register } from "./site.mjs";

async function watched(site) {
  const [anna, bert, carla] = [await guest(site), await guest(site), await guest(site)];
  await register(anna.page, site, "wanda");
  await register(bert.page, site, "willi");
  const link = await create(anna.page, site, "tiku", { ticks: ["In the lobby"] });
  await follow(bert.page, link);
  await carla.page.goto(`${site.address}#/watch`);
  const card = carla.page.getByRole("listitem").filter({ hasText: "wanda" });
  await card.locator("svg").first().waitFor();
  const before = await card.innerHTML();
  await type(anna.page, "a2a4");
  await untilPly(bert.page, 1);
  while ((await card.innerHTML()) === before) await carla.page.waitForTimeout(50);
  await shot(carla.page, "online-watch");
  await carla.page.setViewportSize(phone.viewport);
  await shot(carla.page, "online-watch-phone");
  await type(bert.page, "b5b3");
  await untilPly(anna.page, 2);
  await carla.page.setViewportSize(desktop.viewport);
  await bert.page.getByRole("button", { name: "Resign" }).click();
  await bert.page.getByRole("button", { name: "Yes" }).click();
  await card.waitFor({ state: "hidden" }); // others' games may still be there
  await carla.page.getByLabel("Who played").fill("wanda");
  await carla.page.getByLabel("Result").selectOption("won");
  await carla.page.getByLabel("Began with").fill("a2a4");
  const row = carla.page.locator("[data-game]");
  for (let tries = 0; tries < 120 && !(await row.count()); tries++) {
    await carla.page.getByRole("button", { name: "Look for games" }).click();
    await carla.page.waitForTimeout(500);
  }
  await comes(async () => (await row.innerText()).includes("wanda won"), "the winner is not named");
  await shot(carla.page, "online-found");
  const download = carla.page.waitForEvent("download");
  await carla.page.getByRole("button", { name: "Download all of these" }).click();
  holds(readFileSync(await (await download).path(), "utf8").includes("a2a4"), "no record was downloaded");
  equal([...anna.errors, ...bert.errors, ...carla.errors], [], "errors");
  for (const { context } of [anna, bert, carla]) await context.close();
}

export const tests = { "games are watched, and found when they are over": watched };
