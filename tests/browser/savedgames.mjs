// SPDX-License-Identifier: MIT
// Games are never lost: reloads, two tabs, damaged games, no room, deletion and its undoing, files
// out and in.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  becomes,
  comes,
  desktop,
  equal,
  examine,
  holds,
  narrow,
  phone,
  root,
  settled,
  shot,
  visitor,
} from "./site.mjs";
import { dice, judge, playOn, saved, spot, untilPerson, visit } from "./steps.mjs";

const people = {
  seats: [
    { who: "person", name: "" },
    { who: "person", name: "" },
  ],
};

// Two people at one device, so no computer thinks in between.
async function table(site, options = {}) {
  const guest = await visitor(site, options);
  await guest.page.addInitScript((setup) => {
    if (!localStorage.getItem("abax.setup.tiku")) localStorage.setItem("abax.setup.tiku", JSON.stringify(setup));
  }, people);
  await visit(guest.page, site, "#/play/tiku");
  return guest;
}

// Touches the square that an action leaves and the one it goes to.
async function act(page, action) {
  await spot(page, action.slice(0, 2)).click();
  await spot(page, action.slice(2)).click();
}

async function play(page, ...actions) {
  for (const action of actions) await act(page, action);
  await page.waitForFunction(
    (last) => JSON.parse(localStorage.getItem("abax.game.tiku"))?.line?.endsWith(last),
    actions.at(-1),
  );
}

// The content of the database of saved games.
function shelved(page) {
  return page.evaluate(
    () =>
      new Promise((done) => {
        const request = indexedDB.open("abax", 1);
        request.onupgradeneeded = () => request.result.createObjectStore("games", { keyPath: "id" });
        request.onsuccess = () => {
          const all = request.result.transaction("games").objectStore("games").getAll();
          all.onsuccess = () => {
            request.result.close();
            done(all.result);
          };
        };
      }),
  );
}

async function until(page, test, what) {
  for (let i = 0; i < 100; i++) {
    if (test(await shelved(page))) return;
    await page.waitForTimeout(100);
  }
  throw new Error(what);
}

async function openSavedGames(page, site, count) {
  await visit(page, site, "#/shelf");
  await page.waitForFunction((n) => document.querySelectorAll("li[data-id]").length === n, count);
}

async function resign(page) {
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Yes" }).click();
  await page.waitForSelector('[data-turn="over"]');
}

async function newGame(page) {
  await page.getByRole("button", { name: /^New/ }).first().click();
}

async function finishedAndRunning(site) {
  const { context, page, errors } = await table(site);
  await play(page, "a2a4", "b5b3");
  await resign(page);
  const first = await saved(page, "tiku");
  await newGame(page);
  await play(page, "c2c4");
  await newGame(page);
  await page.getByRole("button", { name: "Yes" }).click();
  await play(page, "d2d4");
  await page.reload();
  await page.waitForSelector("#app:not([data-still]) h1");
  await becomes(async () => (await saved(page, "tiku")).line, "d2d4", "the game after a reload");
  await until(page, (all) => all.length === 3, "three games are not saved");
  await becomes(
    async () => (await shelved(page)).find(({ id }) => id === first.id).record,
    first.record,
    "the finished game",
  );
  await openSavedGames(page, site, 3);
  await shot(page, "savedgames");
  const running = page.locator("li[data-id]", { hasText: "1 move" });
  await becomes(() => running.count(), 2, "running games");
  await comes(
    () => page.getByText("White resigns").or(page.getByText("resign")).first().isVisible(),
    "no result is shown",
  );
  await page
    .locator("li[data-id]")
    .nth(1)
    .getByRole("button", { name: /^Go on/ })
    .click();
  await page.waitForSelector("[data-turn]");
  await becomes(async () => (await saved(page, "tiku")).line, "c2c4", "the game that was gone on with");
  await play(page, "e5e3");
  await visit(page, site, "#/shelf");
  await page.getByRole("button", { name: /^Review/ }).click();
  await page.waitForSelector("#app h1");
  holds(page.url().endsWith("#/review"), "no review");
  equal(errors, [], "errors");
  await context.close();
}

// A player among computers reads the result: which seat, against whom, won or lost.
async function tellsYou(site) {
  const { context, page, errors } = await visitor(site);
  await visit(page, site, "#/play/tiku");
  await playOn(page, dice(3), 2);
  await untilPerson(page);
  await resign(page);
  await openSavedGames(page, site, 1);
  const lines = page.locator("li[data-id] > p");
  await becomes(() => lines.nth(1).innerText(), "White (you) – Black (Otto, level 3)", "who played");
  await becomes(() => lines.nth(2).innerText(), "You lost 0 : 13 · White resigned · 2 moves played", "how it ended");
  equal(errors, [], "errors");
  await context.close();
}

// An undo after the end makes another game, and the finished one stays.
async function takenBack(site) {
  const { context, page } = await table(site);
  await play(page, "a2a4", "b5b3");
  await resign(page);
  const first = await saved(page, "tiku");
  await page.keyboard.press("u");
  await page.waitForSelector('[data-turn="person"]');
  await becomes(async () => (await saved(page, "tiku")).record, first.record, "the finished game after undo");
  await play(page, "c5c3");
  await comes(async () => (await saved(page, "tiku")).id !== first.id, "the finished game was played on");
  await until(page, (all) => all.some(({ record }) => record === first.record), "the finished game is lost");
  await context.close();
}

async function twoTabs(site) {
  const { context, page: one } = await table(site);
  await play(one, "a2a4");
  const two = await context.newPage();
  await visit(two, site, "#/play/tiku");
  await play(two, "b5b3", "c2c4");
  await one.waitForFunction(() => document.body.textContent.includes("c2c4"));
  await one.reload();
  await one.waitForSelector("#app:not([data-still]) h1");
  await becomes(async () => (await saved(one, "tiku")).line, "a2a4 b5b3 c2c4", "the game after the other tab's reload");
  await play(one, "d5d3");
  await two.waitForFunction(() => document.body.textContent.includes("d5d3"));
  // One of them hears nothing and goes another way: both stay, and one can choose.
  const there = await saved(one, "tiku");
  await one.evaluate((game) => {
    const line = `${game.line} e2e4`;
    const record = game.record.replace("*", "5. e2e4 *");
    localStorage.setItem(
      "abax.game.tiku",
      JSON.stringify({ ...game, line, record, moves: 5, version: game.version + 1 }),
    );
  }, there);
  await act(one, "f2f4");
  await one.waitForSelector("[data-testid=keeping]");
  const mine = await saved(one, "tiku");
  equal(mine.line, "a2a4 b5b3 c2c4 d5d3 f2f4", "the own way");
  holds(mine.id !== there.id, "one way was written over the other");
  await until(one, (all) => all.some(({ line }) => line?.endsWith("e2e4")), "the other way is lost");
  await one.getByRole("button", { name: "Show the other" }).click();
  await one.waitForFunction(() => JSON.parse(localStorage.getItem("abax.game.tiku")).line.endsWith("e2e4"));
  await until(one, (all) => all.some(({ line }) => line?.endsWith("f2f4")), "the own way is lost");
  await context.close();
}

// Two tabs, one computer: it answers once.
async function twoTabsThinking(site) {
  const { context, page: one } = await visitor(site);
  await visit(one, site, "#/play/tiku");
  const two = await context.newPage();
  await visit(two, site, "#/play/tiku");
  await playOn(one, dice(3), 8);
  await untilPerson(one);
  await one.waitForTimeout(500);
  const { line, moves } = await saved(one, "tiku");
  holds(moves >= 4 && moves % 2 === 0, `moves of ${line}`);
  const last = line.split(" ").at(-1);
  await two.waitForFunction((text) => document.body.textContent.includes(text), last);
  await comes(async () => !(await two.locator("[data-testid=keeping]").count()), "the tabs went different ways");
  await context.close();
}

async function damaged(site) {
  for (const broken of [
    '{"record": "[Game',
    JSON.stringify({ setup: people, record: '[Game "tiku"]\n\n1. a2a9 *', moves: 1 }),
  ]) {
    const { context, page, errors } = await visitor(site);
    await page.addInitScript((text) => {
      if (sessionStorage.getItem("seen")) return;
      sessionStorage.setItem("seen", "yes");
      localStorage.setItem("abax.game.tiku", text);
    }, broken);
    await visit(page, site, "#/play/tiku");
    await page.waitForSelector("[data-testid=keeping]");
    holds(/set aside/.test(await page.locator("[data-testid=keeping]").textContent()), "no sentence");
    await act(page, "a2a4");
    await untilPerson(page);
    await openSavedGames(page, site, 2);
    const aside = page.locator("li[data-id]", { hasText: "cannot be read" });
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      aside.getByRole("button", { name: /^Export/ }).click(),
    ]);
    const text = readFileSync(await download.path(), "utf8");
    if (broken.startsWith('{"record"')) equal(text, broken, "the damaged text");
    else equal(JSON.parse(text).record, JSON.parse(broken).record, "the damaged record");
    equal(errors, [], "errors");
    await context.close();
  }
}

// A damaged entry of the database is reported and stays.
async function damagedEntry(site) {
  const { context, page } = await table(site);
  await play(page, "a2a4");
  await resign(page);
  await newGame(page);
  await until(page, (all) => all.length === 1, "the game is not saved");
  await page.evaluate(
    () =>
      new Promise((done) => {
        const request = indexedDB.open("abax", 1);
        request.onsuccess = () => {
          const games = request.result.transaction("games", "readwrite").objectStore("games");
          games.getAll().onsuccess = (event) => {
            const [entry] = event.target.result;
            games.put({ ...entry, record: entry.record.slice(0, 40) }).onsuccess = () => {
              request.result.close();
              done();
            };
          };
        };
      }),
  );
  await openSavedGames(page, site, 1);
  await page.getByText("cannot be read").waitFor();
  await becomes(async () => (await shelved(page))[0].record.length, 40, "the damaged record");
  await context.close();
}

// No room anywhere: one sentence, the game goes on, and when there is room again it is kept.
async function noRoom(site) {
  const { context, page } = await table(site);
  await play(page, "a2a4");
  await page.evaluate(() => {
    const { setItem } = Storage.prototype;
    const { put } = IDBObjectStore.prototype;
    const full = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
    Storage.prototype.setItem = full;
    IDBObjectStore.prototype.put = full;
    window.room = () => {
      Storage.prototype.setItem = setItem;
      IDBObjectStore.prototype.put = put;
    };
  });
  await act(page, "b5b3");
  await page.waitForSelector("[data-testid=keeping]");
  holds(/no room/.test(await page.locator("[data-testid=keeping]").textContent()), "no sentence");
  await act(page, "c2c4");
  await page.waitForFunction(() => document.body.textContent.includes("c2c4"));
  await page.evaluate(() => window.room());
  await play(page, "d5d3");
  await page.waitForSelector("[data-testid=keeping]", { state: "detached" });
  await becomes(
    async () => (await saved(page, "tiku")).line,
    "a2a4 b5b3 c2c4 d5d3",
    "the game when there is room again",
  );
  await context.close();
}

async function noDatabase(site) {
  const { context, page } = await visitor(site);
  await page.addInitScript((setup) => {
    IDBFactory.prototype.open = () => {
      throw new DOMException("forbidden", "SecurityError");
    };
    if (!localStorage.getItem("abax.setup.tiku")) localStorage.setItem("abax.setup.tiku", JSON.stringify(setup));
  }, people);
  await visit(page, site, "#/play/tiku");
  await play(page, "a2a4");
  await resign(page);
  await newGame(page);
  await play(page, "c2c4");
  await page.reload();
  await openSavedGames(page, site, 2);
  await context.close();
}

async function deleteAndUndo(site) {
  const { context, page } = await table(site);
  await play(page, "a2a4", "b5b3");
  const { record } = await saved(page, "tiku");
  await openSavedGames(page, site, 1);
  await page.getByRole("button", { name: /^Delete/ }).click();
  await page.getByText("Nothing was played here yet").waitFor();
  await becomes(() => shelved(page), [], "the database after deletion");
  await page.getByRole("button", { name: "Undo" }).click();
  await page.locator("li[data-id]").waitFor();
  await becomes(async () => (await shelved(page))[0].record, record, "the record that came back");
  await page.getByRole("button", { name: /^Delete/ }).click();
  await page.getByText("Nothing was played here yet").waitFor();
  await page.reload();
  await page.getByText("Nothing was played here yet").waitFor();
  await context.close();
}

async function files(site) {
  const { context, page } = await table(site);
  await play(page, "a2a4", "b5b3");
  await resign(page);
  await newGame(page);
  await play(page, "c2c4");
  await openSavedGames(page, site, 2);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export all" }).click(),
  ]);
  const path = join(root, "build/shots/abax-games.txt");
  writeFileSync(path, readFileSync(await download.path()));
  await page
    .getByRole("button", { name: /^Share/ })
    .first()
    .click();
  const [picture] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Picture (SVG)" }).click(),
  ]);
  const svg = readFileSync(await picture.path(), "utf8");
  holds(svg.startsWith("<svg") && svg.length > 3000, `a picture without a board on the screen: ${svg.slice(0, 200)}`);
  const wanted = (await shelved(page)).map(({ record }) => record).sort();
  for (const record of wanted) judge(record);
  await context.close();
  const other = await visitor(site);
  await openSavedGames(other.page, site, 0);
  await other.page.locator("input[type=file]").setInputFiles(path);
  await other.page.getByTestId("message").getByText("2 games taken over.").waitFor();
  await becomes(
    async () => (await shelved(other.page)).map(({ record }) => record).sort(),
    wanted,
    "the records after the way there",
  );
  await other.page.locator("input[type=file]").setInputFiles([]);
  await other.page.locator("input[type=file]").setInputFiles(path);
  await other.page.getByTestId("message").getByText("2 were there already.").waitFor();
  await other.page.locator("input[type=file]").setInputFiles({
    name: "bad.txt",
    mimeType: "text/plain",
    buffer: Buffer.from('[Game "tiku"]\n\n1. a2a9 *\n'),
  });
  await other.page.getByTestId("message").getByText("bad.txt:").waitFor();
  await becomes(async () => (await shelved(other.page)).length, 2, "games after a bad file");
  equal(other.errors, [], "errors");
  await other.context.close();
}

async function everySize(site) {
  for (const [name, options] of Object.entries({ desktop, phone, narrow })) {
    const { context, page } = await visitor(site, {
      ...options,
      bypassCSP: true,
      locale: name === "phone" ? "de-DE" : "en-GB",
    });
    await page.addInitScript((setup) => {
      const saved = {
        id: "x",
        version: 1,
        game: "tiku",
        setup,
        record: '[Game "tiku"]\n\n1. a2a4 2. b5b3 *',
        moves: 2,
        when: 1e12,
      };
      localStorage.setItem("abax.out.x", JSON.stringify({ ...saved, over: false, line: "a2a4 b5b3" }));
      localStorage.setItem(
        "abax.out.y",
        JSON.stringify({ id: "y", version: 1, damaged: "?", game: "tiku", when: 1e12 }),
      );
    }, people);
    await openSavedGames(page, site, 2);
    await settled(page);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    holds(wide <= 0, `the saved games are ${wide} too wide for ${name}`);
    await examine(page, `saved games, ${name}`);
    await shot(page, `savedgames-${name}`);
    await context.close();
  }
}

export const tests = {
  "finished and running games stay, a reload goes on": finishedAndRunning,
  "saved games say who won against whom": tellsYou,
  "what is taken back after the end": takenBack,
  "two tabs agree": twoTabs,
  "two tabs and one computer": twoTabsThinking,
  "a damaged slot": damaged,
  "a damaged entry": damagedEntry,
  "no room": noRoom,
  "no database": noDatabase,
  "delete and undo": deleteAndUndo,
  "export and import": files,
  "every size, axe": everySize,
};
