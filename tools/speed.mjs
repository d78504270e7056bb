// SPDX-License-Identifier: MIT
// node tools/speed.mjs [FOLDER] [TIMES] [GAME...]: how long a first visitor with a slow phone waits for the first board,
// on the start page and in these games. The
// processor is slowed down four times; the medians of a few visits are printed, and the best, which a busy
// machine disturbed least. NETWORK=slow measures that one alone. Needs `make web` before.
import { chromium } from "../apps/web/node_modules/playwright-core/index.mjs";
import { serve } from "./serve.mjs";

const [folder = "build/web", times = "5", ...games] = process.argv.slice(2);
const kilobits = 1000 / 8;
const networks = {
  "slow 4G": { latency: 150, downloadThroughput: 1600 * kilobits, uploadThroughput: 750 * kilobits },
  "fast 4G": { latency: 60, downloadThroughput: 9000 * kilobits, uploadThroughput: 1500 * kilobits },
};
const screens = ["#/", ...games.map((game) => `#/play/${game}`)];
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
const SLOWER = 4;

// Notes when the first board has pieces or ground on it, when it can be touched, and every task that blocked.
function watch() {
  const found = { board: 0, largest: 0, ready: 0, blocked: 0, longest: 0, shift: 0 };
  window.found = found;
  const look = () => {
    const now = performance.now();
    if (!found.board && document.querySelector("#app:not([hidden]) .b-svg > *"))
      requestAnimationFrame(() => setTimeout(() => (found.board ||= performance.now())));
    if (!found.ready && document.querySelector("main:not([inert]) [data-turn=person] .target")) found.ready = now;
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      found.blocked += duration - 50;
      found.longest = Math.max(found.longest, duration);
    }
  }).observe({ type: "longtask", buffered: true });
  new PerformanceObserver((list) => (found.largest = list.getEntries().at(-1).startTime)).observe({
    type: "largest-contentful-paint",
    buffered: true,
  });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) found.shift += entry.hadRecentInput ? 0 : entry.value;
  }).observe({ type: "layout-shift", buffered: true });
}

async function visit(browser, address, hash, network) {
  const context = await browser.newContext({ ...phone, locale: "en-GB", serviceWorkers: "block" });
  const page = await context.newPage();
  const wire = await context.newCDPSession(page);
  await wire.send("Network.enable");
  await wire.send("Network.emulateNetworkConditions", { offline: false, ...networks[network] });
  await wire.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  await page.addInitScript(watch);
  await page.goto(address + hash, { waitUntil: "networkidle" });
  await page.waitForTimeout(1000);
  const found = await page.evaluate(() => window.found);
  await context.close();
  return found;
}

const sorted = (numbers) => [...numbers].sort((a, b) => a - b);
const median = (numbers) => sorted(numbers)[numbers.length >> 1];

const server = await serve(folder, 0);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
const address = `http://127.0.0.1:${server.address().port}/`;
for (const network of Object.keys(networks).filter((each) => each.startsWith(process.env.NETWORK ?? ""))) {
  for (const hash of screens) {
    const all = [];
    for (let i = 0; i < Number(times); i++) all.push(await visit(browser, address, hash, network));
    const of = (key) => median(all.map((one) => one[key]));
    const best = (key) => sorted(all.map((one) => one[key]))[0].toFixed(0);
    console.log(
      `${network}, ${hash}: board ${of("board").toFixed(0)} ms (best ${best("board")}), largest part ${of("largest").toFixed(0)} ms, to be touched ${of("ready").toFixed(0)} ms (best ${best("ready")}), ` +
        `blocked ${of("blocked").toFixed(0)} ms (longest ${of("longest").toFixed(0)}), shift ${of("shift").toFixed(3)}`,
    );
  }
}
await browser.close();
server.closeAllConnections?.();
server.close();
