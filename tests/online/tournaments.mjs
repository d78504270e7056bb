// SPDX-License-Identifier: MIT
// A tournament between browsers: a host, a guest, a round played by touches, the table as it
// changes.
import { desktop, equal, examine, holds, narrow, phone, shot } from "../browser/site.mjs";
import { type } from "../browser/steps.mjs";
import { guest, PATIENCE, register, untilPly } from "./site.mjs";

async function round(site) {
  const [anna, bert] = [await guest(site), await guest(site, "Bert", { bypassCSP: true })];
  const errors = () => [...anna.errors, ...bert.errors];
  await register(anna.page, site, "hostess");

  await anna.page.goto(`${site.address}#/online`);
  await anna.page.getByRole("link", { name: "Tournaments" }).click();
  await anna.page.getByRole("link", { name: "New tournament" }).click();
  await anna.page.getByLabel("Game", { exact: true }).selectOption("tiku");
  await anna.page.getByLabel("Kind").selectOption("robin");
  await anna.page.getByLabel("Title").fill("Evening cup");
  await shot(anna.page, "tournament-form");
  await anna.page.getByRole("button", { name: "Create" }).click();
  await anna.page.getByRole("heading", { name: "Evening cup" }).waitFor();
  await anna.page.getByRole("button", { name: "Join" }).click();
  await anna.page.getByRole("row", { name: /hostess/ }).waitFor();

  // The guest comes by the same address; the host sees it without doing anything.
  await bert.page.goto(anna.page.url());
  await bert.page.getByRole("button", { name: "Join" }).click();
  await anna.page.getByRole("row", { name: /Bert/ }).waitFor();
  await anna.page.getByRole("button", { name: "Begin" }).click();
  const pages = [anna.page, bert.page];
  for (const page of pages) await page.getByRole("link", { name: "Play your game" }).waitFor();
  await shot(anna.page, "tournament-playing");
  await bert.page.setViewportSize(phone.viewport);
  await shot(bert.page, "tournament-phone");
  await examine(bert.page, "a tournament on a phone");
  await bert.page.setViewportSize(desktop.viewport);
  const address = anna.page.url();
  for (const page of pages) await page.getByRole("link", { name: "Play your game" }).click();
  for (const page of pages) await page.locator("[data-turn]").waitFor();
  await bert.page.waitForFunction(() => document.querySelector("[data-turn]")?.dataset.turn !== "watch");
  const first = (await anna.page.locator("[data-turn=person]").count()) ? 0 : 1;
  await type(pages[first], "a2a4");
  await untilPly(pages[1 - first], 1);
  await type(pages[1 - first], "b5b3");
  await untilPly(pages[first], 2);
  await pages[1 - first].getByRole("button", { name: "Resign" }).click();
  await pages[1 - first].getByRole("button", { name: "Yes" }).click();

  await pages[first].getByRole("link", { name: "Back to the tournament" }).first().waitFor();
  for (const page of pages) {
    await page.goto(address);
    await page.getByText("The tournament is over.").waitFor({ timeout: PATIENCE });
  }
  const rows = await anna.page.getByRole("table").getByRole("row").allInnerTexts();
  const winner = first === 0 ? "hostess" : "Bert";
  holds(rows[1].includes(winner) && rows[1].replaceAll(/\s+/g, " ").includes(" 1 "), `the winner is first: ${rows[1]}`);
  await anna.page.getByText("How ties are broken").click();
  await anna.page.getByText(/^Sonneborn-Berger: the points/).waitFor();
  await shot(anna.page, "tournament-over");
  await bert.page.setViewportSize(narrow.viewport);
  await shot(bert.page, "tournament-narrow");
  const wide = await bert.page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  holds(!wide, "the page is wider than a small phone");
  await anna.page.goto(`${site.address}#/tournaments`);
  await anna.page.getByRole("link", { name: /Evening cup/ }).waitFor();
  await shot(anna.page, "tournament-list");
  equal(errors(), [], "errors");
  for (const { context } of [anna, bert]) await context.close();
}

// Where something is dealt in secret both have a part in it, although neither has come to the game
// yet.
async function dealt(site) {
  const [anna, bert] = [await guest(site), await guest(site, "Bert")];
  await register(anna.page, site, "dealer");
  await anna.page.goto(`${site.address}#/tournaments/new`);
  await anna.page.getByLabel("Game", { exact: true }).selectOption("masker");
  await anna.page.getByLabel("Kind").selectOption("robin");
  await anna.page.getByRole("button", { name: "Create" }).click();
  await anna.page.getByRole("button", { name: "Join" }).click();
  await anna.page.getByRole("row", { name: /dealer/ }).waitFor();
  await bert.page.goto(anna.page.url());
  await bert.page.getByRole("button", { name: "Join" }).click();
  await anna.page.getByRole("row", { name: /Bert/ }).waitFor();
  await anna.page.getByRole("button", { name: "Begin" }).click();
  const link = anna.page.getByRole("link", { name: "Play your game" });
  const game = (await link.getAttribute("href")).split("/").at(-1);
  let now;
  do now = await (await fetch(`${site.address}api/games/${game}`)).json();
  while (now.phase === "open");
  const { deal } = now;
  equal([deal.promises.filter(Boolean).length, deal.silent.length], [2, 0], "commitments, and silent seats");
  await link.click();
  await anna.page.locator("[data-turn]").waitFor();
  equal([...anna.errors, ...bert.errors], [], "errors");
  for (const { context } of [anna, bert]) await context.close();
}

export const tests = {
  "tournament: a round between a host and a guest": round,
  "tournament: a deal in which both have a part": dealt,
};
