// SPDX-License-Identifier: MIT
// The lobby between real browsers: pairing, with one of the two at a game against the computer
// meanwhile; a level that plays at once; names for guests who come by link; a spoken code; ratings
// and their changes.
import { becomes, comes, equal, examine, holds, phone, shot } from "../browser/site.mjs";
import { create, guest, PATIENCE, playOn, register, shown, untilPly } from "./site.mjs";

async function look(page, site, { game = "tiku", speed = "blitz", name = "" } = {}) {
  await page.goto(`${site.address}#/online`);
  const card = page.getByRole("region", { name: "Play now" });
  await card.getByLabel("Game", { exact: true }).selectOption(game);
  await card.getByLabel("Speed").selectOption(speed);
  if (name) await card.getByLabel("Your name").fill(name);
  await card.getByRole("button", { name: "Find an opponent" }).click();
}

async function found(site) {
  const [anna, bert] = [await guest(site), await guest(site)];
  await look(anna.page, site, { name: "Anna" });
  await anna.page.getByText("Looking for an opponent: Tiku, Blitz").waitFor();
  await shot(anna.page, "lobby-looking");
  // Another user looks for something else, and stops.
  await look(bert.page, site, { speed: "days", name: "Bert" });
  await bert.page.getByRole("button", { name: "Stop looking" }).click();
  await bert.page.getByText("1 person is looking for this.").waitFor({ state: "detached" });
  await bert.page.getByRole("region", { name: "Play now" }).getByLabel("Speed").selectOption("blitz");
  await bert.page.getByText("1 person is looking for this.").waitFor({ timeout: PATIENCE });
  // Meanwhile the first plays the computer, and is called.
  await anna.page.getByRole("link", { name: "Play the computer meanwhile" }).click();
  await anna.page.locator("[data-turn]").waitFor();
  await bert.page.getByRole("button", { name: "Find an opponent" }).click();
  const call = anna.page.getByTestId("called");
  await call.waitFor({ timeout: PATIENCE });
  await anna.page.waitForFunction(() => document.title.startsWith("●"));
  await shot(anna.page, "lobby-called");
  await call.getByRole("button", { name: "To the game" }).click();
  for (const { page } of [anna, bert]) await page.locator("[data-turn]").waitFor();
  await anna.page.waitForFunction(() => !document.title.startsWith("●"));
  const state = await shown(anna.page, site);
  equal(state.seats.map((seat) => seat.name).sort(), ["Anna", "Bert"], "who sits there");
  equal(state.clock, "180+2", "the clock");
  await playOn([anna.page, bert.page], (n) => n >> 1, 4);
  equal([...anna.errors, ...bert.errors], [], "errors");
  for (const { context } of [anna, bert]) await context.close();
}

// A user who is found while elsewhere has sent their share of the deal before they come.
async function dealt(site) {
  const [anna, bert] = [await guest(site), await guest(site)];
  await look(anna.page, site, { game: "masker", name: "Anna" });
  await anna.page.getByText("Looking for an opponent: Masker").waitFor();
  await anna.page.goto(`${site.address}#/settings`);
  await look(bert.page, site, { game: "masker", name: "Bert" });
  await bert.page.locator("[data-turn]").waitFor({ timeout: PATIENCE });
  const { deal, phase } = await shown(bert.page, site);
  equal([phase, deal.promises.filter(Boolean).length, deal.silent.length], ["playing", 2, 0], "phase and deal");
  await anna.page.getByTestId("called").getByRole("button", { name: "To the game" }).click();
  await anna.page.locator("[data-turn]").waitFor();
  equal([...anna.errors, ...bert.errors], [], "errors");
  for (const { context } of [anna, bert]) await context.close();
}

async function gone(site) {
  const [anna, bert] = [await guest(site), await guest(site)];
  await look(anna.page, site, { game: "yoxii" });
  await bert.page.goto(`${site.address}#/online`);
  const card = bert.page.getByRole("region", { name: "Play now" });
  await card.getByLabel("Game", { exact: true }).selectOption("yoxii");
  await card.getByLabel("Speed").selectOption("blitz");
  await card.getByText("1 person is looking for this.").waitFor({ timeout: PATIENCE });
  await anna.context.close(); // closing the tab takes her out
  await card.getByText("1 person is looking for this.").waitFor({ state: "detached", timeout: PATIENCE });
  await bert.context.close();
}

async function computer(site) {
  const { page, context, errors } = await guest(site, "", { ...phone, bypassCSP: true });
  await page.goto(`${site.address}#/online`);
  await page.getByRole("region", { name: "Play now" }).getByLabel("Game", { exact: true }).selectOption("tiku");
  await becomes(() => page.getByRole("button", { name: /^Play .*, level \d+/ }).count(), 10, "levels that have time");
  await comes(
    () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
    "the lobby is wider than a phone",
  );
  await examine(page, "the lobby");
  await shot(page, "lobby-phone");
  await page.getByRole("button", { name: /, level 1$/ }).click();
  await page.locator("[data-turn=person]").waitFor();
  await page.locator("[data-seat='1']").getByText("900").waitFor(); // the level's rating, beside its name
  await playOn([page], (n) => n >> 1, 2);
  await untilPly(page, 2);
  equal(errors, [], "errors");
  await context.close();
}

async function named(site) {
  const [anna, bert] = [await guest(site, "Anna"), await guest(site, "", { bypassCSP: true })];
  const link = await create(anna.page, site, "tiku");
  // By a spoken code, not by the link.
  await anna.page.getByRole("button", { name: "A code to say aloud" }).click();
  const code = await anna.page.getByTestId("code").innerText();
  await shot(anna.page, "lobby-code");
  await bert.page.goto(`${site.address}#/online`);
  await bert.page.getByText("Join by code").click();
  const field = bert.page.getByLabel("The eight digits that you were told");
  await field.fill("12");
  await bert.page.getByRole("button", { name: "Join", exact: true }).click();
  await bert.page.getByText("There is no open game with this code.").waitFor();
  await field.fill(code);
  await bert.page.getByRole("button", { name: "Join", exact: true }).click();
  // Guests see what it is, and enter their name.
  const called = bert.page.getByLabel("What should the others call you?");
  await becomes(() => called.inputValue(), "Guest", "a name to begin with");
  await examine(bert.page, "the question for a name");
  await shot(bert.page, "lobby-name");
  await becomes(
    async () => (await shown(anna.page, site)).seats[1].kind,
    "open",
    "a player without a name gets no seat",
  );
  await called.fill("Bert");
  await bert.page.getByRole("button", { name: "Accept", exact: true }).click();
  await anna.page.locator("[data-turn]").waitFor();
  await comes(
    async () => (await shown(anna.page, site)).seats.some((seat) => seat.name === "Bert"),
    "the name is missing",
  );
  // The name is kept for the next link.
  const next = await create(anna.page, site, "tiku");
  await bert.page.goto(next);
  await becomes(() => called.inputValue(), "Bert", "the name that was kept");
  await bert.page.getByRole("button", { name: "Accept", exact: true }).click();
  await bert.page.locator("[data-turn]").waitFor();
  holds(link !== next, "two games");
  equal([...anna.errors, ...bert.errors], [], "errors");
  for (const { context } of [anna, bert]) await context.close();
}

async function ratings(site) {
  const [anna, bert] = [await guest(site), await guest(site)];
  await register(anna.page, site, "annika");
  await register(bert.page, site, "bertil");
  for (const { page } of [anna, bert]) {
    await page.goto(`${site.address}#/online`);
    await page.getByRole("region", { name: "Play now" }).getByLabel("Rated").check();
  }
  await look(anna.page, site);
  await look(bert.page, site);
  for (const { page } of [anna, bert]) await page.locator("[data-turn]").waitFor({ timeout: PATIENCE });
  await playOn([anna.page, bert.page], (n) => n >> 1, 8);
  await bert.page.getByRole("button", { name: "Resign" }).click();
  await bert.page.getByRole("button", { name: "Yes" }).click();
  for (const { page } of [anna, bert]) {
    const lines = page.getByTestId("change");
    await lines.first().waitFor({ timeout: PATIENCE });
    const texts = await lines.allInnerTexts();
    holds(
      texts.some((text) => /^Rating of annika: 1500, now 1\d{3} \(\+\d+\)$/.test(text.trim())),
      `what annika gained: ${texts}`,
    );
    holds(
      texts.some((text) => /^Rating of bertil: 1500, now 1\d{3} \(−\d+\)$/.test(text.trim())),
      `what bertil lost: ${texts}`,
    );
  }
  await shot(anna.page, "lobby-change");
  // The profile shows it from its person's side, with the opponent and the rating.
  await anna.page.goto(`${site.address}#/people/bertil`);
  const row = anna.page.locator("li[data-game]").first();
  await row.getByText(/^lost −\d+$/).waitFor();
  await row.getByRole("link", { name: "annika", exact: true }).waitFor();
  await row.getByText("1500").first().waitFor();
  await shot(anna.page, "lobby-profile");
  equal([...anna.errors, ...bert.errors], [], "errors");
  for (const { context } of [anna, bert]) await context.close();
}

// The settings lead to the manual where the server has it, and only there.
async function manual(site) {
  const { context, page } = await guest(site);
  const answer = await fetch(`${site.address}manual/`);
  await page.goto(`${site.address}#/settings`);
  const way = page.getByRole("link", { name: "Manual" });
  if (answer.ok) {
    await way.click();
    await page.waitForURL(/manual/);
    holds(/manual/i.test(await page.title()), `the manual is called '${await page.title()}'`);
  } else {
    await page.getByTestId("version").waitFor();
    await becomes(() => way.count(), 0, "ways to a manual that there is not");
  }
  await context.close();
}

export const tests = {
  "the manual": manual,
  "two look for an opponent, one at the computer meanwhile": found,
  "who is elsewhere has a part in the deal": dealt,
  "closing the tab ends the search": gone,
  "a level of the computer plays at once": computer,
  "a code that is said, and a name for guests": named,
  "ratings beside names, and what a game did": ratings,
};
