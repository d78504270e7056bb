// SPDX-License-Identifier: MIT
// <abax-board> in a browser, as installed by tests/check-npm: pages of ten lines, under a policy
// that forbids inline styles, inline scripts and eval. Every mode in all games; each is played to
// its end against level 1 by touches. Pictures are in build/shots.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { close, equal, examine, holds, open, root, settled, shots, visitor } from "../browser/site.mjs";
import { serve } from "../../tools/serve.mjs";
import { load } from "../../build/npm/installed/node_modules/abax/dist/node.js";
import { runner } from "./counted.mjs";

const folder = join(root, "build/npm/installed");
const abax = await load({ worker: false });
const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");

// A page of ten lines.
function write(name, attributes, lang = "en") {
  const words = Object.entries(attributes).map(([key, value]) => `${key}="${escaped(String(value))}"`);
  const lines = [
    "<!doctype html>",
    `<html lang="${lang}">`,
    `<meta charset="utf-8" />`,
    `<meta name="viewport" content="width=device-width, initial-scale=1" />`,
    `<title>A board</title>`,
    `<link rel="icon" href="data:," />`,
    `<script type="module" src="../node_modules/abax/dist/board.js"></script>`,
    `<main><h1>A board</h1>`,
    `<abax-board ${words.join(" ")}></abax-board></main>`,
    "</html>",
  ];
  writeFileSync(join(folder, "pages", `${name}.html`), `${lines.join("\n")}\n`);
}

async function visit(site, name, options = {}) {
  const all = await visitor(site, { bypassCSP: false, ...options });
  await all.page.addInitScript(() => {
    globalThis.heard = [];
    for (const kind of ["abax-action", "abax-end", "abax-error"])
      addEventListener(kind, ({ detail }) => globalThis.heard.push([kind, detail]));
  });
  await all.page.goto(`${site.address}pages/${name}.html`);
  return all;
}

const board = (page) => page.locator("abax-board");
const status = (page) => board(page).locator(".status");
const drawn = (page) => board(page).locator(".b-svg").waitFor();
const heard = (page, kind) =>
  page.evaluate((wanted) => globalThis.heard.filter(([name]) => name === wanted).map(([, detail]) => detail), kind);
const spot = (page, index) => board(page).locator(`[data-spot="${index}"]`);

async function done({ context, errors }, what) {
  await context.close();
  equal(errors, [], `errors of ${what}`);
}

async function look(site, name, what) {
  for (const [width, colorScheme] of [
    [320, "light"],
    [800, "dark"],
  ]) {
    const all = await visit(site, name, { viewport: { width, height: 800 }, colorScheme, bypassCSP: true });
    await drawn(all.page);
    await examine(all.page, `${what} at ${width}`);
    const { inner, outer } = await all.page.evaluate(() => ({
      inner: document.documentElement.scrollWidth,
      outer: innerWidth,
    }));
    holds(inner <= outer, `${what} is ${inner} wide on ${outer}`);
    await all.page.screenshot({ path: join(shots, `element-${name}-${width}-${colorScheme}.png`), fullPage: true });
    await done(all, what);
  }
}

const random = Object.fromEntries(abax.games.map(({ name }) => [name, abax.random({ game: name, seed: 3 })]));

async function position(site, { name }) {
  const actions = random[name].slice(0, random[name].length >> 1);
  const place = abax.look({ game: name, seed: 3, actions }).position;
  write(`${name}-position`, { game: name, position: place });
  await look(site, `${name}-position`, `a position of ${name}`);
}

async function record(site, { name }) {
  const match = await abax.match(name, { seed: 3 });
  for (const action of random[name]) match.play(action);
  write(`${name}-record`, { record: match.record() });
  write(`${name}-link`, { link: `https://example.org/#g=${match.record("link")}`, lang: "de", ply: 2 });
  const all = await visit(site, `${name}-record`);
  const { page } = all;
  const { length } = random[name];
  await drawn(page);
  holds((await status(page).textContent()) === `Move 0 of ${length}`, "the beginning is shown");
  await board(page).getByRole("button", { name: "Next" }).click();
  holds((await status(page).textContent()).startsWith(`Move 1 of ${length}. `), "one step on");
  await board(page).getByRole("button", { name: "End" }).click();
  holds(!(await status(page).textContent()).startsWith("Move"), "the end is shown");
  await board(page).getByRole("button", { name: "Back" }).click();
  holds((await status(page).textContent()).startsWith(`Move ${length - 1} of`), "one step back");
  await done(all, `a record of ${name}`);
  const german = await visit(site, `${name}-link`);
  await drawn(german.page);
  holds(
    (await status(german.page).textContent()).startsWith(`Zug 2 von ${length}`),
    "a link in German at its second move",
  );
  await done(german, `a link of ${name}`);
  match.close();
}

// The last actions of a game, with the first to be found. This test does not check that they are
// best.
async function puzzle(site, { name }) {
  const actions = random[name];
  const before = { game: name, seed: 3, actions: actions.slice(0, -2) };
  const { position: start } = abax.look(before);
  write(`${name}-puzzle`, { game: name, position: start, puzzle: actions.slice(-2).join(" ") });
  const match = await abax.match(name, { position: start });
  const all = await visit(site, `${name}-puzzle`);
  const { page } = all;
  await drawn(page);
  equal(await status(page).textContent(), "Find the best move.", "the question");
  const solver = match.state.toAct;
  const spots = (action) => match.moves().find(({ text }) => text === action).spots;
  const other = match.moves().find(({ text }) => text !== actions.at(-2));
  if (other) {
    for (const each of other.spots) await spot(page, each).first().click({ force: true });
    holds((await status(page).getAttribute("class")).includes("bad"), `${name}: ${other.text} is not the solution`);
    await page.keyboard.press("Escape");
  }
  for (const action of actions.slice(-2)) {
    if (match.state.toAct === solver)
      for (const each of spots(action)) await spot(page, each).first().click({ force: true });
    match.play(action);
  }
  equal(await status(page).textContent(), "Solved!", `the puzzle of ${name}`);
  equal(
    (await heard(page, "abax-end")).map(({ solved }) => solved),
    [true],
    "what is shown at the end",
  );
  await done(all, `a puzzle of ${name}`);
  match.close();
}

// Touches whatever can be touched, by finger at first and then faster, until the game is over.
async function game(site, { name }) {
  write(`${name}-game`, { game: name, level: 1, seed: 5 });
  await look(site, `${name}-game`, `a game of ${name}`);
  const all = await visit(site, `${name}-game`, { hasTouch: true, viewport: { width: 390, height: 844 } });
  const { page } = all;
  await drawn(page);
  for (let i = 0; i < 4; i++) await board(page).locator(".target").first().tap({ timeout: 30000 });
  holds((await heard(page, "abax-action")).length > 0, "an action was reported");
  await page.evaluate(async () => {
    const inside = document.querySelector("abax-board").shadowRoot;
    const over = () => globalThis.heard.some(([kind]) => kind !== "abax-action");
    for (let i = 0; !over(); i++) {
      const targets = [...inside.querySelectorAll(".target[data-spot]")];
      if (targets.length) targets[(i * 7) % targets.length].dispatchEvent(new MouseEvent("click", { bubbles: true }));
      await new Promise((done) => setTimeout(done, targets.length ? 0 : 20));
    }
  });
  equal(await heard(page, "abax-error"), [], "errors");
  const [end] = await heard(page, "abax-end");
  holds(end.result.outcomes.length >= 2 && end.sentence.length > 3, "how it ended");
  equal(await status(page).textContent(), end.sentence, "what is shown at the end");
  const actions = await heard(page, "abax-action");
  holds(actions.some(({ by }) => by === "person") && actions.some(({ by }) => by === "computer"), "both have played");
  const place = { game: name, seed: 5, actions: actions.map(({ action }) => action) };
  equal(abax.look(place).result, end.result, "the rules say the same");
  await done(all, `a game of ${name}`);
}

// Without a pointer: the board is one tab stop, arrows go from square to square, and each is
// spoken.
async function keyboard(site) {
  const { name } = abax.games[0];
  write("keyboard", { game: name, level: 1, seed: 5, lang: "fr" });
  const all = await visit(site, "keyboard");
  const { page } = all;
  await drawn(page);
  await page.keyboard.press("Tab");
  const active = () =>
    page.evaluate(() => document.activeElement.shadowRoot?.activeElement?.getAttribute("aria-label"));
  const first = await active();
  holds(first?.length > 5, "the first square has a name");
  await page.keyboard.press("ArrowRight");
  holds((await active()) !== first, "the next square has another");
  await page.keyboard.press("ArrowLeft");
  equal(await active(), first, "and back");
  await page.keyboard.press("Enter");
  equal(await board(page).locator("[aria-pressed=true]").count(), 1, "squares that are chosen");
  holds((await active())?.startsWith(first.split(",")[0]), "the focus stays");
  await page.keyboard.press("Escape");
  equal(await board(page).locator("[aria-pressed=true]").count(), 0, "squares that are chosen after Escape");
  await done(all, "the keyboard");
}

// Wrong attributes are reported in the page's language: an invalid link, a seat that does not
// exist, a puzzle that the rules forbid.
async function wrong(site) {
  const { name: game } = abax.games[0];
  const [first] = abax.moves({ game });
  for (const [key, attributes, wanted] of [
    ["link", { link: "abc" }, "Der Link ist beschädigt"],
    ["seat", { game, level: 1, seat: 9 }, "„9“"],
    ["half", { game, seat: "1.5" }, "„1.5“"],
    ["puzzle", { game, puzzle: "zz" }, "zz: Das hat nicht die Form"],
    ["other", { game, puzzle: `${first}|zz` }, "zz: Das hat nicht die Form"],
    ["later", { game, puzzle: `${first} ${first}` }, `${first}: `],
  ]) {
    write(`wrong-${key}`, attributes, "de");
    const all = await visit(site, `wrong-${key}`);
    await all.page.waitForFunction(() => globalThis.heard.some(([kind]) => kind === "abax-error"));
    const said = await status(all.page).textContent();
    holds(said.includes(wanted), `${key}: '${said}' names what is wrong`);
    await done(all, `a wrong ${key}`);
  }
}

// An error is one sentence, and a right attribute repairs it; a removed board stops its work.
async function attributes(site) {
  write("wrong", { game: "nothing" });
  const all = await visit(site, "wrong");
  const { page } = all;
  await page.waitForFunction(() => globalThis.heard.some(([kind]) => kind === "abax-error"));
  holds((await status(page).textContent()).includes("nothing"), "what is wrong is named");
  const [one, two] = abax.games;
  await page.evaluate((name) => document.querySelector("abax-board").setAttribute("game", name), one.name);
  await drawn(page);
  const width = () =>
    page.evaluate(() => document.querySelector("abax-board").shadowRoot.querySelector("svg.b-svg").clientWidth);
  const wide = await width();
  await page.evaluate((name) => {
    const element = document.querySelector("abax-board");
    element.setAttribute("game", name);
    element.setAttribute("theme", "dark");
    element.setAttribute("level", "1");
    element.parentElement.style.width = "300px";
  }, two.name);
  await page.waitForFunction(() => document.querySelector("abax-board").shadowRoot.querySelector(".keys button"));
  await settled(page);
  holds((await width()) < wide, "the board has the width of its container");
  equal(
    await page.evaluate(() => getComputedStyle(document.querySelector("abax-board")).colorScheme),
    "dark",
    "the theme",
  );
  await page.evaluate(() => document.querySelector("abax-board").remove());
  await done(all, "attributes");
}

// A page that runs a short script; its result is in `answer`, or `failed` with the reason.
function writeScript(name, lines, inWorker = false) {
  const body = `import { load } from "../node_modules/abax/dist/index.js";
import { AbaxBoard } from "../node_modules/abax/dist/board.js";
const run = async () => {
${lines}
};
const answer = await run().catch((error) => `.concat("`failed: ${error.message}`);\n");
  writeFileSync(
    join(folder, "pages", `${name}.js`),
    `${body}${inWorker ? "postMessage(answer)" : "globalThis.answer = answer"};\n`,
  );
  if (inWorker) {
    const starter = `new Worker("${name}.js", { type: "module" }).onmessage = ({ data }) => (globalThis.answer = data);\n`;
    writeFileSync(join(folder, "pages", `${name}-page.js`), starter);
  }
  const html = `<!doctype html><html lang="en"><title>A script</title><link rel="icon" href="data:," />
<script type="module" src="${name}${inWorker ? "-page" : ""}.js"></script></html>\n`;
  writeFileSync(join(folder, "pages", `${name}.html`), html);
}

async function answerOf(site, name, prepare = () => {}) {
  const { context, page, errors } = await visitor(site, { bypassCSP: false });
  await prepare(page);
  await page.goto(`${site.address}pages/${name}.html`);
  await page.waitForFunction(() => globalThis.answer !== undefined, undefined, { timeout: 60000 });
  const answer = await page.evaluate(() => globalThis.answer);
  await context.close();
  return { answer, errors };
}

// The package in a module worker: in that thread, and with a worker of its own.
async function webWorker(site) {
  const { name: game } = abax.games.find(({ data }) => data.length);
  for (const [options, before] of [
    ["{ worker: false }", ""],
    ["{}", ""],
    ['{ language: "de" }', "delete globalThis.Worker;"],
  ]) {
    writeScript(
      "webworker",
      `${before}
const abax = await load(${options});
const [line] = await abax.analyse({ game: "${game}" }, { nodes: 2000 });
abax.close();
return [typeof document, line.actions.split(" ")[0]].join(" ");`,
      true,
    );
    const { answer, errors } = await answerOf(site, "webworker");
    const [kind, action] = answer.split(" ");
    equal(kind, "undefined", `${options}: the document (${answer})`);
    holds(abax.moves({ game }).includes(action), `${options}: '${answer}' is an action`);
    equal(errors, [], `errors with ${options}`);
  }
}

// Whatever is not there: the promise is rejected with a sentence, or the engine does without it.
async function missing(site) {
  const { name: game } = abax.games.find(({ data }) => data.length);
  const think = `return (await abax.analyse({ game: "${game}" }, { nodes: 500 })).length;`;
  const at = (path) => `${site.address}${path}`;
  for (const [what, lines, wanted] of [
    ["wasm", 'await load({ wasm: "nothing.wasm" });', `failed: ${at("pages/nothing.wasm")} cannot be fetched: 404`],
    [
      "page",
      'await load({ wasm: "missing.html" });',
      `failed: ${at("pages/missing.html")} cannot be fetched: the server has a page there`,
    ],
    ["text", 'await load({ wasm: "missing.js" });', "failed: the engine cannot be compiled: "],
    ["address", 'await load({ wasm: "http://[" });', 'failed: wasm must be an address, not "http://["'],
    ["base", 'await load({ base: "http://[" });', 'failed: base must be an address, not "http://["'],
    ["workerUrl", 'await load({ workerUrl: "http://[" });', 'failed: workerUrl must be an address, not "http://["'],
    [
      "worker",
      `const abax = await load({ workerUrl: "nothing.js" });\n${think}`,
      "failed: the engine's worker cannot be started",
    ],
    ["networks", `const abax = await load({ base: "nothing" });\n${think}`, 1],
    ["words", 'await load({ base: "nothing", language: "de" });', "failed: the texts in 'de' are not there"],
    [
      "nobody",
      'AbaxBoard.engine = load({ wasm: "nothing.wasm" });\nawait AbaxBoard.engine;',
      `failed: ${at("pages/nothing.wasm")}`,
    ],
  ]) {
    writeScript("missing", lines);
    const { answer } = await answerOf(site, "missing");
    const found = typeof wanted === "string" ? String(answer).slice(0, wanted.length) : answer;
    equal(found, wanted, `${what}: ${answer}`);
  }
}

// A board without an engine or a worker reports it instead of thinking forever; the next one tries
// again.
async function broken(site) {
  const { name: game } = abax.games[0];
  const why = (page) =>
    page.waitForFunction(() => globalThis.heard.find(([kind]) => kind === "abax-error")?.[1].message);
  write("broken", { game, level: 1, seat: 2, seed: 5 });
  for (const [what, pattern, wanted] of [
    ["worker", "**/{engine,inline}/worker.js", "The engine's worker cannot be started."],
    ["engine", "**/{abax.wasm,inline/wasm.js}", "/abax.wasm cannot be fetched"],
  ]) {
    const { context, page } = await visitor(site, { bypassCSP: false });
    await page.route(pattern, (route) => route.abort());
    await page.addInitScript(() => {
      globalThis.heard = [];
      addEventListener("abax-error", ({ detail }) => globalThis.heard.push(["abax-error", detail]));
    });
    await page.goto(`${site.address}pages/broken.html`);
    const message = await (await why(page)).jsonValue();
    holds(message.includes(wanted), `${what}: '${message}' says what is wrong`);
    equal(await status(page).textContent(), message, "what is shown");
    await page.unroute(pattern);
    await page.evaluate(() => document.querySelector("abax-board").setAttribute("seat", "1"));
    await page.locator("abax-board .target").first().waitFor();
    await context.close();
  }
}

// A record as an object, opened at its second move.
async function recordProperty(site) {
  const { name: game } = abax.games[0];
  const actions = abax.random({ game, seed: 3 });
  const match = await abax.match(game, { seed: 3 });
  for (const action of actions) match.play(action);
  writeScript(
    "recordproperty",
    `const board = Object.assign(document.createElement("abax-board"), { record: ${match.record("json")}, ply: 2 });
document.body.append(board);
const status = () => board.shadowRoot.querySelector(".status").textContent;
while (!status()) await new Promise((done) => setTimeout(done, 20));
return status();`,
  );
  match.close();
  const { answer, errors } = await answerOf(site, "recordproperty");
  holds(answer.startsWith(`Move 2 of ${actions.length}. `), `the board says '${answer}'`);
  equal(errors, [], "errors");
}

// JavaScript values as properties, before and after the element is defined, change the attributes.
async function properties(site) {
  const [{ name: one }, { name: two }] = abax.games;
  const actions = abax.random({ game: one, seed: 3 }).slice(0, 2);
  writeScript(
    "properties",
    `const board = document.querySelector("abax-board") ?? document.createElement("abax-board");
const early = Object.assign(document.implementation.createHTMLDocument().createElement("abax-board"), { game: "${two}", level: 2 });
document.body.append(early);
const all = "game options position actions seed record link puzzle level seat ply theme coordinates flipped base".split(" ");
const odd = all.filter((name) => {
  const { get, set } = Object.getOwnPropertyDescriptor(AbaxBoard.prototype, name) ?? {};
  return !get || !set || !AbaxBoard.observedAttributes.includes(name);
});
const only = Object.entries(Object.getOwnPropertyDescriptors(AbaxBoard.prototype)).filter(([name, { set, writable }]) => !set && !writable).map(([name]) => name);
Object.assign(board, { game: "${one}", seed: 3, actions: ${JSON.stringify(actions)}, flipped: true, coordinates: false, options: { a: "b", c: "d" }, seat: 2, theme: "dark", level: null });
const text = board.outerHTML;
Object.assign(board, { flipped: false, coordinates: true, theme: undefined, options: null, seat: null });
const values = [board.flipped, board.coordinates, board.theme, board.seat, board.level, board.game, board.actions];
return { odd, only, text, values, early: early.outerHTML, after: board.outerHTML };`,
  );
  const { answer, errors } = await answerOf(site, "properties");
  equal(answer.odd, [], "attributes without a property");
  equal(answer.only, ["state"], "properties that can only be read");
  const [words] = [actions.join(" ")];
  equal(
    answer.text,
    `<abax-board game="${one}" seed="3" actions="${words}" flipped="" coordinates="off" options="a=b,c=d" seat="2" theme="dark"></abax-board>`,
    "the attributes",
  );
  equal(answer.values, [false, true, null, null, null, one, words], "the properties");
  equal(
    answer.after,
    `<abax-board game="${one}" seed="3" actions="${words}" flipped="off" coordinates=""></abax-board>`,
    "then",
  );
  equal(
    answer.early,
    `<abax-board game="${two}" level="2"></abax-board>`,
    "what was set before the element was defined",
  );
  equal(errors, [], "errors");
}

mkdirSync(join(folder, "pages"), { recursive: true });
const site = await open();
site.server.close();
site.server = await serve(folder, 0);
site.address = `http://127.0.0.1:${site.server.address().port}/`;
const { test, sum } = runner("element");
for (const each of abax.games.filter(({ name }) => name === (process.env.GAME || name)))
  for (const mode of [position, record, puzzle, game]) await test(`${mode.name} ${each.name}`, () => mode(site, each));
await test("keyboard", () => keyboard(site));
await test("attributes", () => attributes(site));
await test("wrong", () => wrong(site));
await test("properties", () => properties(site));
await test("record property", () => recordProperty(site));
await test("missing", () => missing(site));
await test("broken", () => broken(site));
await test("web worker", () => webWorker(site));
await close(site);
const element = readFileSync(join(folder, "node_modules/abax/dist/board.js"), "utf8");
holds(!/\beval\(|new Function/.test(element), "the element makes code of text");
process.exit(sum());
