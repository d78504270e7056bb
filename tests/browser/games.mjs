// SPDX-License-Identifier: MIT
// Whole games of all six games against the computer, by touches alone, on a desk and on a phone.
import { desk, equal, holds, phone, shot, visitor } from "./house.mjs";
import { dice, games, judge, playOn, saved, visit } from "./steps.mjs";

async function wholeGame(house, game, size, name) {
  const { context, page, faults } = await visitor(house, size);
  await page.addInitScript(() => {
    localStorage.setItem("abax.settings", JSON.stringify({ motion: false }));
  });
  await visit(page, house, `#/play/${game}`);
  await shot(page, `${game}-${name}-start`);
  const roll = dice(7);
  await playOn(page, roll, 14);
  await shot(page, `${game}-${name}-middle`);
  await playOn(page, roll);
  if (name === "phone") await page.getByRole("button", { name: "Moves" }).click();
  const rematch = page.locator(".end").getByRole("button", { name: "Rematch" });
  await rematch.waitFor();
  await shot(page, `${game}-${name}-end`);
  const { record, over, moves } = await saved(page, game);
  holds(over, "the end was not kept");
  holds(moves > 5, `only ${moves} moves`);
  holds(/ (win|loss|draw)\b/.test(judge(record)), `the program says: ${judge(record)}`);
  await rematch.click();
  equal((await saved(page, game)).over, false, "over after the rematch began");
  equal(faults, [], "faults");
  await context.close();
}

export const tests = Object.fromEntries(
  games.flatMap((game) => [
    [`${game} on a desk`, (house) => wholeGame(house, game, desk, "desk")],
    [`${game} on a phone`, (house) => wholeGame(house, game, phone, "phone")],
  ]),
);
