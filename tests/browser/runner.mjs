// SPDX-License-Identifier: MIT
// Runs the tests of some files, three at a time, since pages mostly wait, and counts. Words of the
// command line choose tests by name ("a|b": either); a selection of nothing fails. A test that fails
// runs once more at the end, alone: if it passes then, it is flaky. A test that hangs, a file that
// does not load and a rejection that nobody handles fail the run. A hang does not run again.

const LIMIT = Number(process.env.ABAX_TEST_SECONDS ?? 300); // seconds of one test on a busy machine

class Hang extends Error {}

async function gather(files, load) {
  const all = [];
  for (const file of files) {
    const { tests } = await load(file);
    for (const [name, test] of Object.entries(tests)) all.push({ name: `${file}: ${name}`, test });
  }
  return all;
}

const reason = (error) =>
  String(error.stack ?? error)
    .split("\n")
    .slice(0, 6)
    .join("\n     ");

// The test, or an error when it takes too long.
async function inTime(test, site) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Hang(`it did not end within ${LIMIT} s`)), LIMIT * 1000);
  });
  try {
    await Promise.race([test(site), late]);
  } finally {
    clearTimeout(timer);
  }
}

// Node ends with status 13 when nothing is left to wait for, and with 0 when a test calls exit:
// neither may look like success.
function watchForSilence() {
  let done = false;
  process.on("exit", (status) => {
    if (!done && status === 0) process.exitCode = 1;
  });
  return () => (done = true);
}

// `later` are patterns of names: `make test` leaves these tests to `make test-all`.
export async function runAll(title, files, load, open, close, later = []) {
  const words = process.argv.slice(2);
  const finish = watchForSilence();
  const all = await gather(files, load);
  const wrong = later.find((pattern) => !all.some(({ name }) => pattern.test(name)));
  if (wrong) {
    console.log(`FAIL ${title}: no test is called ${wrong}`);
    process.exit(1);
  }
  const left = ({ name }) => process.env.TIER === "test" && later.some((pattern) => pattern.test(name));
  const wanted = all.filter(
    (test) => words.every((word) => word.split("|").some((part) => test.name.includes(part))) && !left(test),
  );
  if (!wanted.length) {
    console.log(`${title}: no test has the words '${words.join(" ")}' in its name`);
    process.exit(1);
  }
  let site = await open();
  const again = [];
  let passed = 0;
  let failed = 0;
  process.on("unhandledRejection", (error) => {
    failed++;
    console.log(`FAIL a rejection that nobody handled\n     ${reason(error)}`);
  });

  async function attempt({ name, test }) {
    const began = Date.now();
    try {
      await inTime(test, site);
      passed++;
      console.log(`ok   ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
      return null;
    } catch (error) {
      return error;
    }
  }

  async function worker(queue) {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const error = await attempt(next);
      if (!error) continue;
      if (error instanceof Hang) {
        failed++;
        console.log(`FAIL ${next.name}\n     ${reason(error)}`);
        continue;
      }
      again.push(next);
      console.log(`${next.name} failed, will run again alone\n     ${reason(error)}`);
    }
  }

  // Tests that measure time or stop the server run alone.
  const alone = wanted.filter(({ name }) => name.includes("alone"));
  const queue = wanted.filter(({ name }) => !name.includes("alone"));
  await Promise.all([worker(queue), worker(queue), worker(queue)]);
  await worker(alone);
  if (again.length) {
    await close(site); // a second try begins with a new server, where no name is taken yet
    site = await open();
  }
  for (const test of again) {
    const error = await attempt(test);
    if (error) failed++;
    console.log(error ? `FAIL ${test.name}\n     ${reason(error)}` : `flaky: ${test.name}`);
  }
  await close(site);
  console.log(`${title}: ${passed} passed, ${failed} failed`);
  finish();
  process.exit(failed ? 1 : 0); // open handles of a failed test do not keep the run waiting
}
