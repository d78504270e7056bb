// SPDX-License-Identifier: MIT
// A study in three browsers: two change one tree at once, a third looks on; lines break and nothing
// is lost silently.
import { readFileSync } from "node:fs";
import { becomes, desktop, equal, examine, holds, phone, shot } from "../browser/site.mjs";
import { type } from "../browser/steps.mjs";
import { create, follow, guest, register, untilPly } from "./site.mjs";

// Who begins a study is not asked to a seat at it, nor is who opens its link.
async function asked(site) {
  const [anna, bert, carla] = [
    await guest(site, "", { bypassCSP: true }),
    await guest(site, "", { ...phone, bypassCSP: true }),
    await guest(site),
  ];
  await anna.page.goto(`${site.address}#/study`);
  await anna.page.getByLabel("Game").selectOption("yoxii");
  await anna.page.getByRole("button", { name: "Begin a study" }).click();
  const card = (page) => page.getByTestId("ask-name");
  await card(anna.page).getByRole("heading", { name: "Your study of Yoxii" }).waitFor();
  await card(anna.page).getByLabel("What should the others call you?").waitFor();
  await examine(anna.page, "the question to an author");
  await shot(anna.page, "study-ask-author");
  await anna.page.reload(); // still the author
  await card(anna.page).getByRole("heading", { name: "Your study of Yoxii" }).waitFor();
  holds(!/seat|play/i.test(await card(anna.page).innerText()), await card(anna.page).innerText());
  await card(anna.page).getByRole("textbox").fill("Anna");
  await card(anna.page).getByRole("button", { name: "Open the study" }).click();
  await anna.page.getByTestId("here").waitFor();
  await bert.page.goto((await linksOf(anna.page)).edit);
  await card(bert.page).getByRole("heading", { name: "You are invited to study Yoxii" }).waitFor();
  holds(!/seat|play/i.test(await card(bert.page).innerText()), await card(bert.page).innerText());
  await examine(bert.page, "the question to an invited player");
  await shot(bert.page, "study-ask-invited");
  // The title and the owner of a study are shown.
  await register(carla.page, site, "carlina");
  await begin(carla.page, site);
  await tab(carla.page, "Share");
  await carla.page.getByLabel("Title").fill("Corners");
  await carla.page.getByRole("button", { name: "Rename" }).click();
  await carla.page.waitForFunction(() => document.title.startsWith("Corners"));
  await bert.page.goto(await carla.page.getByLabel("Link to edit together").inputValue());
  await card(bert.page).getByRole("heading", { name: "carlina invites you to study Tiku" }).waitFor();
  await card(bert.page).getByText("Corners").waitFor();
  await sayName(bert.page, "Bert");
  await bert.page.locator(".abax-board").waitFor();
  equal([...anna.errors, ...bert.errors, ...carla.errors], [], "errors");
  for (const { context } of [anna, bert, carla]) await context.close();
}

async function sayName(page, name) {
  await page.getByTestId("ask-name").getByRole("textbox").fill(name);
  await page.getByTestId("ask-name").getByRole("button").click();
}

// Opens a link in a page; a guest with a writing key enters a name.
async function enter(page, link, name) {
  await page.goto(link);
  if (name) await sayName(page, name);
  await page.getByTestId("here").waitFor();
}

async function tab(page, name) {
  await page.getByRole("tab", { name, exact: true }).click();
}

// The two links of a study.
async function linksOf(page) {
  await tab(page, "Share");
  const look = await page.getByLabel("Link to look").inputValue();
  const edit = await page.getByLabel("Link to edit together").inputValue();
  await tab(page, "Study");
  return { look, edit };
}

async function hears(page, text) {
  await page.locator(".tree").getByRole("button", { name: text }).first().waitFor();
}

function treeOf(page) {
  return page.locator(".tree .move .text").allInnerTexts();
}

async function remark(page, text) {
  await page.getByLabel("Your remark").fill(text);
  await page.getByRole("button", { name: "Say it" }).click();
}

// Begins a study from the analysis, with a variation.
async function begin(page, site, name) {
  await page.goto(`${site.address}#/analyse/tiku`);
  await page.getByRole("tab", { name: "Analysis" }).waitFor();
  for (const action of ["a2a4", "b5b3"]) await type(page, action);
  await page.getByRole("button", { name: "Start" }).click();
  await type(page, "c2c3");
  await tab(page, "Share");
  await page.getByTestId("study-together").click();
  if (name) await sayName(page, name);
  await page.getByTestId("here").waitFor();
}

async function together(site) {
  const [anna, bert, carla] = [await guest(site), await guest(site), await guest(site)];
  await begin(anna.page, site, "Anna");
  await hears(anna.page, "c2c3"); // the variation was handed over
  const { look, edit } = await linksOf(anna.page);
  holds(edit.startsWith(look) && edit.length === look.length + 23, `links ${look} and ${edit}`);
  await enter(bert.page, edit, "Bert");
  holds(!bert.page.url().includes(edit.slice(-22)), "the key stays in the address");
  await enter(carla.page, look);
  await becomes(() => carla.page.getByLabel("Your remark").count(), 0, "fields of who looks");
  await anna.page.getByTestId("here").filter({ hasText: "3 people are here" }).waitFor();

  // Both at once, at the same place: one node.
  for (const { page } of [anna, bert]) await page.getByRole("button", { name: "b5b3" }).click();
  await Promise.all([anna, bert].map(({ page }) => type(page, "a4b4")));
  for (const { page } of [anna, bert, carla]) await hears(page, "a4b4");
  for (const { page } of [anna, bert, carla])
    await becomes(() => treeOf(page), ["a2a4", "c2c3", "b5b3", "a4b4"], "the tree");

  // A remark and an arrow by Bert; Anna and Carla see both where they stand.
  await remark(bert.page, "Now the row is closed.");
  await bert.page.getByLabel("From and to").fill("a2 b4");
  await bert.page.getByRole("button", { name: "Draw it" }).click();
  for (const { page } of [anna, carla]) {
    await page.getByRole("button", { name: /a4b4.*with a remark, with a drawing/ }).click();
    await page.getByTestId("remark").filter({ hasText: "Bert Now the row is closed." }).waitFor();
    await page.locator(".abax-board .b-arrow.own").first().waitFor();
  }
  await shot(anna.page, "study");
  await carla.page.emulateMedia({ colorScheme: "dark" });
  await shot(carla.page, "study-look-dark");

  // Carla goes along with Anna.
  await carla.page
    .getByRole("button", { name: /^Follow/ })
    .last()
    .waitFor();
  const others = carla.page.getByRole("list", { name: "People here" }).getByRole("listitem");
  await others.filter({ hasText: "Anna" }).getByRole("button").click();
  await anna.page.getByRole("button", { name: "c2c3" }).click();
  await carla.page.locator('.tree .move[aria-current="step"]', { hasText: "c2c3" }).waitFor();

  // A line is deleted while a person looks at it.
  await anna.page.getByRole("button", { name: "b5b3" }).click();
  await anna.page.getByRole("button", { name: "Delete from here" }).click();
  for (const { page } of [anna, bert, carla])
    await page.waitForFunction(() => document.querySelectorAll(".tree .move").length === 2);
  await bert.page.locator('.tree .move[aria-current="step"]', { hasText: "a2a4" }).waitFor();

  // The record has the tree.
  await tab(anna.page, "Share");
  const download = anna.page.waitForEvent("download");
  await anna.page.getByRole("button", { name: "Record", exact: false }).first().click();
  holds(/a2a4 \(1\. c2c3\)/.test(readFileSync(await (await download).path(), "utf8")), "the record has no variation");
  equal([...anna.errors, ...bert.errors, ...carla.errors], [], "errors");
  for (const { context } of [anna, bert, carla]) await context.close();
}

async function brokenConnection(site) {
  const [anna, bert] = [await guest(site, "", phone), await guest(site)];
  await begin(bert.page, site, "Bert");
  const { edit } = await linksOf(bert.page);
  await anna.page.goto(edit);
  await sayName(anna.page, "Anna");
  await anna.page.locator(".abax-board").waitFor();
  await anna.page.getByRole("button", { name: "Study", exact: true }).click();
  await anna.page.getByTestId("here").waitFor();
  await shot(anna.page, "study-phone");
  await anna.context.setOffline(true);
  await anna.page.locator('[data-testid="link"][data-state="offline"]').waitFor({ state: "attached" });
  await remark(anna.page, "Said into the void");
  await anna.page.getByTestId("unsent").filter({ hasText: "Said into the void" }).waitFor();
  await shot(anna.page, "study-unsent-phone");
  await becomes(() => anna.page.getByLabel("Your remark").inputValue(), "Said into the void", "the field");
  // Meanwhile the study goes on.
  await bert.page.getByRole("button", { name: "Start" }).click();
  await type(bert.page, "d2d3");
  await anna.context.setOffline(false);
  await hears(anna.page, "d2d3");
  await anna.page.getByRole("button", { name: "Send again" }).click();
  await anna.page.getByTestId("unsent").waitFor({ state: "detached" });
  await bert.page.getByRole("button", { name: /with a remark/ }).click();
  await bert.page.getByTestId("remark").filter({ hasText: "Anna Said into the void" }).waitFor();
  equal([...anna.errors, ...bert.errors], [], "errors");
  for (const { context } of [anna, bert]) await context.close();
}

async function ofAccount(site) {
  const [anna, bert] = [await guest(site), await guest(site)];
  await register(anna.page, site, "studiosa");
  const link = await create(anna.page, site, "tiku", {});
  await follow(bert.page, link);
  await type(anna.page, "a2a4");
  await untilPly(bert.page, 1);
  await type(bert.page, "b5b3");
  await untilPly(anna.page, 2);
  await bert.page.getByRole("button", { name: "Resign" }).click();
  await bert.page.getByRole("button", { name: "Yes" }).click();
  // From the end of a game on the server.
  await anna.page.getByTestId("study-together").first().click();
  await anna.page.getByTestId("here").waitFor();
  await hears(anna.page, "b5b3");
  await tab(anna.page, "Share");
  await anna.page.getByLabel("Title").fill("Our game");
  await anna.page.getByRole("button", { name: "Rename" }).click();
  await anna.page.waitForFunction(() => document.title.startsWith("Our game"));
  const before = await anna.page.getByLabel("Link to edit together").inputValue();
  await enter(bert.page, before);
  await bert.page.getByLabel("Your remark").waitFor();
  await anna.page.getByRole("button", { name: "New link to edit" }).click();
  await bert.page.getByText("You look on.").waitFor();
  await anna.page.waitForFunction(
    (old) => [...document.querySelectorAll("input")].every((input) => input.value !== old),
    before,
  );
  await shot(anna.page, "study-links");
  await anna.page.goto(`${site.address}#/study`);
  await anna.page.getByRole("link", { name: /Our game/ }).waitFor();
  await shot(anna.page, "studies");
  await anna.page.getByRole("button", { name: "Delete the study: Our game" }).click();
  await anna.page.getByRole("button", { name: "Delete for good" }).click();
  await anna.page.getByRole("link", { name: /Our game/ }).waitFor({ state: "detached" });
  await bert.page.getByText("This study was deleted.").first().waitFor();
  equal([...anna.errors, ...bert.errors], [], "errors");
  await anna.page.setViewportSize(desktop.viewport);
  for (const { context } of [anna, bert]) await context.close();
}

export const tests = {
  "what the author and the invited are asked": asked,
  "two change one tree and a third looks on": together,
  "what a broken connection lost is shown, and sent again": brokenConnection,
  "an account has its studies, gives new links and deletes them": ofAccount,
};
