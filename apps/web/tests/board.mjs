// SPDX-License-Identifier: MIT
// Boards in a real browser: whole games by touch, a move by drag, by keyboard and undone, and axe.
// node tests/board.mjs prints "N passed, N failed".
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { chromium } from "playwright-core";
import { createServer } from "vite";
import { facts } from "../../../tests/browser/steps.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const server = await createServer({
  root: new URL("..", import.meta.url).pathname,
  server: { port: 0, host: "127.0.0.1" },
  logLevel: "error",
});
await server.listen();
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
let passed = 0;
let failed = 0;

async function check(name, query, test, context = {}) {
  const page = await browser.newPage({ viewport: { width: 1000, height: 900 }, ...context });
  const errors = [];
  page.on("pageerror", (error) => errors.push(error.stack));
  try {
    await page.goto(`${server.resolvedUrls.local[0]}gallery.html?live&${query}`);
    await page.waitForSelector(".abax-board");
    await test(page);
    if (errors.length) throw new Error(errors[0]);
    passed++;
  } catch (error) {
    failed++;
    console.error(`${name}: ${error.message}`);
  }
  await page.close();
}

function expect(truth, what) {
  if (!truth) throw new Error(what);
}

const status = (page) => page.locator("p.status").innerText();
const spot = (page, name) => page.locator(`[aria-label^="${name},"]`);

async function middle(locator) {
  const box = await locator.boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

// Touches one of the targets, by turns from all parts of the list, until the game is over. Between
// two turns there may be none for a moment.
async function playOut(page) {
  for (let i = 0; i < 400; i++) {
    await page.waitForSelector(".b-spot.target, .b-button.target, .live[data-over=true]", { state: "attached" });
    const left = await page.evaluate((turn) => {
      const targets = [...document.querySelectorAll(".b-spot.target, .b-button.target")];
      const chosen = targets[(turn * 7) % targets.length];
      chosen?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
      return targets.length;
    }, i);
    if (left === 0) return;
  }
  throw new Error("the game does not end");
}

async function axeFinds(page) {
  await page.evaluate(axe);
  const rules = { "page-has-heading-one": { enabled: false } }; // the gallery is no page
  const { violations } = await page.evaluate((rules) => window.axe.run(document, { rules }), rules);
  return violations.map((v) => `${v.id}: ${v.nodes[0].html}`);
}

// Every game as it is, and with each option set otherwise.
const subjects = facts.flatMap(({ name, options }) => [
  [name],
  ...options.flatMap(({ key, values }) => values.slice(1).map((value) => [name, `${key}=${value}`])),
]);
for (const [game, option] of subjects) {
  const query = `game=${game}${option ? `&o=${option}` : ""}`;
  await check(
    `${game} ${option ?? ""} by touch`,
    query,
    async (page) => {
      const errors = await axeFinds(page);
      expect(errors.length === 0, errors.join("; "));
      await playOut(page);
      expect((await page.locator(".live").getAttribute("data-over")) === "true", `not over: ${await status(page)}`);
    },
    { reducedMotion: "reduce" },
  );
}

await check("drag", "game=tiku", async (page) => {
  await page.mouse.move(...(await middle(spot(page, "a2"))));
  await page.mouse.down();
  await page.mouse.move(...(await middle(spot(page, "a3"))), { steps: 4 });
  expect(await page.locator(".b-dragging").count(), "nothing is dragged");
  await page.mouse.move(...(await middle(spot(page, "a4"))), { steps: 4 });
  await page.mouse.up();
  await page.waitForTimeout(700);
  expect(
    await spot(page, "a4")
      .getAttribute("aria-label")
      .then((l) => l.includes("White's figure")),
    "a4 has no figure",
  );
  expect(
    await spot(page, "a3")
      .getAttribute("aria-label")
      .then((l) => l.includes("White's disc")),
    "a3 has no disc",
  );
});

await check("drag outside takes back", "game=tiku", async (page) => {
  await page.mouse.move(...(await middle(spot(page, "a2"))));
  await page.mouse.down();
  await page.mouse.move(...(await middle(spot(page, "a3"))), { steps: 4 });
  await page.mouse.move(990, 5, { steps: 4 });
  await page.mouse.up();
  expect((await page.locator('[aria-pressed="true"]').count()) === 0, "something is still staged");
});

await check("dragging the shared piece", "game=yoxii", async (page) => {
  await page.mouse.move(...(await middle(spot(page, "d4"))));
  await page.mouse.down();
  await page.mouse.move(...(await middle(spot(page, "d5"))), { steps: 6 });
  await page.mouse.up();
  expect((await spot(page, "d5").getAttribute("aria-pressed")) === "true", "d5 is not staged");
});

await check("dragging out of a hand", "game=tokan&o=setup=draft", async (page) => {
  const before = await page.locator(".b-pieces > g").count();
  await page.mouse.move(...(await middle(page.locator(".b-button.target").first())));
  await page.mouse.down();
  await page.mouse.move(...(await middle(spot(page, "g3"))), { steps: 8 });
  await page.mouse.up();
  await page.waitForTimeout(600);
  expect((await page.locator(".b-pieces > g").count()) === before + 1, "no tile was laid");
});

await check("keyboard", "game=tiku", async (page) => {
  await page.keyboard.press("Tab");
  expect((await page.locator(":focus").getAttribute("aria-label")).startsWith("a2,"), "the first target has no focus");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  expect((await spot(page, "b2").getAttribute("aria-pressed")) === "true", "b2 is not staged");
  await page.keyboard.press("Escape");
  expect((await spot(page, "b2").getAttribute("aria-pressed")) === "false", "b2 is still staged");
  for (const key of ["End", "Enter", "ArrowUp", "ArrowUp", " "]) await page.keyboard.press(key);
  await page.waitForTimeout(700);
  expect(
    (await page.locator(":focus").getAttribute("aria-label")).startsWith("f4, White's figure"),
    "f4 has no figure",
  );
  await page.keyboard.press("Tab");
  expect((await page.locator(".b-spot:focus").count()) === 0, "a board is more than one tab stop");
});

await check("a click beside takes back", "game=tiku", async (page) => {
  await spot(page, "a2").click();
  expect((await spot(page, "a2").getAttribute("aria-pressed")) === "true", "a2 is not staged");
  const board = await page.locator(".b-svg").boundingBox();
  await page.mouse.click(board.x + 4, board.y + board.height / 2);
  expect((await spot(page, "a2").getAttribute("aria-pressed")) === "false", "a2 is still staged");
});

await check("pieces travel, and stand still for those who want that", "game=tiku", async (page) => {
  await spot(page, "a2").click();
  await spot(page, "a4").click();
  expect((await page.evaluate(() => document.getAnimations().length)) > 1, "nothing moves");
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.waitForTimeout(700);
  await spot(page, "b5").click();
  await spot(page, "b3").click();
  expect((await page.evaluate(() => document.getAnimations().length)) === 0, "something moves");
});

await check("a touch does not stop what is moving", "game=tiku", async (page) => {
  await spot(page, "a2").click();
  const moving = await page.evaluate(() => {
    const click = (name) =>
      document.querySelector(`[aria-label^="${name},"]`).dispatchEvent(new MouseEvent("click", { bubbles: true }));
    click("a4");
    return new Promise((done) =>
      setTimeout(() => {
        click("b5");
        setTimeout(() => done(document.getAnimations().length), 20);
      }, 60),
    );
  });
  expect(moving > 0, "the motion was cut off");
});

await check("a stack opens", "game=masker&o=board=tower", async (page) => {
  await spot(page, "a1").hover();
  await page.waitForSelector(".b-open");
  expect((await page.locator(".b-open .piece").count()) === 4, "not all four levels are shown");
});

await check("the tower turns", "game=turris", async (page) => {
  await page.waitForSelector(".b-tower canvas");
  await page.waitForTimeout(600);
  const before = await page.locator(".b-tower canvas").screenshot();
  await page.locator(".b-tower-view").focus();
  await page.keyboard.press("ArrowRight");
  await page.waitForTimeout(500);
  expect(!before.equals(await page.locator(".b-tower canvas").screenshot()), "it stands still");
});

await check("a picture needs no style sheet", "game=tokan&theme=dark", async (page) => {
  const source = `/@fs${new URL("../../../bindings/js/src/board/export.ts", import.meta.url).pathname}`;
  const picture = await page.evaluate(async (file) => (await import(file)).boardPicture(document.body), source);
  writeFileSync(new URL("../../../build/picture.svg", import.meta.url), picture);
  expect(!/var\(|light-dark|class=|data-|tabindex/.test(picture), "something is left that only the page understands");
  const colours = new Set(picture.match(/fill="rgb[^"]*"/g));
  expect(colours.size > 8, `only ${colours.size} colours`);
  const loaded = await page.evaluate(
    (text) =>
      new Promise((done) => {
        const image = new Image();
        image.onload = () => done(image.naturalWidth);
        image.onerror = () => done(0);
        image.src = `data:image/svg+xml,${encodeURIComponent(text)}`;
      }),
    picture,
  );
  expect(loaded > 100, "it is no picture");
});

await check(
  "320 pixels wide",
  "game=turris",
  async (page) => {
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide <= 320, `the page is ${wide} pixels wide`);
  },
  { viewport: { width: 320, height: 640 } },
);

console.log(`${passed} passed, ${failed} failed`);
await browser.close();
await server.close();
process.exit(failed ? 1 : 0);
