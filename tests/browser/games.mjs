// SPDX-License-Identifier: MIT
// Whole games of every game against the computer, by touches alone, on a desktop and on a phone.
import { becomes, comes, desktop, equal, holds, phone, shot, visitor } from "./site.mjs";
import { dice, ended, games, judge, playOn, saved, turn, untilPerson, visit } from "./steps.mjs";

// On a desktop all of it is in the window, and nowhere does a board lie under something else.
async function fits(page, name) {
  const { board, bar, height, window } = await page.evaluate(() => ({
    board: document.querySelector(".b-svg").getBoundingClientRect().bottom,
    bar: document.querySelector(".below").getBoundingClientRect().top,
    height: document.documentElement.scrollHeight,
    window: innerHeight,
  }));
  holds(board <= bar + 1, `the board ends at ${board}, what is below begins at ${bar}`);
  if (name === "desktop") holds(height <= window, `the page is ${height} high in a window of ${window}`);
}

// Why it ended, as a player of two reads it: the record has seats where the page has "you".
function reasonFor(scene, lost) {
  const events = (scene.events ?? []).map(({ text }) => {
    const own = /^(\w+) took their own last (.+) and is out\.$/.exec(text);
    const other = /^(\w+) took the last (.+) of (\w+), who is out\.$/.exec(text);
    if (own) return lost ? `You took your own last ${own[2]}. You are out.` : text;
    if (other && lost) return `${other[1]} took your last ${other[2]}. You are out.`;
    if (other) return `You took the last ${other[2]} of ${other[3]}, who is out.`;
    return text;
  });
  const verdicts = scene.verdicts.filter(({ step }) => !step).map(({ said }) => said.text);
  return (events.length ? [...events, verdicts[0]] : verdicts).join(" ");
}

// The winner and the rule are on each tab, in the words of the scene that the program shows for the
// record.
async function explains(page, scene) {
  const card = page.locator(".end");
  for (const tab of ["Rules", "Share", "Moves"]) {
    await page.getByRole("tab", { name: tab }).click();
    holds(/^(You won|You lost|A draw)/.test(await card.locator("h2").innerText()), `no result beside ${tab}`);
    const said = reasonFor(scene, /^You lost/.test(await card.locator("h2").innerText()));
    holds(said, "the rules do not tell why");
    await becomes(() => card.getByTestId("reason").innerText(), said, `the reason beside ${tab}`);
  }
  const marks = scene.marks.filter(({ sign }) => sign === "deciding").length;
  await becomes(() => page.locator(".m-deciding.under").count(), marks, "deciding marks on the board");
  holds(marks > 0 || scene.verdicts.some(({ spots }) => spots.length), "nothing shows what decided");
  const steps = scene.verdicts.filter(({ step }) => step);
  for (const { said, spots } of steps) {
    await card.getByRole("button", { name: "Count step by step" }).click();
    holds(!spots.length || (await page.locator(".m-hint, .m-glow").count()), `no square is shown for ${said.text}`);
    await comes(
      async () => (await page.getByTestId("status").innerText()).endsWith(said.text),
      `the count says ${said.text}`,
    );
  }
}

// A phone shows the result and what can follow without another touch, all in the window.
async function tellsAtOnce(page, scene) {
  const status = page.getByTestId("status");
  const text = (await status.innerText()).replace(/\s+/g, " ");
  const said = reasonFor(scene, /^You lost/.test(text));
  holds(/^(You won|You lost|A draw)/.test(text), `a phone says ${text}`);
  holds(text.endsWith(said), `a phone says ${text} instead of ${said}`);
  const actions = page.locator(".actions");
  const ways = [
    "Rematch",
    "Review",
    "Key move",
    "Share",
    "Moves",
    ...(scene.verdicts.some(({ step }) => step) ? ["Count"] : []),
  ];
  for (const place of [status, ...ways.map((name) => actions.getByRole("button", { name, exact: true }))]) {
    const box = await place.boundingBox();
    const { width, height } = page.viewportSize();
    holds(
      box && box.x >= -1 && box.y >= 0 && box.x + box.width <= width + 1 && box.y + box.height <= height + 1,
      `${await place.innerText()} is not in sight: ${JSON.stringify(box)}`,
    );
  }
}

async function wholeGame(site, game, size, name) {
  const { context, page, errors } = await visitor(site, size);
  await page.addInitScript(() => {
    localStorage.setItem("abax.settings", JSON.stringify({ motion: false }));
  });
  await visit(page, site, `#/play/${game}`);
  await shot(page, `${game}-${name}-start`);
  const roll = dice(7);
  await playOn(page, roll, 14);
  await fits(page, name);
  await shot(page, `${game}-${name}-middle`);
  await playOn(page, roll);
  await page.getByTestId("status").locator("b").waitFor();
  if (name === "phone") {
    await shot(page, `${game}-phone-over`);
    await tellsAtOnce(page, ended((await saved(page, game)).record));
    await page.getByRole("button", { name: "Moves" }).click();
  }
  const rematch = page.locator(".end").getByRole("button", { name: "Rematch" });
  await rematch.waitFor();
  await shot(page, `${game}-${name}-end`);
  await explains(page, ended((await saved(page, game)).record));
  const { record, over, moves } = await saved(page, game);
  holds(over, "the end was not kept");
  holds(moves > 5, `only ${moves} moves`);
  holds(/ (win|loss|draw)\b/.test(judge(record)), `the program says: ${judge(record)}`);
  await rematch.click();
  await becomes(async () => (await saved(page, game)).over, false, "over after the rematch began");
  equal(errors, [], "errors");
  await context.close();
}

// Masker: the other player holds as many crosses as one may, so that the turn of who stops is followed by another.
const AT_LIMIT = "....../....../....../....../rrw.../*gyg.. 2 1 - 18,11 g,r";

async function tellsOfSkippedTurns(site) {
  const { context, page, errors } = await visitor(site);
  await page.addInitScript((setup) => localStorage.setItem("abax.setup.masker", JSON.stringify(setup)), {
    options: { players: "2" },
    start: AT_LIMIT,
    seats: ["level:1", "person"].map((who) => ({ who, name: "" })),
  });
  await visit(page, site, "#/play/masker");
  await untilPerson(page);
  await page.getByRole("button", { name: "Stop: end the turn" }).click();
  const said = "First's turn is skipped: they hold 18 crosses, the limit.";
  await comes(async () => (await page.getByTestId("status").innerText()).includes(said), "the status does not say so");
  await comes(async () => (await page.getByTestId("announcer").textContent()).includes(said), "it is not announced");
  equal(await turn(page), "person", "whose turn it is");
  equal(errors, [], "errors");
  await context.close();
}

export const tests = {
  ...Object.fromEntries(
    games.flatMap((game) => [
      [`${game} on a desktop`, (site) => wholeGame(site, game, desktop, "desktop")],
      [`${game} on a phone`, (site) => wholeGame(site, game, phone, "phone")],
    ]),
  ),
  "masker says whose turn is skipped": tellsOfSkippedTurns,
};
