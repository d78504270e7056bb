// SPDX-License-Identifier: MIT
// A running clock of a game on the server repaints its digits only, for the player to act and for
// the one who waits.
import { counting, quiet } from "../browser/counted.mjs";
import { equal } from "../browser/site.mjs";
import { dice, games } from "../browser/steps.mjs";
import { create, follow, guest, playOn } from "./site.mjs";

async function runsQuietly(site, game) {
  const people = [await guest(site, "Anna"), await guest(site, "Bert")];
  for (const { page } of people) await page.addInitScript(counting);
  const [anna, bert] = people.map(({ page }) => page);
  const link = await create(anna, site, game, { clock: "300" });
  await follow(bert, link);
  await playOn([anna, bert], dice(6), 8);
  await quiet(anna, `${game}, online, Anna`);
  await quiet(bert, `${game}, online, Bert`);
  equal(
    people.flatMap(({ errors }) => errors),
    [],
    "errors",
  );
  await Promise.all(people.map(({ context }) => context.close()));
}

export const tests = Object.fromEntries(
  games.map((game) => [`a clock of ${game} costs nothing`, (site) => runsQuietly(site, game)]),
);
