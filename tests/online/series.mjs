// SPDX-License-Identifier: MIT
// A series for points between two browsers: lots, giving up, the loser's choice, revenge, and the
// last word.
import { equal, holds, phone, shot } from "../browser/site.mjs";
import { dice } from "../browser/steps.mjs";
import { pair, playOn, record, shown } from "./site.mjs";

const names = ["Anna", "Bert"];

// The score of a match, in the line that every screen shows.
async function standing(page) {
  return (await page.getByTestId("status").first().textContent()).match(/Game \d+ of \d+\..*$/)?.[0];
}

// A player resigns; both pages show the same points, and they are the server's.
async function resign(site, table, loser) {
  const page = table.pages[loser];
  await page.getByRole("button", { name: "Resign" }).first().click();
  await page.getByRole("button", { name: "Yes" }).click();
  await Promise.all(table.pages.map((each) => each.locator("[data-turn=over]").waitFor()));
  const standings = await Promise.all(table.pages.map((each) => standing(each)));
  // The same points, each reader's first.
  const parts = (text) => text.match(/(Anna|Bert) \d+/g);
  equal(parts(standings[0]), parts(standings[1]).reverse(), "how the series stands on both pages");
  for (const [at, name] of ["Anna", "Bert"].entries())
    holds(parts(standings[at])[0].startsWith(name), `${name}: ${standings[at]}`);
  const { series, seats } = await shown(page, site);
  for (const { seat, score } of series.players)
    holds(
      standings[0].includes(`${seats[seat].name} ${score}`),
      `${standings[0]} does not say ${seats[seat].name} ${score}`,
    );
  return { standing: standings[0], series, seats };
}

// Each player touches once.
async function next(table, labels) {
  const before = await Promise.all(table.pages.map((page) => page.url()));
  for (const [at, page] of table.pages.entries()) {
    const button = page.getByRole("button", { name: labels[at] }).first();
    // On a phone the loser's choice is in the panel of moves.
    if (!(await button.isVisible())) await page.getByRole("button", { name: "Moves" }).first().click();
    await button.click();
  }
  for (const [at, page] of table.pages.entries()) {
    await page.waitForFunction((url) => location.href !== url, before[at]);
    await page.locator("[data-turn=person], [data-turn=other]").or(page.locator("[data-turn]")).first().waitFor();
  }
}

async function forPoints(site) {
  const table = await pair(site, "tiku", { games: 3, ticks: ["Play for points"], lots: true }, [{}, phone]);
  const first = await shown(table.pages[0], site);
  equal(first.lots, "drawn", "the lots");
  for (const page of table.pages) await page.getByText("begins by lot").first().waitFor();
  await playOn(table.pages, dice(5), 6);
  const one = await resign(site, table, 1);
  equal(one.series.played, 1, "games played");
  holds(
    one.series.players.some(({ score }) => score > 0 && score < 14),
    `the points are ${one.standing}`,
  );
  await shot(table.pages[0], "series-desktop");
  await shot(table.pages[1], "series-phone");
  holds(/Series "3 0 score/.test(await record(table.pages[0], site)), "the record does not have the series");
  await next(table, ["Next game", "Next: Anna begins"]); // Bert lost, and lets Anna begin
  const second = await shown(table.pages[0], site);
  equal(second.seats[0].name, "Anna", "who begins");
  equal(second.series.played, 1, "games played");
  for (const page of table.pages) await page.getByText("game 2 of 3").first().waitFor();
  await playOn(table.pages, dice(6), 4);
  await resign(site, table, 0);
  await next(table, ["Next: Anna begins", "Next game"]);
  await playOn(table.pages, dice(7), 4);
  const last = await resign(site, table, 1);
  equal(last.series.played, 3, "games played");
  const best = last.series.leader;
  holds(
    best < 0 || last.standing.includes(`${last.seats[best].name} wins the series`),
    `the end reads ${last.standing}`,
  );
  equal([...table.anna.errors, ...table.bert.errors], [], "errors");
  await table.end();
}

async function revenge(site) {
  const table = await pair(site, "tokan");
  await playOn(table.pages, dice(8), 6);
  const deal = (await shown(table.pages[0], site)).start;
  await table.pages[0].getByRole("button", { name: "Resign" }).first().click();
  await table.pages[0].getByRole("button", { name: "Yes" }).click();
  await Promise.all(table.pages.map((page) => page.locator("[data-turn=over]").waitFor()));
  await table.pages[0].getByRole("button", { name: "Revenge" }).first().click();
  await table.pages[1].getByText("Anna offers revenge").first().waitFor();
  await shot(table.pages[1], "revenge-offered");
  await table.pages[1].getByRole("button", { name: "Revenge" }).first().click();
  await table.pages[1].waitForFunction(() => document.querySelector("[data-turn]:not([data-turn=over])"));
  const again = await shown(table.pages[1], site);
  equal(again.start, deal, "the deal");
  equal(
    again.seats.map(({ name }) => name),
    [...names].reverse(),
    "the seats",
  );
  await table.end();
}

// What both pages say of the deal after the end, with the number of shares.
async function proven(site, table, count) {
  for (const page of table.pages) {
    const said = await page.getByTestId("proof").first().textContent();
    holds(/^The deal is proven/.test(said), `the proof reads '${said}'`);
  }
  const { deal } = await shown(table.pages[0], site);
  equal(deal.parts.filter((part) => part.length === 64).length, count, "seats that have a part");
  equal(deal.silent.length, table.pages.length - count, "seats that have none");
}

// Both pages send a share of the deal, and check it after the end; in the rematch too, where the
// server asks for it. A browser that cannot hash sends none, the game does not wait for it, and
// both pages say so.
async function provenDeal(site) {
  const table = await pair(site, "masker");
  await playOn(table.pages, dice(4));
  await proven(site, table, 2);
  await shot(table.pages[0], "deal-proven");
  holds(/\[Deal2 /.test(await record(table.pages[0], site)), "the record has no proof");
  await next(table, ["Rematch", "Rematch"]);
  await playOn(table.pages, dice(5));
  await proven(site, table, 2);
  holds(/\[Deal2 /.test(await record(table.pages[0], site)), "the record of the rematch has no proof");
  await table.pages[1].evaluate(() => Object.defineProperty(crypto, "subtle", { value: undefined }));
  await next(table, ["Rematch", "Rematch"]);
  for (const page of table.pages) await page.getByText("no part in the deal").first().waitFor();
  await playOn(table.pages, dice(6));
  const said = await table.pages[0].getByTestId("silent").first().textContent();
  holds(/^Bert gave no part of the deal in time/.test(said), `the silent player is named as '${said}'`);
  await shot(table.pages[0], "deal-silent");
  const { deal } = await shown(table.pages[0], site);
  equal(deal.parts.filter((part) => part.length === 64).length, 1, "seats that have a part");
  holds(/\[Silent "[12]"\]/.test(await record(table.pages[0], site)), "the record does not say who was silent");
  await table.end();
}

export const tests = {
  "a series for points, with lots and the loser's choice": forPoints,
  "revenge with the same deal": revenge,
  "the deal of a game with secrets is proven": provenDeal,
};
