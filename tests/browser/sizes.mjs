// SPDX-License-Identifier: MIT
// Windows of all sizes: what a player needs is visible without scrolling, large enough for a
// finger, and the board does not move when texts change. A game is played once, and the window
// takes each size at each of its stages.
import { becomes, comes, equal, holds, settled, shot, visitor } from "./site.mjs";
import { dice, games, playOn, spot, touchAny, turn, untilPerson, visit } from "./steps.mjs";

// make test looks at the smallest window and at a desktop, and at each game without options; make
// test-all at everything.
const brief = process.env.TIER === "test";
const everyWindow = [
  [320, 568],
  [390, 844],
  [568, 320],
  [667, 375],
  [844, 390],
  [640, 400], // a desktop at 200 %
  [768, 1024],
  [820, 1180],
  [1024, 768],
  [1180, 820],
];
const windows = brief ? [everyWindow[0], everyWindow.at(-1)] : everyWindow;
const wide = (width) => width > 1000; // the panel is beside the table
const FINGER = 44;
const SQUARE = 36; // of a board on 320 pixels
const touch = { hasTouch: true, isMobile: true, viewport: { width: 320, height: 568 } };

// The largest boards and the most seats; options that change neither are left out.
const largest = {
  masker: [{}, { players: "4" }, { players: "4", board: "tower" }],
  tokan: [{}, { setup: "draft" }],
};

// What is on the screen: boxes, clipped, and those too small for a finger.
function look() {
  const box = (element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x, y, width, height };
  };
  // A frame clips its content at its own edge, which may be wide.
  const inner = (element) => {
    const { x, y, width, height } = box(element);
    const { clientLeft, clientTop, clientWidth, clientHeight } = element;
    return { x: x + clientLeft, y: y + clientTop, width: clientWidth || width, height: clientHeight || height };
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
    // A positioned element is clipped by nothing between it and its containing block.
    const up = (from) =>
      getComputedStyle(from).position === "absolute" && from.offsetParent ? from.offsetParent : from.parentElement;
    for (let frame = up(element); frame; frame = up(frame))
      if (
        getComputedStyle(frame).overflow !== "visible" &&
        frame !== document.body &&
        frame !== document.documentElement
      )
        within(inner(frame));
    within({ x: 0, y: 0, width: innerWidth, height: innerHeight });
    return (Math.max(0, right - left) * Math.max(0, bottom - top)) / (full.width * full.height || 1);
  };
  const all = (selector) => [...document.querySelectorAll(selector)];
  const seen = (element) => element.getClientRects().length > 0 && getComputedStyle(element).visibility === "visible";
  const needed = {
    board: all(".abax-board .b-svg"),
    // Words to press give way to a question, pieces do not.
    hand: all(".abax-board .b-tray .b-button").filter((element) => seen(element) || element.closest(".hands")),
    "own line": all(".below .player"),
    // A question in its place, and on a phone a hint, which may be longer than its room.
    prompt: all("[data-testid=status], .question").filter(
      (element, _, both) => (both.length === 1 && !all(".status .phone").some(seen)) || element.matches(".question"),
    ),
    hint: all(".status .phone")
      .filter(seen)
      .map((element) => element.closest(".status")),
    action: all(".actions button").filter(seen),
    "an answer": all(".status button").filter(seen),
    "a choice": all(".abax-board .b-svg .target[data-spot]"),
  };
  const inText = (element) => element.matches("p a, li > a:only-child") && !element.matches(".button");
  // What is under a sheet cannot be touched.
  const sheet = document.querySelector(".panel.open") ? ".panel.open" : "main";
  const small = all(`header a, ${sheet} :is(button, a, select, input, summary, [role=tab])`).filter((element) => {
    const target = element.closest("label") ?? element;
    const { width, height } = box(target);
    const counts = seen(element) && !element.closest(".unseen, .b-svg") && !inText(element);
    return counts && (width < 43.5 || height < 43.5);
  });
  const cutShort = all(".actions button span").filter(
    (element) => seen(element) && element.scrollWidth > element.clientWidth + 1,
  );
  const spots = all(".abax-board .b-spot").map(box);
  return {
    wide: all(".above .player").filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1).length,
    hidden: Object.entries(needed).flatMap(([name, elements]) =>
      elements
        .filter((element) => cut(element) < 0.99)
        .map((element) => `${name} (${Math.round(cut(element) * 100)} %)`),
    ),
    missing: [
      ...["board", "own line", "action"].filter((name) => needed[name].length === 0),
      ...(needed.prompt.length + needed.hint.length ? [] : ["prompt"]),
    ],
    small: small.map(
      (element) => `${element.textContent.trim()} ${Math.round(box(element).width)}x${Math.round(box(element).height)}`,
    ),
    scrolls: document.documentElement.scrollHeight > innerHeight || document.documentElement.scrollWidth > innerWidth,
    square: Math.min(...spots.map(({ width, height }) => Math.min(width, height))),
    wall: all(".abax-board .g-linen").length > 0,
    cutShort: cutShort.map((element) => element.textContent.trim()),
    rows: new Set(needed.action.map((element) => box(element).y)).size,
    columns: new Set(spots.map(({ x }) => Math.round(x))).size,
    at: all(".abax-board .b-svg").map(box)[0],
  };
}

// Looks at every window; answers where the board is in each.
async function everySize(page, what, errors, sizes = windows) {
  const places = {};
  for (const [width, height] of sizes) {
    const name = `${what}, ${width}x${height}`;
    await page.setViewportSize({ width, height });
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    const seen = await page.evaluate(look);
    if (seen.missing.length) errors.push(`${name}: no ${seen.missing.join(", ")}`);
    if (seen.hidden.length) errors.push(`${name}: hidden: ${[...new Set(seen.hidden)].join(", ")}`);
    if (seen.small.length && !wide(width)) errors.push(`${name}: smaller than ${FINGER}: ${seen.small.join(", ")}`);
    if (seen.rows > 1 && wide(width)) errors.push(`${name}: ${seen.rows} rows of actions`);
    if (seen.scrolls) errors.push(`${name}: scrolls`);
    if (seen.wide) errors.push(`${name}: ${seen.wide} lines of players are too wide`);
    if (seen.cutShort.length) errors.push(`${name}: cut short: ${seen.cutShort.join(", ")}`);
    // A wall shows a part of itself; other boards of more than eight columns have all the width.
    const least = seen.wall ? SQUARE : Math.min(SQUARE, 294 / seen.columns);
    if (width === 320 && seen.square < least)
      errors.push(`${name}: squares of ${seen.square.toFixed(1)} pixels (${seen.columns} columns)`);
    places[`${width}x${height}`] = seen.at;
    await shot(page, `size-${width}x${height}-${what.replace(/\W+/g, "-")}`);
  }
  return places;
}

// The board is where it was, to the pixel.
function still(before, after, what, errors) {
  for (const [size, at] of Object.entries(after)) {
    const moved = Object.keys(at).filter((key) => Math.abs(at[key] - before[size][key]) > 1);
    if (moved.length)
      errors.push(
        `${what}, ${size}: the board moved: ${moved.map((key) => `${key} ${before[size][key]} to ${at[key]}`)}`,
      );
  }
}

async function fits(site, game, options) {
  const name = [game, ...Object.values(options)].join(" ");
  const { context, page, errors: broken } = await visitor(site, touch);
  const errors = [];
  const seats = [{ who: "person" }, { who: "level:1" }, { who: "level:1" }, { who: "level:1" }];
  await page.addInitScript(
    ([key, setup]) => (localStorage[key] ??= JSON.stringify(setup)),
    [`abax.setup.${game}`, { options, seats }],
  );
  await visit(page, site, `#/play/${game}`);
  await untilPerson(page);
  await page.locator("[data-turn] .target").first().waitFor();
  await everySize(page, `${name} at the start`, errors);
  await page.setViewportSize(touch.viewport);
  await playOn(page, dice(5), 5);
  await untilPerson(page);
  await comes(async () => (await turn(page)) === "person", `${name} was over too early`);
  const middle = await everySize(page, `${name} in the middle`, errors);
  await page.getByRole("button", { name: "Hint", exact: true }).click();
  await page.waitForFunction(() => document.querySelector(".m-glow, .m-hint, .b-button.hint"), undefined, {
    timeout: 60000,
  });
  still(middle, await everySize(page, `${name} with a hint`, errors), `${name} with a hint`, errors);
  await page.getByRole("button", { name: "Resign" }).click();
  still(middle, await everySize(page, `${name}, asked`, errors), `${name}, asked`, errors);
  await page.getByRole("button", { name: "Yes" }).click();
  await page.getByRole("button", { name: "Rematch" }).first().waitFor();
  still(middle, await everySize(page, `${name} at the end`, errors), `${name} at the end`, errors);
  equal(errors, [], name);
  equal(broken, [], "errors");
  await context.close();
}

// From the first touch to the last word the board stays where it is and all is in sight, upright,
// lying and in the longest words, also where turns end by a button. A wall that grows is another
// matter.
const everyStay = [
  [320, 568, "de-DE"],
  [390, 844, "en-GB"],
  [568, 320, "fr-FR"],
];
const staying = brief ? everyStay.slice(0, 1) : everyStay;

async function stays(site, game, options) {
  const found = new Set();
  const seats = [{ who: "person" }, { who: "level:1" }, { who: "level:1" }, { who: "level:1" }];
  for (const [width, height, locale] of staying) {
    const { context, page, errors } = await visitor(site, { ...touch, locale, viewport: { width, height } });
    await page.addInitScript(
      ([key, setup]) => (localStorage[key] ??= JSON.stringify(setup)),
      [`abax.setup.${game}`, { options, seats }],
    );
    await visit(page, site, `#/play/${game}`);
    const roll = dice(5);
    let first;
    for (let over = false, touches = 0; !over && touches < 200; touches++) {
      await untilPerson(page);
      over = (await turn(page)) === "over";
      if (over) await page.getByTestId("status").locator("b").waitFor();
      await settled(page);
      const { at, hidden } = await page.evaluate(look);
      if (hidden.length)
        found.add(`${width}x${height}: ${await page.getByTestId("status").innerText()}: hidden: ${hidden.join(", ")}`);
      first ??= at;
      const moved = Object.keys(at).filter((key) => Math.abs(at[key] - first[key]) > 1);
      if (moved.length)
        found.add(
          `${width}x${height}${over ? ", at the end" : ""}: ${moved.map((key) => `${key} ${first[key]} to ${at[key]}`)}`,
        );
      if (!over) await touchAny(page, roll);
    }
    equal(errors, [], "errors");
    await context.close();
  }
  equal([...found], [], "what moved or was hidden");
}

// A wall too wide for a finger shows the part around the last action, shows that there is more, and
// pans by touch and key; an action beyond the edge is visible at once.
async function wideWall(site) {
  const { context, page, errors } = await visitor(site, touch);
  await page.addInitScript((setup) => (localStorage["abax.setup.kwinty"] ??= JSON.stringify(setup)), {
    options: {},
    start: "wf1v,bg1h,wi1h,bk1v,wl1v b",
    seats: [{ who: "person" }, { who: "person" }],
  });
  await visit(page, site, "#/play/kwinty");
  await page.locator("[data-turn=person] .target").first().waitFor();
  const more = {
    left: page.getByRole("button", { name: /to the left$/ }),
    right: page.getByRole("button", { name: /to the right$/ }),
  };
  await more.right.waitFor();
  const columns = () =>
    page
      .locator(".b-spot")
      .evaluateAll((spots) => [...new Set(spots.map((spot) => spot.getAttribute("aria-label")[0]))]);
  const seen = new Set();
  const inspect = async (what) => {
    const { square, small, hidden } = await page.evaluate(look);
    holds(square >= SQUARE, `${what}: squares of ${square} pixels`);
    equal([small, hidden], [[], []], what);
    const [wall, left] = [await page.locator(".g-linen").boundingBox(), await more.left.boundingBox()];
    const { y } = await page.locator(".b-svg").boundingBox();
    holds(left.y >= y - 1 && left.y + left.height <= wall.y + 2, `${what}: the button is not above the wall`);
    for (const column of await columns()) seen.add(column);
  };
  await inspect("at first");
  await shot(page, "wide-wall-first");
  for (const way of ["left", "right"]) {
    while (await more[way].isEnabled()) await more[way].click();
    await inspect(`at the ${way}`);
    await shot(page, `wide-wall-${way}`);
  }
  equal([...seen].sort().join(""), "defghijklmn", "columns that were seen");
  await spot(page, "m1").click(); // two beyond the built part
  await spot(page, "n1").click();
  await page.waitForFunction(() => JSON.parse(localStorage["abax.game.kwinty"]).moves === 1);
  await comes(async () => (await columns()).includes("n"), "the last block is out of sight");
  await spot(page, "h2").focus();
  for (let i = 0; i < 8; i++) await page.keyboard.press("ArrowLeft");
  await comes(async () => (await columns()).includes("f"), "keys do not reach the other end");
  equal(errors, [], "errors");
  await context.close();
}

// A wall that is too high for a finger on the smallest phone shows the part around the last action
// as well, and goes up and down.
async function highWall(site) {
  const { context, page, errors } = await visitor(site, touch);
  await page.addInitScript((setup) => (localStorage["abax.setup.kwinty"] ??= JSON.stringify(setup)), {
    options: {},
    start: "wi1v,bi3v,wi5v,bi7v,wj1v,bj3v,wj5v b",
    seats: [{ who: "person" }, { who: "person" }],
  });
  await visit(page, site, "#/play/kwinty");
  await page.locator("[data-turn=person] .target").first().waitFor();
  const more = {
    up: page.getByRole("button", { name: /wall above$/ }),
    down: page.getByRole("button", { name: /wall below$/ }),
  };
  await more.up.waitFor();
  const rows = () =>
    page
      .locator(".b-spot")
      .evaluateAll((spots) => [...new Set(spots.map((spot) => spot.getAttribute("aria-label")[1]))].sort().join(""));
  const seen = new Set();
  const inspect = async (what) => {
    const { square, small, hidden, scrolls } = await page.evaluate(look);
    holds(square >= SQUARE, `${what}: squares of ${square} pixels`);
    equal([small, hidden, scrolls], [[], [], false], what);
    const [svg, up] = [await page.locator(".b-svg").boundingBox(), await more.up.boundingBox()];
    holds(up.y + up.height <= svg.y + 1, `${what}: the button covers the wall`);
    for (const row of await rows()) seen.add(row);
    await shot(page, `high-wall-${what}`);
  };
  for (const way of ["up", "down"]) {
    while (await more[way].isEnabled()) await more[way].click();
    await inspect(way);
  }
  equal([...seen].sort().join(""), "123456789", "rows that were seen");
  await spot(page, "k1").click();
  await spot(page, "k2").click();
  await page.waitForFunction(() => JSON.parse(localStorage["abax.game.kwinty"]).moves === 1);
  await comes(async () => (await rows()).includes("1"), "the last block is out of sight");
  await spot(page, "k2").focus();
  for (let i = 0; i < 12; i++) await page.keyboard.press("ArrowUp");
  await comes(async () => (await rows()).includes("9"), "keys do not reach the top");
  equal(errors, [], "errors");
  await context.close();
}

// Longer words than the English ones: nothing is cut short on the smallest phones, upright and
// lying, and on a small tablet.
async function longWords(site, locale, resign, yes) {
  const small = windows.filter(([width, height]) => Math.min(width, height) === 320 || width === 1024);
  const found = [];
  for (const game of games) {
    const { context, page, errors } = await visitor(site, { ...touch, locale });
    await visit(page, site, `#/play/${game}`);
    await untilPerson(page);
    await everySize(page, `${game} ${locale}`, found, small);
    if (game === games[0]) {
      await page.setViewportSize(touch.viewport);
      await playOn(page, dice(5), 4);
      await untilPerson(page);
      await everySize(page, `${game} ${locale} in the middle`, found, small);
      await page.getByRole("button", { name: resign, exact: true }).click();
      await page.getByRole("button", { name: yes, exact: true }).click();
      await page.locator("[data-turn=over]").waitFor();
      await everySize(page, `${game} ${locale} at the end`, found, small);
    }
    equal(errors, [], "errors");
    await context.close();
  }
  equal(found, [], locale);
}

// The meaning of an action hangs beside its text, also on two lines.
async function hangs(site) {
  const { context, page, errors } = await visitor(site, { ...touch, locale: "de-DE" });
  await visit(page, site, "#/play/turris");
  await playOn(page, dice(5), 6);
  await untilPerson(page);
  await page.getByRole("button", { name: "Züge", exact: true }).click();
  await page.locator(".panel.open .move").first().waitFor();
  const rows = await page.locator(".panel.open .move").evaluateAll((moves) =>
    moves.map((move) => {
      const [typed, words] = ["text", "words"].map((name) => move.querySelector(`.${name}`).getBoundingClientRect());
      return { below: words.left < typed.right, lines: Math.round(words.height / typed.height) };
    }),
  );
  holds(
    rows.some(({ lines }) => lines > 1),
    "every action has room in one line",
  );
  equal(rows.filter(({ below }) => below).length, 0, "words below what is typed");
  equal(errors, [], "errors");
  await context.close();
}

// Touch targets beside the tables: the start page, and the sheets of a table.
async function beside(site) {
  const { context, page, errors } = await visitor(site, touch);
  const found = [];
  const measure = async (what) => {
    const { small } = await page.evaluate(look);
    if (small.length) found.push(`${what}: ${small.join(", ")}`);
  };
  await visit(page, site, "#/");
  await measure("start");
  await visit(page, site, "#/play/tiku");
  await untilPerson(page);
  await page.getByRole("button", { name: "Set up", exact: true }).click();
  await page.locator(".panel.open").waitFor();
  await page.locator(".panel.open select").first().waitFor();
  await measure("set up");
  await page.keyboard.press("Escape");
  await playOn(page, dice(5), 4);
  await untilPerson(page);
  await page.getByRole("button", { name: "Moves", exact: true }).click();
  await page.locator(".panel.open .move").first().waitFor();
  await measure("moves");
  await shot(page, "sheet-moves");
  for (const tab of ["Rules", "Share"]) {
    await page.getByRole("tab", { name: tab }).click();
    await page.waitForTimeout(200);
    await measure(tab);
  }
  await visit(page, site, "#/analyse/tiku");
  await page.getByRole("button", { name: "Engine", exact: true }).click();
  await page.getByRole("button", { name: "Analysis", exact: true }).click();
  await page.locator(".panel.open ol button.move").first().waitFor({ timeout: 30000 });
  await measure("lines");
  equal(found, [], "too small for a finger");
  equal(errors, [], "errors");
  await context.close();
}

// A sheet takes the focus, keeps Tab inside, closes by Escape and gives the focus back, with motion
// too.
async function sheet(site) {
  const { context, page, errors } = await visitor(site, { ...touch, reducedMotion: "no-preference" });
  await visit(page, site, "#/play/tiku");
  await page.locator("[data-turn] .target").first().waitFor();
  const inside = () => page.evaluate(() => document.querySelector(".panel.open")?.contains(document.activeElement));
  for (const name of ["Rules", "Set up"]) {
    await page.getByRole("button", { name, exact: true }).press("Enter");
    await page.waitForFunction(() => document.querySelector(".panel.open")?.contains(document.activeElement));
    for (let i = 0; i < 40; i++) {
      await page.keyboard.press(i < 30 ? "Tab" : "Shift+Tab");
      await comes(() => inside(), `the focus left the sheet after ${i + 1} steps`);
    }
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => !document.querySelector(".panel.open"));
    await becomes(() => page.evaluate(() => document.activeElement.textContent.trim()), name, "focus after the sheet");
  }
  equal(errors, [], "errors");
  await context.close();
}

const fitting = Object.fromEntries(
  games.flatMap((game) =>
    (largest[game] ?? [{}]).map((options) => [
      [game, ...Object.values(options)].join(" "),
      (site) => fits(site, game, options),
    ]),
  ),
);

const staysThere = Object.fromEntries(
  [
    ["tiku", {}],
    ["yoxii", {}],
    ["turris", {}],
    ["tokan", {}],
    ["masker", {}],
    ["masker", { players: "3" }],
    ["masker", { players: "4", board: "tower" }],
  ].map(([game, options]) => [
    [game, ...Object.values(options), "stays where it is"].join(" "),
    (site) => stays(site, game, options),
  ]),
);

export const tests = {
  ...fitting,
  ...staysThere,
  "a sheet": sheet,
  "a wide wall": wideWall,
  "a high wall": highWall,
  "German words": (site) => longWords(site, "de-DE", "Aufgeben", "Ja"),
  "French words": (site) => longWords(site, "fr-FR", "Abandon", "Oui"),
  "the start page and sheets": beside,
  "a list's words hang beside what is typed": hangs,
};
