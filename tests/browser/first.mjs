// SPDX-License-Identifier: MIT
// What is seen before the script is there: the right picture in the right language, which comes to life where it is.
import { equal, holds, phone, shot, visitor } from "./house.mjs";
import { dice, facts, games, playOn, visit } from "./steps.mjs";

const SCRIPT = /\/assets\/index-[^/]*\.js$/;

// Opens an address while the script is held back; `go` lets it come.
async function openStill(page, address) {
  let go;
  const come = new Promise((done) => (go = done));
  await page.route(SCRIPT, (route) => come.then(() => route.continue()));
  await page.goto(address, { waitUntil: "commit" });
  await page.waitForSelector("#app:not([hidden])");
  return go;
}

async function alive(page) {
  await page.waitForSelector("#app:not([data-still])");
  await page.waitForTimeout(300); // what it does to the picture, if it does anything, is done
}

// Nothing of a picture is painted a second time, and nothing moves.
async function wakesUp(house, hash, options) {
  const { context, page, faults } = await visitor(house, { ...phone, ...options });
  await page.addInitScript(() => {
    window.shift = 0;
    new PerformanceObserver((list) => list.getEntries().forEach((entry) => (window.shift += entry.value))).observe({
      type: "layout-shift",
      buffered: true,
    });
  });
  const go = await openStill(page, house.address + hash);
  await page.waitForSelector(".b-svg > *");
  await page.evaluate(() => (window.painted = [...document.querySelectorAll("#app *")]));
  const text = await page.locator("main").innerText();
  go();
  await alive(page);
  const lost = await page.evaluate(() =>
    window.painted.flatMap((node) => (node.isConnected || node.matches(".waits") ? [] : [node.outerHTML.slice(0, 80)])),
  );
  equal(lost, [], `painted anew on ${hash}`);
  const live = (await page.locator("main").innerText()).split("\n");
  equal(
    text.split("\n").filter((line) => !live.includes(line)),
    [],
    `text lost on ${hash}`,
  );
  const shift = await page.evaluate(() => window.shift);
  holds(shift < 0.05, `${hash} shifts by ${shift}`);
  equal(faults, [], "faults");
  await context.close();
}

async function everyPicture(house) {
  const same = facts.filter(({ randomStart }) => !randomStart); // the boards of others change when they are dealt
  for (const hash of ["#/", ...same.map(({ name }) => `#/play/${name}`)]) await wakesUp(house, hash, {});
  await wakesUp(house, "#/", { locale: "fr-FR" });
  await wakesUp(house, "#/play/yoxii", { locale: "de-AT" });
}

async function rightPicture(house) {
  const { context, page, faults } = await visitor(house, { ...phone, locale: "de-DE" });
  const seen = [];
  await page.exposeFunction("noteHeading", (text) => seen.push(text));
  await page.addInitScript(() => {
    const look = () =>
      document.querySelector("#app:not([hidden]) h1") &&
      void window.noteHeading(document.querySelector("h1").textContent);
    new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true });
  });
  const go = await openStill(page, `${house.address}#/play/tokan`);
  await page.waitForSelector("main[inert] .b-svg");
  await page.getByText("Stufe 3").waitFor();
  await shot(page, "still-german-tokan");
  go();
  await alive(page);
  equal(await page.locator("main[inert]").count(), 0, "screens that do not answer");
  equal([...new Set(seen)], ["Tokan"], "headings seen on the way");
  equal(faults, [], "faults");
  await context.close();
}

// Whoever has begun a game, or goes elsewhere, never sees the board of a newcomer.
async function noPicture(house) {
  const { context, page } = await visitor(house, { ...phone, serviceWorkers: "block" }); // it would bring the script past us
  await visit(page, house, "#/play/tiku");
  await playOn(page, dice(3), 4);
  for (const hash of ["#/play/tiku", "#/", "#/settings", "#/play/nothing"]) {
    await page.goto("about:blank");
    const go = await openStill(page, house.address + hash);
    equal(await page.locator("main *").count(), 0, `parts of ${hash} before the script`);
    go();
    await page.waitForSelector("main *");
    await page.unroute(SCRIPT);
  }
  await page.getByRole("link", { name: "Games", exact: true }).click();
  equal(await page.locator("[data-picture] .b-svg").count(), games.length, "pictures afterwards");
  await context.close();
}

// A tap on a game before anything answers is not lost.
async function earlyTap(house) {
  const { context, page, faults } = await visitor(house, phone);
  const go = await openStill(page, house.address);
  await page.locator('a.game[href="#/play/kwinty"]').click();
  go();
  await page.waitForSelector("[data-turn=person] .target");
  equal(await page.locator("h1").textContent(), "Kwinty", "heading");
  equal(faults, [], "faults");
  await context.close();
}

export const tests = {
  "pictures wake up": everyPicture,
  "the right picture": rightPicture,
  "no picture of what is otherwise": noPicture,
  "an early tap": earlyTap,
};
