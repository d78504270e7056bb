// SPDX-License-Identifier: MIT
// The WebAssembly module passes the perft files, and answers random games, boards and refusals exactly as
// the native program does.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { load } from "./abax.mjs";

const call = await load("build/wasm/whole.wasm");
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

// What is solved is known to the module as well, once it has the book: the first action wins, the other one draws.
for (const [actions, best, reason] of [
  [[], "i1v", "win"],
  [["i1h"], undefined, "draw"],
]) {
  const words = ["hint", "kwinty", "--nodes", "4000", "--rung", "4", "--json", ...actions];
  const hint = JSON.parse(call(...words).text);
  check(`${words.join(" ")}: best`, best ?? hint.best, hint.best);
  check(`${words.join(" ")}: reason`, `${reason} proven`, `${hint.reasons[0].id} ${hint.reasons[0].grade}`);
  check(words.join(" "), execFileSync("build/release/abax", words, { encoding: "utf8" }), call(...words).text);
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
  for (const command of ["random", "scene", "perft"]) {
    const words = [command, game, "--seed", "5", ...(command === "perft" ? ["2"] : [])];
    check(words.join(" "), execFileSync("build/release/abax", words, { encoding: "utf8" }), call(...words).text);
  }
}
// Records come with their blanks and line ends escaped, as an address has them.
const record = readFileSync("tests/data/records/example.txt", "utf8");
for (const form of ["text", "json", "link", "check"]) {
  const native = execFileSync("build/release/abax", ["convert", record, "--to", form], { encoding: "utf8" });
  check(`convert to ${form}`, native, call("convert", encodeURIComponent(record), "--to", form).text);
}

// A long answer comes whole, and so do long words. The game wanders about: each action is drawn, and whatever would end
// the game is taken back.
function wander(game, length) {
  const ask = (...words) => JSON.parse(call.session(0, ...words).text);
  let drawn = 1;
  let state = ask("new", game);
  while (state.length < length) {
    const before = state.length;
    const { moves } = ask("moves");
    for (let tries = 0; tries < moves.length && state.length === before; tries++) {
      drawn = (drawn * 1103515245 + 12345) % 2147483648;
      state = ask("play", moves[Math.floor(drawn / 65536) % moves.length].text);
      if (state.over) state = ask("undo", "step");
    }
    if (state.length === before) state = ask("undo", "step");
  }
  return state.actions.slice(0, length).map(({ text }) => text);
}
const long = wander("tiku", 600);
for (const length of [420, 600]) {
  const review = call("review", "tiku", "--nodes", "100", "--json", ...long.slice(0, length));
  const lines = review.text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  check(
    `a review of ${length} actions`,
    `0 ${length + 1} ${length}`,
    `${review.status} ${lines.length} ${lines[0].actions}`,
  );
}
const words = Array.from({ length: 20000 }, () => "undo");
const much = call.session(0, "set", ...words);
check("20,000 words", "2 action 'undo' is not legal", `${much.status} ${much.text}`.slice(0, 28));
const refused = call("moves", "nulll");
check("a bad word", "2 game 'nulll' is unknown; did you mean 'null'?", `${refused.status} ${refused.text}`);
console.log(`wasm: ${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
