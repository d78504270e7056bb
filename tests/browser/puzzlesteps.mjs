// SPDX-License-Identifier: MIT
// Steps of puzzle tests. The native program says what is right and wrong.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root, visitor as fresh } from "./site.mjs";
import { games, type } from "./steps.mjs";

export const fileOf = (game) => join(root, `games/${game}/puzzles.txt`);
export const puzzled = games.filter((game) => existsSync(fileOf(game)));
export const rowsOf = (game) => readFileSync(fileOf(game), "utf8").trimEnd().split("\n").slice(1);

const PATIENCE = 60000; // milliseconds: a tower is drawn by software here, on a machine with much else to do

export async function visitor(site, options) {
  const guest = await fresh(site, options);
  guest.page.setDefaultTimeout(PATIENCE);
  return guest;
}

// Calls to a session of the native program.
export function ask(...calls) {
  const input = calls.map((words) => words.join("\t")).join("\n") + "\n";
  const text = execFileSync(join(root, "build/release/abax"), ["session"], {
    input,
    encoding: "utf8",
    stdio: "pipe",
    maxBuffer: 1 << 26, // each attempt in a position with many moves returns the whole board
  });
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

export const opened = (game, number) => ["puzzle", game, rowsOf(game)[number]];

// Whether these actions end the game, by the rules.
export function isOver(game, number, actions) {
  const [{ position }] = ask(opened(game, number));
  const words = ["position", game, "-p", position, "--json", ...actions];
  return JSON.parse(execFileSync(join(root, "build/release/abax"), words, { encoding: "utf8" })).over;
}

// The solver's actions, in order.
export function solution(game, number) {
  const [, { puzzle }] = ask(opened(game, number), ["reveal"]);
  return puzzle.solution.filter(({ seat }) => seat === puzzle.solver).map(({ text }) => text);
}

// A legal move that is not the one.
export function wrong(game, number) {
  const [, { moves }] = ask(opened(game, number), ["moves"]);
  const tries = moves.flatMap(({ text }) => [opened(game, number), ["try", text]]);
  const at = ask(...tries).findIndex(({ puzzle }) => puzzle?.verdict === "wrong");
  return moves[(at - 1) / 2].text;
}

// Number of a puzzle with several moves to find.
export function long(game, least = 2) {
  return rowsOf(game).findIndex((_, number) => solution(game, number).length >= least);
}

export const stage = (page, word) => page.waitForSelector(`[data-stage="${word}"]`);
export const numberOn = async (page) => Number(await page.locator("[data-puzzle]").getAttribute("data-puzzle"));
export const status = (page) => page.getByTestId("status").textContent();

// Waits until the user may move again: the board shows the line first.
export async function mayMove(page) {
  await page.waitForSelector('[data-stage="solving"][data-showing="false"]');
}

export async function solve(page, game, number) {
  for (const action of solution(game, number)) {
    await mayMove(page);
    await type(page, action);
  }
}
