// SPDX-License-Identifier: MIT
// Invitations between real browsers: the guest sees what the server has; what the host sees before
// the draw; to the lesson and back; accepting and declining.
import { becomes, comes, desktop, equal, examine, holds, phone, shot } from "../browser/site.mjs";
import { type } from "../browser/steps.mjs";
import { create, guest, PATIENCE, register, shown } from "./site.mjs";

const sizes = { desktop: { ...desktop, bypassCSP: true }, phone: { ...phone, bypassCSP: true } };

function invitation(page) {
  return page.getByTestId("invitation");
}

async function opened(page, link) {
  await page.goto(link);
  await invitation(page).waitFor();
  return invitation(page);
}

async function fits(page, what) {
  await comes(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${what} is too wide`);
}

const button = (page, name) => page.getByRole("button", { name, exact: true });

// The values of the facts.
async function facts(card) {
  const [names, values] = [await card.locator("dt").allInnerTexts(), await card.locator("dd").allInnerTexts()];
  return Object.fromEntries(names.map((name, i) => [name, values[i]]));
}

async function invitationOn(site, size, name) {
  const [ada, bert] = [await guest(site, "Ada", sizes.desktop), await guest(site, "", sizes[size])];
  const link = await create(ada.page, site, "tiku", {
    lots: true,
    clock: "600+5",
    options: { "Each figure may move diagonally once": "on" },
    games: 3,
  });
  const card = await opened(bert.page, link);
  await card.getByRole("heading", { name: "Ada invites you to play Tiku" }).waitFor();
  const state = await shown(ada.page, site);
  equal([state.name, state.clock, state.options.diagonal, state.lots], ["tiku", "600+5", "on", "open"], "the game");
  equal(state.series.games, 3, "games of the match");
  equal(
    await facts(card),
    {
      Clock: "10 min + 5 s a turn",
      Variant: "Each figure may move diagonally once: yes",
      "Games in the match": "3",
      "You play": "White or Black: a draw decides as soon as everyone has joined.",
      Players: "Ada, free seat",
    },
    "what the invitation says",
  );
  holds((await card.innerText()).includes("Get all fourteen of your discs down first."), "the goal is missing");
  equal(await card.locator(".abax-board").count(), 1, "boards");
  const [board, aside, accept] = await Promise.all(
    [card.locator(".b-svg"), card.locator(".card"), button(bert.page, "Accept")].map((each) => each.boundingBox()),
  );
  holds(board.height > 150, "the board is too small");
  holds(
    board.y + board.height <= aside.y + 1 || board.x + board.width <= aside.x + 1,
    `the board at ${JSON.stringify(board)} lies on ${JSON.stringify(aside)}`,
  );
  holds(accept.y + accept.height <= sizes[size].viewport.height, `'Accept' is out of sight at ${accept.y}`);
  equal(
    (await shown(ada.page, site)).seats.filter(({ kind }) => kind === "open").length,
    1,
    "free seats, after a look",
  );
  holds(!bert.page.url().includes("/sit"), "the word of the link stays in the address");
  await fits(bert.page, "the invitation");
  await examine(bert.page, "the invitation");
  await shot(bert.page, `invitation-${name}`);
  await card.getByLabel("What should the others call you?").fill("Bert");
  await button(bert.page, "Accept").click();
  for (const { page } of [ada, bert]) await page.locator("[data-turn]").waitFor();
  const after = await shown(ada.page, site);
  equal(after.seats.map((seat) => seat.name).sort(), ["Ada", "Bert"], "who plays");
  equal([...ada.errors, ...bert.errors], [], "errors");
  for (const { context } of [ada, bert]) await context.close();
}

// Without a draw, an invitation names your side.
async function sides(site) {
  for (const [own, side, seat] of [
    ["White", "Black", 1],
    ["Black", "White", 0],
  ]) {
    const [ada, bert] = [await guest(site, "Ada"), await guest(site, "Bert")];
    const link = await create(ada.page, site, "tiku", { seats: { [own]: "me" } });
    await ada.page.getByText(`${own}: Ada (you)`).waitFor();
    const card = await opened(bert.page, link);
    const said = await facts(card);
    equal(
      [said.Clock, said["You play"], said.Variant],
      ["no clock", side, "standard rules"],
      "what the invitation says",
    );
    equal(said.Players, own === "White" ? "White: Ada, Black: free seat" : "White: free seat, Black: Ada", "players");
    await button(bert.page, "Accept").click(); // the name is known
    for (const { page } of [ada, bert]) await page.locator("[data-turn]").waitFor();
    equal((await shown(ada.page, site)).seats[seat].name, "Bert", `who plays ${side}`);
    await type(seat ? ada.page : bert.page, "a2a4");
    await Promise.all([ada, bert].map(({ context }) => context.close()));
  }
}

async function declined(site) {
  const [ada, bert, carl] = [
    await guest(site, "Ada", sizes.phone),
    await guest(site, "", sizes.phone),
    await guest(site, "Carl"),
  ];
  const link = await create(ada.page, site, "tiku", { lots: true });
  const card = await opened(bert.page, link);
  await card.getByLabel("What should the others call you?").fill("Bert");
  await button(bert.page, "Decline").click();
  await card.getByText("You declined. We told Ada.").waitFor();
  equal(await card.getByRole("button").allInnerTexts(), ["Accept after all"], "what may be done then");
  await ada.page.locator("main").getByText("Bert declined.").waitFor();
  await ada.page.getByTestId("announcer").filter({ hasText: "Bert declined." }).waitFor({ state: "attached" });
  await examine(bert.page, "a declined invitation");
  await examine(ada.page, "the waiting screen");
  await shot(bert.page, "invitation-declined");
  await shot(ada.page, "invitation-was-declined");
  // Another guest may come; absent people are not listed as notified.
  await ada.page.goto(`${site.address}#/settings`);
  await comes(async () => !(await shownOf(site, link)).seats.some(({ here }) => here), "Ada is still there");
  const other = await opened(carl.page, link);
  await button(carl.page, "Decline").click();
  await other.getByText("You declined.", { exact: true }).waitFor();
  await ada.page.goBack();
  await ada.page.locator("main").getByText("Carl declined.").waitFor();
  await button(bert.page, "Accept after all").click();
  for (const { page } of [ada, bert]) await page.locator("[data-turn]").waitFor();
  equal([...ada.errors, ...bert.errors, ...carl.errors], [], "errors");
  await Promise.all([ada, bert, carl].map(({ context }) => context.close()));
}

async function shownOf(site, link) {
  return (await fetch(`${site.address}api/games/${link.match(/online\/(\w+)/)[1]}`)).json();
}

// Declining a reserved seat is final: no other player can take it.
async function kept(site) {
  const [ada, bert] = [await guest(site), await guest(site, "", sizes.phone)];
  await register(ada.page, site, "inviter");
  await register(bert.page, site, "invitee");
  await ada.page.goto(`${site.address}#/online`);
  const form = ada.page.getByRole("form", { name: "New game" });
  await form.getByLabel("Game", { exact: true }).selectOption("yoxii");
  await form.getByText("Rules, seats, rating").click();
  await form.getByLabel("Draw lots for the seats").uncheck();
  await form.getByLabel("Red", { exact: true }).selectOption("account");
  await form.getByLabel(/^Name of the account/).fill("invitee");
  await button(ada.page, "Create the game").click();
  await ada.page.getByTestId("invite").waitFor();
  await bert.page.goto(`${site.address}#/online`);
  await bert.page.getByRole("link", { name: /Yoxii/ }).first().click();
  const card = invitation(bert.page);
  await card.getByRole("heading", { name: "inviter invites you to play Yoxii" }).waitFor();
  equal((await facts(card))["You play"], "Red", "the side");
  equal(await card.getByRole("textbox").count(), 0, "fields for a player with an account");
  await button(bert.page, "Decline").click();
  await ada.page.locator("[data-turn=over]").waitFor();
  await Promise.all([ada, bert].map(({ context }) => context.close()));
}

async function lesson(site) {
  const [ada, bert] = [await guest(site, "Ada"), await guest(site, "Bert", sizes.phone)];
  const link = await create(ada.page, site, "kwinty", { lots: true });
  for (const size of ["phone", "desktop"]) {
    await bert.page.setViewportSize(sizes[size].viewport);
    const card = await opened(bert.page, link);
    await card.getByRole("link", { name: "Learn it in a minute" }).click();
    await bert.page.getByRole("heading", { name: "Learn Kwinty" }).waitFor();
    await bert.page.reload(); // the way back is in the address
    const back = bert.page.getByRole("link", { name: "Back to the invitation" }).filter({ visible: true }).first();
    await back.waitFor();
    await examine(bert.page, "the lesson of an invited person");
    await shot(bert.page, `invitation-lesson-${size}`);
    await back.click();
    await card.getByRole("heading", { name: "Ada invites you to play Kwinty" }).waitFor();
  }
  await button(bert.page, "Accept").click();
  for (const { page } of [ada, bert]) await page.locator("[data-turn]").waitFor();
  equal([...ada.errors, ...bert.errors], [], "errors");
  await Promise.all([ada, bert].map(({ context }) => context.close()));
}

// Until the draw no player has a colour and none is to move, whatever the creator's name is.
async function waiting(site) {
  for (const [size, name, called] of [
    ["desktop", "Ada", "Ada (you)"],
    ["phone", "", "You"],
  ]) {
    const { page, context, errors } = await guest(site, name, sizes[size]);
    await page.goto(`${site.address}#/online`);
    const form = page.getByRole("form", { name: "New game" });
    await form.getByText("Rules, seats, rating").click();
    await form.getByLabel("Game", { exact: true }).selectOption("tiku");
    const labels = await form.locator("fieldset label").allInnerTexts();
    await form.getByText("White or Black: a draw decides as soon as everyone has joined.").waitFor();
    equal(labels, ["Player 1", "Player 2"], "the seats of the form, which are drawn");
    await form.getByLabel("Draw lots for the seats").uncheck();
    equal(await form.locator("fieldset label").allInnerTexts(), ["White (begins)", "Black"], "seats that are chosen");
    await page.reload(); // a fresh form
    await create(page, site, "tiku", { lots: true, clock: "300" });
    const main = page.locator("main");
    await main.getByText("Waiting for an opponent").first().waitFor();
    await main.getByText("White or Black: a draw decides as soon as everyone has joined.").waitFor();
    await main.getByText(called, { exact: true }).waitFor();
    await becomes(() => page.getByTestId("invite").count(), 1, "links");
    await main.getByText("Tiku · 5 min each").waitFor();
    const said = await main.innerText();
    holds(!/to move|[●✓] *(White|Black)|(White|Black) *\(you\)/.test(said), `before the draw: ${said}`);
    equal(await main.locator("[data-seat]").count(), 0, "lines of players who have no colour");
    await examine(page, "the waiting screen");
    await fits(page, "the waiting screen");
    await shot(page, `waiting-${size}`);
    await page.goto(`${site.address}#/online`);
    const row = page.locator("li[data-game]").first();
    await row.waitFor();
    holds(!/White|Black/.test(await row.innerText()), `a colour in the list: ${await row.innerText()}`);
    equal(errors, [], "errors");
    await context.close();
  }
}

// In the other languages too; a game for accounts only says so to guests.
async function languages(site) {
  const ada = await guest(site);
  await register(ada.page, site, "adalbert");
  const link = await create(ada.page, site, "masker", { lots: true, ticks: ["Rated"], clock: "3d" });
  for (const [locale, heading, words] of [
    ["de-DE", "adalbert lädt dich zu Masker ein", ["Uhr", "3 Tage je Zug", "Ablehnen", "Anmelden"]],
    ["fr-FR", "adalbert vous invite à jouer à Masker", ["Pendule", "3 jours par coup", "Refuser", "Se connecter"]],
    ["en-GB", "adalbert invites you to play Masker", ["Clock", "3 days a turn", "Decline", "Log in"]],
  ]) {
    const { page, context, errors } = await guest(site, "Bea", { ...sizes.phone, locale });
    const card = await opened(page, link);
    await card.getByRole("heading", { name: heading }).waitFor();
    const text = await card.innerText();
    for (const word of words) holds(text.includes(word), `${word} is missing in ${locale}: ${text}`);
    equal(await card.getByRole("button").count(), 1, "buttons of a guest who may not sit down");
    await examine(page, `the invitation, ${locale}`);
    await fits(page, `the invitation, ${locale}`);
    await shot(page, `invitation-${locale}`);
    equal(errors, [], "errors");
    await context.close();
  }
  await ada.context.close();
}

// Several friends, one link; changes show at once.
async function several(site) {
  const people = [];
  for (const name of ["Ada", "Bert", "Carl", "Dora"]) people.push(await guest(site, name, sizes.phone));
  const [ada, bert, carl, dora] = people.map(({ page }) => page);
  const options = { "How many play; four play in two teams": "3" };
  const link = await create(ada, site, "masker", { lots: true, options });
  await ada.getByText("Waiting for players").first().waitFor();
  const card = await opened(carl, link);
  equal((await facts(card)).Players, "Ada, free seat, free seat", "players");
  await opened(bert, link);
  await button(bert, "Accept").click();
  await card.getByRole("heading", { name: "Ada and Bert invite you to play Masker" }).waitFor();
  await opened(dora, link);
  await button(carl, "Accept").click();
  for (const page of [ada, bert, carl]) await page.locator("[data-turn]").waitFor({ timeout: PATIENCE });
  await dora.getByText("all seats are taken").waitFor({ timeout: PATIENCE });
  await Promise.all(people.map(({ context }) => context.close()));
}

// On a phone the rules are a touch away from an online game.
async function rules(site) {
  const [ada, bert] = [await guest(site, "Ada", sizes.phone), await guest(site, "Bert")];
  const link = await create(ada.page, site, "turris", { lots: true });
  await ada.page.getByRole("button", { name: "Rules", exact: true }).click(); // while one waits, too
  await ada.page.getByRole("tab", { name: "Rules", selected: true }).waitFor();
  await ada.page.keyboard.press("Escape");
  await opened(bert.page, link);
  await button(bert.page, "Accept").click();
  await ada.page.locator("[data-turn]").waitFor();
  const bar = ada.page.locator(".actions").getByRole("button", { name: "Rules", exact: true });
  const box = await bar.boundingBox();
  holds(box.x >= 0 && box.x + box.width <= 390 && box.width >= 44, `the button is at ${JSON.stringify(box)}`);
  await shot(ada.page, "online-bar-phone");
  await bar.click();
  await ada.page.getByRole("tabpanel").getByRole("heading").first().waitFor();
  await becomes(() => ada.page.getByRole("tab", { name: "Rules" }).getAttribute("aria-selected"), "true", "the tab");
  await Promise.all([ada, bert].map(({ context }) => context.close()));
}

export const tests = {
  "an invitation on a phone": (site) => invitationOn(site, "phone", "phone"),
  "an invitation on a desktop": (site) => invitationOn(site, "desktop", "desktop"),
  "an invitation to a side that is chosen": sides,
  "an invitation that is declined": declined,
  "an invitation by name, declined for good": kept,
  "an invitation, the lesson and back": lesson,
  "waiting before the draw": waiting,
  "an invitation in three languages, for accounts": languages,
  "an invitation of several": several,
  "the rules of an online game on a phone": rules,
};
