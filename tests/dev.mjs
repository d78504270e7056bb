// SPDX-License-Identifier: MIT
// `make run` and `make dev`, in a copy of the tree, so that neither databases nor sources of this one change: both answer, an edit of
// the page shows without a reload, and nothing is left running.
import { execFileSync, spawn } from "node:child_process";
import { readFileSync, readdirSync, readlinkSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { equal, holds, launch, root } from "./browser/site.mjs";

const copy = join(root, "build/dev-tree");
const PATIENCE = 60000;

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

function listen(port) {
  return new Promise((done, failed) => {
    const server = createServer();
    server.once("error", failed);
    server.listen(port, "127.0.0.1", () => done(server));
  });
}
const unlisten = (server) => new Promise((done) => server.close(done));

// A free port, with a free one after it.
async function freePort() {
  for (;;) {
    const first = await listen(0);
    const { port } = first.address();
    const second = await listen(port + 1).catch(() => undefined);
    await unlisten(first);
    if (second) {
      await unlisten(second);
      return port;
    }
  }
}

// The processes that work in the copy.
function running() {
  return readdirSync("/proc").filter((name) => {
    try {
      return /^\d+$/.test(name) && readlinkSync(`/proc/${name}/cwd`).startsWith(copy);
    } catch {
      return false; // it has ended, or belongs to another user
    }
  });
}

// `make TARGET`, in a process group as at a terminal.
function make(target, port) {
  const child = spawn("make", [target, `PORT=${port}`], {
    cwd: copy,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const job = { child, output: "", status: undefined };
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (some) => (job.output += some));
  job.ended = new Promise((done) => child.on("close", (status) => done((job.status = status ?? -1))));
  return job;
}

// The text at an address, as soon as it answers.
async function answer(job, address) {
  const end = Date.now() + PATIENCE;
  for (;;) {
    const response = await fetch(address).catch(() => undefined);
    if (response?.ok) return response.text();
    if (job.status !== undefined) throw new Error(`make ended with status ${job.status}:\n${job.output}`);
    if (Date.now() > end) throw new Error(`${address} does not answer:\n${job.output}`);
    await pause(50);
  }
}

async function within(promise, what) {
  let timer;
  const late = new Promise((_, failed) => {
    timer = setTimeout(() => failed(new Error(what)), PATIENCE);
  });
  await Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

async function nothingRuns() {
  const end = Date.now() + 10000;
  while (running().length > 0 && Date.now() < end) await pause(50);
  const left = running();
  if (left.length === 0) return;
  const list = execFileSync("ps", ["-o", "pid,args", "-p", left.join(",")], { encoding: "utf8" });
  for (const pid of left) process.kill(Number(pid), "SIGKILL");
  throw new Error(`left running:\n${list}`);
}

const tests = {
  async "make run serves the built page, until Ctrl+C"() {
    const port = await freePort();
    const job = make("run", port);
    const page = await answer(job, `http://127.0.0.1:${port}/`);
    holds(page.includes("<title>Abax"), "the page has its title");
    holds(
      "version" in JSON.parse(await answer(job, `http://127.0.0.1:${port}/api/about`)),
      "the server says its version",
    );
    holds(job.output.includes(`http://127.0.0.1:${port}/`), "it says the address");
    process.kill(-job.child.pid, "SIGINT");
    await within(job.ended, "make run does not end");
    await nothingRuns();
  },
  async "make dev shows an edit without a reload, until Ctrl+C"() {
    const port = await freePort();
    const job = make("dev", port);
    const address = `http://127.0.0.1:${port}/`;
    await answer(job, `${address}api/about`); // by way of Vite: both run
    const browser = await launch();
    try {
      const page = await browser.newPage({ locale: "en-GB" });
      const errors = [];
      page.on("pageerror", (error) => errors.push(String(error)));
      page.setDefaultTimeout(PATIENCE);
      await page.goto(address);
      await page.waitForSelector("#app:not([data-still]) h1");
      await page.waitForLoadState("networkidle"); // Vite may have reloaded it once, when it had found all packages
      await page.evaluate(() => (window.loadedOnce = true));
      const file = join(copy, "apps/web/src/app/StartScreen.svelte");
      const text = readFileSync(file, "utf8");
      const { atime, mtime } = statSync(file);
      holds(text.includes("</h1>"), "the start page has a heading");
      writeFileSync(file, text.replace("</h1>", " (edited)</h1>"));
      await page.waitForSelector('h1:has-text("(edited)")');
      holds(await page.evaluate(() => window.loadedOnce), "the page was not loaded again");
      equal(await page.evaluate(async () => (await fetch("./api/about")).status), 200, "the page reaches the server");
      equal(errors, [], "errors of the page");
      writeFileSync(file, text); // with its old time, or the next make would build the page
      utimesSync(file, atime, mtime);
    } finally {
      await browser.close();
    }
    process.kill(-job.child.pid, "SIGINT");
    await within(job.ended, "make dev does not end");
    await nothingRuns();
  },
  async "make dev ends when make is told to"() {
    const port = await freePort();
    const job = make("dev", port);
    await answer(job, `http://127.0.0.1:${port}/api/about`);
    process.kill(job.child.pid, "SIGTERM"); // make alone
    await within(job.ended, "make dev does not end");
    await nothingRuns();
  },
  async "make dev fails when a port is taken"() {
    const port = await freePort();
    for (const [taken, who] of [
      [port + 1, `the server on port ${port + 1} has ended`],
      [port, "the page's server (Vite) has ended"],
    ]) {
      const other = await listen(taken);
      const job = make("dev", port);
      await within(job.ended, `make dev goes on although port ${taken} is taken:\n${job.output}`);
      await unlisten(other);
      holds(job.status !== 0, "the exit status is not 0");
      holds(job.output.includes(who), `it says that ${who}:\n${job.output}`);
      await nothingRuns();
    }
  },
};

execFileSync(join(root, "tests/copy-tree"), [copy, "release", "wasm", "web", "words", "page.list", "page.made"]);
let failed = 0;
for (const [name, test] of Object.entries(tests)) {
  const began = Date.now();
  try {
    await test();
  } catch (error) {
    failed++;
    console.log(`FAIL ${name}: ${error.message}`);
    await nothingRuns().catch(() => {});
  }
  console.log(`${name}: ${((Date.now() - began) / 1000).toFixed(1)} s`);
}
console.log(`dev: ${Object.keys(tests).length - failed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
