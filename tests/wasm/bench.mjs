// SPDX-License-Identifier: MIT
// Random actions a second of processor time: the module under node beside the native program.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { load } from "./abax.mjs";

const games = [...readFileSync("games/games.def", "utf8").matchAll(/^GAME\((\w+)\)$/gm)].map((m) => m[1]);
const call = await load("build/wasm/abax.wasm");

// The best of several rounds: other work on the machine only ever slows one down.
function measureModule(game) {
  let best = 0;
  for (let round = 0; round < 20; round++) {
    const start = process.cpuUsage();
    const actions = Number(call("playouts", game, "40000", "--seed", String(round)).text);
    const { user, system } = process.cpuUsage(start);
    best = Math.max(best, (actions * 1e6) / (user + system));
  }
  return best;
}

function measureNative(game) {
  let best = 0;
  for (let round = 0; round < 3; round++) {
    const table = execFileSync("build/release/abax-lab", ["bench", game], { encoding: "utf8" });
    best = Math.max(best, Number(table.split("\n")[1].split(/ +/)[3]));
  }
  return best;
}

console.log("game      module actions/s  native actions/s  share");
for (const game of process.argv.length > 2 ? process.argv.slice(2) : games) {
  if (game === "null") continue;
  const [module, native] = [measureModule(game), measureNative(game)];
  const figures = [module, native].map((figure) => figure.toFixed(0).padStart(17));
  console.log(game.padEnd(8), ...figures, `${((100 * module) / native).toFixed(0)} %`.padStart(6));
}
