// SPDX-License-Identifier: MIT
// Runs the tests of some files, three at a time, since pages mostly wait, and counts. Words of the command line choose by name. What falls is tried
// once more when nothing runs beside it: a page that another one starved is told as shaky, a fault falls twice.

async function gather(files, load) {
  const all = [];
  for (const file of files) {
    const { tests } = await load(file);
    for (const [name, test] of Object.entries(tests)) all.push({ name: `${file}: ${name}`, test });
  }
  return all;
}

const reason = (fault) =>
  String(fault.stack ?? fault)
    .split("\n")
    .slice(0, 6)
    .join("\n     ");

export async function runAll(title, files, load, open, close) {
  const words = process.argv.slice(2);
  const wanted = (await gather(files, load)).filter(({ name }) => words.every((word) => name.includes(word)));
  const house = await open();
  const fallen = [];
  let passed = 0;

  async function attempt({ name, test }) {
    const began = Date.now();
    try {
      await test(house);
      passed++;
      console.log(`ok   ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
      return null;
    } catch (fault) {
      return fault;
    }
  }

  async function worker(queue) {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const fault = await attempt(next);
      if (!fault) continue;
      fallen.push(next);
      console.log(`fell ${next.name}\n     ${reason(fault)}`);
    }
  }

  // What measures time, or stops the server, runs alone.
  const alone = wanted.filter(({ name }) => name.includes("alone"));
  const queue = wanted.filter(({ name }) => !name.includes("alone"));
  await Promise.all([worker(queue), worker(queue), worker(queue)]);
  await worker(alone);
  let failed = 0;
  for (const test of fallen) {
    const fault = await attempt(test);
    if (fault) failed++;
    console.log(
      fault ? `FAIL ${test.name}\n     ${reason(fault)}` : `shaky: ${test.name} (it fell once, and passed alone)`,
    );
  }
  await close(house);
  console.log(`${title}: ${passed} passed, ${failed} failed`);
  process.exit(failed ? 1 : 0); // what a test that fell has left open does not keep the run waiting
}
