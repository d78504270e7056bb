// SPDX-License-Identifier: MIT
// All screens: axe, narrow windows, languages, bytes.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { serve } from "../../tools/serve.mjs";
import { becomes, desktop, equal, examine, holds, narrow, phone, root, settled, shot, visitor } from "./site.mjs";
import { dice, games, playOn, visit } from "./steps.mjs";

// A short game, so that review and shared links have something to show.
const link = "AYXm0QR0aWt1AAAAAQI";
const screens = [
  "#/",
  ...games.map((game) => `#/play/${game}`),
  ...games.map((game) => `#/learn/${game}`),
  "#/rules/tokan",
  "#/analyse",
  "#/analyse/yoxii",
  "#/settings",
  "#/review",
  `#g=${link}`,
];

async function examineAll(site, size, scheme) {
  const { context, page, errors } = await visitor(site, { ...size, colorScheme: scheme, bypassCSP: true });
  for (const hash of screens) {
    await visit(page, site, hash);
    await examine(page, `${hash} (${scheme})`);
    await shot(
      page,
      `screen-${scheme}-${size === desktop ? "desktop" : "phone"}-${hash.replace(/[^a-z]+/g, "-").slice(1, 20) || "start"}`,
    );
  }
  await visit(page, site, "#/play/tiku");
  await playOn(page, dice(2), 6);
  if (size !== desktop) await page.getByRole("button", { name: "Moves" }).click();
  await examine(page, `a game with its list (${scheme})`);
  for (const tab of ["Rules", "Share"]) {
    await page.getByRole("tab", { name: tab }).click();
    await examine(page, `the tab ${tab} (${scheme})`);
  }
  equal(errors, [], "errors");
  await context.close();
}

// Nothing is wider than the window: at 320 pixels, which is also a desktop at 400 %.
async function narrowAll(site) {
  const { context, page, errors } = await visitor(site, narrow);
  for (const hash of screens) {
    await visit(page, site, hash);
    await settled(page);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    holds(wide <= 320, `${hash} is ${wide} pixels wide`);
  }
  await visit(page, site, "#/play/yoxii");
  await shot(page, "narrow-yoxii");
  equal(errors, [], "errors");
  await context.close();
}

async function languages(site) {
  const { context, page, errors } = await visitor(site, { ...desktop, locale: "de-CH" });
  await visit(page, site, "#/");
  await becomes(() => page.locator("html").getAttribute("lang"), "de", "language of a German browser");
  await page.getByRole("heading", { name: "Brettspiele, kostenlos" }).waitFor();
  await visit(page, site, "#/play/tiku");
  await page.getByRole("button", { name: "Hinweis" }).click();
  await page.getByText("Hinweis 1 von 4").waitFor({ timeout: 60000 }); // a busy machine thinks slowly
  await shot(page, "german-tiku");
  await visit(page, site, "#/settings");
  await becomes(
    () => page.getByTestId("version").textContent(),
    `Abax ${readFileSync(`${root}/VERSION`, "utf8").trim()}`,
    "version",
  );
  await page.getByLabel("Sprache").selectOption("fr");
  await page.getByRole("heading", { name: "Réglages" }).waitFor();
  await becomes(() => page.locator("html").getAttribute("lang"), "fr", "language after the choice");
  await visit(page, site, "#/play/kwinty");
  await page.getByRole("tab", { name: "Préparer" }).waitFor();
  await page.reload();
  await page.getByRole("tab", { name: "Préparer" }).waitFor();
  await shot(page, "french-kwinty");
  equal(errors, [], "errors");
  await context.close();
}

// Bytes of the play page: 258,000 by brotli with six games.
const MOST = { br: 223800 + 5700 * games.length, gzip: 261200 + 6800 * games.length };
const MOST_DATA = 200000; // of a game's book and network, which are fetched when its computer first thinks

// All bytes that a first visitor of the play page loads until two moves are played and the game is
// saved, as they come over the wire: measured by a server of its own, which sees workers too.
async function size({ browser }) {
  const server = await serve(join(root, "build/web"), 0);
  try {
    await weigh(browser, server);
  } finally {
    server.closeAllConnections?.();
    server.close();
  }
}

async function weigh(browser, server) {
  const address = `http://127.0.0.1:${server.address().port}/`;
  const asked = new Set();
  // Only the whole browser asks for the icon of the tab, and `make test` uses the headless shell.
  server.on("request", ({ url }) => url.endsWith("/icon.svg") || asked.add(new URL(url, address).href));
  const { context, page } = await visitor({ browser, address }, { ...phone });
  await page.goto(`${address}#/play/tiku`, { waitUntil: "networkidle" });
  await playOn(page, dice(1), 2);
  await page.evaluate(async () => {
    const end = Date.now() + 9000;
    while (!(await indexedDB.databases()).some(({ name }) => name === "abax") && Date.now() < end)
      await new Promise((later) => setTimeout(later, 50));
  });
  await page.waitForLoadState("networkidle");
  await context.close();
  for (const [encoding, most] of Object.entries(MOST)) {
    const sizes = await Promise.all(
      [...asked].map(async (address) => [
        address,
        Number((await fetch(address, { headers: { "accept-encoding": encoding } })).headers.get("content-length")),
      ]),
    );
    const isData = ([name]) => name.endsWith(".bin");
    const add = (all, [, bytes]) => all + bytes;
    const sum = sizes.filter((file) => !isData(file)).reduce(add, 0);
    const data = sizes.filter(isData).reduce(add, 0);
    console.log(
      `     the play page is ${(sum / 1000).toFixed(1)} kB by ${encoding}: ${sizes.map(([name, bytes]) => `${name.replace(/.*\/|-[\w-]+(?=\.)/g, "")} ${bytes}`).join(", ")}`,
    );
    holds(sum < most, `${sum} bytes by ${encoding}`);
    holds(
      sizes.some(([name]) => name.includes("/store-")),
      "the list of saved games was not counted",
    );
    holds(data < MOST_DATA, `${data} bytes of data by ${encoding}`);
  }
}

async function headers(site) {
  const answer = await fetch(site.address);
  for (const name of [
    "content-security-policy",
    "cross-origin-opener-policy",
    "cross-origin-embedder-policy",
    "x-content-type-options",
  ])
    holds(answer.headers.get(name), `${name} is missing`);
  holds(
    !/unsafe-inline|unsafe-eval'(?<!wasm-unsafe-eval')/.test(answer.headers.get("content-security-policy")),
    "the policy is not strict",
  );
  for (const path of [
    "../package.json",
    "%2e%2e/package.json",
    "..%2fpackage.json",
    "assets/",
    "nothing",
    "%00",
    "%zz",
  ]) {
    const { status } = await fetch(site.address + path);
    holds(status === 404 || status === 400, `${path} is answered with ${status}`);
  }
  const { context, page } = await visitor(site);
  await visit(page, site, "#/");
  await becomes(() => page.evaluate(() => crossOriginIsolated), true, "isolated");
  await context.close();
}

// A shift of the layout while fonts and boards arrive.
async function still(site) {
  const { context, page } = await visitor(site, phone);
  await page.addInitScript(() => {
    window.shift = 0;
    new PerformanceObserver((list) =>
      list.getEntries().forEach((entry) => (window.shift += entry.hadRecentInput ? 0 : entry.value)),
    ).observe({ type: "layout-shift", buffered: true });
  });
  for (const hash of ["#/", "#/play/tokan"]) {
    await page.goto(site.address + hash, { waitUntil: "networkidle" });
    await page.waitForTimeout(300); // nothing more comes that could move something
    const shift = await page.evaluate(() => window.shift);
    holds(shift < 0.05, `${hash} shifts by ${shift}`);
  }
  await context.close();
}

// An unknown address is reported, with the games below.
async function unknown(site) {
  const person = await visitor(site);
  const { page, context, errors } = person;
  for (const hash of [
    "#/nothing",
    "#/play/chess",
    "#/analyse/chess",
    "#/ratings/chess",
    "#/puzzles/chess",
    "#/settings/more",
  ]) {
    await visit(page, site, hash);
    await page.getByText("There is nothing at this address.").waitFor();
  }
  for (const way of ["no-such-theme", "9999999"]) {
    await visit(page, site, `#/puzzles/tiku/${way}`);
    await page.getByText("Tiku has no such theme, and no puzzle of this number.").waitFor();
  }
  await visit(page, site, "#/");
  await becomes(() => page.getByText("There is nothing at this address.").count(), 0, "sentences at the start page");
  equal(errors, [], "errors");
  await context.close();
}

export const tests = {
  "axe, desktop, light": (site) => examineAll(site, desktop, "light"),
  "axe, phone, dark": (site) => examineAll(site, phone, "dark"),
  "320 pixels": narrowAll,
  "two languages": languages,
  "few bytes": size,
  "headers and paths": headers,
  "no shift": still,
  "unknown addresses": unknown,
};
