// SPDX-License-Identifier: MIT
// Analysis, review and sharing; and that the page stays quick while the engine thinks.
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { becomes, comes, equal, holds, phone, root, shot, visitor } from "./site.mjs";
import { ended, judge, type, visit } from "./steps.mjs";

const program = (...words) => execFileSync(join(root, "build/release/abax"), words, { encoding: "utf8" });

async function done({ context, errors }) {
  equal(errors, [], "errors");
  await context.close();
}

const shown = (page) => page.locator(".run .move[aria-current] .text").textContent();

async function tree(site) {
  const person = await visitor(site);
  const { page } = person;
  await visit(page, site, "#/analyse/tiku");
  for (const action of ["a2a4", "b5b3", "a4b4"]) await type(page, action);
  await page.locator("h2").first().click();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await becomes(() => shown(page), "a2a4", "after two steps back");
  await type(page, "c5c3");
  await page.locator("h2").first().click();
  await page.keyboard.press("ArrowUp");
  await becomes(() => shown(page), "b5b3", "the branch above");
  await page.keyboard.press("ArrowDown");
  await becomes(() => shown(page), "c5c3", "the branch below");
  await page.getByRole("button", { name: "Make main line" }).click();
  await page.keyboard.press("Home");
  await page.keyboard.press("End");
  await becomes(() => shown(page), "c5c3", "the end of the new main line");
  await page.locator(".abax-board").hover();
  await page.keyboard.down("Control");
  await page.mouse.wheel(0, -120); // enlarges the page, and nothing else
  await page.keyboard.up("Control");
  await page.mouse.wheel(0, -120);
  await becomes(() => shown(page), "a2a4", "after a turn of the wheel");
  await page.reload();
  await page.waitForSelector(".run");
  await becomes(() => shown(page), "a2a4", "after a reload");
  await page.getByRole("tab", { name: "Share" }).click();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Record" }).click(),
  ]);
  const record = readFileSync(await file.path(), "utf8");
  holds(/and 2 in variations/.test(judge(record)), `the record: ${judge(record)}`);
  await visit(page, site, "#/analyse");
  await page.getByLabel("Or paste a record").fill(record);
  await page.locator("button", { hasText: "Open a record" }).click();
  await page.waitForSelector(".run");
  await becomes(() => page.locator(".run .move").count(), 4, "moves of the opened record");
  await visit(page, site, "#/analyse");
  const second = '[Game "tiku"]\n[Seat1 "Ada * \\" {"]\n[Seat2 "Ben"]\n\n{ one * } 1. a2a4 *\n';
  await page.getByLabel("Or paste a record").fill(`${record}\n${second}`);
  await page.locator("button", { hasText: "Open a record" }).click();
  await page.getByLabel("Several games").selectOption({ label: '2. Ada * " { – Ben' });
  await page.waitForSelector(".run");
  await becomes(() => page.locator(".run .move").count(), 1, "moves of the second of two records");
  await done(person);
}

// Wherever an action is listed, its words are seen and heard beside its text: in the tree and its
// variations, also after a reload, in lines after the first action, in the explorer, in the review.
async function inWords(site) {
  const person = await visitor(site);
  const { page } = person;
  const seen = async (where) => {
    const rows = page.locator(where);
    await rows.first().waitFor({ timeout: 60000 });
    // All of them at one moment: a running engine replaces them.
    const found = await rows.evaluateAll((all) =>
      all.map((row) => {
        const [text, words] = [row.querySelector(".text"), row.querySelector(".words")];
        const name = row.getAttribute("aria-label") ?? row.textContent;
        return { text: text.innerText, words: words.textContent, visible: words.checkVisibility(), name };
      }),
    );
    for (const { text, words, visible, name } of found) {
      holds(visible && /\w+ \w+/.test(words), `${where}: no words`);
      holds(name.includes(words), `'${name}' is heard without its words`);
      holds(/^[a-z0-9]+[!?]*$/i.test(text), `${where}: '${text}' is not what is typed`);
    }
    return rows.count();
  };
  await visit(page, site, "#/analyse/tiku");
  for (const action of ["a2a4", "b5b3", "a4b4"]) await type(page, action);
  for (let i = 0; i < 2; i++) await page.locator(".run .move").first().click();
  await type(page, "c5c3");
  await page.reload();
  await becomes(() => seen(".run .move"), 4, "moves and a variation");
  await page.getByRole("button", { name: "Openings" }).click();
  await seen("section table .move");
  await page.getByRole("button", { name: "Engine on" }).click();
  await page.getByText(/depth ([4-9]|\d\d)/).waitFor({ timeout: 30000 });
  await seen("section ol button.move");
  const then = await page.locator("section ol .then").first().innerText();
  holds(/^\w+ \w+.*; /.test(then), `a line goes on with '${then}'`);
  await shot(page, "words-desktop");
  await done(person);
}

async function lines(site) {
  const person = await visitor(site);
  const { page } = person;
  await visit(page, site, "#/analyse/yoxii");
  await page.getByRole("button", { name: "Engine on" }).click();
  await page.getByText(/depth ([5-9]|\d\d)/).waitFor({ timeout: 30000 });
  await becomes(() => page.locator(".verdict").count(), 3, "lines");
  await comes(() => page.getByRole("img", { name: /Win chance of White/ }).count(), "there is no bar");
  await comes(async () => (await page.locator(".b-arrow, .b-arrow-head").count()) > 0, "there are no arrows");
  await shot(page, "analysis-desktop");
  await page.getByRole("button", { name: "Hide what the engine says" }).click();
  await becomes(() => page.locator(".verdict, .b-arrow").count(), 0, "what is left after hiding");
  await page.getByRole("button", { name: "Show what the engine says" }).click();
  await page
    .getByRole("button", { name: /first move/ })
    .first()
    .click();
  await becomes(() => page.locator(".run .move").count(), 1, "moves after playing a line");
  await done(person);
}

async function proven(site) {
  const person = await visitor(site);
  const { page } = person;
  await visit(page, site, "#/analyse/tiku");
  await page.getByRole("tab", { name: "Position" }).click();
  const text = page.getByRole("textbox", { name: "Position" });
  await text.fill("oooooo/oooooo/w...../......");
  await page
    .getByText(/row|side|squares|white/)
    .first()
    .waitFor();
  await becomes(
    () => page.getByRole("button", { name: "Analyse from here" }).isDisabled(),
    true,
    "a bad position can be used",
  );
  await text.fill("oooooo/bbbbbb/oooooo/o...../wwwwww/...... w");
  await page.getByRole("button", { name: "Analyse from here" }).click();
  await page.getByRole("tab", { name: "Analysis" }).click();
  await page.getByRole("button", { name: "Engine on" }).click();
  await page.getByRole("heading", { name: "proven" }).waitFor({ timeout: 20000 });
  await shot(page, "proven-desktop");
  await visit(page, site, "#/analyse/masker");
  await page.getByRole("tab", { name: "Position" }).click();
  const masks = await text.inputValue();
  holds(!masks.includes("?"), `the position hides something: ${masks}`);
  await text.fill(masks.replace(/\S+$/, "?,?"));
  await page.locator("[aria-invalid=true]").waitFor();
  await done(person);
}

// A solved game is shown as solved from its start, where nothing is threatened.
async function solved(site) {
  const person = await visitor(site);
  const { page } = person;
  await visit(page, site, "#/analyse/kwinty");
  await page.getByRole("button", { name: "Engine on" }).click();
  await page.getByRole("heading", { name: "proven" }).waitFor({ timeout: 60000 });
  holds(/^proven win for White/.test(await page.locator(".verdict").first().innerText()), "the start is not proven");
  await page.getByRole("button", { name: "Show threat" }).click();
  await page.getByText(/^Black threatens/).waitFor({ timeout: 60000 });
  await page.getByText("Black threatens nothing: passing would not cost much.").waitFor();
  await done(person);
}

// A game with a bad move, from a link, on a phone.
async function review(site) {
  const person = await visitor(site, phone);
  const { page } = person;
  const letters = await link(site, "tiku", ["a2a4", "b5b3", "a4b4", "c5c3", "b4b6"]);
  await visit(page, site, `#g=${letters}`);
  await page.getByRole("button", { name: "Moves" }).click();
  await page.getByText("5 moves played").waitFor();
  await page.getByRole("button", { name: "Review" }).click();
  await page.getByRole("button", { name: "Review" }).click();
  await page.getByRole("img", { name: "Win chance of White, move by move" }).waitFor({ timeout: 60000 });
  await comes(async () => (await page.locator(".mistakes li").count()) > 0, "no mistake was found");
  const graph = page.getByRole("img", { name: "Win chance of White, move by move" });
  const axes = await graph.locator("text").allTextContents();
  for (const word of ["0 %", "50 %", "100 %", "move", "1", "2", "3"])
    holds(
      axes.some((text) => text.replaceAll("\u00a0", " ").trim() === word),
      `the graph has no "${word}": ${axes.join(", ")}`,
    );
  holds(/^\s*\d+\./.test(await page.locator(".mistakes li").first().innerText()), "a mistake without its number");
  await page.locator(".mistakes button").first().click();
  const then = await page.locator(".mistakes .then").first().innerText();
  holds(/^\w+ \w+.*; /.test(then), `what was better goes on with '${then}'`);
  await page.locator(".mistakes .then").first().scrollIntoViewIfNeeded();
  await shot(page, "review-phone");
  await page.reload();
  await page.getByRole("button", { name: "Review" }).click();
  await page.getByRole("img", { name: "Win chance of White, move by move" }).waitFor({ timeout: 3000 });
  await page.getByRole("tab", { name: "Moves" }).click();
  const first = page.locator(".rounds .move").first();
  await becomes(() => first.locator(".words").innerText(), "figure a2 to a4, lays 2 discs", "the first move in words");
  holds(/^a2a4/.test(await first.locator(".text").innerText()), "what is typed stands beside");
  await shot(page, "review-moves-phone");
  await done(person);
}

// A finished game opened by its link, and its review, say why it ended, mark what decided, and
// count step by step.
async function whyItEnded(site) {
  for (const game of ["kwinty", "tokan"]) {
    const file = join(root, `build/ended-${game}.txt`);
    rmSync(file, { force: true });
    const players = ["--player", "a=random", "--player", "b=random", "--games", "1", "--seed", "3"];
    program("match", game, ...players, "--record", file);
    const record = readFileSync(file, "utf8").split(/\n(?=\[Game)/)[0];
    const { verdicts, marks } = ended(record);
    equal(
      verdicts.some(({ step }) => step),
      game === "tokan",
      `${game} is counted`,
    );
    const why = verdicts.filter(({ step }) => !step).map(({ said }) => said.text);
    const steps = verdicts.filter(({ step }) => step);
    const letters = program("convert", record, "--to", "link").trim();
    const person = await visitor(site);
    const { page } = person;
    const deciding = marks.filter(({ sign }) => sign === "deciding").length;
    const tells = async (status) => {
      await comes(
        async () => (await page.getByTestId("reason").innerText()).includes(why.join(" ")),
        `${game}: no reason`,
      );
      await comes(
        async () => (await status.innerText()).includes(why.join(" ")),
        `${game}: the status does not tell why`,
      );
      await becomes(() => page.locator(".m-deciding.under").count(), deciding, "deciding marks");
      for (const { said } of steps) {
        await page.getByRole("button", { name: "Count step by step" }).click();
        await comes(
          async () => (await status.innerText()).endsWith(said.text),
          async () => `${game}: the count says ${await status.innerText()}`,
        );
      }
    };
    await visit(page, site, `#g=${letters}`);
    await tells(page.getByTestId("status"));
    await shot(page, `ended-shared-${game}`);
    if (steps.length === 0) {
      await done(person);
      continue;
    }
    await page.getByRole("button", { name: "Review" }).click();
    await page.getByTestId("reason").waitFor({ timeout: 60000 });
    await tells(page.locator("p.status"));
    await shot(page, `ended-review-${game}`);
    await done(person);
  }
}

async function link(site, game, actions) {
  const { context, page } = await visitor(site);
  await visit(page, site, `#/analyse/${game}`);
  for (const action of actions) await type(page, action);
  await page.getByRole("tab", { name: "Share" }).click();
  const value = await page.getByLabel("The whole game as a link").inputValue();
  await context.close();
  return value.split("#g=")[1];
}

async function share(site) {
  const person = await visitor(site);
  const { page } = person;
  await visit(page, site, "#/play/tokan");
  await page.getByRole("tab", { name: "Share" }).click();
  const address = await page.getByLabel("The whole game as a link").inputValue();
  for (const [button, begins] of [
    ["Picture (SVG)", "<svg"],
    ["Picture (PNG)", "\x89PNG"],
    ["Record", "[Game"],
  ]) {
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: button }).click(),
    ]);
    const bytes = readFileSync(await file.path());
    holds(bytes.toString("latin1").startsWith(begins) && bytes.length > 50, `${button} is ${bytes.length} bytes`);
  }
  const other = await visitor(site);
  await other.page.goto(address);
  await other.page.getByRole("button", { name: "Play on" }).click();
  await other.page.waitForSelector(".b-svg");
  const labels = (of) =>
    of.locator(".b-spot").evaluateAll((spots) => spots.map((spot) => spot.getAttribute("aria-label")));
  equal(await labels(other.page), await labels(page), "squares of the shared game");
  await other.page.goto(`${site.address}#g=AAAA`);
  await other.page.getByRole("alert").waitFor();
  await done(other);
  await done(person);
}

// Long tasks while the engine searches, and how soon it stops.
async function quick(site) {
  const person = await visitor(site);
  const { page } = person;
  await visit(page, site, "#/analyse/kwinty");
  await page.getByRole("button", { name: "Engine on" }).click();
  await page.getByText(/depth/).waitFor();
  await page.waitForTimeout(500); // the first lines have settled
  await page.evaluate(() => {
    window.long = [];
    new PerformanceObserver((list) =>
      list.getEntries().forEach((entry) => window.long.push(Math.round(entry.duration))),
    ).observe({ type: "longtask" });
  });
  await page.waitForTimeout(3000); // in this time there is to be none
  const long = await page.evaluate(() => window.long);
  equal(long, [], "tasks over 50 ms while the engine thinks");
  await done(person);
}

export const tests = {
  "a tree of variations": tree,
  "actions in words": inWords,
  "lines, bar and arrows": lines,
  "a position by text, and a proof": proven,
  "a solved game": solved,
  "a review from a link, on a phone": review,
  "why it ended, by link and in the review": whyItEnded,
  "links, records, pictures": share,
  "no task over 50 ms (alone)": quick,
};
