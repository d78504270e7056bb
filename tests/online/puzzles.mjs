// SPDX-License-Identifier: MIT
// Puzzles of an account: an attempt is sent to the server, counts once, and its rating is shown; a
// guest's attempts stay here.
import { becomes, equal, examine, holds, shot } from "../browser/site.mjs";
import { mayMove, numberOn, puzzled, solve, stage, wrong } from "../browser/puzzlesteps.mjs";
import { type, visit } from "../browser/steps.mjs";
import { guest, PATIENCE, register } from "./site.mjs";

const [game] = puzzled;

// What the server has of this browser's account.
function standing(page) {
  return page.evaluate(async () => {
    const { token } = JSON.parse(localStorage.getItem("abax.login"));
    const answer = await fetch("api/me/puzzles", { headers: { authorization: `Bearer ${token}` } });
    return answer.json();
  });
}

async function until(page, test, what) {
  for (let i = 0; i < 300; i++) {
    if (test((await standing(page)).games[game])) return;
    await page.waitForTimeout(100);
  }
  throw new Error(what);
}

async function ofAnAccount(site) {
  const { context, page, errors } = await guest(site, "", { bypassCSP: true });
  page.setDefaultTimeout(PATIENCE);
  await register(page, site, "pia");
  await visit(page, site, `#/puzzles/${game}/run`);
  await mayMove(page);
  await until(page, (own) => own?.open, "the attempt is not begun");
  const number = await numberOn(page);
  await becomes(async () => (await standing(page)).games[game].open.puzzle, number, "the one that is open");
  // Coming back finds it as it was left, and nothing is lost.
  await page.reload();
  await mayMove(page);
  await becomes(() => numberOn(page), number, "the one after a reload");
  await becomes(async () => (await standing(page)).games[game].attempts, 0, "what a reload costs");
  await solve(page, game, number);
  await stage(page, "done");
  await until(page, (own) => own?.solved === 1, "the server does not count it");
  const { rating } = (await standing(page)).games[game];
  await page.waitForFunction(
    (own) => document.querySelector("[data-testid=status]").textContent.endsWith(`Your rating: ${own}`),
    Math.round(rating),
  );
  // The same one again, in a browser that remembers nothing: the server does.
  await page.evaluate(() => indexedDB.deleteDatabase("abax-puzzles"));
  await visit(page, site, `#/puzzles/${game}/${number}`);
  await page.reload();
  await solve(page, game, number);
  await stage(page, "done");
  await becomes(async () => (await standing(page)).games[game].rating, rating, "the rating after the second time");
  // A wrong one costs, at the first try alone.
  await visit(page, site, `#/puzzles/${game}/run`);
  await mayMove(page);
  const other = await numberOn(page);
  holds(other !== number, "the server chose the same one again");
  await type(page, wrong(game, other));
  await stage(page, "wrong");
  await until(page, (own) => own?.attempts === 2 && own.rating < rating, "a failed one does not count");
  await page.getByRole("button", { name: "Try again" }).click();
  await solve(page, game, other);
  await stage(page, "done");
  await becomes(async () => (await standing(page)).games[game].solved, 1, "what is solved");
  await visit(page, site, `#/puzzles/${game}`);
  await page.getByText("1 of 2 solved on the server").waitFor();
  await page.getByRole("heading", { name: "Without a fault" }).waitFor();
  await examine(page, "the puzzles of an account");
  await shot(page, "online-puzzles");
  equal(
    errors.filter((error) => !/409/.test(error)), // a second attempt is refused
    [],
    "errors",
  );
  await context.close();
}

// What the server did not get, or had no time for, waits here and is sent later.
async function sentLater(site) {
  const { context, page } = await guest(site);
  page.setDefaultTimeout(PATIENCE);
  await register(page, site, "paul");
  await visit(page, site, `#/puzzles/${game}/run`);
  await mayMove(page);
  await until(page, (own) => own?.open, "the attempt is not begun");
  const number = await numberOn(page);
  await page.route("**/api/puzzles/**", (route) => route.fulfill({ status: 429, json: { error: "too much at once" } }));
  await solve(page, game, number);
  await stage(page, "done");
  await page.waitForFunction(() => JSON.parse(localStorage.getItem("abax.puzzle.out") ?? "[]").length === 1);
  await page.unroute("**/api/puzzles/**");
  await visit(page, site, `#/puzzles/${game}`);
  await until(page, (own) => own?.solved === 1, "what waited is not sent");
  await page.waitForFunction(() => JSON.parse(localStorage.getItem("abax.puzzle.out")).length === 0);
  await context.close();
}

async function ofAGuest(site) {
  const { context, page } = await guest(site);
  page.setDefaultTimeout(PATIENCE);
  const asked = [];
  page.on("request", (request) => /api\/(me\/)?puzzles/.test(request.url()) && asked.push(request.method()));
  await visit(page, site, `#/puzzles/${game}/0`);
  await solve(page, game, 0);
  await stage(page, "done");
  equal(asked, [], "what a guest's attempt sends to the server");
  await context.close();
}

export const tests = {
  "an account's count once": ofAnAccount,
  "sent when there is a network again": sentLater,
  "a guest's stay here": ofAGuest,
};
