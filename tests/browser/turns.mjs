// SPDX-License-Identifier: MIT
// The last turn and the notes: the path of the last turn, its replay, looking back, the notes
// panel, and a piece of the hand that is chosen first or dragged.
import { becomes, comes, equal, holds, phone, shot, visitor } from "./site.mjs";
import { dice, games, playOn, saved, spot, touchAny, untilPerson, visit } from "./steps.mjs";

const status = (page) => page.getByTestId("status");

async function done({ context, errors }) {
  equal(errors, [], "errors");
  await context.close();
}

async function clues(site, players, view, name) {
  const person = await visitor(site, view);
  const { page } = person;
  const sheet = view === phone;
  await visit(page, site, "#/play/masker");
  if (players > 2) {
    if (sheet) await page.getByRole("button", { name: "Set up" }).click();
    await page
      .getByRole("radio", { name: String(players), exact: true })
      .first()
      .check({ force: true });
    if (sheet) await page.getByRole("button", { name: "Close the panel" }).click();
  }
  await playOn(page, dice(7), 5);
  await untilPerson(page);
  await comes(async () => (await page.locator(".m-path").count()) > 0, "no arrow tells the last turn");
  await shot(page, `${name}-board`);
  await page.getByRole("button", { name: "Clues" }).click();
  const notes = page.getByTestId("notes");
  await notes.waitFor();
  const tables = notes.locator("table");
  await becomes(() => tables.first().locator("tbody tr").count(), players, "rows");
  await comes(async () => (await tables.first().locator(".certain").count()) >= 1, "the own colour is not certain");
  if (players === 4) holds(/your partner/.test(await notes.innerText()), "nobody is called a partner");
  const note = notes.locator(".note").first();
  await note.click();
  await becomes(() => note.innerText(), "?", "the note");
  await shot(page, name);
  await page.reload();
  await page.waitForSelector("#app:not([data-still]) h1");
  await page.getByRole("button", { name: "Clues" }).click();
  await becomes(() => page.getByTestId("notes").locator(".note").first().innerText(), "?", "the note after a reload");
  await done(person);
}

// The key shows the turn from before it, step by step, and returns by itself; a touch meanwhile
// says where you are.
async function lookingBack(site) {
  const person = await visitor(site);
  const { page } = person;
  await visit(page, site, "#/play/tiku");
  await playOn(page, dice(3), 2);
  await untilPerson(page);
  await page.keyboard.press("l");
  await status(page).getByText("You are looking at move 1 of 2").waitFor();
  await page.locator(".b-spot").first().click();
  await status(page).getByText("You are looking back").waitFor();
  await status(page).getByText("You are looking back").waitFor({ state: "detached", timeout: 5000 });
  await comes(async () => (await page.locator(".m-path").count()) > 0, "no arrow after the replay");
  await done(person);
}

async function valueFirst(site) {
  const person = await visitor(site);
  const { page } = person;
  await visit(page, site, "#/play/yoxii");
  await untilPerson(page);
  await page.locator(".b-tray .b-button").nth(1).click();
  await page.locator(".b-spot.target").first().click();
  await becomes(async () => (await saved(page, "yoxii"))?.moves ?? 0, 0, "moves before the square is chosen");
  await page.locator(".b-spot.target").first().click();
  await page.waitForFunction(() => JSON.parse(localStorage.getItem("abax.game.yoxii"))?.moves > 0);
  await done(person);
}

async function dragged(site) {
  const person = await visitor(site);
  const { page } = person;
  await visit(page, site, "#/play/yoxii");
  await untilPerson(page);
  await spot(page, "c4").click();
  const middle = async (of) => {
    const box = await of.boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const drag = async (to) => {
    await page.mouse.move(...(await middle(page.locator(".b-tray .b-button").first())));
    await page.mouse.down();
    await page.mouse.move(...to, { steps: 6 });
    await page.mouse.up();
  };
  await drag([4, 300]); // beside the board: only the piece goes back
  await becomes(
    () => page.locator(".b-spot[aria-pressed=true]").count(),
    1,
    "the totem's square after a drag to nowhere",
  );
  await drag(await middle(spot(page, "b4")));
  await page.waitForFunction(() => JSON.parse(localStorage.getItem("abax.game.yoxii"))?.moves > 0);
  const { record } = await saved(page, "yoxii");
  holds(/\bc4b41\b/.test(record), `played ${record}`);
  await done(person);
}

// The piece just played stays visible while the pointer and the focus rest on it, and the list has
// the action in words.
async function played(site) {
  const person = await visitor(site);
  const { page } = person;
  await page.addInitScript(() => localStorage.setItem("abax.settings", JSON.stringify({ motion: false })));
  await visit(page, site, "#/play/turris");
  await spot(page, "a2").click();
  await becomes(() => page.locator(".ghost").count(), 1, "previews of half a block");
  await spot(page, "a2").click();
  await page.waitForFunction(() => JSON.parse(localStorage.getItem("abax.game.turris"))?.moves > 1);
  await untilPerson(page);
  await becomes(() => page.locator(".ghost").count(), 0, "previews over the block just played");
  await spot(page, "a1").hover();
  await becomes(() => page.locator(".ghost").count(), 1, "previews where the pointer goes");
  await page.mouse.move(2, 2);
  await becomes(() => page.locator(".ghost").count(), 0, "previews over the block just played, by focus");
  const first = page.locator("ol .move").first();
  await becomes(() => first.locator(".text").innerText(), "a2v", "the first move as it is typed");
  await becomes(() => first.locator(".words").innerText(), "block stands on a2, levels 1 and 2", "the same in words");
  await done(person);
}

async function ways(site) {
  for (const game of games) {
    const person = await visitor(site);
    const { page } = person;
    await visit(page, site, `#/play/${game}`);
    const roll = dice(11);
    for (let i = 0; i < 4; i++) {
      await untilPerson(page);
      await touchAny(page, roll);
    }
    await untilPerson(page);
    const marks = await page.locator(".b-svg :is(.m-path, .m-last, .m-last-line)").count();
    holds(marks > 0, `the last turn of ${game} is not marked`);
    await shot(page, `way-${game}`);
    await done(person);
  }
}

// Ending a turn by a key: the pressed button disappears, the focus moves to the board.
async function focusStays(site) {
  const person = await visitor(site);
  const { page } = person;
  await visit(page, site, "#/play/masker");
  await untilPerson(page);
  await page.locator(".b-spot.target").first().press("Enter");
  const stop = page.getByRole("button", { name: "Stop: end the turn" });
  for (let captures = 0; captures < 4 && !(await stop.isVisible()); captures++)
    await page.locator(".b-spot.target").first().press("Enter");
  await stop.press("Enter");
  await stop.waitFor({ state: "detached" });
  await becomes(
    () => page.evaluate(() => document.activeElement.closest(".b-svg") !== null),
    true,
    "the focus is on the board",
  );
  await done(person);
}

// Playing on shows the last move in the list, all of it.
async function listed(site) {
  const { page, context } = await visitor(site, { viewport: { width: 900, height: 560 } });
  await visit(page, site, "#/play/tokan");
  await playOn(page, dice(5), 20);
  const [row, list] = await page.evaluate(() =>
    [".rounds [aria-current]", ".rounds"].map((part) => document.querySelector(part).getBoundingClientRect().toJSON()),
  );
  equal(row.top >= list.top - 1 && row.bottom <= list.bottom + 1, true, "the last move is in sight");
  await becomes(() => page.evaluate(() => document.querySelector(".rounds").scrollTop > 0), true, "the list scrolls");
  await context.close();
}

export const tests = {
  "clues for two on a phone": (site) => clues(site, 2, phone, "clues-2-phone"),
  "clues for four on a phone": (site) => clues(site, 4, phone, "clues-4-phone"),
  "clues for four on a desktop": (site) => clues(site, 4, {}, "clues-4-desktop"),
  "looking back and the last turn": lookingBack,
  "a value before its square": valueFirst,
  "a piece from the tray": dragged,
  "the last move in the list": listed,
  "the focus after the end of a turn": focusStays,
  "the piece just played": played,
  "ways of every game": ways,
};
