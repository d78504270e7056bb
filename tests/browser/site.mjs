// SPDX-License-Identifier: MIT
// The harness of the browser tests: the built page on its own port, and Chromium.
import { mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "../../apps/web/node_modules/playwright-core/index.mjs";
import { serve } from "../../tools/serve.mjs";

export const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
export const shots = join(root, "build/shots");

export const desktop = { viewport: { width: 1280, height: 800 } };
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
export const narrow = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

// The headless shell renders as the whole browser does, and uses a quarter less of the processor. It has no notifications. A release
// is tested in the whole browser.
export function launch({ whole = process.env.TIER === "all" } = {}) {
  const program = process.env.CHROMIUM ?? `/usr/bin/chromium${whole ? "" : "-headless-shell"}`;
  return chromium.launch({ executablePath: program, args: ["--no-sandbox"] });
}

export async function open() {
  mkdirSync(shots, { recursive: true });
  const server = await serve(join(root, "build/web"), 0);
  const browser = await launch();
  const address = `http://127.0.0.1:${server.address().port}/`;
  return { server, browser, address };
}

export async function close({ server, browser }) {
  await browser.close();
  server.closeAllConnections?.();
  await new Promise((done) => server.close(done));
}

// A fresh visitor. Collects errors of the page and violations of its policy; a test checks them at
// its end.
// Only a visitor who is `offline` later has a service worker, which fetches every file of the page.
export async function visitor(site, { offline = false, ...options } = {}) {
  // Chromium was killed: that is the error of one test only
  if (!site.browser.isConnected()) site.browser = await launch();
  const context = await site.browser.newContext({ locale: "en-GB", reducedMotion: "reduce", ...desktop, ...options });
  const page = await context.newPage();
  const errors = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (line) => line.type() === "error" && errors.push(line.text()));
  page.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith("http") && `${origin}/` !== site.address) errors.push(`asked ${origin}`);
  });
  await page.addInitScript(() => {
    // The same deals and the same opponents each time; secrets, which are bytes, stay random.
    const draw = crypto.getRandomValues.bind(crypto);
    crypto.getRandomValues = (numbers) => (numbers instanceof Uint8Array ? draw(numbers) : numbers.fill(7));
    document.addEventListener("securitypolicyviolation", (event) =>
      console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`),
    );
  });
  if (!offline) await page.addInitScript(() => delete Navigator.prototype.serviceWorker);
  page.setDefaultTimeout(30000); // a busy machine may need seconds for a page
  return { context, page, errors };
}

export function equal(found, wanted, what) {
  if (JSON.stringify(found) !== JSON.stringify(wanted))
    throw new Error(`${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`);
}

export function holds(condition, what) {
  if (!condition) throw new Error(what);
}

const patience = 8000;

// Waits until the page shows what is wanted: it answers a touch when it has time, and may have to
// load something. For what must not happen, check after something that must. `what` may be a
// function.
export async function becomes(look, wanted, what) {
  const end = Date.now() + patience;
  for (;;) {
    const found = await look();
    if (JSON.stringify(found) === JSON.stringify(wanted)) return;
    if (Date.now() > end) equal(found, wanted, typeof what === "function" ? await what() : what);
    await new Promise((done) => setTimeout(done, 50));
  }
}

export async function comes(look, what) {
  await becomes(async () => Boolean(await look()), true, what);
}

// Waits until the screen is stable: fonts are loaded, changes are drawn, and animations are over.
export async function settled(page) {
  await page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const ending = document.getAnimations().filter((each) => Number.isFinite(each.effect.getComputedTiming().endTime));
    await Promise.allSettled(ending.map((each) => each.finished));
  });
}

const axe = readFileSync(join(root, "apps/web/node_modules/axe-core/axe.min.js"), "utf8");

// axe finds nothing on the screen. The visitor needs `bypassCSP`, since the page forbids new code.
export async function examine(page, what) {
  await settled(page);
  const found = await page.evaluate(async (source) => {
    const { violations } = await new Function(`${source}; return axe;`)().run(document, {
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    });
    return violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .slice(0, 3)
          .map(({ target }) => target.join(" "))
          .join("; ")}`,
    );
  }, axe);
  equal(found, [], `axe on ${what}`);
}

export async function shot(page, name) {
  await page.screenshot({ path: join(shots, `${name}.png`) });
}
