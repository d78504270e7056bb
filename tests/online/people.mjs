// SPDX-License-Identifier: MIT
// Accounts, rated games, profiles; every screen of all this by axe, on a phone and in two
// languages.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { becomes, comes, equal, holds, narrow, phone, root, shot } from "../browser/site.mjs";
import { type } from "../browser/steps.mjs";
import { create, follow, guest, pair, PATIENCE, register, untilPly } from "./site.mjs";

const program = process.env.ABAX ?? join(root, "build/release/abax");

async function until(holdsNow, otherwise) {
  for (const end = Date.now() + PATIENCE; Date.now() < end;) {
    if (await holdsNow()) return;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error(otherwise);
}

async function rated(site) {
  const [anna, bert] = [await guest(site), await guest(site)];
  await register(anna.page, site, "annalena");
  await register(bert.page, site, "berthold");
  const link = await create(anna.page, site, "tiku", { ticks: ["Rated"], clock: "300" });
  await follow(bert.page, link);
  await type(anna.page, "a2a4");
  await untilPly(bert.page, 1);
  await type(bert.page, "b5b3");
  await untilPly(anna.page, 2);
  await comes(() => anna.page.getByRole("button", { name: "Undo" }).isDisabled(), "a rated move can be taken back");
  await bert.page.getByRole("button", { name: "Resign" }).click();
  await bert.page.getByRole("button", { name: "Yes" }).click();
  await anna.page.getByText("berthold resigned").first().waitFor();
  await anna.page.goto(`${site.address}#/ratings/tiku`);
  await anna.page.getByRole("link", { name: "annalena" }).click();
  await anna.page.getByRole("img", { name: /Rating in Tiku/ }).waitFor();
  await shot(anna.page, "online-profile");
  await anna.page.goto(`${site.address}#/people/berthold`);
  await anna.page.getByText("Report to those who look after this server").click();
  await anna.page.getByLabel("What is wrong").selectOption("cheating");
  await anna.page.getByLabel("In your words, if you like").fill("resigned far too soon");
  await anna.page.getByRole("button", { name: "Report", exact: true }).click();
  await anna.page.getByText("Thank you. Somebody will look at it.").waitFor();
  await shot(anna.page, "online-report");
  await anna.page.goto(`${site.address}#/ratings/tiku`);
  await anna.page.getByRole("table").waitFor();
  await shot(anna.page, "online-ratings");
  await anna.page.goto(`${site.address}#/account`);
  const download = anna.page.waitForEvent("download");
  await anna.page.getByRole("button", { name: "Download my games" }).click();
  const records = readFileSync(await (await download).path(), "utf8");
  holds(
    records.includes('[Game "tiku"]') && records.includes("a2a4"),
    `no record was downloaded: ${records.slice(0, 80)}`,
  );
  equal([...anna.errors, ...bert.errors], [], "errors");
  for (const { context } of [anna, bert]) await context.close();
}

async function life(site) {
  const { page, context } = await guest(site);
  await register(page, site, "carla");
  await page.getByLabel("Current password").fill("a long password");
  await page.getByLabel("New name").fill("carlotta");
  await page.getByRole("button", { name: "Change", exact: true }).click();
  await page.getByText("You are logged in as carlotta.").waitFor();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download my games" }).click();
  await download;
  await page.getByRole("button", { name: "Log out", exact: true }).click();
  await page.getByLabel("Name", { exact: true }).fill("carlotta");
  await page.getByLabel("Password", { exact: true }).fill("a wrong password");
  await page.getByRole("button", { name: "Log in" }).click();
  await page.getByRole("alert").waitFor();
  await page.getByLabel("Password", { exact: true }).fill("a long password");
  await page.getByRole("button", { name: "Log in" }).click();
  await page.getByText("You are logged in as carlotta.").waitFor();
  await page.getByLabel("Password", { exact: true }).fill("a long password");
  await page.getByRole("button", { name: "Delete for good" }).click();
  await page.getByText("The account is deleted.").waitFor();
  await page.goto(`${site.address}#/people/carlotta`);
  await page.getByRole("alert").waitFor();
  await context.close();
}

// Whose turn it is shows on every screen; a tap leads there.
async function turns(site) {
  const table = await pair(site, "yoxii");
  const [anna, bert] = table.pages;
  for (const page of table.pages) await page.goto(`${site.address}#/`);
  await anna.reload();
  await anna.getByRole("link", { name: "It is your turn in 1 game online" }).click();
  await anna.getByText("your turn", { exact: true }).waitFor();
  await becomes(() => anna.locator("nav .waiting").textContent(), "1", "games that wait");
  await bert.reload();
  await bert.getByRole("link", { name: "Online" }).waitFor();
  await becomes(() => bert.getByText("It is your turn").count(), 0, "turns of the other");
  equal([...table.anna.errors, ...table.bert.errors], [], "errors");
  await table.end();
}

// A bot waits to be challenged, is chosen in the form, and plays.
async function bot(site) {
  const { page, context, errors } = await guest(site, "Anna");
  await register(page, site, "owner");
  const bearer = await page.evaluate(() => JSON.parse(localStorage.getItem("abax.login")).token);
  const made = await fetch(`${site.address}api/bots`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${bearer}` },
    body: '{"name":"robot"}',
  });
  const { token } = await made.json();
  const words = [
    "bot",
    "--server",
    site.address,
    "--token",
    token,
    "--accept",
    "tiku",
    "--movetime",
    "20",
    "--",
    program,
    "ugi",
  ];
  const engine = spawn(program, words, { stdio: "ignore" });
  try {
    await until(
      async () => (await (await fetch(`${site.address}api/bots`)).json()).bots.length === 1,
      "the bot does not wait",
    );
    await create(page, site, "tiku", { seats: { Black: "account:robot" } });
    await type(page, "a2a4");
    await untilPly(page, 2);
    await page.getByText("robot", { exact: true }).first().waitFor();
  } finally {
    engine.kill();
  }
  equal(errors, [], "errors");
  await context.close();
}

// Refusals of the server are in the current language; logging out everywhere ends the other
// browser's login too.
async function everywhere(site) {
  const [one, two] = [await guest(site), await guest(site, "", { locale: "de" })];
  await register(one.page, site, "dorothea");
  await two.page.goto(`${site.address}#/account`);
  await two.page.getByLabel("Name", { exact: true }).fill("dorothea");
  await two.page.getByLabel("Passwort", { exact: true }).fill("a wrong password");
  await two.page.getByRole("button", { name: "Anmelden" }).click();
  await two.page.getByRole("alert").getByText("Name oder Passwort ist falsch.").waitFor();
  await two.page.getByLabel("Passwort", { exact: true }).fill("a long password");
  await two.page.getByRole("button", { name: "Anmelden" }).click();
  await two.page.getByText("dorothea").first().waitFor();
  const bearer = await two.page.evaluate(() => JSON.parse(localStorage.getItem("abax.login")).token);
  const asked = () =>
    fetch(`${site.address}api/me`, { headers: { Authorization: `Bearer ${bearer}` } }).then(({ status }) => status);
  equal(await asked(), 200, "the session of the other browser");
  await one.page.getByRole("button", { name: "Log out everywhere" }).click();
  await one.page.getByRole("button", { name: "Log in" }).waitFor();
  await until(async () => (await asked()) === 401, "the other session goes on");
  for (const { context } of [one, two]) await context.close();
}

const axe = readFileSync(join(root, "apps/web/node_modules/axe-core/axe.min.js"), "utf8");

// In light and in dark.
async function clean(page, what) {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe);
  for (const colorScheme of ["dark", "light"]) {
    await page.emulateMedia({ colorScheme });
    const found = await page.evaluate(async () =>
      (await globalThis.axe.run(document)).violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 120)}`),
    );
    equal(found, [], `axe on ${what}, ${colorScheme}`);
  }
  const over = (await page.evaluate(() => document.documentElement.scrollWidth)) - page.viewportSize().width;
  holds(over <= 0, `${what} is ${over} pixels too wide`);
}

async function everyScreen(site, size, name, locale) {
  const table = await pair(site, "tokan", {}, [{ ...size, bypassCSP: true }, size]);
  await clean(table.pages[0], "the table");
  await clean(await ended(table), "the end of a game");
  const { page, context } = await guest(site, "", { ...size, bypassCSP: true, locale });
  await page.goto(`${site.address}#/online`);
  await page.getByTestId("link").waitFor();
  await page.locator("form.card").waitFor();
  await clean(page, "the lobby");
  await shot(page, `online-lobby-${name}`);
  for (const hash of ["#/account", "#/ratings/yoxii", "#/people/nobody", "#/watch", "#/tournaments", "#/told/stop/x"]) {
    await page.goto(`${site.address}${hash}`);
    await page.locator("h1").waitFor();
    await clean(page, hash);
  }
  await page.goto(`${site.address}#/online`);
  await page.locator("form.card .button.main").click();
  await page.getByTestId("invite").waitFor();
  await clean(page, "the waiting table");
  await shot(page, `online-waiting-${name}`);
  await context.close();
  await table.end();
  await ownScreens(site, size, name, locale.slice(0, 2));
}

// One player resigns; the other's page, with the sheet that shows the end.
async function ended({ pages: [anna, bert] }) {
  await anna.locator("[data-turn=person] .target[data-spot]").first().click();
  await anna.locator("[data-turn=person] .target[data-spot]").first().click();
  await untilPly(bert, 1);
  await bert.getByRole("button", { name: "Break off" }).click();
  await bert.getByRole("button", { name: "Yes" }).click();
  await anna.locator("[data-turn=over]").waitFor();
  await anna.getByRole("button", { name: "Moves" }).first().click();
  await anna.locator(".end").waitFor();
  return anna;
}

// Screens for accounts only, a tournament among them.
async function ownScreens(site, size, name, language) {
  const { page, context } = await guest(site, "", { ...size, bypassCSP: true });
  await register(page, site, `own-${name}`);
  await page.evaluate(
    (chosen) => localStorage.setItem("abax.settings", JSON.stringify({ motion: false, language: chosen })),
    language,
  );
  await page.reload();
  await page.locator(`html[lang=${language}] main h2`).first().waitFor();
  await clean(page, "an account of one's own");
  await shot(page, `online-account-${name}`);
  for (const hash of [`#/people/own-${name}`, "#/tournaments/new"]) {
    await page.goto(`${site.address}${hash}`);
    await page.locator("h1").waitFor();
    await clean(page, hash);
  }
  await page.locator("form .button.main").click();
  await page.locator(".acts .button").first().click(); // takes part
  await page.locator("main table").waitFor();
  await clean(page, "a tournament");
  await shot(page, `online-tournament-${name}`);
  await context.close();
}

export const tests = {
  "whose turn it is": turns,
  "a bot is challenged": bot,
  "refusals in German, and logging out everywhere": everywhere,
  "a rated game, the list, a profile": rated,
  "an account from its first to its last day": life,
  "every screen on a phone, in German": (site) => everyScreen(site, phone, "phone", "de-DE"),
  "every screen 320 pixels wide, in French": (site) => everyScreen(site, narrow, "narrow", "fr-FR"),
};
