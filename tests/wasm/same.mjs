// SPDX-License-Identifier: MIT
// A level is the same player wherever it plays: the same seed gives the same actions in a tournament, in a
// session of the program, and on a page, whose worker follows the game in a module of its own.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { load } from "./abax.mjs";

const SEED = 3;
const PLAYERS = ["level:1", "level:4", "level:7", "level:8", "nodes:4000"];
const abax = "build/release/abax";
const { games } = JSON.parse(execFileSync(abax, ["games", "--json"], { encoding: "utf8" }));
const folder = mkdtempSync(join(tmpdir(), "abax-same-"));
let passed = 0;
let failed = 0;

function tournament(game, seats, player) {
  const record = join(folder, "record.txt");
  const players = seats.flatMap((_, i) => [`--p${i + 1}`, player]);
  execFileSync(abax, ["match", game, "--games", "1", "--seed", String(SEED), "--record", record, ...players], {
    stdio: "ignore",
  });
  const actions = execFileSync(abax, ["record", "convert", record, "--nth", "1", "--to", "actions"], {
    encoding: "utf8",
  });
  rmSync(record);
  return actions.trim().split("\n").join(" ");
}

function newGame(game, seats, player) {
  return ["new", game, `seed=${SEED}`, ...seats.map((_, i) => `seat${i + 1}=${player}`)];
}

const actionsOf = (state) => state.actions.map(({ text }) => text).join(" ");

function session(game, seats, player, steps) {
  const calls = [newGame(game, seats, player), ...Array.from({ length: steps }, () => ["step"])];
  const input = calls.map((words) => words.join("\t") + "\n").join("");
  const lines = execFileSync(abax, ["session"], { input, encoding: "utf8", maxBuffer: 1 << 28 })
    .trim()
    .split("\n");
  return actionsOf(JSON.parse(lines.at(-1)));
}

function page(table, worker, game, seats, player) {
  const ask = (...words) => JSON.parse(table.session(0, ...words).text);
  let state = ask(...newGame(game, seats, player));
  while (!state.over) {
    const { setup, actions } = ask("setup");
    worker.session(0, "follow", ...setup, "actions", ...actions);
    const { status, text } = worker.session(0, "step");
    if (status !== 0) return text;
    state = ask("play", JSON.parse(text).actions.at(-1).text);
  }
  return actionsOf(state);
}

const [table, worker] = await Promise.all([load("build/wasm/abax.wasm"), load("build/wasm/abax.wasm")]);
for (const { name } of games) {
  const seats = JSON.parse(table.session(1, "new", name).text).seats;
  for (const player of PLAYERS) {
    const wanted = tournament(name, seats, player);
    const steps = wanted.split(" ").length;
    for (const [where, found] of [
      ["session", session(name, seats, player, steps)],
      ["page", page(table, worker, name, seats, player)],
    ]) {
      if (found === wanted) {
        passed++;
        continue;
      }
      failed++;
      console.log(`  ${name} ${player}: tournament\n${wanted}\n  ${where}\n${found}`);
    }
  }
}
rmSync(folder, { recursive: true });
console.log(`same choices: ${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
