// SPDX-License-Identifier: MIT
// The opening explorer beside the analysis: same answers as the program, with your own games, works
// offline after its first use, and a damaged file disturbs nothing.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { becomes, desktop, equal, examine, holds, narrow, phone, root, shot, visitor } from "./site.mjs";
import { type, visit } from "./steps.mjs";

const GAME = "kwinty";

function told(...actions) {
  return JSON.parse(
    execFileSync(join(root, "build/release/abax"), ["explore", GAME, "--json", ...actions], { encoding: "utf8" }),
  );
}

const inWords = (number) => number.toLocaleString("en");
const cells = (page, column) => page.locator(`section table tbody tr > :nth-child(${column})`);

// The program has the game's book and may know actions that no game played.
async function rowsAre(page, answer) {
  const first = answer.actions.filter(({ games }) => games).slice(0, 12);
  await page.getByText(`Games that came here: ${inWords(answer.here.games)} of ${inWords(answer.total)}`).waitFor();
  await becomes(
    async () =>
      (await cells(page, 1).evaluateAll((all) => all.map((cell) => cell.querySelector(".text").textContent))).slice(
        0,
        first.length,
      ),
    first.map(({ text }) => text),
    "actions",
  );
  await becomes(
    async () =>
      (
        await cells(page, 2).evaluateAll((all) => all.map((cell) => Number(cell.textContent.replaceAll(",", ""))))
      ).filter(Boolean),
    first.map(({ games }) => games),
    "games",
  );
}

async function openExplorer(page) {
  await page.getByRole("button", { name: "Openings" }).click();
  await page.locator("section table").waitFor();
}

async function same(site) {
  const { context, page, errors } = await visitor(site, desktop);
  await visit(page, site, `#/analyse/${GAME}`);
  await openExplorer(page);
  const start = told();
  await rowsAre(page, start);
  await examine(page, "openings");
  await shot(page, "openings-desktop");
  await cells(page, 1).first().getByRole("button").click();
  const next = start.actions[0].text;
  await rowsAre(page, told(next));
  await becomes(() => page.locator(".run .move[aria-current] .text").textContent(), next, "what was played");
  await page.getByRole("button", { name: "Mine" }).click();
  await page.getByText("Games that came here: 0 of 0").waitFor();
  equal(errors, [], "errors");
  await context.close();
}

async function small(site) {
  for (const [name, size] of Object.entries({ phone, narrow })) {
    const { context, page, errors } = await visitor(site, { ...size, colorScheme: "dark" });
    await visit(page, site, `#/analyse/${GAME}`);
    await page.getByRole("button", { name: "Analysis" }).click();
    await openExplorer(page);
    await page.locator("section table").scrollIntoViewIfNeeded();
    await examine(page, `openings, ${name}`);
    await shot(page, `openings-${name}`);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    holds(wide <= 0, `${name}: ${wide} pixels too wide`);
    equal(errors, [], "errors");
    await context.close();
  }
}

async function damaged(site) {
  const { context, page, errors } = await visitor(site, desktop);
  await page.route(/openings-[^/]*\.txt$/, (route) =>
    route.fulfill({ body: `openings 1 ${GAME} 5 5 5 00000000\nAAAA\n` }),
  );
  await visit(page, site, `#/analyse/${GAME}`);
  await page.getByRole("button", { name: "Openings" }).click();
  await page.getByText("the file of openings is damaged").waitFor();
  await type(page, told().actions[0].text);
  await page.locator(".run .move").first().waitFor();
  await page.getByRole("button", { name: "Mine" }).click();
  await page.getByText("Games that came here: 0 of 0").waitFor();
  equal(errors, [], "errors");
  await context.close();
}

async function offline(site) {
  const { context, page } = await visitor(site, { ...desktop, offline: true });
  await visit(page, site, `#/analyse/${GAME}`);
  await page.evaluate(async () => {
    const worker = (await navigator.serviceWorker.ready).active;
    while (worker.state !== "activated")
      await new Promise((done) => worker.addEventListener("statechange", done, { once: true }));
  });
  await page.reload();
  await openExplorer(page);
  await context.setOffline(true);
  await page.reload();
  await rowsAre(page, told());
  await context.close();
}

export const tests = {
  "say what the program says": same,
  "fit a phone": small,
  "a damaged file disturbs nothing": damaged,
  "are kept without a network": offline,
};
