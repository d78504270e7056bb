// SPDX-License-Identifier: MIT
// Random actions a second in the module under node, beside the native program, for each game.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { load } from "./abax.mjs";

const call = await load("build/wasm/abax.wasm");
const games = [...readFileSync("games/games.def", "utf8").matchAll(/^GAME\((\w+)\)$/gm)].map((m) => m[1]);

function best(run) {
  let fastest = Infinity;
  for (let i = 0; i < 5; i++) {
    const start = process.hrtime.bigint();
    run();
    fastest = Math.min(fastest, Number(process.hrtime.bigint() - start) / 1e9);
  }
  return fastest;
}

console.log("game      module actions/s  native actions/s  share");
for (const game of games) {
  if (game === "null") continue;
  const words = ["playouts", game, "60000", "--seed", "1"];
  const actions = Number(call(...words).text);
  const inModule = best(() => call(...words));
  const native = best(() => spawnSync("build/release/abax", words));
  const start = best(() => spawnSync("build/release/abax", ["playouts", game, "0"]));
  const figures = [actions / inModule, actions / (native - start)];
  console.log(game.padEnd(8), ...figures.map((f) => f.toFixed(0).padStart(17)), `${((100 * figures[0]) / figures[1]).toFixed(0)} %`.padStart(6));
}
