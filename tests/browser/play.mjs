// SPDX-License-Identifier: MIT
// The table: everything around touches.
import { execFileSync } from "node:child_process";
import { becomes, comes, equal, holds, phone, shot, visitor } from "./site.mjs";
import { dice, judge, playOn, saved, spot, touchAny, type, untilPerson, visit } from "./steps.mjs";

const status = (page) => page.getByTestId("status");

async function done({ context, errors }) {
  equal(errors, [], "errors");
  await context.close();
}

async function seats(page, choice) {
  await page.locator("label", { hasText: choice }).first().click();
}

async function reload(site) {
  const person = await visitor(site);
  const { page } = person;
  await visit(page, site, "#/play/tiku");
  await page.getByText("Seats, names, clock, series").click();
  await page.getByLabel("Clock", { exact: true }).selectOption("300");
  await page.getByLabel("Games in the match").fill("3");
  await page.getByLabel("Games in the match").press("Tab");
  await playOn(page, dice(3), 8);
  await untilPerson(page);
  await page.getByRole("button", { name: "Hint", exact: true }).click();
  await page.getByText("Hint 1 of 4").waitFor();
  await page.locator(".b-spot:not(.target)").first().click();
  const shown = await page.locator(".clock").last().textContent();
  await page.waitForFunction((before) => [...document.querySelectorAll(".clock")].at(-1).textContent !== before, shown);
  await comes(
    async () => (await status(page).getAttribute("class")).includes("bad"),
    "the clock has wiped the refusal away",
  );
  const before = await saved(page, "tiku");
  const clock = await page.locator(".clock").last().textContent();
  await page.reload();
  await page.waitForSelector("ol .move");
  const moves = await page.locator("ol .move").allTextContents();
  equal(moves.length, before.moves, "moves after the reload");
  await page.waitForSelector("#app:not([data-still])");
  const after = await page.locator(".clock").last().textContent();
  holds(Math.abs(seconds(clock) - seconds(after)) <= 3, `the clock went from ${clock} to ${after}`);
  const now = await saved(page, "tiku");
  holds(/Series "3 0 games/.test(now?.record ?? before.record), "the series was lost");
  holds(/\[Hints "1"\]/.test(before.record), "the hint was not counted");
  await visit(page, site, "#/");
  await page.getByText("Go on: Tiku").click();
  await page.waitForSelector("ol .move");
  await becomes(
    async () => (await page.locator("ol .move").allTextContents()).length,
    before.moves,
    "moves after coming back",
  );
  await done(person);
}

function seconds(clock) {
  const [minutes, rest] = clock.split(":").map(Number);
  return minutes * 60 + rest;
}

async function refused(site) {
  const person = await visitor(site);
  const { page } = person;
  await visit(page, site, "#/play/tiku");
  await spot(page, "a2").click();
  await spot(page, "a6").click();
  holds(/cannot pass over another figure/.test(await status(page).textContent()), "the rule was not named");
  await page.keyboard.press("Escape");
  await becomes(() => page.locator("[aria-pressed=true][data-spot]").count(), 0, "staged spots after Escape");
  await visit(page, site, "#/play/kwinty");
  await page.locator(".b-spot:not(.target)").first().click();
  await comes(async () => (await status(page).getAttribute("class")).includes("bad"), "no refusal in Kwinty");
  await done(person);
}

async function undone(site) {
  const person = await visitor(site);
  const { page } = person;
  await visit(page, site, "#/play/tiku");
  await spot(page, "b2").click();
  await spot(page, "b4").click();
  await untilPerson(page);
  await becomes(async () => (await saved(page, "tiku")).moves, 2, "moves");
  await page.keyboard.press("u");
  await becomes(async () => (await saved(page, "tiku")).moves, 0, "moves after undo");
  await page.keyboard.press("r");
  await untilPerson(page);
  await becomes(async () => (await saved(page, "tiku")).moves, 2, "moves after redo");
  await type(page, "c2c1");
  await untilPerson(page);
  await becomes(async () => (await saved(page, "tiku")).moves, 4, "moves after a typed one");
  await page.locator("ol .move").first().click();
  holds(/looking at move 1 of/.test(await status(page).textContent()), "not looking back");
  await becomes(() => page.locator(".target[data-spot]").count(), 0, "targets while looking back");
  await page.keyboard.press("End");
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Yes" }).click();
  await page.getByRole("heading", { name: "You lost" }).waitFor();
  await page.reload();
  await page.getByRole("heading", { name: "You lost" }).waitFor();
  await done(person);
}

// The adaptive level: it says its level, counts a lost game once, and rematches at a weaker one.
async function likeMe(site) {
  const person = await visitor(site);
  const { page } = person;
  await visit(page, site, "#/play/tiku");
  await page.getByText("Otto").first().waitFor();
  await page.getByText("Has got the idea, and is easily distracted.").waitFor();
  await page.getByLabel("Like me").check();
  await page.locator(".player", { hasText: "like me: Otto, level 3" }).waitFor();
  await spot(page, "b2").click();
  await spot(page, "b4").click();
  await untilPerson(page);
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Yes" }).click();
  await page.getByText("Like me: next time Juno, level 2.").waitFor();
  await page.reload();
  await page.getByText("Like me: next time Juno, level 2.").waitFor();
  await page.keyboard.press("u");
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Yes" }).click();
  await page.getByText("Like me: next time Juno, level 2.").waitFor();
  await page.getByRole("button", { name: "Rematch" }).first().click();
  await page.locator(".player", { hasText: "like me: Juno, level 2" }).waitFor();
  await done(person);
}

// The prompt says whose turn it is and asks for the next touch; while looking back it says whose
// turn it was, and after resigning what that means.
async function whatNow(site) {
  const person = await visitor(site);
  const { page } = person;
  const says = async (words) =>
    holds(words.test(await status(page).innerText()), `${words}: ${await status(page).innerText()}`);
  await visit(page, site, "#/play/tiku");
  await says(/^Your turn\. Move one of your figures\.$/);
  await spot(page, "b2").click();
  await says(/^Your turn\. Now choose where it goes\.$/);
  await spot(page, "b4").click();
  await untilPerson(page);
  await says(/^Your turn\. Move/);
  await page.locator("ol .move").first().click();
  await says(/^You are looking at move 1 of 2\..*Black was to move\.$/);
  await page.locator(".player[data-seat='1'].active").waitFor();
  await page.keyboard.press("End");
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Yes" }).click();
  await says(/^You lost( \d+ : \d+)?\. White resigned\.$/);
  await page.locator(".end").getByRole("button", { name: "Where did it turn?" }).click();
  await page.waitForURL(/#\/review/);
  await done(person);
}

async function confirmed(site) {
  const person = await visitor(site);
  const { page } = person;
  await page.addInitScript(() => localStorage.setItem("abax.settings", JSON.stringify({ confirm: true, sound: true })));
  await visit(page, site, "#/play/yoxii");
  await seats(page, "People here");
  for (let i = 0; i < 3; i++) await touchAny(page, dice(i + 1));
  await becomes(async () => (await saved(page, "yoxii")).moves, 0, "moves before the second look");
  await page.getByRole("button", { name: "Play it" }).click();
  await becomes(async () => (await saved(page, "yoxii")).moves, 1, "moves after it");
  await done(person);
}

async function handOver(site) {
  const person = await visitor(site, phone);
  const { page } = person;
  await visit(page, site, "#/play/masker");
  await page.getByRole("button", { name: "Set up" }).click();
  await seats(page, "People here");
  await page.getByRole("button", { name: "Close the panel" }).click();
  await page.getByRole("heading", { name: "First is next" }).waitFor();
  await becomes(() => page.locator(".abax-board").count(), 0, "boards before the button");
  holds(
    !/secret colour\s+(red|yellow|green|blue|purple)/.test(await page.locator("main").innerText()),
    "a secret shows",
  );
  await shot(page, "handover-phone");
  await page.getByRole("button", { name: "I am First" }).click();
  holds(
    /secret colour\s+(red|yellow|green|blue|purple)/.test(await page.locator("main").innerText()),
    "the own secret does not show",
  );
  const roll = dice(5);
  for (let i = 0; i < 8 && (await page.locator(".abax-board").count()); i++) await touchAny(page, roll);
  await page.getByRole("heading", { name: "Second is next" }).waitFor();
  holds(
    !/secret colour\s+(red|yellow|green|blue|purple)/.test(await page.locator("main").innerText()),
    "a secret shows",
  );
  await done(person);
}

async function twoPeople(site) {
  const person = await visitor(site);
  const { page } = person;
  await visit(page, site, "#/play/tokan");
  await seats(page, "People here");
  await playOn(page, dice(9), 12);
  await page.getByRole("button", { name: "Offer a draw" }).click();
  await page.getByRole("button", { name: "Accept" }).click();
  await page.getByRole("heading", { name: "A draw by agreement" }).waitFor();
  holds(/draw draw/.test(judge((await saved(page, "tokan")).record)), "the record has no draw");
  await done(person);
}

async function computers(site) {
  const person = await visitor(site, { reducedMotion: "no-preference" }); // then they take their time
  const { page } = person;
  await visit(page, site, "#/play/kwinty");
  await seats(page, "Just watch");
  await becomes(async () => (await saved(page, "kwinty")).moves, 0, "moves before they begin");
  await page.getByRole("button", { name: "Begin" }).click();
  await page.waitForFunction(() => document.querySelectorAll("ol .move").length > 3);
  // Not a click by mouse, which waits until nothing moves: on a busy machine the animations leave
  // no such moment.
  await page.getByRole("button", { name: "Pause" }).dispatchEvent("click");
  await page.waitForTimeout(500); // late updates may still come
  const { moves } = await saved(page, "kwinty");
  await page.waitForTimeout(500); // and then nothing more
  await becomes(async () => (await saved(page, "kwinty")).moves, moves, "moves while they wait");
  await page.getByRole("button", { name: "Go on" }).click();
  await page.waitForFunction(() => document.querySelector("[data-turn]")?.dataset.turn === "over", undefined, {
    timeout: 60000,
  });
  holds(/ (win|draw)/.test(judge((await saved(page, "kwinty")).record)), "no result");
  await done(person);
}

async function secondSeat(site) {
  const person = await visitor(site);
  const { page } = person;
  await visit(page, site, "#/play/tiku");
  await seats(page, "Black");
  await page.getByRole("button", { name: "Begin" }).click();
  await page.waitForFunction(() => document.querySelectorAll("ol .move").length === 1);
  await untilPerson(page);
  const [black, white] = await Promise.all(["a5", "a2"].map(async (name) => (await spot(page, name).boundingBox()).y));
  holds(black > white, "the own side is not below");
  await done(person);
}

async function ladder(site) {
  const person = await visitor(site);
  const { page } = person;
  await visit(page, site, "#/play/yoxii");
  await page.getByRole("button", { name: "Hint", exact: true }).click();
  for (const rung of [1, 2, 3]) {
    await page.getByText(`Hint ${rung} of 4`).waitFor({ timeout: 60000 });
    await page.getByRole("button", { name: "Tell me more" }).click();
  }
  await page.getByText("Hint 4 of 4").waitFor();
  await shot(page, "hint-desktop");
  const told = /Best: totem to (\w\d), a (\d) on (\w\d) \((\w+)/;
  const [, to, value, place, best] = (await page.locator(".hint.card").textContent()).match(told);
  equal(best, `${to}${place}${value}`, "the best action's text beside its words");
  await becomes(
    () => page.locator(".b-flying .ghost").count(),
    2,
    "the hint shows the totem and the piece as they would lie",
  );
  await type(page, best);
  await untilPerson(page);
  holds(
    new RegExp(`${best} <[^>]*hints 1,2,3,4>`).test((await saved(page, "yoxii")).record),
    "the hints are not in the record",
  );
  const hinted = page.locator("ol .move").first();
  await becomes(() => hinted.locator("sup svg").count(), 1, "lamps beside the move that was hinted");
  await comes(async () => !(await hinted.innerText()).includes("?"), "a hint is marked like a mistake");
  await done(person);
}

// The engine searches with the book of a game that has one, whoever asks: a hint in a restored
// game, for example.
async function book(site) {
  const person = await visitor(site);
  const { page } = person;
  const { games } = JSON.parse(execFileSync("build/release/abax", ["games", "--json"], { encoding: "utf8" }));
  const { name } = games.find((game) => game.data.includes("book.bin"));
  await visit(page, site, `#/play/${name}`);
  await seats(page, "People here");
  await playOn(page, dice(2), 1);
  const fetched = page.waitForRequest(/book[^/]*\.bin/);
  await page.reload();
  await page.getByRole("button", { name: "Hint", exact: true }).click();
  await page.getByText("Hint 1 of 4").waitFor();
  await fetched;
  await done(person);
}

async function wholeHint(page) {
  await page.getByRole("button", { name: "Hint", exact: true }).click();
  await page.getByText("Hint 1 of 4").waitFor({ timeout: 120000 }); // a busy machine proves slowly
  for (const rung of [2, 3, 4]) {
    await page.getByRole("button", { name: "Tell me more" }).click();
    await page.getByText(`Hint ${rung} of 4`).waitFor();
  }
  return page.locator(".hint.card").textContent();
}

// Proven results come first, at the start and after a reload.
async function proofs(site) {
  const person = await visitor(site);
  const { page } = person;
  await visit(page, site, "#/play/kwinty");
  await seats(page, "People here");
  const first = await wholeHint(page);
  holds(
    /i1v/.test(first) && /wins by force/.test(first) && /No other action wins/.test(first),
    `the hint says: ${first}`,
  );
  await type(page, "i1h");
  await page.waitForFunction(() => document.querySelectorAll("ol .move").length === 1);
  await page.reload();
  const second = await wholeHint(page);
  holds(/is then drawn/.test(second), `after a reload the hint says: ${second}`);
  await done(person);
}

// From the start page through a few moves without a mouse.
async function keyboard(site) {
  const person = await visitor(site);
  const { page } = person;
  await visit(page, site, "#/");
  await tabTo(page, () => document.activeElement?.getAttribute("href") === "#/play/tiku");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".b-svg");
  await tabTo(page, () => document.activeElement?.matches(".abax-board [data-spot]"));
  const ring = await page.evaluate(
    () => getComputedStyle(document.activeElement).outlineStyle + getComputedStyle(document.activeElement).strokeWidth,
  );
  holds(ring !== "none0px", "the focus is not to be seen");
  await page.keyboard.press("Home");
  for (let move = 0; move < 3; move++) {
    await untilPerson(page);
    await keyTo(page, (label) => /White's figure.*can be chosen/.test(label));
    await page.keyboard.press("Enter");
    await keyTo(page, (label) => /can be chosen/.test(label));
    await page.keyboard.press("Enter");
  }
  await untilPerson(page);
  await comes(async () => (await saved(page, "tiku")).moves >= 6, "the moves were not made");
  holds(/Black: .+\./.test(await page.getByTestId("announcer").textContent()), "the answer was not told");
  await done(person);
}

async function tabTo(page, condition) {
  for (let i = 0; i < 60; i++) {
    if (await page.evaluate(condition)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error("cannot be reached with Tab");
}

// Walks over the board row by row with the arrow keys until a square's label fits.
async function keyTo(page, fits) {
  const label = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? "");
  for (const rows of ["ArrowUp", "ArrowDown"]) {
    for (let row = 0; row < 7; row++) {
      await page.keyboard.press("Home");
      for (let column = 0; column < 7; column++) {
        if (fits(await label())) return;
        await page.keyboard.press("ArrowRight");
      }
      await page.keyboard.press(rows);
    }
  }
  throw new Error("no such square");
}

// The first steps of a lesson: done, missed, and an attempt that is meant to be forbidden.
async function lesson(site) {
  const person = await visitor(site);
  const { page } = person;
  const said = page.locator(".answer");
  const move = async (...names) => {
    for (const name of names) await spot(page, name).click();
  };
  await visit(page, site, "#/learn/tiku");
  await page.getByRole("heading", { name: "Figures slide" }).waitFor();
  await move("a2", "a4");
  await page.locator(".answer.done").waitFor();
  await page.getByRole("button", { name: "Next step" }).click();
  await page.getByRole("heading", { name: "The trail of discs" }).waitFor();
  await page.getByRole("button", { name: "Hint", exact: true }).click();
  await page.getByRole("tabpanel").getByText("its row is wide open").waitFor();
  await move("b2", "b3");
  holds(/not what this step asks for/.test(await said.textContent()), "a missed goal is not told");
  await move("a3", "f3");
  await page.locator(".answer.done").waitFor();
  await page.getByRole("button", { name: "Next step" }).click();
  await page.getByRole("heading", { name: "No jumping" }).waitFor();
  await move("a2", "b3");
  await page.locator(".answer.refused").waitFor();
  await page.keyboard.press("Escape");
  await move("a2", "a6");
  await page.locator(".answer.done").waitFor();
  await page.reload();
  await page.getByRole("heading", { name: "No jumping" }).waitFor();
  await done(person);
}

async function drag(site) {
  const person = await visitor(site);
  const { page } = person;
  await visit(page, site, "#/play/tiku");
  const [from, to] = await Promise.all(["a2", "a4"].map((name) => spot(page, name).boundingBox()));
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 6 });
  await page.mouse.up();
  await untilPerson(page);
  holds(/1\. a2a4/.test((await saved(page, "tiku")).record), "the dragged move was not made");
  await done(person);
}

// The spot under the pointer keeps its colour: a tone over it would look like a piece.
async function unveiled(site) {
  const person = await visitor(site);
  const { page } = person;
  await visit(page, site, "#/play/tiku");
  await page.locator("[data-turn=person] .target").first().waitFor();
  const { x, y, width, height } = await spot(page, "c2").boundingBox();
  const middle = { clip: { x: x + width / 2 - 8, y: y + height / 2 - 8, width: 16, height: 16 } };
  await page.mouse.move(2, 2);
  const before = await page.screenshot(middle);
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.waitForFunction(() => document.querySelector(".b-spot.target:hover"));
  holds(before.equals(await page.screenshot(middle)), "the piece under the pointer looks faded");
  await done(person);
}

export const tests = {
  "the pointer veils no piece": unveiled,
  "a reload in the middle": reload,
  "a refused attempt names the rule": refused,
  "undo, redo, typed moves, looking back, resigning": undone,
  "like me": likeMe,
  "what now, what then, whose turn it was": whatNow,
  "a second look at a move": confirmed,
  "people with secrets hand the device over": handOver,
  "two people agree on a draw": twoPeople,
  "computers play each other": computers,
  "the second seat sits below": secondSeat,
  "the hint ladder": ladder,
  "a hint proves": proofs,
  "the book after a reload": book,
  "keyboard only": keyboard,
  "a lesson": lesson,
  "a move by dragging": drag,
};
