// SPDX-License-Identifier: MIT
// A running clock of a game on the server repaints its digits only, for the player to act and for
// the one who waits.
import { counting, quiet } from "../browser/counted.mjs";
import { equal } from "../browser/house.mjs";
import { dice, games } from "../browser/steps.mjs";
import { create, follow, guest, playOn } from "./house.mjs";

async function runsQuietly(house, game) {
  const people = [await guest(house, "Anna"), await guest(house, "Bert")];
  for (const { page } of people) await page.addInitScript(counting);
  const [anna, bert] = people.map(({ page }) => page);
  const link = await create(anna, house, game, { clock: "300" });
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
  games.map((game) => [`a clock of ${game} costs nothing`, (house) => runsQuietly(house, game)]),
);
