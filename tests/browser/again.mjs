// SPDX-License-Identifier: MIT
// Regressions: prompts that do not follow, counters with the look of another game, marks over
// numbers, words of the terminal.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { becomes, desktop, equal, holds, phone, root, visitor } from "./site.mjs";
import { dice, games, playOn, saved, spot, untilPerson, visit } from "./steps.mjs";

const scene = (game) =>
  JSON.parse(execFileSync(join(root, "build/release/abax"), ["scene", game, "--seed", "7"], { encoding: "utf8" }));

async function done({ context, errors }) {
  equal(errors, [], "errors");
  await context.close();
}

// Each touch of an unfinished turn changes the prompt, and the prompt addresses you.
async function prompts(site, game) {
  const person = await visitor(site, phone);
  const { page } = person;
  await visit(page, site, `#/play/${game}`);
  await untilPerson(page);
  const status = page.getByTestId("status");
  const told = [await status.innerText()];
  for (let touches = 0; touches < 6; touches++) {
    holds(/^Your turn\. \S.+[.]$/.test(told.at(-1)), `${game} asks: ${told.at(-1)}`);
    await page.locator("[data-turn=person] .target[data-spot]").first().click();
    await untilPerson(page);
    if ((await saved(page, game))?.moves > 0) break;
    await page.locator("[aria-pressed=true][data-spot]").first().waitFor();
    told.push(await status.innerText());
    holds(told.at(-1) !== told.at(-2), `${game} asks the same after a touch: ${told.at(-1)}`);
  }
  await done(person);
}

// Of a block that is laid in two touches either half may come first.
async function halves(site) {
  for (const [first, second] of [
    ["i1", "i2"],
    ["i2", "i1"],
    ["j1", "i1"],
  ]) {
    const person = await visitor(site);
    const { page } = person;
    await visit(page, site, "#/play/kwinty");
    for (const name of [first, second]) await spot(page, name).click();
    await page.waitForFunction(() => JSON.parse(localStorage.getItem("abax.game.kwinty"))?.line);
    const [action] = (await saved(page, "kwinty")).line.split(" ");
    equal(action, first === "j1" ? "i1h" : "i1v", `${first}, then ${second}`);
    await done(person);
  }
}

// Counters shown as pieces have the look that the game gives them, and no others are drawn.
async function counters(site) {
  for (const game of games) {
    const person = await visitor(site);
    const { page } = person;
    await visit(page, site, `#/play/${game}`);
    await untilPerson(page);
    const shown = await page
      .locator(".player")
      .evaluateAll((lines) =>
        lines.map((line) => [
          Number(line.dataset.seat),
          [...line.querySelectorAll(".counter.chip svg")].map((svg) =>
            [
              [...svg.querySelectorAll("[class*='p-']")].map(
                (part) => /\bp-(\w+)/.exec(part.getAttribute("class"))?.[1],
              )[0],
              [...svg.querySelectorAll("text")].map((text) => text.textContent).join(""),
            ].join(" "),
          ),
        ]),
      );
    const wanted = scene(game).counters.filter(({ look, word }) => look && word === null);
    for (const [seat, chips] of shown) {
      const of = wanted
        .filter(({ owner }) => owner === seat)
        .map(({ look }) => `${look.colour} ${look.shape === "counter" ? look.value || "" : ""}`);
      // Your secret colour comes on top, by its deal.
      equal(chips.slice(0, of.length), of, `counters of seat ${seat + 1} in ${game}`);
    }
    await done(person);
  }
}

// Numbers, of stacks and of the turn, are painted over every mark, arrow and piece that would come
// there, and not over each other.
async function badges(site) {
  const person = await visitor(site);
  const { page } = person;
  await visit(page, site, "#/play/tokan");
  for (let tries = 0; tries < 6; tries++) {
    await playOn(page, dice(4 + tries), 2);
    await untilPerson(page);
    if ((await page.locator(".m-badge:not(.m-turn)").count()) && (await page.locator(".m-corner").count())) break;
  }
  // An arrow of yours over a stack, and a touch with a preview of the pieces.
  const middle = async (n) => {
    const { x, y, width, height } = await page.locator(".b-spot").nth(n).boundingBox();
    return [x + width / 2, y + height / 2];
  };
  await page.mouse.move(...(await middle(0)));
  await page.mouse.down({ button: "right" });
  await page.mouse.move(...(await middle(8)), { steps: 3 });
  await page.mouse.up({ button: "right" });
  await page.locator(".b-arrow.own").first().waitFor();
  const seen = () =>
    page.locator(".b-svg").evaluate((svg) => {
      const all = [...svg.querySelectorAll("*")];
      const at = (selector) => all.flatMap((each, i) => (each.matches(selector) ? [i] : []));
      const circles = [...svg.querySelectorAll(".m-badge")].map((badge) => badge.getBoundingClientRect());
      const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2, width / 2];
      const near = circles.flatMap((one, i) =>
        circles.slice(i + 1).filter((other) => {
          const [[ax, ay, ar], [bx, by, br]] = [middle(one), middle(other)];
          return Math.hypot(ax - bx, ay - by) < 0.9 * (ar + br);
        }),
      );
      return {
        marks: at(".m-corner, .m-path, .m-path-head, .m-last-line, .m-staged, .m-hint, .b-arrow, .ghost"),
        badges: at(".m-badge"),
        kinds: [".b-arrow", ".m-turn", ".ghost", ".m-path"].filter((kind) => at(kind).length),
        near: near.length,
      };
    });
  const kinds = new Set();
  const check = async (what) => {
    const { marks, badges, near, ...more } = await seen();
    holds(badges.length > 0 && marks.length > 0, "there is nothing to compare");
    holds(Math.min(...badges) > Math.max(...marks), `${what}: something is painted over a number`);
    equal(near, 0, `${what}: numbers over numbers`);
    for (const kind of more.kinds) kinds.add(kind);
  };
  await check("with an arrow");
  await page.keyboard.press("Escape");
  await page.locator("[data-turn] .target[data-spot]").first().click();
  await page.locator("[data-turn] .target[data-spot]").first().hover();
  await check("with a touch");
  holds(kinds.has(".b-arrow"), `only ${[...kinds]} were seen`);
  await done(person);
}

// Lessons on the page speak of squares and pieces as they look there, not of the letters of a
// terminal.
async function lessons(site) {
  const letters = /\ba bis d\b|\bw und b\b|\bde a à d\b|\bw et b\b|\ba to d\b|\bw and b\b/;
  for (const locale of ["en-GB", "de-DE", "fr-FR"])
    for (const game of ["tiku", "yoxii"]) {
      const person = await visitor(site, { ...desktop, locale });
      const { page } = person;
      await visit(page, site, `#/learn/${game}`);
      await page.locator("ol.steps button").first().waitFor();
      const told = await page.locator("ol.steps button").evaluateAll(async (steps) => {
        const said = [];
        for (const step of steps) {
          step.click();
          await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
          said.push(document.querySelector("[role=tabpanel]").innerText);
        }
        return said;
      });
      holds(new Set(told).size === told.length && told.length > 3, `${told.length} steps of ${game}`);
      for (const said of told) holds(!letters.test(said), `${game} in ${locale} says: ${letters.exec(said)?.[0]}`);
      await done(person);
    }
}

// The choices of a game are in words, all different, and none is the name of its setting.
async function choices(site) {
  const person = await visitor(site);
  const { page } = person;
  await visit(page, site, "#/play/turris");
  await page.getByText("Which blocks may lie flat on the ground").waitFor();
  await page.getByText("only the first block").waitFor();
  await becomes(() => page.getByText("upright", { exact: true }).count(), 0, "settings in the place of words");
  await done(person);
}

// Your secret colour is a piece of that colour, beside its name.
async function swatch(site) {
  const person = await visitor(site, phone);
  const { page } = person;
  await visit(page, site, "#/play/masker");
  await untilPerson(page);
  const chip = page.locator(".below .player .chip");
  await becomes(() => chip.count(), 1, "swatches in the own line");
  const word = await chip.locator("b").innerText();
  await becomes(() => chip.locator(`svg .p-${word}`).count(), 1, `a piece that is ${word}`);
  const box = await chip.boundingBox();
  holds(box && box.y + box.height < phone.viewport.height, "the own colour is out of sight");
  await done(person);
}

// A board that asks how much room it has asks once, not again for every answer.
async function rests(site) {
  const person = await visitor(site);
  const { page } = person;
  await page.addInitScript(() => {
    window.asked = 0;
    const Real = window.ResizeObserver;
    window.ResizeObserver = class extends Real {
      constructor(hear) {
        super((...all) => (window.asked++, hear(...all)));
      }
    };
  });
  await visit(page, site, "#/play/kwinty");
  await untilPerson(page);
  await page.waitForFunction(() => window.asked > 0);
  await playOn(page, dice(3), 4);
  await untilPerson(page);
  const before = await page.evaluate(() => window.asked);
  await page.waitForTimeout(1000); // in this time nothing changes
  const after = await page.evaluate(() => window.asked);
  holds(after - before < 3, `a board at rest was measured ${after - before} times`);
  await done(person);
}

export const tests = {
  ...Object.fromEntries(games.map((game) => [`prompts of ${game}`, (site) => prompts(site, game)])),
  "either half of a block": halves,
  "counters look like their pieces": counters,
  "numbers of stacks are not covered": badges,
  "lessons have no letters of the terminal": lessons,
  "choices are words": choices,
  "the own colour is a swatch": swatch,
  "a board at rest": rests,
};
