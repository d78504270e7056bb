// SPDX-License-Identifier: MIT
// Accounts, rated games, profiles; every screen of all this by axe, on a phone and in two languages.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { equal, holds, narrow, phone, root, shot } from "../browser/house.mjs";
import { type } from "../browser/steps.mjs";
import { create, follow, guest, pair, PATIENCE, untilPly } from "./house.mjs";

const program = process.env.ABAX ?? join(root, "build/release/abax");

async function until(holdsNow, otherwise) {
  for (const end = Date.now() + PATIENCE; Date.now() < end;) {
    if (await holdsNow()) return;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error(otherwise);
}

async function register(page, house, name) {
  await page.goto(`${house.address}#/account`);
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Password", { exact: true }).fill("a long password");
  await page.getByRole("button", { name: "Create an account" }).click();
  await page.getByText(`You are logged in as ${name}.`).waitFor();
}

async function rated(house) {
  const [anna, bert] = [await guest(house), await guest(house)];
  await register(anna.page, house, "anna");
  await register(bert.page, house, "bert");
  const link = await create(anna.page, house, "tiku", { ticks: ["Rated"], clock: "300" });
  await follow(bert.page, link);
  await type(anna.page, "a2a4");
  await untilPly(bert.page, 1);
  await type(bert.page, "b5b3");
  await untilPly(anna.page, 2);
  holds(await anna.page.getByRole("button", { name: "Undo" }).isDisabled(), "a rated move can be taken back");
  await bert.page.getByRole("button", { name: "Resign" }).click();
  await bert.page.getByRole("button", { name: "Yes" }).click();
  await anna.page.getByText("bert resigned").first().waitFor();
  await anna.page.goto(`${house.address}#/ratings/tiku`);
  await anna.page.getByRole("link", { name: "anna" }).click();
  await anna.page.getByRole("img", { name: /Rating in Tiku/ }).waitFor();
  await shot(anna.page, "online-profile");
  await anna.page.goto(`${house.address}#/ratings/tiku`);
  await anna.page.getByRole("table").waitFor();
  await shot(anna.page, "online-ratings");
  await anna.page.goto(`${house.address}#/account`);
  const download = anna.page.waitForEvent("download");
  await anna.page.getByRole("button", { name: "Download" }).click();
  const records = readFileSync(await (await download).path(), "utf8");
  holds(
    records.includes('[Game "tiku"]') && records.includes("a2a4"),
    `no record was downloaded: ${records.slice(0, 80)}`,
  );
  equal([...anna.faults, ...bert.faults], [], "faults");
  for (const { context } of [anna, bert]) await context.close();
}

async function life(house) {
  const { page, context } = await guest(house);
  await register(page, house, "carla");
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
  await page.goto(`${house.address}#/people/carlotta`);
  await page.getByRole("alert").waitFor();
  await context.close();
}

// Whose turn it is shows on every screen; a tap leads there.
async function turns(house) {
  const table = await pair(house, "yoxii");
  const [anna, bert] = table.pages;
  for (const page of table.pages) await page.goto(`${house.address}#/`);
  await anna.reload();
  await anna.getByRole("link", { name: "It is your turn in 1 game online" }).click();
  await anna.getByText("your turn", { exact: true }).waitFor();
  equal(await anna.locator("nav .waiting").textContent(), "1", "games that wait");
  await bert.reload();
  await bert.getByRole("link", { name: "Online" }).waitFor();
  equal(await bert.getByText("It is your turn").count(), 0, "turns of the other");
  equal([...table.anna.faults, ...table.bert.faults], [], "faults");
  await table.end();
}

// A bot waits to be challenged, is chosen in the form, and plays.
async function bot(house) {
  const { page, context, faults } = await guest(house, "Anna");
  await register(page, house, "owner");
  const bearer = await page.evaluate(() => JSON.parse(localStorage.getItem("abax.login")).token);
  const made = await fetch(`${house.address}api/bots`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${bearer}` },
    body: '{"name":"robot"}',
  });
  const { token } = await made.json();
  const words = [
    "bot",
    "--server",
    house.address,
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
      async () => (await (await fetch(`${house.address}api/bots`)).json()).bots.length === 1,
      "the bot does not wait",
    );
    await create(page, house, "tiku", { seats: { Black: "account:robot" } });
    await type(page, "a2a4");
    await untilPly(page, 2);
    await page.getByText("robot", { exact: true }).first().waitFor();
  } finally {
    engine.kill();
  }
  equal(faults, [], "faults");
  await context.close();
}

// What the server refuses is told in the chosen language; logging out everywhere ends the other browser's session too.
async function everywhere(house) {
  const [one, two] = [await guest(house), await guest(house, "", { locale: "de" })];
  await register(one.page, house, "dora");
  await two.page.goto(`${house.address}#/account`);
  await two.page.getByLabel("Name", { exact: true }).fill("dora");
  await two.page.getByLabel("Passwort", { exact: true }).fill("a wrong password");
  await two.page.getByRole("button", { name: "Anmelden" }).click();
  await two.page.getByRole("alert").getByText("Name oder Passwort ist falsch.").waitFor();
  await two.page.getByLabel("Passwort", { exact: true }).fill("a long password");
  await two.page.getByRole("button", { name: "Anmelden" }).click();
  await two.page.getByText("dora").first().waitFor();
  const bearer = await two.page.evaluate(() => JSON.parse(localStorage.getItem("abax.login")).token);
  const asked = () =>
    fetch(`${house.address}api/me`, { headers: { Authorization: `Bearer ${bearer}` } }).then(({ status }) => status);
  equal(await asked(), 200, "the session of the other browser");
  await one.page.getByRole("button", { name: "Log out everywhere" }).click();
  await one.page.getByRole("button", { name: "Log in" }).waitFor();
  await until(async () => (await asked()) === 401, "the other session goes on");
  for (const { context } of [one, two]) await context.close();
}

const axe = readFileSync(join(root, "web/node_modules/axe-core/axe.min.js"), "utf8");

async function clean(page, what) {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe);
  const found = await page.evaluate(async () =>
    (await globalThis.axe.run(document)).violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 120)}`),
  );
  equal(found, [], `axe on ${what}`);
  const over = (await page.evaluate(() => document.documentElement.scrollWidth)) - page.viewportSize().width;
  holds(over <= 0, `${what} is ${over} pixels too wide`);
}

async function everyScreen(house, size, name, locale) {
  const table = await pair(house, "tokan", {}, [
    { ...size, bypassCSP: true },
    { ...size, bypassCSP: true, colorScheme: "dark" },
  ]);
  for (const page of table.pages) await clean(page, "the table");
  const { page, context } = await guest(house, "", { ...size, bypassCSP: true, locale });
  await page.goto(`${house.address}#/online`);
  await page.getByTestId("link").waitFor();
  await page.locator("form").waitFor();
  await clean(page, "the lobby");
  await shot(page, `online-lobby-${name}`);
  for (const hash of ["#/account", "#/ratings/yoxii", "#/people/nobody"]) {
    await page.goto(`${house.address}${hash}`);
    await page.locator("h1").waitFor();
    await clean(page, hash);
  }
  await page.goto(`${house.address}#/online`);
  await page.locator("form .button.main").click();
  await page.getByTestId("invite").waitFor();
  await clean(page, "the waiting table");
  await shot(page, `online-waiting-${name}`);
  await context.close();
  await table.end();
}

export const tests = {
  "whose turn it is": turns,
  "a bot is challenged": bot,
  "refusals in German, and logging out everywhere": everywhere,
  "a rated game, the list, a profile": rated,
  "an account from its first to its last day": life,
  "every screen on a phone, in German": (house) => everyScreen(house, phone, "phone", "de-DE"),
  "every screen 320 pixels wide, in French": (house) => everyScreen(house, narrow, "narrow", "fr-FR"),
};
