// SPDX-License-Identifier: MIT
// node tools/frames.mjs GAME [FOLDER]: how long a frame takes while a tower is turned under a finger, on a phone whose
// processor is four times slower. Printed are the script's part of a frame, which a slow processor must pay, and the time
// from frame to frame, which on a machine without a graphics processor is that of software. Needs `make web` before.
import { chromium } from "../apps/web/node_modules/playwright-core/index.mjs";
import { serve } from "./serve.mjs";

const [game, folder = "build/web"] = process.argv.slice(2);
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
const SLOWER = 4;
const FRAMES = 60;
const TOUCHES = 30;

const server = await serve(folder, 0);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
const page = await browser.newPage(phone);
await page.addInitScript(() => {
  window.spent = [];
  const ask = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (then) =>
    ask((now) => {
      const began = performance.now();
      then(now);
      window.spent.push(performance.now() - began);
    });
});
await page.goto(`http://127.0.0.1:${server.address().port}/#/play/${game}`);
await page.waitForSelector("#app:not([data-still]) h1");
for (let i = 0; i < TOUCHES; i++) {
  await page.waitForSelector('[data-turn="person"], [data-turn="over"]', { timeout: 60000 });
  await page.evaluate((turn) => {
    const targets = [...document.querySelectorAll("[data-turn] .target[data-spot]")];
    targets[(turn * 7) % targets.length]?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  }, i);
}
await page.getByRole("button", { name: "3D" }).click();
await page.waitForTimeout(1500);
const wire = await page.context().newCDPSession(page);
await wire.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
const { spent, between } = await page.evaluate(async (frames) => {
  const view = document.querySelector(".b-tower-view");
  const { x, y, width, height } = view.getBoundingClientRect();
  view.setPointerCapture = () => {};
  const send = (type, dx) =>
    view.dispatchEvent(
      new PointerEvent(type, {
        ...{ bubbles: true, pointerId: 1, pointerType: "touch" },
        ...{ clientX: x + width / 2 + dx, clientY: y + height / 2 },
      }),
    );
  send("pointerdown", 0);
  window.spent.length = 0;
  const between = [];
  await new Promise((done) => {
    let last = performance.now();
    let left = frames;
    const step = () => {
      const now = performance.now();
      between.push(now - last);
      last = now;
      send("pointermove", 12 + 4 * (frames - left));
      if (left-- > 0) setTimeout(() => requestAnimationFrame(step));
      else done();
    };
    requestAnimationFrame(step);
  });
  return { spent: window.spent, between };
}, FRAMES);
const at = (numbers, part) => [...numbers].sort((a, b) => a - b)[Math.floor(part * (numbers.length - 1))].toFixed(1);
console.log(
  `a callback of a frame: median ${at(spent, 0.5)} ms, 95 of 100 under ${at(spent, 0.95)} ms (${spent.length} callbacks in ${FRAMES} frames)`,
);
console.log(`frame to frame: median ${at(between, 0.5)} ms, 95 of 100 under ${at(between, 0.95)} ms`);
await browser.close();
server.closeAllConnections?.();
server.close();
