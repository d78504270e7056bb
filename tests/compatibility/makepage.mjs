// SPDX-License-Identifier: MIT
// node tests/compatibility/makepage.mjs TREE FILE: has the page of TREE, a built checkout, write what a browser keeps: games of all kinds, settings,
// puzzles, a study, a review. FILE gets local storage and the databases as JSON. tests/browser/kept.mjs opens them with the present page.
import { writeFileSync } from "node:fs";
import { resolve } from "node:path";

const [tree, file] = process.argv.slice(2).map((word) => resolve(word));
const { close, open } = await import(`${tree}/tests/browser/site.mjs`);
const { dice, games, playOn, spot, type, untilPerson, visit } = await import(`${tree}/tests/browser/steps.mjs`);
const { long, puzzled, solve, stage, visitor, wrong } = await import(`${tree}/tests/browser/puzzlesteps.mjs`);

// Everything that the page has written.
const dump = (page) =>
  page.evaluate(async () => {
    const answer = (request) =>
      new Promise((done, failed) => {
        request.onsuccess = () => done(request.result);
        request.onerror = () => failed(request.error);
      });
    const databases = {};
    for (const { name, version } of await indexedDB.databases()) {
      const db = await answer(indexedDB.open(name));
      databases[name] = { version, stores: {} };
      for (const store of db.objectStoreNames) {
        const rows = db.transaction(store).objectStore(store);
        const { keyPath, autoIncrement } = rows;
        const indexes = [...rows.indexNames].map((index) => ({ name: index, keyPath: rows.index(index).keyPath }));
        databases[name].stores[store] = { keyPath, autoIncrement, indexes, rows: await answer(rows.getAll()) };
      }
      db.close();
    }
    return { localStorage: { ...localStorage }, databases };
  });

const site = await open();
const { context, page, errors } = await visitor(site);

await visit(page, site, "#/settings");
await page.getByLabel("Sound").first().check();
for (const game of games) {
  await visit(page, site, `#/play/${game}`);
  await playOn(page, dice(3), 4);
  await untilPerson(page);
}

// One game is over and reviewed, another one of its kind goes on.
await visit(page, site, `#/play/${games[0]}`);
await page.getByRole("button", { name: "Resign" }).click();
await page.getByRole("button", { name: "Yes" }).click();
await page.waitForSelector('[data-turn="over"]');
await page.getByRole("button", { name: /^New/ }).first().click();
await playOn(page, dice(4), 2);
await untilPerson(page);
await visit(page, site, "#/shelf");
await page
  .getByRole("button", { name: /^Review/ })
  .first()
  .click();
await page.waitForFunction(() => localStorage.getItem("abax.accuracies"));

// One puzzle failed and one solved, both rated.
const [game] = puzzled;
const first = long(game);
await visit(page, site, `#/puzzles/${game}/${first}`);
await stage(page, "solving");
await type(page, wrong(game, first));
await stage(page, "wrong");
await visit(page, site, `#/puzzles/${game}/${first + 1}`);
await stage(page, "solving");
await solve(page, game, first + 1);
await stage(page, "done");

await visit(page, site, `#/analyse/${games[0]}`);
await page.locator(".abax-board .target[data-spot]").first().click();
await page.locator(".abax-board .target[data-spot]").first().click();
await page.waitForFunction((name) => localStorage.getItem(`abax.study.${name}`)?.includes(","), games[0]);

await visit(page, site, "#/learn/tiku");
for (const name of ["a2", "a4"]) await spot(page, name).click();
await page.locator(".answer.done").waitFor();
await page.getByRole("button", { name: "Next step" }).click();
await page.waitForFunction(() => localStorage.getItem("abax.lesson.tiku") === "1");

const found = await dump(page);
if (errors.length) throw new Error(errors.join("\n"));
writeFileSync(file, `${JSON.stringify(found, null, 1)}\n`);
console.log(Object.keys(found.localStorage).sort().join(" "));
await context.close();
await close(site);
