// SPDX-License-Identifier: MIT
// Runs tests one after the other and counts. Words of the command line choose tests by name; a
// selection of nothing fails.

export function runner(title) {
  const words = process.argv.slice(2);
  let passed = 0;
  let failed = 0;

  async function test(name, run) {
    if (!words.every((word) => name.includes(word))) return;
    try {
      await run();
      passed++;
      console.log(`  ok   ${name}`);
    } catch (error) {
      failed++;
      console.log(`  FAIL ${name}\n       ${error.message}\n${error.stdout ?? ""}${error.stderr ?? ""}`);
    }
  }

  // Prints the sum; the exit status.
  function sum() {
    if (!passed && !failed) {
      console.log(`FAIL ${title}: no test has the words '${words.join(" ")}' in its name`);
      failed++;
    }
    console.log(`  ${title}: ${passed} passed, ${failed} failed`);
    return failed ? 1 : 0;
  }

  return { test, sum };
}
