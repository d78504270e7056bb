// SPDX-License-Identifier: MIT
// Steps that browser tests share: visiting a page, playing moves, reading what is saved.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { root } from "./site.mjs";

// The games that the program offers.
export const facts = JSON.parse(
  execFileSync(join(root, "build/release/abax"), ["games", "--json"], { encoding: "utf8" }),
).games;
export const games = facts.map(({ name }) => name);

export async function visit(page, site, hash) {
  await page.goto(`${site.address}${hash}`);
  await page.waitForSelector("#app:not([data-still]) h1"); // alive, not only painted
}

// A small stream of numbers, so that a failing game can be played again.
export function dice(seed) {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

export function turn(page) {
  return page.locator("[data-turn]").getAttribute("data-turn");
}

export async function untilPerson(page) {
  await page.waitForFunction(() => document.querySelector("[data-turn]")?.dataset.turn !== "other", undefined, {
    timeout: 30000,
  });
}

// Touches any target, like a user who does not know the game.
export async function touchAny(page, roll) {
  const targets = page.locator("[data-turn] .target[data-spot]");
  const count = await targets.count();
  if (count === 0) throw new Error("nothing can be touched");
  await targets.nth(roll(count)).click();
}

// Plays until the game is over or `most` touches were made; answers how many.
export async function playOn(page, roll, most = 400) {
  for (let touches = 0; touches < most; touches++) {
    await untilPerson(page);
    if ((await turn(page)) === "over") return touches;
    await touchAny(page, roll);
  }
  return most;
}

// What the page has stored of a game.
export function saved(page, game) {
  return page.evaluate((name) => JSON.parse(localStorage.getItem(`abax.game.${name}`)), game);
}

// The native program's word on a record: it replays every action by the rules.
export function judge(record) {
  return execFileSync(join(root, "build/release/abax"), ["convert", record, "--to", "check"], {
    encoding: "utf8",
  }).trim();
}

// The native program's scene of a record's last position.
export function ended(record) {
  const abax = (...words) => JSON.parse(execFileSync(join(root, "build/release/abax"), words, { encoding: "utf8" }));
  const { tags, actions } = abax("convert", record, "--to", "json");
  const options = (tags.Options ?? "").split(",").flatMap((option) => (option ? ["-o", option] : []));
  const from = tags.Start ? ["-p", tags.Start] : ["--seed", tags.Seed ?? "0"];
  return abax("scene", tags.Game, ...options, ...from, ...actions.map(({ action }) => action));
}

// The actions that the native program lists in a position.
export function legal(game, position) {
  return execFileSync(join(root, "build/release/abax"), ["moves", game, "-p", position], { encoding: "utf8" }).split(
    /\s+/,
  );
}

// Types an action into the panel's field.
export async function type(page, text) {
  const field = page.getByRole("textbox", { name: "Type a move" });
  await field.fill(text);
  await field.press("Enter");
}

export function spot(page, name) {
  return page
    .locator(`.abax-board [data-spot][aria-label^="${name},"], .abax-board [data-spot][aria-label="${name}"]`)
    .first();
}
