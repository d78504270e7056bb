// SPDX-License-Identifier: MIT
// A running clock repaints its digits only: no call of the engine, no drawing of the tower, no
// other change of the page, and one change of a text per second. The time that it takes has a
// generous limit, since machines differ; it is printed.
import { becomes, equal, holds, visitor } from "./site.mjs";
import { dice, facts, games, playOn, saved, turn, untilPerson, visit } from "./steps.mjs";
import { counting, quiet, quietInTenths } from "./counted.mjs";

const MINUTES_5 = "300";

// A game against the weakest computer, with a clock, after some touches.
async function begin(site, game, clock) {
  const person = await visitor(site);
  const { page } = person;
  const { seats } = facts.find(({ name }) => name === game);
  await page.addInitScript(counting);
  await page.addInitScript(
    ([name, setup]) => localStorage.setItem(`abax.setup.${name}`, JSON.stringify(setup)),
    [game, { clock, seats: seats.map((_, seat) => ({ who: seat ? "level:1" : "person", name: "" })) }],
  );
  await visit(page, site, `#/play/${game}`);
  return person;
}

// Asks for hints until the board shows candidates: each tick of a clock once asked the engine for their spots.
async function askForCandidates(page) {
  for (const rung of [1, 2]) {
    await page.keyboard.press("h");
    await page.getByText(`Hint ${rung} of 4`).waitFor({ timeout: 30000 });
  }
}

async function runsQuietly(site, game) {
  const { context, page, errors } = await begin(site, game, MINUTES_5);
  await playOn(page, dice(5), 8);
  await untilPerson(page);
  equal(await turn(page), "person", "whose turn it is");
  await quiet(page, game);
  await askForCandidates(page);
  await quiet(page, `${game}, with candidates`);
  const kept = await saved(page, game);
  equal(errors, [], "errors");
  await context.close();
  await runsOut(site, game, kept);
}

const LEFT = 20; // seconds, of which some are for hints

// The same game with little time left: tenths are shown.
async function runsOut(site, game, kept) {
  const { context, page, errors } = await visitor(site);
  await page.addInitScript(counting);
  const record = kept.record.replace(/(?<=\[Left ")[\d.]+|(?<=\[Left "[^"]* )[\d.]+/g, LEFT);
  await page.addInitScript(
    ([name, text]) => localStorage.setItem(`abax.game.${name}`, text),
    [game, JSON.stringify({ ...kept, record })],
  );
  await visit(page, site, `#/play/${game}`);
  await untilPerson(page);
  await askForCandidates(page);
  await quietInTenths(page, `${game}, with candidates`);
  equal(errors, [], "errors");
  await context.close();
}

// When the time is up the session is asked, once or twice, and the game ends as it says.
async function flagFalls(site) {
  const { context, page, errors } = await begin(site, "tiku", "3");
  await playOn(page, dice(5), 2);
  await untilPerson(page);
  await page.evaluate(() => (window.counted.session = 0));
  await page.locator("[data-turn=over]").waitFor();
  const calls = await page.evaluate(() => window.counted.session);
  holds(calls >= 1 && calls <= 6, `${calls} calls of the session until the end on time`);
  await becomes(() => page.locator(".clock").last().textContent(), "0.0", "the clock of who lost on time");
  holds(/time/.test(await page.getByTestId("reason").textContent()), "the end does not say that it came by time");
  equal(errors, [], "errors");
  await context.close();
}

export const tests = {
  ...Object.fromEntries(games.map((game) => [`a clock of ${game} costs nothing`, (site) => runsQuietly(site, game)])),
  "a flag falls": flagFalls,
};
