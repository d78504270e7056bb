// SPDX-License-Identifier: MIT
// The WebAssembly module passes the perft files, and answers random games, boards and refusals exactly as
// the native program does.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { load } from "./abax.mjs";

const call = await load("build/wasm/abax.wasm");
const games = [...readFileSync("games/games.def", "utf8").matchAll(/^GAME\((\w+)\)$/gm)].map((m) => m[1]);
let passed = 0;
let failed = 0;

function check(name, wanted, found) {
  if (wanted === found) {
    passed++;
  } else {
    failed++;
    console.log(`  ${name}: native\n${wanted}\n  module\n${found}`);
  }
}

function optionWords(list) {
  return list === "-" ? [] : list.split(",").flatMap((option) => ["-o", option]);
}

for (const game of games) {
  for (const line of readFileSync(`games/${game}/perft.tsv`, "utf8").split("\n")) {
    if (!line || line.startsWith("#")) continue;
    const [options, position, ...counts] = line.split("\t");
    const depth = counts.findLastIndex((count) => Number(count) <= 3_000_000) + 1;
    const answer = call("perft", game, String(depth), "-p", position, ...optionWords(options));
    check(`perft ${game} ${depth} ${position}`, counts[depth - 1], answer.text.trim());
  }
  for (const depth of ["4", "6"]) {
    const words = ["best", game, "--depth", depth, "--seed", "3", "--lines", "2"];
    check(words.join(" "), execFileSync("build/release/abax", words, { encoding: "utf8" }), call(...words).text);
  }
  for (const rung of ["1", "4"]) {
    const words = ["hint", game, "--nodes", "2000", "--seed", "3", "--rung", rung, "--json"];
    check(words.join(" "), execFileSync("build/release/abax", words, { encoding: "utf8" }), call(...words).text);
  }
  const lesson = ["lesson", game, "--json"];
  const text = execFileSync("build/release/abax", lesson, { encoding: "utf8" });
  check(lesson.join(" "), text, call(...lesson).text);
  for (const step of JSON.parse(text).steps) {
    const start = ["-p", step.position, ...step.options.flatMap((option) => ["-o", option])];
    for (const action of call("moves", game, ...start)
      .text.trim()
      .split("\n")
      .slice(0, 6)) {
      const words = ["try", game, step.id, action];
      check(words.join(" "), execFileSync("build/release/abax", words, { encoding: "utf8" }), call(...words).text);
    }
  }
  for (const command of ["random", "show", "svg", "perft"]) {
    const words = [command, game, "--seed", "5", ...(command === "perft" ? ["2"] : [])];
    check(words.join(" "), execFileSync("build/release/abax", words, { encoding: "utf8" }), call(...words).text);
  }
}
// Records come with their blanks and line ends escaped, as an address has them.
const record = readFileSync("tests/data/records/example.txt", "utf8");
for (const form of ["text", "json", "link", "svg", "check"]) {
  const native = execFileSync("build/release/abax", ["convert", record, "--to", form], { encoding: "utf8" });
  check(`convert to ${form}`, native, call("convert", encodeURIComponent(record), "--to", form).text);
}
const refused = call("moves", "nulll");
check("a bad word", "2 game 'nulll' is unknown; did you mean 'null'?", `${refused.status} ${refused.text}`);
console.log(`wasm: ${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
