// SPDX-License-Identifier: MIT
// A running clock of a game on the server repaints its digits only, for the player to act and for
// the one who waits.
import { counting, quiet, quietInTenths } from "../browser/counted.mjs";
import { equal } from "../browser/site.mjs";
import { dice, games } from "../browser/steps.mjs";
import { create, follow, guest, playOn } from "./site.mjs";

// Two people at a table of a game with this clock, which the form need not offer.
async function begin(site, game, clock) {
  const people = [await guest(site, "Anna"), await guest(site, "Bert")];
  for (const { page } of people) await page.addInitScript(counting);
  const [anna, bert] = people.map(({ page }) => page);
  await anna.route("**/api/games", (route) => {
    const made = route.request().postDataJSON();
    return made?.clock ? route.continue({ postData: JSON.stringify({ ...made, clock }) }) : route.continue();
  });
  await follow(bert, await create(anna, site, game, { clock: "300" }));
  return { people, anna, bert };
}

async function end(people) {
  equal(
    people.flatMap(({ errors }) => errors),
    [],
    "errors",
  );
  await Promise.all(people.map(({ context }) => context.close()));
}

async function runsQuietly(site, game) {
  const { people, anna, bert } = await begin(site, game, "300");
  await playOn([anna, bert], dice(6), 8);
  await quiet(anna, `${game}, online, Anna`);
  await quiet(bert, `${game}, online, Bert`);
  await end(people);
}

async function runsOut(site) {
  const { people, anna, bert } = await begin(site, "turris", "12");
  await playOn([anna, bert], dice(6), 2);
  await Promise.all([quietInTenths(anna, "turris, online, Anna"), quietInTenths(bert, "turris, online, Bert")]);
  await end(people);
}

export const tests = {
  ...Object.fromEntries(games.map((game) => [`a clock of ${game} costs nothing`, (site) => runsQuietly(site, game)])),
  "tenths of a clock cost nothing": runsOut,
};
