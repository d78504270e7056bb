// SPDX-License-Identifier: MIT
// Runs the tests of some files, two at a time, and counts. Words of the command line choose by name.

async function gather(files, load) {
  const all = [];
  for (const file of files) {
    const { tests } = await load(file);
    for (const [name, test] of Object.entries(tests)) all.push({ name: `${file}: ${name}`, test });
  }
  return all;
}

export async function runAll(title, files, load, open, close) {
  const words = process.argv.slice(2);
  const wanted = (await gather(files, load)).filter(({ name }) => words.every((word) => name.includes(word)));
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
        console.log(
          `FAIL ${next.name}\n     ${String(fault.stack ?? fault)
            .split("\n")
            .slice(0, 6)
            .join("\n     ")}`,
        );
      }
    }
  }

  // What measures time, or stops the server, runs alone.
  const alone = wanted.filter(({ name }) => name.includes("alone"));
  const queue = wanted.filter(({ name }) => !name.includes("alone"));
  await Promise.all([worker(queue), worker(queue)]);
  await worker(alone);
  await close(house);
  console.log(`${title}: ${passed} passed, ${failed} failed`);
  process.exitCode = failed ? 1 : 0;
}
