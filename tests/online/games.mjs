// SPDX-License-Identifier: MIT
// Whole games between two browsers, by touches alone; the server's record is checked by the
// program.
import { comes, equal, holds, phone, shot } from "../browser/site.mjs";
import { dice, ended, games, judge, legal, type } from "../browser/steps.mjs";
import { create, follow, guest, pair, playOn, record, shown, status, untilPly } from "./site.mjs";

// The first move by keyboard: an invalid one is refused with a reason, and one that the program
// lists is played.
async function typeOne(site, game, [first, second]) {
  await type(first, "nonsense");
  const said = await status(first).textContent();
  holds(/does not have the form of an action/.test(said), `nonsense is answered with "${said}"`);
  const { position } = await shown(first, site);
  await type(first, legal(game, position)[0]);
  await Promise.all([untilPly(first, 1), untilPly(second, 1)]);
}

// Both players read how it ended, from their own side; on a desktop beside each tab, on a phone
// without another touch.
async function sameEndForBoth([anna, bert], steps) {
  const [first, second] = await Promise.all(
    [anna, bert].map(async (page) => (await page.getByTestId("status").innerText()).replace(/\s+/g, " ")),
  );
  const heads = [first, second].map((text) => text.match(/^(You won|You lost|A draw)/)?.[0]).sort();
  holds(["A draw,A draw", "You lost,You won"].includes(heads.join()), `the end reads '${first}' and '${second}'`);
  const score = (text) => text.match(/^(?:You won|You lost|A draw,) (\d+) : (\d+)\./)?.slice(1);
  equal(score(first), score(second)?.reverse(), "the score, each one's own first");
  equal(first.replace(/^.*?\)?\. /, ""), second.replace(/^.*?\)?\. /, ""), "the reason that both see");
  for (const tab of ["Talk", "Rules", "Share", "Moves"]) {
    await anna.getByRole("tab", { name: tab }).click();
    await comes(
      () => anna.locator(".end").getByRole("button", { name: "Rematch" }).isVisible(),
      `no card beside ${tab}`,
    );
    holds(first.startsWith(await anna.locator(".end h2").innerText()), `another title beside ${tab}`);
  }
  for (const name of ["Rematch", "Review", "Key move", "Share", ...(steps.length ? ["Count"] : [])]) {
    const box = await bert.locator(".actions").getByRole("button", { name, exact: true }).boundingBox();
    holds(box && box.x >= 0 && box.x + box.width <= bert.viewportSize().width, `${name} is not in sight on a phone`);
  }
}

// The count goes step by step, on the board and in words, on a desktop and on a phone.
async function counted([anna, bert], steps) {
  for (const { said, spots } of steps) {
    await anna.locator(".end").getByRole("button", { name: "Count step by step" }).click();
    await bert.locator(".actions").getByRole("button", { name: "Count", exact: true }).click();
    for (const page of [anna, bert]) {
      await comes(async () => (await status(page).innerText()).endsWith(said.text), `the count says ${said.text}`);
      holds(!spots.length || (await page.locator(".m-hint, .m-glow").count()), `no square is shown for ${said.text}`);
    }
  }
}

// The wheel, and a swipe beside the board, step through the game as in a local game.
async function steppedThrough([anna]) {
  await anna.locator(".b-svg").hover();
  await anna.mouse.wheel(0, -120);
  await anna.getByText(/^You are looking at move/).waitFor();
  await anna.mouse.wheel(0, 120);
  await anna.getByText(/^You are looking at move/).waitFor({ state: "detached" });
}

// "Where did it turn?" opens the review at its largest mistake, if there is one.
async function turningPoint(page) {
  await page.locator(".end").getByRole("button", { name: "Where did it turn?" }).click();
  await page.getByRole("heading", { name: /^Review/ }).waitFor();
  await page
    .getByText(/% accuracy|had too little|No mistakes/)
    .first()
    .waitFor({ timeout: 120000 });
}

async function wholeGame(site, game) {
  const table = await pair(site, game, {}, [{}, phone]);
  const roll = dice(11);
  await typeOne(site, game, table.pages);
  await playOn(table.pages, roll, 12);
  await shot(table.pages[0], `online-${game}-desk`);
  await shot(table.pages[1], `online-${game}-phone`);
  await playOn(table.pages, roll);
  const text = await record(table.pages[0], site);
  const steps = ended(text).verdicts?.filter(({ step }) => step) ?? [];
  await sameEndForBoth(table.pages, steps);
  await counted(table.pages, steps);
  await steppedThrough(table.pages);
  const said = judge(text);
  holds(/ (win|loss|draw)\b/.test(said), `the program says: ${said}`);
  await shot(table.pages[0], `online-${game}-end`);
  await shot(table.pages[1], `online-${game}-end-phone`);
  if (game === "kwinty") await turningPoint(table.pages[0]);
  equal([...table.anna.errors, ...table.bert.errors], [], "errors");
  await table.end();
}

const secret = /secret colour\s+(red|yellow|green|blue|purple)/;

// Two people and a computer; a spectator sees no secret before the end.
async function three(site) {
  const [anna, bert, carl] = [await guest(site, "Anna"), await guest(site, "Bert"), await guest(site, "Carl")];
  const heard = [];
  carl.page.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => heard.push(String(payload))));
  const link = await create(anna.page, site, "masker", {
    options: { "How many play; four play in two teams": "3" },
    seats: { Third: "level:1" },
  });
  await follow(bert.page, link);
  await anna.page.locator("[data-turn]").waitFor();
  await follow(carl.page, link); // too late for a seat
  await carl.page.getByText("all seats are taken").waitFor();
  const pages = [anna.page, bert.page];
  await playOn(pages, dice(3), 4);
  const text = (page) => page.locator("main").innerText();
  for (const page of pages) holds(secret.test(await text(page)), "the own secret does not show");
  holds(!secret.test(await text(carl.page)), "a secret shows to a spectator");
  holds(
    heard.length > 2 && heard.filter((line) => /"position"/.test(line)).every((line) => /\?,\?,\?"/.test(line)),
    "a spectator sees more than the public",
  );
  await shot(carl.page, "online-masker-watch");
  await playOn(pages, dice(4));
  await carl.page.locator("[data-turn=over]").waitFor();
  holds(secret.test(await text(carl.page)) || !/\?,\?/.test(heard.at(-1)), "after the end nothing is revealed");
  equal([...anna.errors, ...bert.errors, ...carl.errors.filter((line) => !/409/.test(line))], [], "errors");
  for (const { context } of [anna, bert, carl]) await context.close();
}

// Four people in two teams, on the tower: partners know the same secret, and end with the same
// word.
async function four(site) {
  const people = [];
  for (const name of ["Anna", "Bert", "Carl", "Dora"]) people.push(await guest(site, name));
  const options = { "How many play; four play in two teams": "4", "Crosses side by side, or piled four high": "tower" };
  const link = await create(people[0].page, site, "masker", { options });
  for (const { page } of people.slice(1)) await follow(page, link);
  const pages = people.map(({ page }) => page);
  await playOn(pages, dice(5), 6);
  const own = await Promise.all(pages.map(async (page) => (await page.locator("main").innerText()).match(secret)?.[1]));
  equal([own[0], own[1]], [own[2], own[3]], "the secrets of partners");
  holds(own[0] !== own[1], "both teams have one secret");
  await shot(pages[3], "online-masker-four");
  await playOn(pages, dice(6));
  const plain = (text) => text.replace(/ \([^)]*\)/, ""); // names and scores, the reader's first
  const ends = await Promise.all(pages.map(async (page) => plain(await page.getByTestId("status").textContent())));
  equal([ends[0], ends[1]], [ends[2], ends[3]], "what partners see");
  equal(
    people.flatMap(({ errors }) => errors),
    [],
    "errors",
  );
  for (const { context } of people) await context.close();
}

export const tests = {
  ...Object.fromEntries(games.map((game) => [`${game} to the end`, (site) => wholeGame(site, game)])),
  "Masker for three with a level, and a spectator": three,
  "Masker for four on the tower": four,
};
