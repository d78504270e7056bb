// SPDX-License-Identifier: MIT
// Warnings before a move, and correcting your mistakes. In Kwinty the first block decides: upright
// on i1 it wins and lying there it draws, both proven, so the right answers are known.
import { becomes, comes, desktop, equal, examine, holds, narrow, phone, settled, shot, visitor } from "./site.mjs";
import { saved, spot, untilPerson, visit } from "./steps.mjs";

async function table(site, warnings, options = {}, language = "en") {
  const guest = await visitor(site, options);
  await guest.page.addInitScript((settings) => localStorage.setItem("abax.settings", JSON.stringify(settings)), {
    warnings,
    language,
    motion: false,
  });
  await visit(guest.page, site, "#/play/kwinty");
  await untilPerson(guest.page);
  return guest;
}

async function done({ context, errors }) {
  equal(errors, [], "errors");
  await context.close();
}

const bad = ["j1", "i1"];
const good = ["i1", "i2"];

async function lay(page, [first, second]) {
  await spot(page, first).click();
  await spot(page, second).click();
}

const question = (page) => page.locator(".question");
const yes = (page) => page.locator(".state .button.main.small");
const no = (page) => page.locator(".state .button.small:not(.main):not(.answer):not(.cancel)").last();

async function line(page) {
  return (await saved(page, "kwinty"))?.line ?? "";
}

async function untilLine(page, begins) {
  await page.waitForFunction(
    (text) => JSON.parse(localStorage.getItem("abax.game.kwinty"))?.line?.startsWith(text),
    begins,
    { timeout: 60000 },
  );
}

// Asks before each bad action; nothing is played until the user decides.
async function warned(site) {
  const person = await table(site, "blunders");
  const { page } = person;
  for (let tries = 0; tries < 2; tries++) {
    await lay(page, bad);
    await question(page).waitFor({ timeout: 60000 });
    holds(/sure win away for a draw\..*Take it back\?/.test(await question(page).innerText()), "the warning");
    await becomes(() => line(page), "", "what stands before the answer");
    await yes(page).click();
    await question(page).waitFor({ state: "detached" });
    await becomes(() => line(page), "", "what stands after it was taken back");
  }
  await lay(page, bad);
  await question(page).waitFor({ timeout: 60000 });
  await page.getByRole("button", { name: "What is better?" }).click();
  holds(/Better: .*\(i1v\)/.test(await question(page).innerText()), "the better move");
  await no(page).click();
  await untilLine(page, "i1h");
  const { record } = await saved(page, "kwinty");
  holds(/hint/i.test(record), `help is in the record: ${record}`);
  await done(person);
}

async function clear(site) {
  const person = await table(site, "all");
  const { page } = person;
  await lay(page, good);
  await untilLine(page, "i1v");
  await becomes(() => question(page).count(), 0, "questions about the best move");
  await done(person);
}

async function off(site) {
  const person = await table(site, "off");
  await lay(person.page, bad);
  await untilLine(person.page, "i1h");
  await done(person);
}

async function resign(page) {
  await page
    .locator(".actions button:has(.i-flag), .actions button")
    .filter({ hasText: /Resign|Aufgeben|Abandon/ })
    .click();
  await yes(page).click();
  await page.waitForFunction(() => JSON.parse(localStorage.getItem("abax.game.kwinty"))?.over);
}

// A game resigned after one mistake, among the saved games: its review sets the mistake as a
// puzzle, and the collection keeps it.
async function mistakes(site, options, language, name) {
  const person = await table(site, "off", options, language);
  const { page } = person;
  await lay(page, bad);
  await untilLine(page, "i1h ");
  await untilPerson(page);
  await resign(page);
  await page.evaluate(() => (location.hash = "#/shelf"));
  await page
    .locator("li.card button")
    .filter({ hasText: /^(Review|Rückblick|Bilan)/ })
    .click();
  if (options !== desktop)
    await page
      .locator(".actions button")
      .last()
      .click({ timeout: 60000 })
      .catch(() => {});
  const link = page.locator('a[href="#/mistakes"]').first();
  await link.waitFor({ state: "attached", timeout: 90000 });
  await page.evaluate(() => (location.hash = "#/mistakes"));
  await page.getByTestId("mistakes").waitFor();
  await settled(page);
  await shot(page, `mistakes-${name}`);
  await examine(page, `mistakes ${name}`);
  await page.locator(".page .button.main").click();
  const status = page.getByTestId("status");
  await status.waitFor();
  const task = await status.innerText();
  await lay(page, bad);
  await page.waitForFunction((old) => document.querySelector("[data-testid=status]").innerText !== old, task);
  await settled(page);
  await shot(page, `mistake-${name}`);
  await lay(page, good);
  await page.waitForFunction(
    () => document.querySelector("[data-testid=status].good, .good[data-testid=status]") !== null,
    undefined,
    {
      timeout: 60000,
    },
  );
  await comes(
    async () => (await status.innerText()).includes("i1v"),
    async () => `the answer: ${await status.innerText()}`,
  );
  await settled(page);
  await shot(page, `mistake-right-${name}`);
  await examine(page, `mistake ${name}`);
  await page.waitForFunction(() => JSON.parse(localStorage.getItem("abax.mistakes"))[0].due > 0);
  const [one] = await page.evaluate(() => JSON.parse(localStorage.getItem("abax.mistakes")));
  equal([one.played, one.better, one.found], ["i1h", "i1v", 0], "what is kept of it"); // not found alone: it comes back
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  equal(new Date(one.due).toISOString().slice(0, 10), tomorrow, "when it comes back");
  // The review leads to its own mistakes, due or not.
  if (options === desktop) {
    await page.evaluate(() => (location.hash = "#/review"));
    await link.waitFor({ timeout: 90000 });
    await link.click();
    await page.waitForFunction((text) => document.querySelector("[data-testid=status]")?.innerText === text, task);
  }
  await done(person);
}

// A game that is given up is counted, by seat, level and first move.
async function numbers(site, options, language, name) {
  const person = await table(site, "off", options, language);
  const { page } = person;
  await lay(page, good);
  await untilLine(page, "i1v ");
  await untilPerson(page);
  await resign(page);
  await page.evaluate(() => (location.hash = "#/stats"));
  const card = page.getByTestId("stats");
  await card.waitFor();
  const cells = await card
    .locator("tbody tr")
    .evaluateAll((rows) =>
      rows.map((row) => [...row.querySelectorAll("td")].map((cell) => cell.textContent).join(" ")),
    );
  equal(cells, ["1 0 0 1", "1 0 0 1", "1 0 0 1"], "seat, level and first move"); // games, won, drawn, lost
  await settled(page);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  holds(wide <= 0, `the page is ${wide} pixels too wide`);
  await shot(page, `stats-${name}`);
  await examine(page, `stats ${name}`);
  await done(person);
}

async function looks(site, options, language, name) {
  const person = await table(site, "blunders", options, language);
  const { page } = person;
  await lay(page, bad);
  await question(page).waitFor({ timeout: 60000 });
  await settled(page);
  await shot(page, `warning-${name}`);
  await examine(page, `warning ${name}`);
  await done(person);
}

// Without mistakes yet, the screen says where they come from, not that there are 0.
async function noMistakes(site) {
  const { context, page, errors } = await visitor(site, phone);
  await visit(page, site, "#/mistakes");
  await becomes(
    async () => (await page.getByTestId("mistakes").innerText()).trim(),
    "No mistake is kept yet. Review a game of yours: each mistake in it comes here.",
    "what is said",
  );
  await becomes(() => page.getByRole("button", { name: "Find better" }).count(), 0, "buttons");
  equal(errors, [], "errors");
  await context.close();
}

export const tests = {
  "warned before it stands": warned,
  "the best move is not warned of": clear,
  "no warnings": off,
  "the warning on a desktop": (site) => looks(site, desktop, "en", "desktop"),
  "the warning on a phone": (site) => looks(site, phone, "de", "phone"),
  "the warning on a narrow phone": (site) => looks(site, narrow, "fr", "narrow"),
  "statistics on a desktop": (site) => numbers(site, desktop, "en", "desktop"),
  "statistics on a narrow phone": (site) => numbers(site, narrow, "de", "narrow"),
  "no mistakes yet": noMistakes,
  "mistakes on a desktop": (site) => mistakes(site, desktop, "en", "desktop"),
  "mistakes on a phone": (site) => mistakes(site, phone, "de", "phone"),
  "mistakes on a narrow phone": (site) => mistakes(site, narrow, "fr", "narrow"),
};
