// SPDX-License-Identifier: MIT
// The start page: promises, a game with one touch, the game in progress, boards that play.
import { becomes, comes, desktop, equal, holds, narrow, phone, visitor } from "./site.mjs";
import { dice, facts, games, playOn, saved, untilPerson, visit } from "./steps.mjs";

// Nothing is cut off: no dots, and no text that is larger than its place.
async function nothingCut(site) {
  for (const [size, locale] of [
    [desktop, "en-GB"],
    [phone, "de-DE"],
    [narrow, "fr-FR"],
  ]) {
    const { context, page, errors } = await visitor(site, { ...size, locale });
    await visit(page, site, "#/");
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll("main *")]
        .filter((node) => node.childElementCount === 0 && !node.closest(".unseen, svg"))
        .filter((node) => node.scrollHeight > node.clientHeight + 2 && getComputedStyle(node).overflow === "hidden")
        .map((node) => node.textContent),
    );
    equal(cut, [], `cut texts in ${locale}`);
    await comes(async () => !(await page.locator("main").innerText()).includes("…"), "a sentence ends in dots");
    await becomes(() => page.locator(".goal:visible").count(), games.length, "goals");
    const play = await page.locator("a.play").boundingBox();
    holds(play.y + play.height < size.viewport.height / 2, `"Play" is at ${play.y}`);
    equal(errors, [], "errors");
    await context.close();
  }
}

// "Play" needs no choice: a newcomer gets the first game, and others the kind that they played
// last.
async function playAtOnce(site) {
  const { context, page, errors } = await visitor(site, phone);
  await visit(page, site, "#/");
  await page.getByRole("link", { name: /^Play/ }).click();
  await page.waitForSelector("[data-turn=person] .target");
  await becomes(() => page.locator("h1").textContent(), facts[0].title, "the first game");
  await visit(page, site, "#/play/kwinty");
  await playOn(page, dice(5), 4);
  await untilPerson(page);
  const before = await saved(page, "kwinty");
  await visit(page, site, "#/");
  const running = page.locator("a.continue");
  holds(/^Go on: Kwinty against .+, level 3, your turn/.test(await running.innerText()), await running.innerText());
  await page.getByRole("link", { name: /^Play Kwinty/ }).click();
  await page.waitForSelector("[data-turn=person] .target");
  const now = await saved(page, "kwinty");
  holds(now.id !== before.id && now.moves === 0, "another game has begun");
  equal(now.setup.seats[1].who, "like:3", "who follows the person");
  await visit(page, site, "#/shelf");
  await becomes(() => page.locator("main li").count(), 1, "saved games"); // the one that made room
  equal(errors, [], "errors");
  await context.close();
}

const firstBoard = (page) => page.locator("[data-picture]").first().innerHTML();

// The boards play a stored game by the rules; they stand still if the user wants that.
async function boardsPlay(site) {
  const { context, page, errors } = await visitor(site, { ...desktop, reducedMotion: "no-preference" });
  await visit(page, site, "#/");
  const before = await firstBoard(page);
  await page.waitForFunction((old) => document.querySelector("[data-picture]").innerHTML !== old, before);
  await page.waitForFunction(() => document.querySelector('[data-picture="turris"] .s-face')); // stays a tower
  await page.getByRole("button", { name: "Hold the boards still" }).click();
  const held = await firstBoard(page);
  await page.waitForTimeout(2500);
  await becomes(() => firstBoard(page), held, "a board that is held still");
  equal(errors, [], "errors");
  await context.close();
}

async function boardsRest(site) {
  const { context, page } = await visitor(site, desktop); // asks for stillness
  await visit(page, site, "#/");
  const before = await firstBoard(page);
  await page.waitForTimeout(4000);
  await becomes(() => firstBoard(page), before, "a board that does not move");
  await becomes(() => page.getByRole("button", { name: "Hold the boards still" }).count(), 0, "buttons");
  await context.close();
}

// "Online" comes when a server has answered, and moves nothing that was there before.
async function onlineComes(site) {
  for (const [size, locale] of [
    [desktop, "en-GB"],
    [phone, "de-DE"],
    [narrow, "fr-FR"],
    [{ ...phone, viewport: { width: 844, height: 390 } }, "de-DE"],
    [{ ...phone, viewport: { width: 568, height: 320 } }, "fr-FR"],
  ])
    for (const hash of ["#/", "#/play/tiku"]) {
      const { context, page } = await visitor(site, { ...size, locale });
      let go;
      const come = new Promise((done) => (go = done));
      await page.route("**/api/about", async (route) => {
        await come;
        await route.fulfill({ json: { games, name: "Abax", version: "0" } });
      });
      await page.route("**/api/me/**", (route) => route.abort());
      await visit(page, site, hash);
      const places = () =>
        page.evaluate(() =>
          [...document.querySelectorAll("header nav a, header nav button, header .mark")].flatMap((each) => {
            const { x, y, width, height } = each.getBoundingClientRect();
            return width
              ? [
                  [
                    each.getAttribute("href") ?? "button",
                    Math.round(x),
                    Math.round(y),
                    Math.round(width),
                    Math.round(height),
                  ].join(),
                ]
              : [];
          }),
        );
      await page.evaluate(() => document.fonts.ready);
      const before = await places();
      go();
      await page.locator('header a[href="#/online"]').waitFor();
      const after = await places();
      equal(
        before.filter((place) => !after.includes(place)),
        [],
        `what "Online" moves on ${hash} at ${size.viewport.width}`,
      );
      const [, x] = after
        .find((place) => place.startsWith("#/online"))
        .split(",")
        .map(Number);
      holds(x >= 0, `"Online" is at ${x}`);
      await context.close();
    }
}

export const tests = {
  "nothing is cut": nothingCut,
  "play at once": playAtOnce,
  "boards play": boardsPlay,
  "boards rest": boardsRest,
  "Online comes and moves nothing": onlineComes,
};
