// SPDX-License-Identifier: MIT
// node tests/strangers/browsers.mjs [WORD...]: the page in browsers that no developer uses, Firefox
// ESR and WebKitGTK: whole games by real clicks, a hint, a puzzle, a lesson, rules in another
// language, and a reload without the server. Run by tests/check-browsers.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { equal, holds, root, shots } from "../browser/site.mjs";
import { runAll } from "../browser/runner.mjs";
import { dice, games, judge } from "../browser/steps.mjs";
import { serve } from "../../tools/serve.mjs";
import { Firefox, WebKit } from "./drivers.mjs";

const TARGETS = "[data-turn=person] .target[data-spot]";
const ALIVE = `return document.querySelector("#app:not([data-still]) h1") !== null`;
const TURN = `const turn = document.querySelector("[data-turn]")?.dataset.turn; return turn !== "other" && turn`;
const MOST = 600; // clicks

const puppeteer = createRequire(join(root, "build/strangers/package.json"))("puppeteer-core");

// WebDriver reports no errors of pages, and runs no script before those of the page: so the tests serve a copy of the built page whose first
// script collects errors, also those while it loads, for all pages of a tab.
const site = join(root, "build/strangers/web");
const ERRORS = `return JSON.parse(sessionStorage.getItem("strangersErrors") ?? "[]")`;
const WATCH = `
const keep = (error) => {
  const list = JSON.parse(sessionStorage.getItem("strangersErrors") ?? "[]");
  sessionStorage.setItem("strangersErrors", JSON.stringify([...list, String(error)]));
};
addEventListener("error", (event) => keep(event.message));
addEventListener("unhandledrejection", (event) => keep(event.reason));
const error = console.error;
console.error = (...words) => {
  keep(words.join(" "));
  error(...words);
};`;

function makeSite() {
  rmSync(site, { recursive: true, force: true });
  cpSync(join(root, "build/web"), site, { recursive: true });
  const change = (name, from, to) => {
    const text = readFileSync(join(site, name), "utf8");
    holds(from.test(text), `build/web/${name} has ${from}`);
    writeFileSync(join(site, name), text.replace(from, to));
  };
  change("index.html", /<meta charset/, '<script src="./watch.js"></script>$&');
  change("sw.js", /"\.\/",/, '$&"./watch.js",');
  writeFileSync(join(site, "watch.js"), `(() => {${WATCH}})();`);
  writeFileSync(
    join(site, "wrong.js"),
    `Promise.reject(new Error("not handled")); console.error("said"); throw new Error("thrown");`,
  );
  writeFileSync(
    join(site, "wrong.html"),
    '<!doctype html><script src="./watch.js"></script><script src="./wrong.js"></script>',
  );
}

// The test of the test: what goes wrong while a page loads is seen.
async function loading(browser, address) {
  await browser.visit(`${address}wrong.html`);
  await browser.until(
    `return (${JSON.stringify(["not handled", "said", "thrown"])}).every((word) => (sessionStorage.getItem("strangersErrors") ?? "").includes(word))`,
    "the three errors of a page that loads",
  );
  await browser.run(`sessionStorage.clear()`);
  browser.errors.length = 0;
}

// A page of the site with settings that make it quick, and no network but ours.
async function show(browser, address, hash, settings = {}) {
  await browser.visit(`${address}manual-none`);
  await browser.run(
    `localStorage.clear();
     localStorage.setItem("abax.settings", JSON.stringify({ motion: false, language: "en", ...arguments[0] }));
     for (const game of arguments[1])
       localStorage.setItem("abax.setup." + game, JSON.stringify({ options: {}, seats: [{ who: "person" }, { who: "level:1" }] }));`,
    settings,
    games,
  );
  await browser.visit(`${address}${hash}`);
  await browser.until(ALIVE, `the page at ${hash}`);
}

// A whole game by clicks, like a player who does not know it; the record must be legal to the
// native program.
async function playToTheEnd(browser, address, game) {
  await show(browser, address, `#/play/${game}`);
  await browser.until(`return document.querySelector(${JSON.stringify(TARGETS)}) !== null`, `a square of ${game}`);
  const roll = dice(3);
  let clicks = 0;
  for (; clicks < MOST; clicks++) {
    if ((await browser.until(TURN, "the computer's move")) === "over") break;
    const count = await browser.run(`return document.querySelectorAll(${JSON.stringify(TARGETS)}).length`);
    if (count) await browser.click(TARGETS, roll(count));
  }
  const said = await browser.until(`return document.querySelector("[data-testid=status]")?.innerText`, "the end");
  holds(
    /^(You won|You lost|A draw)/.test(said),
    `${browser.name} at the end of ${game} after ${clicks} clicks: ${said}`,
  );
  const { record } = JSON.parse(await browser.run(`return localStorage.getItem("abax.game." + arguments[0])`, game));
  holds(/ (win|loss|draw)\b/.test(judge(record)), `the program says of ${game}: ${judge(record)}`);
  const sideways = `return document.documentElement.scrollWidth - document.documentElement.clientWidth`;
  equal(await browser.run(sideways), 0, `pixels that ${browser.name} can scroll sideways`);
}

async function hint(browser, address) {
  await show(browser, address, `#/play/${games[0]}`);
  await browser.until(`return document.querySelector(${JSON.stringify(TARGETS)}) !== null`, "a square");
  await browser.run(
    `[...document.querySelectorAll(".actions button")].find((each) => /Hint/.test(each.textContent)).click()`,
  );
  await browser.until(`return document.querySelector(".m-glow, .m-hint, .b-button.hint") !== null`, "a hint");
}

async function screens(browser, address) {
  for (const game of games) {
    await show(browser, address, `#/learn/${game}`);
    await browser.until(`return document.querySelector(".b-svg") !== null`, `a lesson of ${game}`);
    await show(browser, address, `#/rules/${game}`, { language: "de" });
    await browser.until(`return document.querySelector("figure[data-diagram] .b-svg") !== null`, `rules of ${game}`);
    equal(await browser.run(`return document.documentElement.lang`), "de", "the language");
    await show(browser, address, `#/puzzles/${game}/run`);
    await browser.until(`return document.querySelector(".target[data-spot]") !== null`, `a puzzle of ${game}`);
  }
}

// After one visit with the server, one without it.
async function offline(browser) {
  const server = await serve(site, 0);
  const address = `http://127.0.0.1:${server.address().port}/`;
  await show(browser, address, `#/play/${games[0]}`);
  await browser.until(
    `navigator.serviceWorker.ready.then(() => (window.strangersReady = true)); return window.strangersReady`,
    "the service worker",
  );
  server.closeAllConnections?.();
  await new Promise((done) => server.close(done));
  await browser.visit(`${address}#/play/${games[1]}`);
  await browser.run(`location.reload()`).catch(() => undefined);
  await browser.until(
    `${ALIVE} && document.querySelector(${JSON.stringify(TARGETS)}) !== null`,
    "a board without the server",
  );
  await browser.until(
    `return document.querySelector(".target[data-spot]") !== null`,
    `a square of ${games[1]} without the server`,
  );
}

// A test in one browser; at its end there may be no error.
function within(open, name, test) {
  return async ({ address }) => {
    const browser = await open();
    try {
      await test(browser, address);
      const raised = (await browser.run(ERRORS)) ?? [];
      equal([...browser.errors, ...raised], [], `errors in ${browser.name}`);
      await browser.screenshot?.(join(shots, `${browser.name}-${name}.png`));
    } finally {
      await browser.close();
    }
  };
}

const openers = { Firefox: () => Firefox.open(puppeteer), WebKit: () => WebKit.open() };
const tests = {};
for (const [browser, open] of Object.entries(openers)) {
  for (const game of games)
    tests[`${browser}: a whole game of ${game}`] = within(open, game, (it, address) => playToTheEnd(it, address, game));
  tests[`${browser}: an error while the page loads`] = within(open, "loading", loading);
  tests[`${browser}: a hint`] = within(open, "hint", hint);
  tests[`${browser}: lessons, rules and puzzles`] = within(open, "screens", screens);
  tests[`${browser}: without the server, alone`] = within(open, "offline", offline);
}

await runAll(
  "strangers",
  ["browsers"],
  async () => ({ tests }),
  async () => {
    mkdirSync(shots, { recursive: true });
    makeSite();
    const server = await serve(site, 0);
    return { server, address: `http://127.0.0.1:${server.address().port}/` };
  },
  async ({ server }) => {
    server.closeAllConnections?.();
    await new Promise((done) => server.close(done));
  },
);
