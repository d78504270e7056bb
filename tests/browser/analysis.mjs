// SPDX-License-Identifier: MIT
// Analysis, review and sharing; and that the page stays quick while the engine thinks.
import { readFileSync } from "node:fs";
import { equal, holds, phone, shot, visitor } from "./house.mjs";
import { judge, type, visit } from "./steps.mjs";

async function done({ context, faults }) {
  equal(faults, [], "faults");
  await context.close();
}

const shown = (page) => page.locator(".run .move[aria-current]").textContent();

async function tree(house) {
  const person = await visitor(house);
  const { page } = person;
  await visit(page, house, "#/analyse/tiku");
  for (const action of ["a2a4", "b5b3", "a4b4"]) await type(page, action);
  await page.locator("h2").first().click();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  equal(await shown(page), "a2a4", "after two steps back");
  await type(page, "c5c3");
  await page.locator("h2").first().click();
  await page.keyboard.press("ArrowUp");
  equal(await shown(page), "b5b3", "the branch above");
  await page.keyboard.press("ArrowDown");
  equal(await shown(page), "c5c3", "the branch below");
  await page.getByRole("button", { name: "Make main line" }).click();
  await page.keyboard.press("Home");
  await page.keyboard.press("End");
  equal(await shown(page), "c5c3", "the end of the new main line");
  await page.locator(".abax-board").hover();
  await page.mouse.wheel(0, -120);
  equal(await shown(page), "a2a4", "after a turn of the wheel");
  await page.reload();
  await page.waitForSelector(".run");
  equal(await shown(page), "a2a4", "after a reload");
  await page.getByRole("tab", { name: "Share" }).click();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Record" }).click(),
  ]);
  const record = readFileSync(await file.path(), "utf8");
  holds(/and 2 in variations/.test(judge(record)), `the record: ${judge(record)}`);
  await visit(page, house, "#/analyse");
  await page.getByLabel("Or paste a record").fill(record);
  await page.locator("button", { hasText: "Open a record" }).click();
  await page.waitForSelector(".run");
  equal(await page.locator(".run .move").count(), 4, "moves of the opened record");
  await done(person);
}

async function lines(house) {
  const person = await visitor(house);
  const { page } = person;
  await visit(page, house, "#/analyse/yoxii");
  await page.getByRole("button", { name: "Engine on" }).click();
  await page.getByText(/depth [5-9]/).waitFor({ timeout: 30000 });
  equal(await page.locator(".verdict").count(), 3, "lines");
  holds(await page.getByRole("img", { name: /Win chance of White/ }).count(), "there is no bar");
  holds((await page.locator(".b-arrow, .b-arrow-head").count()) > 0, "there are no arrows");
  await shot(page, "analysis-desk");
  await page.getByRole("button", { name: "Hide what the engine says" }).click();
  equal(await page.locator(".verdict, .b-arrow").count(), 0, "what is left after hiding");
  await page.getByRole("button", { name: "Show what the engine says" }).click();
  await page
    .getByRole("button", { name: /first move/ })
    .first()
    .click();
  equal(await page.locator(".run .move").count(), 1, "moves after playing a line");
  await done(person);
}

async function proven(house) {
  const person = await visitor(house);
  const { page } = person;
  await visit(page, house, "#/analyse/tiku");
  await page.getByRole("tab", { name: "Position" }).click();
  const text = page.getByRole("textbox", { name: "Position" });
  await text.fill("oooooo/oooooo/w...../......");
  await page
    .getByText(/row|side|squares|white/)
    .first()
    .waitFor();
  equal(await page.getByRole("button", { name: "Analyse from here" }).isDisabled(), true, "a bad position can be used");
  await text.fill("oooooo/bbbbbb/oooooo/o...../wwwwww/...... w");
  await page.getByRole("button", { name: "Analyse from here" }).click();
  await page.getByRole("tab", { name: "Analysis" }).click();
  await page.getByRole("button", { name: "Engine on" }).click();
  await page.getByRole("heading", { name: "proven" }).waitFor({ timeout: 20000 });
  await shot(page, "proven-desk");
  await visit(page, house, "#/analyse/masker");
  await page.getByRole("tab", { name: "Position" }).click();
  const masks = await text.inputValue();
  holds(!masks.includes("?"), `the position hides something: ${masks}`);
  await text.fill(masks.replace(/\S+$/, "?,?"));
  await page.locator("[aria-invalid=true]").waitFor();
  await done(person);
}

// A game with a bad move, from a link, on a phone.
async function review(house) {
  const person = await visitor(house, phone);
  const { page } = person;
  const letters = await link(house, "tiku", ["a2a4", "b5b3", "a4b4", "c5c3", "b4b6"]);
  await visit(page, house, `#g=${letters}`);
  await page.getByRole("button", { name: "Moves" }).click();
  await page.getByText("5 moves played").waitFor();
  await page.getByRole("button", { name: "Review" }).click();
  await page.getByRole("button", { name: "Review" }).click();
  await page.getByRole("img", { name: "Win chance of White, move by move" }).waitFor({ timeout: 60000 });
  holds((await page.locator(".mistakes li").count()) > 0, "no mistake was found");
  await page.locator(".mistakes button").first().click();
  await shot(page, "review-phone");
  await page.reload();
  await page.getByRole("button", { name: "Review" }).click();
  await page.getByRole("img", { name: "Win chance of White, move by move" }).waitFor({ timeout: 3000 });
  await done(person);
}

async function link(house, game, actions) {
  const { context, page } = await visitor(house);
  await visit(page, house, `#/analyse/${game}`);
  for (const action of actions) await type(page, action);
  await page.getByRole("tab", { name: "Share" }).click();
  const value = await page.getByLabel("The whole game as a link").inputValue();
  await context.close();
  return value.split("#g=")[1];
}

async function share(house) {
  const person = await visitor(house);
  const { page } = person;
  await visit(page, house, "#/play/tokan");
  await page.getByRole("tab", { name: "Share" }).click();
  const address = await page.getByLabel("The whole game as a link").inputValue();
  for (const [button, begins] of [
    ["Picture (SVG)", "<svg"],
    ["Picture (PNG)", "\x89PNG"],
    ["Record", "[Game"],
  ]) {
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: button }).click(),
    ]);
    const bytes = readFileSync(await file.path());
    holds(bytes.toString("latin1").startsWith(begins) && bytes.length > 50, `${button} is ${bytes.length} bytes`);
  }
  const other = await visitor(house);
  await other.page.goto(address);
  await other.page.getByRole("button", { name: "Play on" }).click();
  await other.page.waitForSelector(".b-svg");
  const labels = (of) =>
    of.locator(".b-spot").evaluateAll((spots) => spots.map((spot) => spot.getAttribute("aria-label")));
  equal(await labels(other.page), await labels(page), "squares of the shared game");
  await other.page.goto(`${house.address}#g=AAAA`);
  await other.page.getByRole("alert").waitFor();
  await done(other);
  await done(person);
}

// Long tasks while the engine searches, and how soon it stops.
async function quick(house) {
  const person = await visitor(house);
  const { page } = person;
  await visit(page, house, "#/analyse/kwinty");
  await page.getByRole("button", { name: "Engine on" }).click();
  await page.getByText(/depth/).waitFor();
  await page.waitForTimeout(500); // what came with the first lines is over
  await page.evaluate(() => {
    window.long = [];
    new PerformanceObserver((list) =>
      list.getEntries().forEach((entry) => window.long.push(Math.round(entry.duration))),
    ).observe({ type: "longtask" });
  });
  await page.waitForTimeout(3000); // in this time there is to be none
  const long = await page.evaluate(() => window.long);
  equal(long, [], "tasks over 50 ms while the engine thinks");
  await done(person);
}

export const tests = {
  "a tree of variations": tree,
  "lines, bar and arrows": lines,
  "a position by text, and a proof": proven,
  "a review from a link, on a phone": review,
  "links, records, pictures": share,
  "no task over 50 ms (alone)": quick,
};
