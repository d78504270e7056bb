// SPDX-License-Identifier: MIT
// What is shown before the script runs: the right picture in the right language, which comes to
// life in place.
import { becomes, equal, holds, phone, shot, visitor } from "./site.mjs";
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
  await page.waitForTimeout(300); // any change of the picture is done
}

// Nothing of a picture is painted a second time, and nothing moves.
async function wakesUp(site, hash, options) {
  const { context, page, errors } = await visitor(site, { ...phone, ...options });
  await page.addInitScript(() => {
    window.shift = 0;
    new PerformanceObserver((list) => list.getEntries().forEach((entry) => (window.shift += entry.value))).observe({
      type: "layout-shift",
      buffered: true,
    });
  });
  const go = await openStill(page, site.address + hash);
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
  equal(errors, [], "errors");
  await context.close();
}

async function everyPicture(site) {
  const same = facts.filter(({ randomStart }) => !randomStart); // the boards of others change when they are dealt
  for (const hash of ["#/", ...same.map(({ name }) => `#/play/${name}`)]) await wakesUp(site, hash, {});
  await wakesUp(site, "#/", { locale: "fr-FR" });
  await wakesUp(site, "#/play/yoxii", { locale: "de-AT" });
}

async function rightPicture(site) {
  const { context, page, errors } = await visitor(site, { ...phone, locale: "de-DE" });
  const seen = [];
  await page.exposeFunction("noteHeading", (text) => seen.push(text));
  await page.addInitScript(() => {
    const look = () =>
      document.querySelector("#app:not([hidden]) h1") &&
      void window.noteHeading(document.querySelector("h1").textContent);
    new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true });
  });
  const go = await openStill(page, `${site.address}#/play/tokan`);
  await page.waitForSelector("main[inert] .b-svg");
  await page.getByText("Stufe 3").waitFor();
  await shot(page, "still-german-tokan");
  go();
  await alive(page);
  await becomes(() => page.locator("main[inert]").count(), 0, "screens that do not answer");
  equal([...new Set(seen)], ["Tokan"], "headings seen on the way");
  equal(errors, [], "errors");
  await context.close();
}

// A user who has begun a game, or goes elsewhere, never sees a first visitor's board.
async function noPicture(site) {
  const { context, page } = await visitor(site, { ...phone }); // it would bring the script past us
  await visit(page, site, "#/play/tiku");
  await playOn(page, dice(3), 4);
  for (const hash of ["#/play/tiku", "#/", "#/settings", "#/play/nothing"]) {
    await page.goto("about:blank");
    const go = await openStill(page, site.address + hash);
    await becomes(() => page.locator("main *").count(), 0, `parts of ${hash} before the script`);
    go();
    await page.waitForSelector("main *");
    await page.unroute(SCRIPT);
  }
  await page.getByRole("link", { name: "Games", exact: true }).click();
  await becomes(() => page.locator("[data-picture] .b-svg").count(), games.length, "pictures afterwards");
  await context.close();
}

// A tap on a game before anything answers is not lost.
async function earlyTap(site) {
  const { context, page, errors } = await visitor(site, phone);
  const go = await openStill(page, site.address);
  await page.locator('a.game[href="#/play/kwinty"]').click();
  go();
  await page.waitForSelector("[data-turn=person] .target");
  await becomes(() => page.locator("h1").textContent(), "Kwinty", "heading");
  equal(errors, [], "errors");
  await context.close();
}

// A square can be touched before the engine is loaded, also in games that are dealt; the engine
// deals the same and takes the touch.
async function touchedBefore(site) {
  for (const game of games) {
    const { context, page, errors } = await visitor(site, phone);
    await page.addInitScript(() => {
      let next = 7; // other numbers every time, as out there
      crypto.getRandomValues = (numbers) => numbers.fill((next = (next * 48271) % 2147483647));
    });
    let go;
    const come = new Promise((done) => (go = done));
    await page.route(/\.wasm$/, (route) => come.then(() => route.continue()));
    await page.goto(`${site.address}#/play/${game}`);
    const target = page.locator("main:not([inert]) [data-turn=person] .target[data-spot]").first();
    await target.waitFor();
    const board = () =>
      page.evaluate(() =>
        [...document.querySelectorAll(".b-svg [data-spot]")].map((spot) => spot.getAttribute("aria-label")),
      );
    const before = await board();
    const name = (await target.getAttribute("aria-label")).split(",")[0];
    await target.click();
    go();
    await page.waitForFunction((key) => {
      const { moves } = JSON.parse(localStorage.getItem(key) ?? "{}");
      return moves > 0 || document.querySelector(".m-staged, [data-turn] [aria-label*=chosen]");
    }, `abax.game.${game}`);
    const after = await board();
    const same = before.filter((label, i) => label.split(",")[1] === after[i]?.split(",")[1]).length;
    holds(
      same > before.length * 0.7,
      `${game}: ${before.length - same} of ${before.length} squares changed after ${name}`,
    );
    equal(errors, [], `errors in ${game}`);
    await context.close();
  }
}

export const tests = {
  "pictures wake up": everyPicture,
  "the right picture": rightPicture,
  "no picture of what is otherwise": noPicture,
  "an early tap": earlyTap,
  "a touch before the C": touchedBefore,
};
