// SPDX-License-Identifier: MIT
// Several lines from the module: best first, no action twice, proofs in their place, and no guess of a margin beside them.
import { load } from "./abax.mjs";

const OPEN = JSON.parse((await load("build/wasm/abax.wasm"))("games", "--json").text).games.filter(
  (game) => !game.hidden,
);
let passed = 0;
let failed = 0;

function check(good, ...details) {
  passed += good ? 1 : 0;
  failed += good ? 0 : 1;
  if (!good) console.log("  ", ...details);
}

function lineOf(text) {
  const [, value, proven, expected, first, also] =
    /value (-?\d+) chance [\d.]+ %(?: proven (\w+))?(?: margin -?\d+)?( expected margin \S+)?: (\S+).*?(?:\(also: (.*)\))?$/.exec(
      text,
    );
  return { value: Number(value), proven, expected, actions: [first, ...(also ? also.split(", ") : [])] };
}

for (const { name } of OPEN) {
  const module = await load("build/wasm/abax.wasm");
  const played = [];
  for (let lines = 2; lines <= 8; lines++) {
    const { status, text } = module("best", name, "--nodes", "2000", "--lines", String(lines), ...played);
    if (status) break; // the game is over
    const found = text.trim().split("\n").map(lineOf);
    const actions = found.flatMap((line) => line.actions);
    check(
      found.every(({ value }, i) => i === 0 || value <= found[i - 1].value),
      name,
      played.join(" "),
      text,
    );
    check(new Set(actions).size === actions.length, name, text);
    check(
      found.every(({ value, proven }) => value > 15000 === (proven === "win")),
      name,
      text,
    );
    check(
      found.every(({ proven, expected }) => !proven || !expected),
      name,
      text,
    );
    played.push(found.at(-1).actions[0]);
  }
}
console.log(`lines: ${passed} passed, ${failed} failed`);
process.exit(failed || !passed ? 1 : 0);
