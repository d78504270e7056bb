// SPDX-License-Identifier: MIT
// A tower in space: built by touch, turned, shown beside the flat board or instead of it, and
// without WebGL.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { becomes, desktop, equal, holds, phone, root, shot, visitor } from "./site.mjs";
import { saved, spot, untilPerson, visit } from "./steps.mjs";

const GAME = "turris"; // the game on a plan
const small = { ...phone, viewport: { width: 320, height: 568 } };
const lying = { ...phone, viewport: { width: 844, height: 390 } };
const tablet = { ...phone, viewport: { width: 820, height: 1180 } };
const tight = { viewport: { width: 1000, height: 700 } };

const view = (page) => page.locator(".b-tower-view");
const canvas = (page) => page.locator(".b-tower canvas");
const flat = (page) => page.getByRole("button", { name: "Flat" });
const solid = (page) => page.getByRole("button", { name: "3D" });

// Counts draws, to distinguish a still tower from one that is drawn all the time.
async function begin(site, size, prepare) {
  const { context, page, errors } = await visitor(site, size);
  await page.addInitScript(() => {
    window.drawn = 0;
    const draw = WebGL2RenderingContext.prototype.drawArraysInstanced;
    WebGL2RenderingContext.prototype.drawArraysInstanced = function (...all) {
      window.drawn++;
      return draw.apply(this, all);
    };
  });
  if (prepare) await page.addInitScript(prepare);
  await visit(page, site, `#/play/${GAME}`);
  await untilPerson(page);
  return { context, page, errors };
}

async function standing(page) {
  await page.waitForFunction(() => window.drawn > 0 && document.querySelector(".b-tower-letter")?.style.transform);
  await page.waitForTimeout(100);
}

// Where a square of the ground is, from where the letters of columns and rows stand: they are 0.8
// squares before the first row.
async function ground(page, name) {
  const at = await page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll(".b-tower-letter")].map((letter) => {
        const { x, y, width, height } = letter.getBoundingClientRect();
        return [letter.textContent, { x: x + width / 2, y: y + height / 2 }];
      }),
    ),
  );
  const [column, row] = [name.charCodeAt(0) - 97, Number(name[1]) - 1];
  const along = (axis) =>
    at.a[axis] + column * (at.b[axis] - at.a[axis]) + (0.8 + row) * (at["2"][axis] - at["1"][axis]);
  return { x: along("x"), y: along("y") };
}

const played = (page) =>
  page.waitForFunction((game) => JSON.parse(localStorage.getItem(`abax.game.${game}`))?.line, GAME);
const first = async (page) => (await saved(page, GAME)).line.split(" ")[0];

// The same two touches on the tower and on the flat board are the same action, whichever half comes
// first.
async function builds(site, size, touches, action) {
  const { context, page, errors } = await begin(site, size);
  if (size.hasTouch) await solid(page).click();
  await standing(page);
  for (const name of touches) {
    const { x, y } = await ground(page, name);
    if (size.hasTouch) await page.touchscreen.tap(x, y);
    else await page.mouse.click(x, y);
  }
  await played(page);
  await becomes(() => first(page), action, "built on the tower");
  await shot(page, `${GAME}-space-${touches.join("-")}`);
  equal(errors, [], "errors");
  await context.close();

  const other = await begin(site, size);
  for (const name of touches) await spot(other.page, name).click();
  await played(other.page);
  await becomes(() => first(other.page), action, "built on the flat board");
  await other.context.close();
}

// With room for one view only, the choice survives a reload and holds on other screens.
async function keeps(site) {
  const { context, page, errors } = await begin(site, phone);
  await solid(page).click();
  await standing(page);
  await page.reload();
  await page.waitForSelector("#app:not([data-still]) h1");
  await standing(page);
  await becomes(() => solid(page).getAttribute("aria-pressed"), "true", "3D after a reload");
  await visit(page, site, `#/analyse/${GAME}`);
  await standing(page);
  await flat(page).click();
  await page.reload();
  await flat(page).waitFor();
  await page.waitForTimeout(200);
  await becomes(() => flat(page).getAttribute("aria-pressed"), "true", "flat after a reload");
  equal(errors, [], "errors");
  await context.close();
}

async function turns(site) {
  const { context, page, errors } = await begin(site, desktop);
  await standing(page);
  let last = await canvas(page).screenshot();
  const changes = async (what) => {
    await page.waitForTimeout(150);
    const now = await canvas(page).screenshot();
    holds(!now.equals(last), `${what} changes nothing`);
    last = now;
  };
  const box = await view(page).boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + 40);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 + 90, box.y + 60, { steps: 4 });
  await page.mouse.up();
  await changes("dragging");
  await becomes(async () => (await saved(page, GAME))?.line ?? "", "", "played while turning");
  await page.mouse.wheel(0, -200);
  await changes("the wheel");
  await view(page).focus();
  await page.keyboard.press("ArrowRight");
  await changes("an arrow key");
  await page.keyboard.press("-");
  await changes("minus");
  await page.getByRole("button", { name: "Look from higher" }).click();
  await changes("a button");
  await page.mouse.move(5, 5);
  await page.waitForTimeout(300);
  const drawn = await page.evaluate(() => window.drawn);
  await page.waitForTimeout(500);
  await becomes(() => page.evaluate(() => window.drawn), drawn, "draws of a tower that stands still");
  equal(errors, [], "errors");
  await context.close();
}

// Two fingers closer together zoom out: the letters come closer as well.
async function pinches(site) {
  const { context, page } = await begin(site, phone);
  await solid(page).click();
  await standing(page);
  const apart = async () => {
    const [a, c] = [await ground(page, "a1"), await ground(page, "c1")];
    return Math.hypot(a.x - c.x, a.y - c.y);
  };
  const before = await apart();
  const box = await view(page).boundingBox();
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 3 };
  const wire = await context.newCDPSession(page);
  const fingers = (reach) => [-reach, reach].map((dx, id) => ({ x: middle.x + dx, y: middle.y, id }));
  await wire.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: fingers(100) });
  for (const reach of [90, 80, 70])
    await wire.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: fingers(reach) });
  await wire.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await page.waitForTimeout(200);
  const after = await apart();
  holds(after < before * 0.85, `pinched from ${before} to ${after}`);
  await context.close();
}

async function comesBack(site) {
  const { context, page, errors } = await begin(site, desktop);
  await standing(page);
  await page.mouse.move(5, 5);
  const before = await canvas(page).screenshot();
  await page.evaluate(async () => {
    const element = document.querySelector(".b-tower canvas");
    const lose = element.getContext("webgl2").getExtension("WEBGL_lose_context");
    const restored = new Promise((done) => element.addEventListener("webglcontextrestored", done));
    lose.loseContext();
    setTimeout(() => lose.restoreContext(), 100);
    await restored;
  });
  await page.waitForTimeout(300);
  holds(before.equals(await canvas(page).screenshot()), "the tower looks otherwise after its context was lost");
  equal(errors, [], "errors");
  await context.close();
}

function blind() {
  const found = HTMLCanvasElement.prototype.getContext;
  HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
    return kind.startsWith("webgl") ? null : found.call(this, kind, ...rest);
  };
}

async function withoutWebgl(site, size) {
  const { context, page, errors } = await begin(site, size, blind);
  if (size.hasTouch) await solid(page).click();
  await page.getByText("This browser cannot draw the tower in 3D; the flat board shows all its sides.").waitFor();
  if (size.hasTouch) await flat(page).click();
  for (const name of ["c1", "c2"]) await spot(page, name).click();
  await played(page);
  await becomes(() => first(page), "c1n", "without WebGL");
  equal(errors, [], "errors");
  await context.close();
}

// A whole game of the program, stored where the page keeps its own.
async function ended(site, size) {
  const { context, page, errors } = await visitor(site, size);
  const abax = (...words) => execFileSync(join(root, "build/release/abax"), words, { encoding: "utf8" });
  const line = abax("random", GAME, "--seed", "7").trim().replace(/\s+/g, " ");
  const who = ["person", "level:3"];
  const tags = who.map((player, seat) => `[Seat${seat + 1}Player "${player}"]`);
  const kept = {
    ...{ id: "a-whole-game", version: 1, game: GAME, begun: true, over: true, started: 1, when: 1 },
    setup: {
      game: GAME,
      options: {},
      seats: who.map((who) => ({ who, name: "" })),
      clock: "none",
      games: 1,
      by: "games",
    },
    ...{ record: `[Game "${GAME}"]\n${tags.join("\n")}\n\n${line} *\n`, line, moves: line.split(" ").length },
  };
  await page.addInitScript(
    ([game, text]) => {
      window.drawn = 1;
      localStorage.setItem("abax.settings", JSON.stringify({ motion: false }));
      localStorage.setItem(`abax.game.${game}`, text);
    },
    [GAME, JSON.stringify(kept)],
  );
  await visit(page, site, `#/play/${GAME}`);
  await page.waitForSelector('[data-turn="over"]');
  await page.waitForTimeout(500);
  return { context, page, errors };
}

const inside = (box, { width, height }) =>
  box && box.x >= -1 && box.y >= -1 && box.x + box.width <= width + 1 && box.y + box.height <= height + 1;

// However high the tower is, every side is in sight, and its levels are high enough to be counted.
async function counts(site, size, least) {
  const { context, page, errors } = await ended(site, size);
  const sides = page.locator(".g-side");
  await becomes(() => sides.count(), 4, "sides");
  for (const side of await sides.all()) holds(inside(await side.boundingBox(), size.viewport), "a side is cut");
  const lowest = await page.evaluate(() => {
    const levels = Math.max(
      ...[...document.querySelectorAll(".m-level")].map(({ textContent }) => Number(textContent)),
    );
    return document.querySelector(".g-cells").getBoundingClientRect().height / levels;
  });
  holds(lowest >= least && lowest < 200, `a level is ${lowest} pixels high`);
  await shot(page, `${GAME}-${size.viewport.width}-levels`);
  equal(errors, [], "errors");
  await context.close();
}

// The count turns each side of the tower to the viewer.
async function countsInSpace(site) {
  const { context, page, errors } = await ended(site, desktop);
  await standing(page);
  const seen = new Set();
  for (let step = 0; step < 5; step++) {
    await page.getByRole("button", { name: "Count step by step" }).click();
    await page.mouse.move(5, 5);
    await page.waitForTimeout(300);
    const tags = await page.evaluate(() =>
      [...document.querySelectorAll(".b-tower-side")].map((side) => Number(side.style.opacity).toFixed(1)).join(),
    );
    seen.add(tags);
    await shot(page, `${GAME}-count-${step + 1}`);
  }
  holds(seen.size >= 4, `the tower turned to ${seen.size} sides: ${[...seen].join("; ")}`);
  equal(errors, [], "errors");
  await context.close();
}

async function inSight(site, size, how) {
  const { context, page, errors } = await begin(site, size);
  if (how === "one") {
    holds(inside(await solid(page).boundingBox(), size.viewport), "the way to the tower is out of sight");
    await solid(page).click();
  }
  await standing(page);
  holds(inside(await view(page).boundingBox(), size.viewport), "the tower is cut");
  holds(inside(await page.getByTestId("status").boundingBox(), size.viewport), "the prompt is out of sight");
  await becomes(() => page.locator(".b-svg").isVisible(), how === "both", "the flat board beside the tower");
  await shot(page, `${GAME}-${size.viewport.width}-space`);
  equal(errors, [], "errors");
  await context.close();
}

// Returning to the page gives a new state of the same game: the tower keeps its angle, and is not
// drawn again.
async function sameAgain(site) {
  const { context, page, errors } = await begin(site, desktop);
  await spot(page, "c1").click();
  await spot(page, "c2").click();
  await played(page);
  await untilPerson(page);
  await standing(page);
  const away = (hidden) =>
    page.evaluate(async (is) => {
      Object.defineProperty(document, "hidden", { configurable: true, value: is });
      document.dispatchEvent(new Event("visibilitychange"));
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    }, hidden);
  const drawn = await page.evaluate(() => window.drawn);
  await away(true);
  await away(false);
  equal(await page.evaluate(() => window.drawn), drawn, "draws of a tower that has not changed");
  await page.keyboard.press("f"); // the board is turned, and the tower with it
  await page.waitForFunction((before) => window.drawn > before, drawn);
  equal(errors, [], "errors");
  await context.close();
}

export const tests = {
  [`${GAME}: a block is laid on the tower by mouse`]: (site) => builds(site, desktop, ["c1", "c2"], "c1n"),
  [`${GAME}: the other half first, by finger`]: (site) => builds(site, phone, ["c1", "b1"], "b1e"),
  [`${GAME}: a block is stood up by finger`]: (site) => builds(site, phone, ["a2", "a2"], "a2v"),
  [`${GAME}: the tower turns and rests`]: turns,
  [`${GAME}: the same tower is not drawn again`]: sameAgain,
  [`${GAME}: the chosen view is kept`]: keeps,
  [`${GAME}: two fingers pinch`]: pinches,
  [`${GAME}: a lost context comes back`]: comesBack,
  [`${GAME}: no WebGL on a desktop`]: (site) => withoutWebgl(site, desktop),
  [`${GAME}: no WebGL on a phone`]: (site) => withoutWebgl(site, phone),
  [`${GAME}: ten levels on a phone`]: (site) => counts(site, phone, 18),
  [`${GAME}: ten levels on a small desktop`]: (site) => counts(site, tight, 12),
  [`${GAME}: the count in space`]: countsInSpace,
  [`${GAME}: both on a desktop`]: (site) => inSight(site, tight, "both"),
  [`${GAME}: both on a tablet`]: (site) => inSight(site, tablet, "both"),
  [`${GAME}: one on a phone`]: (site) => inSight(site, phone, "one"),
  [`${GAME}: one on a small phone`]: (site) => inSight(site, small, "one"),
  [`${GAME}: one on a phone that lies`]: (site) => inSight(site, lying, "one"),
};
