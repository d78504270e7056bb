// SPDX-License-Identifier: MIT
// Conveniences: keys, sound, drawn arrows, wheel and swipe, replays, codes, titles, previews of
// links.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { becomes, comes, desktop, equal, holds, phone, root, settled, shot, visitor } from "./site.mjs";
import { dice, games, playOn, spot, type, untilPerson, visit } from "./steps.mjs";

const program = (...words) => execFileSync(join(root, "build/release/abax"), words, { encoding: "utf8" });
const sample = (game) => join(root, "games", game, "sample.txt");
const status = (page) => page.getByTestId("status").textContent();

async function keyList(site) {
  const { context, page, errors } = await visitor(site, desktop);
  await visit(page, site, "#/play/tiku");
  await page.getByRole("button", { name: "Undo" }).focus();
  await page.keyboard.press("?");
  const list = page.getByRole("dialog", { name: "Keys" });
  await list.waitFor();
  for (let i = 0; i < 4; i++) await page.keyboard.press("Tab");
  await comes(
    () => page.evaluate(() => document.activeElement === document.body || !!document.activeElement.closest("dialog")),
    "the focus stays in the dialog",
  );
  await page.keyboard.press("Escape");
  await list.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Keys" }).click();
  await list.getByRole("button", { name: "Close" }).click();
  await list.waitFor({ state: "detached" });
  await visit(page, site, "#/settings"); // where a phone has it
  await page.locator("main").getByRole("button", { name: "Keys" }).click();
  await list.waitFor();
  equal(errors, [], "errors");
  await context.close();
}

// Letters work, and arrow keys step through the game, after a touch of the board as well; with the
// cursor on the board arrow keys move it.
async function keysAfterTouch(site) {
  const { context, page, errors } = await visitor(site, desktop);
  const pressed = (name) => page.getByRole("button", { name, exact: true }).first().getAttribute("aria-pressed");
  const at = () => page.locator(".run .move[aria-current] .text").textContent();
  const focus = () => page.evaluate(() => document.activeElement.getAttribute("aria-label")?.split(",")[0]);
  await visit(page, site, "#/analyse/tiku");
  for (const action of ["a2a4", "b5b3"]) await type(page, action);
  await spot(page, "d6").click();
  await page.keyboard.press("f");
  await becomes(() => pressed("Flip"), "true", "f after a touch of the board");
  const engine = await pressed("Engine");
  await page.keyboard.press("e");
  await comes(async () => (await pressed("Engine")) !== engine, "e after a touch of the board");
  await page.keyboard.press("e");
  await page.keyboard.press("ArrowLeft");
  await becomes(at, "a2a4", "ArrowLeft after a touch of the board");
  await visit(page, site, "#/play/tiku");
  await playOn(page, dice(3), 2);
  await untilPerson(page);
  await page.locator(".abax-board .target[data-spot]").first().click();
  await page.keyboard.press("Home");
  await comes(async () => /Back to the game|looking/i.test(await page.locator("main").innerText()), "Home looks back");
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowUp"); // the screen has no use for it
  const from = await focus();
  await page.keyboard.press("ArrowRight");
  await comes(async () => (await focus()) !== from, "the cursor moves");
  holds(!/looking/i.test(await status(page)), "the cursor's key has stepped through the game");
  equal(errors, [], "errors");
  await context.close();
}

async function quickSound(site) {
  const { context, page, errors } = await visitor(site, phone);
  await visit(page, site, "#/play/tiku");
  await page.getByRole("button", { name: "Sound on" }).click();
  await page.getByRole("button", { name: "Sound off" }).waitFor();
  await becomes(() => page.evaluate(() => JSON.parse(localStorage.getItem("abax.settings")).sound), true, "kept");
  await page.getByRole("button", { name: "Sound off" }).click();
  await page.getByRole("button", { name: "Sound on" }).waitFor();
  equal(errors, [], "errors");
  await context.close();
}

async function ownArrows(site) {
  const { context, page, errors } = await visitor(site, desktop);
  await visit(page, site, "#/play/tiku");
  const drawn = page.locator(".b-arrow.own");
  const middle = async (name) => {
    const { x, y, width, height } = await spot(page, name).boundingBox();
    return [x + width / 2, y + height / 2];
  };
  const draw = async (from, to) => {
    await page.mouse.move(...(await middle(from)));
    await page.mouse.down({ button: "right" });
    await page.mouse.move(...(await middle(to)), { steps: 4 });
    await page.mouse.up({ button: "right" });
  };
  await draw("a2", "a5");
  await draw("c3", "c3");
  await becomes(() => drawn.count(), 2, "an arrow and a ring");
  await shot(page, "own-arrows");
  await draw("a2", "a5");
  await becomes(() => drawn.count(), 1, "the same again takes it away");
  await page.mouse.click(...(await middle("b2")));
  await becomes(() => drawn.count(), 0, "after a click");
  await draw("a2", "a5");
  await page.keyboard.press("Escape");
  await becomes(() => drawn.count(), 0, "after Escape");
  equal(errors, [], "errors");
  await context.close();
}

// On a phone drawing is switched on, and nothing is played meanwhile.
async function drawByTouch(site) {
  const { context, page, errors } = await visitor(site, phone);
  await visit(page, site, "#/play/tiku");
  await playOn(page, dice(3), 2);
  await untilPerson(page);
  await page.getByRole("button", { name: "Moves" }).click();
  await page.getByRole("button", { name: "Draw arrows" }).click();
  await page.getByRole("button", { name: "Close the panel" }).click();
  const before = await page.locator("[data-turn]").getAttribute("data-turn");
  await page.waitForTimeout(300); // the sheet is gone
  await spot(page, "c3").tap();
  await becomes(() => page.locator(".b-arrow.own").count(), 1, "rings");
  await becomes(() => page.locator("[data-turn]").getAttribute("data-turn"), before, "whose turn it is");
  equal(errors, [], "errors");
  await context.close();
}

// Screen readers hear a hint although its panel was never opened.
async function hintHeard(site) {
  const { context, page, errors } = await visitor(site, phone);
  await visit(page, site, "#/play/tiku");
  await untilPerson(page);
  await page.keyboard.press("h");
  const seen = page.locator(".state .phone");
  await seen.waitFor();
  await becomes(
    async () => (await page.getByTestId("announcer").textContent()).trim(),
    await seen.innerText(),
    "heard",
  );
  equal(errors, [], "errors");
  await context.close();
}

// A finger that goes across the screen, as a phone reports it.
async function swipe(page, { x, y, width, height }, by) {
  const client = await page.context().newCDPSession(page);
  const at = (part) => [{ x: x + width / 2 - by / 2 + by * part, y: y + height / 2 }];
  await client.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at(0) });
  for (const part of [0.25, 0.5, 0.75, 1])
    await client.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: at(part) });
  await client.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}

// Beside the board a swipe always steps; on it only where a touch plays nothing.
async function swipes(site) {
  const { context, page, errors } = await visitor(site, phone);
  await visit(page, site, "#/play/tiku");
  await playOn(page, dice(3), 4);
  await untilPerson(page);
  const looking = page.getByText(/^You are looking at move/);
  const board = await page.locator(".b-svg").boundingBox();
  await swipe(page, board, 150);
  await page.waitForTimeout(100);
  await becomes(() => looking.count(), 0, "sentences after a swipe where a touch plays");
  await page.keyboard.press("Escape");
  await swipe(page, await page.getByTestId("status").boundingBox(), 100);
  await looking.waitFor();
  const first = await status(page);
  await swipe(page, board, 150);
  await page.waitForFunction((before) => document.querySelector("[data-testid=status]").textContent !== before, first);
  await swipe(page, board, -150);
  await becomes(() => status(page), first, "after the way back");
  await swipe(page, board, -150);
  await looking.waitFor({ state: "detached" });
  equal(errors, [], "errors");
  await context.close();
}

// Each way to take a touch back is announced: a click beside the squares, Escape, the button, a tap
// beside the tower.
async function toldWhenPutBack(site) {
  const { context, page, errors } = await visitor(site, desktop);
  await visit(page, site, "#/play/tiku");
  await untilPerson(page);
  const stage = await page.locator(".abax-board").boundingBox();
  const ways = [
    () => page.mouse.click(stage.x + 2, stage.y + 2),
    () => page.keyboard.press("Escape"),
    () => page.getByRole("button", { name: "Cancel" }).click(),
  ];
  for (const [i, back] of ways.entries()) {
    await spot(page, "a2").click();
    await becomes(() => page.locator("[data-spot][aria-pressed=true]").count(), 1, "squares touched");
    holds(!/Put back/.test(await status(page)), "put back too early");
    await back();
    await becomes(() => page.locator("[data-spot][aria-pressed=true]").count(), 0, `squares touched after way ${i}`);
    holds(/Put back/.test(await status(page)), `way ${i} is told as '${await status(page)}'`);
  }
  await visit(page, site, "#/analyse/turris");
  await spot(page, "a1").click();
  await page.waitForFunction(() => document.querySelector(".b-tower-letter")?.style.transform);
  const view = await page.locator(".b-tower-view").boundingBox();
  await page.mouse.click(view.x + 6, view.y + 6);
  await page.getByRole("status").filter({ hasText: "Put back" }).waitFor();
  equal(errors, [], "errors");
  await context.close();
}

async function wheel(site) {
  const { context, page, errors } = await visitor(site, desktop);
  await visit(page, site, "#/play/tiku");
  await playOn(page, dice(3), 4);
  await untilPerson(page);
  const { x, y } = await page.locator(".b-svg").boundingBox();
  await page.mouse.move(x + 100, y + 100);
  await page.mouse.wheel(0, -120);
  await page.getByText(/^You are looking at move/).waitFor();
  await page.mouse.wheel(0, 120);
  await page.getByText(/^You are looking at move/).waitFor({ state: "detached" });
  equal(errors, [], "errors");
  await context.close();
}

// A shared game steps, plays and can be gone through by keys, slider, wheel and swipe, in every
// game.
async function replays(site) {
  for (const game of games) {
    const record = readFileSync(sample(game), "utf8");
    const { actions } = JSON.parse(program("convert", record, "--to", "json"));
    const link = program("convert", record, "--to", "link").trim();
    const { context, page, errors } = await visitor(site, game === games[0] ? phone : desktop);
    await visit(page, site, `#g=${link}`);
    const all = actions.length;
    await comes(
      async () => (await status(page)).startsWith(`Move ${all} of ${all}.`),
      async () => `${game}: ${await status(page)}`,
    );
    await page.keyboard.press("ArrowLeft");
    await comes(
      async () => (await status(page)).startsWith(`Move ${all - 1} of ${all}.`),
      async () => `one back: ${await status(page)}`,
    );
    await page.getByRole("slider").fill("2");
    await comes(
      async () => (await status(page)).startsWith(`Move 2 of ${all}.`),
      async () => `the slider: ${await status(page)}`,
    );
    await comes(async () => (await status(page)).includes(actions[1].action), "the move is told");
    await page.keyboard.press("Home");
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await page.getByText(/^Move 1 of/).waitFor();
    await page.getByText(/^Move 2 of/).waitFor();
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    await settled(page);
    await shot(page, `shared-${game}`);
    equal(errors, [], "errors");
    await context.close();
  }
}

// The code on the screen contains the link beside it.
async function codes(site) {
  const { context, page, errors } = await visitor(site, desktop);
  await visit(page, site, "#/play/tiku");
  await playOn(page, dice(2), 4);
  await page.getByRole("tab", { name: "Share" }).click();
  await page.getByRole("button", { name: "Show as a code" }).click();
  const code = page.getByRole("img", { name: "A code that opens this link on a phone" });
  await code.waitFor();
  const link = await page.getByLabel("The whole game as a link").inputValue();
  const file = join(root, "build/shots/code.png");
  await code.screenshot({ path: file });
  let read;
  try {
    read = execFileSync("zbarimg", ["--quiet", "--raw", file], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
  } catch (error) {
    if (error.code !== "ENOENT") throw error; // not installed: the unit test decodes
  }
  if (read !== undefined) equal(read.trim(), link, "the link in the code");
  equal(errors, [], "errors");
  await context.close();
}

// Each screen has a title, and none contains an empty slot.
async function titles(site) {
  const { context, page } = await visitor(site, desktop);
  const seen = new Map();
  const hashes = ["#/", "#/play/tiku", "#/learn/tiku", "#/rules/tiku", "#/analyse", "#/analyse/tiku", "#/review"];
  for (const hash of [
    ...hashes,
    "#/shelf",
    "#/settings",
    "#g=AYXm0QR0aWt1AAAAAQI",
    "#/online",
    "#/account",
    "#/ratings",
    "#/watch",
  ]) {
    await visit(page, site, hash);
    const title = await page.title();
    holds(/Abax/.test(title) && !/ of –|^–|^ |undefined/.test(title), `${hash} is called '${title}'`);
    holds(!seen.has(title), `${hash} is called as ${seen.get(title)}: '${title}'`);
    seen.set(title, hash);
  }
  await context.close();
}

// A preview of a link finds all its tags, and the picture has the size that they say.
async function previews(site) {
  const html = await (await fetch(site.address)).text();
  const content = (name) => html.match(new RegExp(`<meta\\s+(?:property|name)="${name}"\\s+content="([^"]+)"`))?.[1];
  for (const name of [
    "og:title",
    "og:description",
    "og:image",
    "og:url",
    "twitter:card",
    "twitter:image",
    "theme-color",
  ])
    holds(content(name), `${name} is missing`);
  const bytes = Buffer.from(await (await fetch(new URL(content("og:image"), site.address))).arrayBuffer());
  equal(bytes.toString("latin1", 1, 4), "PNG", "the picture's kind");
  equal(
    [bytes.readUInt32BE(16), bytes.readUInt32BE(20)],
    [Number(content("og:image:width")), Number(content("og:image:height"))],
    "the picture's size",
  );
  const worker = await (await fetch(`${site.address}sw.js`)).text();
  holds(!worker.includes("card.png"), "whoever plays does not load it");
}

// French has a space before a colon.
async function frenchSpaces(site) {
  const { context, page } = await visitor(site, { ...desktop, locale: "fr-FR" });
  await visit(page, site, "#/analyse/tiku");
  holds(/^Blanc\u00a0: /.test(await page.getByRole("status").first().textContent()), "'Blanc : ' with its space");
  await context.close();
}

export const tests = {
  "a list of keys": keyList,
  "keys after a touch": keysAfterTouch,
  "sound at one touch": quickSound,
  "own arrows": ownArrows,
  "drawing by touch": drawByTouch,
  "a hint is heard": hintHeard,
  "the wheel steps": wheel,
  "a swipe steps": swipes,
  "nothing is put back silently": toldWhenPutBack,
  "shared games replay": replays,
  "codes for cameras": codes,
  titles,
  "previews of links": previews,
  "French spaces": frenchSpaces,
};
