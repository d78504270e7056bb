// SPDX-License-Identifier: MIT
// Windows of every size: what a player needs is in sight without scrolling, can be hit with a finger, and the board stays
// where it is while something is said. A game is played once, and the window takes every size at each of its stages.
import { equal, holds, shot, visitor } from "./house.mjs";
import { dice, games, playOn, turn, untilPerson, visit } from "./steps.mjs";

const windows = [
  [320, 568],
  [390, 844],
  [568, 320],
  [667, 375],
  [844, 390],
  [640, 400], // a desk at 200 %
  [820, 1180],
  [1180, 820],
];
const FINGER = 44;
const SQUARE = 36; // of a board on 320 pixels
const touch = { hasTouch: true, isMobile: true, viewport: { width: 320, height: 568 } };

// The largest boards and the most seats; options that change neither are left out.
const largest = {
  masker: [{}, { players: "4" }, { players: "4", board: "tower" }],
  tokan: [{}, { setup: "draft" }],
};

// What is on the screen: boxes, cut by whatever cuts them, and what is too small for a finger.
function look() {
  const box = (element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x, y, width, height };
  };
  const cut = (element) => {
    const full = box(element);
    let [left, top, right, bottom] = [full.x, full.y, full.x + full.width, full.y + full.height];
    const within = (other) => {
      left = Math.max(left, other.x);
      top = Math.max(top, other.y);
      right = Math.min(right, other.x + other.width);
      bottom = Math.min(bottom, other.y + other.height);
    };
    for (let up = element.parentElement; up; up = up.parentElement)
      if (getComputedStyle(up).overflow !== "visible" && up !== document.body && up !== document.documentElement)
        within(box(up));
    within({ x: 0, y: 0, width: innerWidth, height: innerHeight });
    return (Math.max(0, right - left) * Math.max(0, bottom - top)) / (full.width * full.height || 1);
  };
  const all = (selector) => [...document.querySelectorAll(selector)];
  const seen = (element) => element.getClientRects().length > 0 && getComputedStyle(element).visibility === "visible";
  const needed = {
    board: all(".abax-board .b-svg"),
    hand: all(".abax-board .b-tray .b-button"),
    "own line": all(".below .player"),
    prompt: all("[data-testid=status], .question").filter(
      (element, _, both) => both.length === 1 || element.matches(".question") || innerWidth === 1180,
    ),
    "an answer": all(".status button").filter(seen),
    "a choice": all(".abax-board .b-svg .target[data-spot]"),
  };
  const small = all("header a, .table button, .table a").filter((element) => {
    const { width, height } = box(element);
    return seen(element) && !element.closest(".unseen") && (width < 43.5 || height < 43.5);
  });
  const spots = all(".abax-board .b-spot").map(box);
  return {
    hidden: Object.entries(needed).flatMap(([name, elements]) =>
      elements
        .filter((element) => cut(element) < 0.99)
        .map((element) => `${name} (${Math.round(cut(element) * 100)} %)`),
    ),
    missing: ["board", "own line", "prompt"].filter((name) => needed[name].length === 0),
    small: small.map(
      (element) => `${element.textContent.trim()} ${Math.round(box(element).width)}x${Math.round(box(element).height)}`,
    ),
    scrolls: document.documentElement.scrollHeight > innerHeight || document.documentElement.scrollWidth > innerWidth,
    square: Math.min(...spots.map(({ width, height }) => Math.min(width, height))),
    columns: new Set(spots.map(({ x }) => Math.round(x))).size,
    at: box(all(".abax-board .b-svg")[0]),
  };
}

// Looks at every window; answers where the board is in each.
async function everySize(page, what, faults) {
  const places = {};
  for (const [width, height] of windows) {
    const name = `${what}, ${width}x${height}`;
    await page.setViewportSize({ width, height });
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    const seen = await page.evaluate(look);
    if (seen.missing.length) faults.push(`${name}: no ${seen.missing.join(", ")}`);
    if (seen.hidden.length) faults.push(`${name}: hidden: ${[...new Set(seen.hidden)].join(", ")}`);
    if (seen.small.length && width !== 1180) faults.push(`${name}: smaller than ${FINGER}: ${seen.small.join(", ")}`);
    if (seen.scrolls) faults.push(`${name}: scrolls`);
    // More than eight columns have no room for it: then the board has all the width.
    const least = Math.min(SQUARE, 294 / seen.columns);
    if (width === 320 && seen.square < least)
      faults.push(`${name}: squares of ${seen.square.toFixed(1)} pixels (${seen.columns} columns)`);
    places[`${width}x${height}`] = seen.at;
    await shot(page, `size-${width}x${height}-${what.replace(/\W+/g, "-")}`);
  }
  return places;
}

// The board is where it was, to the pixel.
function still(before, after, what, faults) {
  for (const [size, at] of Object.entries(after)) {
    const moved = Object.keys(at).filter((key) => Math.abs(at[key] - before[size][key]) > 1);
    if (moved.length)
      faults.push(
        `${what}, ${size}: the board moved: ${moved.map((key) => `${key} ${before[size][key]} to ${at[key]}`)}`,
      );
  }
}

async function fits(house, game, options) {
  const name = [game, ...Object.values(options)].join(" ");
  const { context, page, faults: broken } = await visitor(house, touch);
  const faults = [];
  const seats = [{ who: "person" }, { who: "level:1" }, { who: "level:1" }, { who: "level:1" }];
  await page.addInitScript(
    ([key, setup]) => (localStorage[key] ??= JSON.stringify(setup)),
    [`abax.setup.${game}`, { options, seats }],
  );
  await visit(page, house, `#/play/${game}`);
  await untilPerson(page);
  await page.locator("[data-turn] .target").first().waitFor();
  await everySize(page, `${name} at the start`, faults);
  await page.setViewportSize(touch.viewport);
  await playOn(page, dice(5), 5);
  await untilPerson(page);
  holds((await turn(page)) === "person", `${name} was over too early`);
  const middle = await everySize(page, `${name} in the middle`, faults);
  await page.getByRole("button", { name: "Hint" }).click();
  await page.waitForFunction(() => document.querySelector(".m-glow, .m-hint, .b-button.hint"), undefined, {
    timeout: 60000,
  });
  still(middle, await everySize(page, `${name} with a hint`, faults), `${name} with a hint`, faults);
  await page.getByRole("button", { name: "Resign" }).click();
  still(middle, await everySize(page, `${name}, asked`, faults), `${name}, asked`, faults);
  await page.getByRole("button", { name: "Yes" }).click();
  await page.getByRole("button", { name: "Rematch" }).first().waitFor();
  still(middle, await everySize(page, `${name} at the end`, faults), `${name} at the end`, faults);
  equal(faults, [], name);
  equal(broken, [], "faults");
  await context.close();
}

// A sheet takes the focus, keeps Tab inside, closes by Escape and gives the focus back, with motion too.
async function sheet(house) {
  const { context, page, faults } = await visitor(house, { ...touch, reducedMotion: "no-preference" });
  await visit(page, house, "#/play/tiku");
  await page.locator("[data-turn] .target").first().waitFor();
  const inside = () => page.evaluate(() => document.querySelector(".panel.open")?.contains(document.activeElement));
  for (const name of ["Rules", "Set up"]) {
    await page.getByRole("button", { name, exact: true }).press("Enter");
    await page.waitForFunction(() => document.querySelector(".panel.open")?.contains(document.activeElement));
    for (let i = 0; i < 40; i++) {
      await page.keyboard.press(i < 30 ? "Tab" : "Shift+Tab");
      holds(await inside(), `the focus left the sheet after ${i + 1} steps`);
    }
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => !document.querySelector(".panel.open"));
    equal(await page.evaluate(() => document.activeElement.textContent.trim()), name, "focus after the sheet");
  }
  equal(faults, [], "faults");
  await context.close();
}

const fitting = Object.fromEntries(
  games.flatMap((game) =>
    (largest[game] ?? [{}]).map((options) => [
      [game, ...Object.values(options)].join(" "),
      (house) => fits(house, game, options),
    ]),
  ),
);

export const tests = { ...fitting, "a sheet": sheet };
