// SPDX-License-Identifier: MIT
// Browser storage of an earlier release (tests/data/compatibility, written by
// tests/compatibility/makepage.mjs): games go on, saved games are listed, and settings, puzzles, a
// study, mistakes and lessons are the same.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { becomes, comes, equal, holds, root, visitor } from "./site.mjs";
import { dice, facts, games, playOn, saved, untilPerson, visit } from "./steps.mjs";

const folder = join(root, "tests/data/compatibility");
const releases = readdirSync(folder).filter((name) => existsSync(join(folder, name, "page.json")));

// Fills the storage of a browser that has not loaded the page yet.
async function fill(page, site, stored) {
  const empty = `${site.address}empty.html`; // it asks for nothing, not even for an icon
  await page.route(empty, (route) =>
    route.fulfill({ contentType: "text/html", body: '<!doctype html><link rel="icon" href="data:," />' }),
  );
  await page.goto(empty);
  await page.evaluate(async ({ localStorage: texts, databases }) => {
    for (const [key, text] of Object.entries(texts)) localStorage.setItem(key, text);
    for (const [name, { version, stores }] of Object.entries(databases)) {
      const db = await new Promise((done, failed) => {
        const request = indexedDB.open(name, version);
        request.onerror = () => failed(request.error);
        request.onsuccess = () => done(request.result);
        request.onupgradeneeded = () => {
          for (const [store, { keyPath, autoIncrement, indexes, rows }] of Object.entries(stores)) {
            const made = request.result.createObjectStore(store, { keyPath, autoIncrement });
            for (const { name: index, keyPath: path } of indexes) made.createIndex(index, path);
            for (const row of rows) made.put(row);
          }
        };
      });
      db.close();
    }
  }, stored);
}

async function withStored(site, release, test) {
  const stored = JSON.parse(readFileSync(join(folder, release, "page.json"), "utf8"));
  const { context, page, errors } = await visitor(site);
  await fill(page, site, stored);
  await test(page, stored);
  equal(errors, [], "errors");
  await context.close();
}

const rowsOf = ({ databases }, name, store) => databases[name].stores[store].rows;

// Each game goes on from where it was, and is saved in its place.
async function gamesGoOn(site, release) {
  await withStored(site, release, async (page, stored) => {
    for (const game of games) {
      const old = JSON.parse(stored.localStorage[`abax.game.${game}`]);
      await visit(page, site, `#/play/${game}`);
      await becomes(async () => (await saved(page, game)).line, old.line, `the game of ${game}`);
      await untilPerson(page);
      await playOn(page, dice(5), 3); // a turn may want more than one touch
      await comes(async () => (await saved(page, game)).line.length > old.line.length, `${game} does not go on`);
      const now = await saved(page, game);
      holds(now.id === old.id && now.line.startsWith(old.line), `${game}: '${now.line}' after '${old.line}'`);
    }
  });
}

async function openSavedGames(site, release) {
  await withStored(site, release, async (page, stored) => {
    const kept = rowsOf(stored, "abax", "games");
    holds(
      facts.every(({ name }) => kept.some(({ game }) => game === name)),
      "a game is not among those that were kept",
    );
    await visit(page, site, "#/shelf");
    await becomes(() => page.locator("li[data-id]").count(), kept.length, "saved games");
    const ids = await page.locator("li[data-id]").evaluateAll((rows) => rows.map((row) => row.dataset.id).sort());
    equal(ids, kept.map(({ id }) => id).sort(), "saved games");
    const ended = kept.find((each) => each.over);
    const over = page.locator(`li[data-id="${ended.id}"]`);
    await comes(async () => /resigned/.test(await over.innerText()), "how a game ended");
    await over.getByRole("button", { name: /^Review/ }).click();
    await comes(() => page.url().endsWith("#/review"), "no review");
    const first = ended.line.split(" ")[0];
    await comes(
      async () => (await page.locator("main").innerText()).includes(first),
      `the review begins with ${first}`,
    );
  });
}

// Settings, puzzles with their rating and due dates, a study, mistakes, progress of a lesson,
// statistics.
async function theRest(site, release) {
  await withStored(site, release, async (page, stored) => {
    await visit(page, site, "#/settings");
    holds(await page.getByLabel("Sound").first().isChecked(), "the setting of the sound");
    const [{ game, rating }] = rowsOf(stored, "abax-puzzles", "solvers");
    const text = () => page.locator("main").innerText();
    await visit(page, site, `#/puzzles/${game}`);
    await comes(async () => (await text()).includes(String(rating)), `the rating ${rating}`);
    await visit(page, site, "#/mistakes");
    const mistakes = JSON.parse(stored.localStorage["abax.mistakes"]);
    await comes(
      async () => (await page.getByTestId("mistakes").innerText()).includes(String(mistakes.length)),
      "the number of mistakes",
    );
    const study = JSON.parse(stored.localStorage[`abax.study.${JSON.parse(stored.localStorage["abax.study"])}`]);
    await visit(page, site, `#/analyse/${study.game}`);
    await comes(async () => (await text()).includes(study.tree[2][0][0]), "the line of the study");
    await visit(page, site, "#/learn/tiku");
    const step = Number(stored.localStorage["abax.lesson.tiku"]);
    await comes(
      async () => (await page.locator("ol.steps button").nth(step).getAttribute("aria-current")) === "step",
      "how far the lesson is",
    );
    await visit(page, site, "#/stats");
    await comes(async () => (await page.getByTestId("stats").first().innerText()).includes("Tiku"), "statistics");
  });
}

if (!releases.length) throw new Error("no release has a page.json");

export const tests = Object.fromEntries(
  releases.flatMap((release) => [
    [`games of ${release} go on`, (site) => gamesGoOn(site, release)],
    [`the saved games of ${release}`, (site) => openSavedGames(site, release)],
    [`settings, puzzles and studies of ${release}`, (site) => theRest(site, release)],
  ]),
);
