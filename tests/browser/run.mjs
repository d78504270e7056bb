// SPDX-License-Identifier: MIT
// node tests/browser/run.mjs [WORD...]: runs the browser tests, or those whose names have all the words. Two at a
// time; the screenshots are in build/shots.
import { close, open } from "./house.mjs";

const files = ["games", "play", "screens", "analysis", "offline"];
const words = process.argv.slice(2);
const all = [];
for (const file of files) {
  const { tests } = await import(`./${file}.mjs`);
  for (const [name, test] of Object.entries(tests)) all.push({ name: `${file}: ${name}`, test });
}
const wanted = all.filter(({ name }) => words.every((word) => name.includes(word)));
const house = await open();
let passed = 0;
let failed = 0;

async function worker(queue) {
  for (let next = queue.shift(); next; next = queue.shift()) {
    const began = Date.now();
    try {
      await next.test(house);
      passed++;
      console.log(`ok   ${next.name} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
    } catch (fault) {
      failed++;
      console.log(`FAIL ${next.name}\n     ${String(fault.stack ?? fault).split("\n").slice(0, 6).join("\n     ")}`);
    }
  }
}

// What measures time runs alone.
const alone = wanted.filter(({ name }) => name.includes("alone"));
const queue = wanted.filter(({ name }) => !name.includes("alone"));
await Promise.all([worker(queue), worker(queue)]);
await worker(alone);
await close(house);
console.log(`browser: ${passed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
