// SPDX-License-Identifier: MIT
// node tools/movecost.mjs [ROOT...] [GAME...]: what a move and the computer's answer cost the page, in the builds of one or more trees
// (build/web below each ROOT), game by game: JSON that the module writes, in the page and in its worker, what page and worker send each
// other, and time of the main thread. Medians of some moves, then of a long game's 40th and 400th action. Needs `make web`.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "../apps/web/node_modules/playwright-core/index.mjs";
import { dice, facts, untilPerson, turn, touchAny } from "../tests/browser/steps.mjs";
import { serve } from "./serve.mjs";

const isRoot = (word) => existsSync(join(word, "build/web/index.html"));
const words = process.argv.slice(2);
const roots = words.filter(isRoot);
const chosen = words.filter((word) => !isRoot(word));
const games = facts.map(({ name }) => name).filter((name) => !chosen.length || chosen.includes(name));
const MOVES = 10;

// Runs in the page and, in front of its script, in the worker: counts what the module answers.
function countModule(report) {
  const instantiate = WebAssembly.instantiate;
  WebAssembly.instantiate = async (...all) => {
    const { exports } = await instantiate.apply(WebAssembly, all);
    const counted = (run) => (index) => {
      const status = run(index);
      const bytes = new Uint8Array(exports.memory.buffer, exports.abax_output());
      report(bytes.indexOf(0));
      return status;
    };
    return {
      exports: { ...exports, abax_session: counted(exports.abax_session), abax_call: counted(exports.abax_call) },
    };
  };
}

function countPage() {
  window.cost = { module: 0, worker: 0, messages: 0 };
  const size = (data) => JSON.stringify(data, (_, value) => (ArrayBuffer.isView(value) ? 0 : value))?.length ?? 0;
  const Plain = window.Worker;
  window.Worker = class extends Plain {
    constructor(...all) {
      super(...all);
      this.addEventListener("message", ({ data }) => {
        if (data.id === -1) window.cost.worker += data.counted;
        else window.cost.messages += size(data);
      });
    }
    postMessage(data, ...rest) {
      if (!data.compiled && !data.file) window.cost.messages += size(data);
      super.postMessage(data, ...rest);
    }
  };
}

async function visitor(browser, address, game) {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    reducedMotion: "reduce",
    serviceWorkers: "block",
    locale: "en-GB",
  });
  const page = await context.newPage();
  page.setDefaultTimeout(60000);
  await page.addInitScript(countPage);
  await page.addInitScript(`(${countModule})((bytes) => (window.cost.module += bytes))`);
  await page.addInitScript(() => {
    const draw = crypto.getRandomValues.bind(crypto);
    crypto.getRandomValues = (numbers) => (numbers instanceof Uint8Array ? draw(numbers) : numbers.fill(7));
  });
  await page.route(/worker[^/]*\.js$/, async (route) => {
    const answer = await route.fetch();
    const body = `(${countModule})((counted) => postMessage({ id: -1, counted }));\n${await answer.text()}`;
    await route.fulfill({ response: answer, body });
  });
  const { seats } = facts.find(({ name }) => name === game);
  await page.addInitScript(
    ([name, setup]) => {
      localStorage.setItem(`abax.setup.${name}`, JSON.stringify(setup));
      localStorage.setItem("abax.settings", JSON.stringify({ motion: false, sound: false, warnings: "off" }));
    },
    [game, { clock: "none", seats: seats.map((_, seat) => ({ who: seat ? "level:1" : "person", name: "" })) }],
  );
  await page.goto(`${address}#/play/${game}`);
  await page.waitForSelector("#app:not([data-still]) h1");
  await page.locator("[data-turn] .target[data-spot]").first().waitFor();
  return { context, page };
}

async function taskTime(cdp) {
  const { metrics } = await cdp.send("Performance.getMetrics");
  return metrics.find(({ name }) => name === "TaskDuration").value * 1000;
}

// Touches until the board has been acted on and the computer has answered.
async function move(page, roll) {
  await touchAny(page, roll);
  for (;;) {
    await page.waitForTimeout(50);
    await untilPerson(page);
    if (!(await page.locator(".abax-board .staged, [data-staged]:not([data-staged='0'])").count())) return;
    if ((await turn(page)) === "over") return;
    await touchAny(page, roll);
  }
}

const median = (numbers) => [...numbers].sort((a, b) => a - b)[numbers.length >> 1] ?? NaN;

async function measure(browser, address, game) {
  const { context, page } = await visitor(browser, address, game);
  const cdp = await context.newCDPSession(page);
  await cdp.send("Performance.enable", { timeDomain: "threadTicks" });
  const roll = dice(5);
  const rows = [];
  const saved = () =>
    page.evaluate((name) => JSON.parse(localStorage.getItem(`abax.game.${name}`) ?? "{}").moves ?? 0, game);
  await move(page, roll); // the first loads files
  for (let i = 0; i < MOVES && (await turn(page)) !== "over"; i++) {
    const before = { ...(await page.evaluate(() => window.cost)), time: await taskTime(cdp), moves: await saved() };
    await move(page, roll);
    await page.waitForTimeout(300);
    const after = { ...(await page.evaluate(() => window.cost)), time: await taskTime(cdp), moves: await saved() };
    if (after.moves > before.moves)
      rows.push(Object.fromEntries(Object.keys(before).map((key) => [key, after[key] - before[key]])));
  }
  await context.close();
  const of = (key) => median(rows.map((row) => row[key]));
  return {
    game,
    moves: rows.length,
    actions: of("moves"),
    module: of("module"),
    worker: of("worker"),
    messages: of("messages"),
    time: of("time"),
  };
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell",
  args: ["--no-sandbox"],
});
for (const root of roots.length ? roots : ["."]) {
  const server = await serve(join(root, "build/web"), 0);
  const address = `http://127.0.0.1:${server.address().port}/`;
  console.log(`${root}: a move and its answer, medians of ${MOVES}`);
  console.log("game       actions   module B   worker B   messages B      ms");
  for (const game of games) {
    const row = await measure(browser, address, game);
    const cells = [row.actions, row.module, row.worker, row.messages, row.time.toFixed(1)];
    console.log(row.game.padEnd(10) + cells.map((cell, i) => String(cell).padStart([8, 11, 11, 13, 8][i])).join(""));
  }
  server.closeAllConnections?.();
  await new Promise((done) => server.close(done));
}
await browser.close();
