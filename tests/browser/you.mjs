// SPDX-License-Identifier: MIT
// Who is "you", and whose score comes first: the player's own in each seat; for others, no seat is
// "you".
import { becomes, comes, equal, holds, shot, visitor } from "./site.mjs";
import { dice, facts, games, playOn, saved, untilPerson, visit } from "./steps.mjs";

const SCORED = "yoxii";

async function begin(site, game, who) {
  const person = await visitor(site);
  const { seats } = facts.find(({ name }) => name === game);
  const setup = { seats: seats.map((_, seat) => ({ who: who[seat] ?? "level:1", name: "" })) };
  await person.page.addInitScript(
    ([name, wanted]) =>
      localStorage.getItem(`abax.setup.${name}`) ?? localStorage.setItem(`abax.setup.${name}`, wanted),
    [game, JSON.stringify(setup)],
  );
  await visit(person.page, site, `#/play/${game}`);
  const start = person.page.getByRole("button", { name: "Begin", exact: true });
  if (await start.count()) await start.click();
  return person;
}

async function done({ context, errors }) {
  equal(errors, [], "errors");
  await context.close();
}

const title = (page) => page.locator(".end h2").innerText();

// The result in the saved game: scores by seat, and the outcome of each seat.
async function result(page, game) {
  await page.waitForFunction((name) => JSON.parse(localStorage.getItem(`abax.game.${name}`))?.brief?.over, game);
  return (await saved(page, game)).brief.result;
}

const heads = { win: "You won", loss: "You lost", draw: "A draw," };

async function ownFirst(site, own) {
  const person = await begin(site, SCORED, own ? ["level:1", "person"] : ["person", "level:1"]);
  const { page } = person;
  await playOn(page, dice(own + 2));
  const { scores, outcomes } = await result(page, SCORED);
  const wanted = `${heads[outcomes[own]]} ${scores[own]} : ${scores[1 - own]}`;
  await page.locator(".end h2").waitFor();
  await becomes(() => title(page), wanted, `the end for seat ${own + 1}`);
  holds(
    (await page.getByTestId("status").innerText()).startsWith(wanted),
    "the line below the board says it otherwise",
  );
  equal((await page.locator(".end").innerText()).split(wanted).length, 2, "times that the card tells the score");
  await shot(page, `you-end-${own}`);
  await visit(page, site, "#/shelf");
  const line = page.locator("li[data-id] > p").nth(2);
  await comes(async () => (await line.innerText()).startsWith(`${wanted} ·`), "the list of games says it otherwise");
  await done(person);
}

async function bothNamed(site) {
  const person = await begin(site, SCORED, ["person", "person"]);
  const { page } = person;
  await playOn(page, dice(4));
  const { scores } = await result(page, SCORED);
  await page.locator(".end h2").waitFor();
  const said = await title(page);
  holds(said.endsWith(` (White ${scores[0]}, Red ${scores[1]})`), `two people read "${said}" with ${scores}`);
  await done(person);
}

// All text on the screen that is read or spoken, without the page's header and footer.
function words(page) {
  return page.evaluate(() => {
    const main = document.querySelector("main");
    const spoken = [...main.querySelectorAll("*")].flatMap((element) =>
      ["aria-label", "aria-description", "aria-valuetext", "title", "alt"].map(
        (name) => element.getAttribute(name) ?? "",
      ),
    );
    const announced = document.querySelector("[data-testid=announcer]")?.textContent ?? "";
    return [document.title, main.textContent, announced, ...spoken].filter(Boolean);
  });
}

async function nobodyIsYou(page, where) {
  const found = (await words(page)).filter((text) => /\byou(r|rs|rself)?\b/i.test(text));
  equal(
    found.map((text) => text.slice(0, 300)),
    [],
    `"you" for a stranger ${where}`,
  );
}

// Two games of a person against the computer: one that goes on, where it has no secrets, and one
// that has ended.
async function shared(site, game) {
  const person = await begin(site, game, ["person"]);
  const { page } = person;
  await playOn(page, dice(6), 4);
  await untilPerson(page);
  const { hidden } = facts.find(({ name }) => name === game);
  const links = [];
  const link = async () => {
    await page.getByRole("tab", { name: "Share" }).click();
    links.push(await page.getByLabel("The whole game as a link").inputValue());
  };
  if (!hidden) await link();
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Yes" }).click();
  await page.locator(".end").waitFor();
  await link();
  await done(person);
  for (const address of links) {
    const stranger = await visitor(site);
    await stranger.page.goto(address);
    await stranger.page.waitForSelector("#app:not([data-still]) .b-svg");
    await stranger.page.locator(".player").first().waitFor();
    await nobodyIsYou(stranger.page, `at the last move of ${game}`);
    await shot(stranger.page, `you-shared-${game}`);
    await stranger.page.keyboard.press("Home");
    await comes(
      async () => (await stranger.page.getByTestId("status").innerText()).includes(" 0 "),
      "it is not at the first move",
    );
    await nobodyIsYou(stranger.page, `at the first move of ${game}`);
    await stranger.page.getByRole("button", { name: "Analyse" }).click();
    await stranger.page.waitForFunction(() => location.hash.startsWith("#/analyse"));
    await stranger.page.locator(".player").first().waitFor();
    const players = await stranger.page.locator(".player").allInnerTexts();
    holds(!players.some((text) => /\byou\b/i.test(text)), `a player of the analysis is "you": ${players}`);
    await done(stranger);
  }
}

export const tests = {
  "own score first in the first seat": (site) => ownFirst(site, 0),
  "own score first in the second seat": (site) => ownFirst(site, 1),
  "two people read both names": bothNamed,
  ...Object.fromEntries(
    games.map((game) => [`nobody is you in a shared game of ${game}`, (site) => shared(site, game)]),
  ),
};
