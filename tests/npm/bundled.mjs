// SPDX-License-Identifier: MIT
// Production builds of pages that use the package, by Vite, webpack and esbuild with default
// settings, served as static files and played in Chromium. tests/check-bundles installs the
// bundlers in build/bundles. node tests/npm/bundled.mjs [WORD...] runs the builds whose names
// contain all words.
import { execFileSync } from "node:child_process";
import { createServer } from "node:http";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { headers as strict } from "../../tools/serve.mjs";
import { equal, holds, launch, root } from "../browser/site.mjs";
import { runner } from "./counted.mjs";

const folder = join(root, "build/bundles");
const abax = await (await import(join(folder, "node_modules/abax/dist/node.js"))).load({ worker: false });
const game = abax.games.find(({ data }) => data.includes("net.bin")).name;
const tool = (name, ...words) =>
  execFileSync(join(folder, "node_modules/.bin", name), words, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });

// The page for bundlers that make none.
function page(out, kind) {
  const html = readFileSync(join(folder, "plain/index.html"), "utf8").replace(/ *<script.*<\/script>\n/, "");
  const script = `<div id="app"></div><script ${kind} src="main.js"></script></body>`;
  writeFileSync(join(out, "index.html"), html.replace("</body>", script));
}

// React and Vue draw the button and the texts themselves.
function bare(out) {
  const file = join(out, "index.html");
  writeFileSync(file, readFileSync(file, "utf8").replace(/ *<(button|p) id.*\n/g, ""));
}

const vite = (app) => (out) => tool("vite", "build", app, "--outDir", out, "--emptyOutDir", "--logLevel", "warn");

const webpack =
  (app, ...words) =>
  (out) => {
    tool("webpack", "build", `./${app}/main.js`, "--mode", "production", "--output-path", out, ...words);
    page(out, "defer");
    if (app !== "plain") bare(out);
  };

const esbuild = (app, format, kind) => (out) => {
  tool("esbuild", `${app}/main.js`, "--bundle", "--minify", `--format=${format}`, `--outfile=${join(out, "main.js")}`);
  page(out, kind);
  if (app !== "plain") bare(out);
};

// With a plugin, which esbuild takes from a script only.
function esbuildVue(out) {
  const words = ["vue/esbuild.js", join(out, "main.js")];
  execFileSync(process.execPath, words, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  page(out, 'type="module"');
  bare(out);
}

// `files`: the bundler copies files that the package requests by address, such as networks.
const builds = {
  "vite plain": { make: vite("plain"), files: true },
  "vite react": { make: vite("react"), files: true },
  "vite vue": { make: vite("vue"), files: true },
  "webpack plain": { make: webpack("plain"), files: true },
  "webpack react": { make: webpack("react"), files: true },
  "webpack vue": { make: webpack("vue", "--config", "vue/webpack.config.js"), files: true },
  "esbuild plain iife": { make: esbuild("plain", "iife", "defer"), files: false },
  "esbuild plain esm": { make: esbuild("plain", "esm", 'type="module"'), files: false },
  "esbuild react": { make: esbuild("react", "esm", 'type="module"'), files: false },
  "esbuild vue": { make: esbuildVue, files: false },
};

const types = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };

// The plainest server there is: files, and 404 for everything else.
async function serve(out, headers) {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://host");
    const file = join(out, pathname === "/" ? "index.html" : pathname);
    try {
      const bytes = await readFile(file);
      response.writeHead(200, { ...headers, "Content-Type": types[extname(file)] ?? "application/octet-stream" });
      response.end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return server;
}

async function visit(browser, address) {
  const context = await browser.newContext({ locale: "en-GB", reducedMotion: "reduce" });
  const page = await context.newPage();
  const errors = [];
  const asked = [];
  page.setDefaultTimeout(30000);
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (line) => ["error", "warning"].includes(line.type()) && errors.push(line.text()));
  page.on("requestfailed", (request) => errors.push(`failed: ${request.url()}`));
  page.on("response", (response) => {
    asked.push(response.url());
    if (response.status() >= 400) errors.push(`${response.status()}: ${response.url()}`);
  });
  await page.addInitScript(() => {
    globalThis.heard = [];
    for (const kind of ["abax-action", "abax-end", "abax-error"])
      addEventListener(kind, ({ detail }) => globalThis.heard.push({ kind, ...detail }));
  });
  await page.goto(`${address}?game=${game}`);
  return { context, page, errors, asked };
}

// Touches what can be touched until the person has moved; the computer answers.
async function move(page) {
  await page.evaluate(async () => {
    const inside = document.querySelector("abax-board").shadowRoot;
    for (let i = 0; !globalThis.heard.length; i++) {
      const targets = [...inside.querySelectorAll(".target[data-spot]")];
      targets[(i * 7) % targets.length]?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
      await new Promise((done) => setTimeout(done));
    }
  });
  await page.waitForFunction(() => globalThis.heard.some(({ kind, by }) => kind === "abax-error" || by === "computer"));
  const heard = await page.evaluate(() => globalThis.heard.map(({ kind, by, message }) => message ?? `${kind} ${by}`));
  equal(heard, ["abax-action person", "abax-action computer"], "what the board has reported");
}

// A property that changes later arrives, and goes again.
async function turn(page) {
  const board = page.locator("abax-board");
  const shown = async () => [await board.evaluate((each) => each.flipped), await board.getAttribute("theme")];
  holds(!(await shown())[0], "the board is not turned");
  await page.click("#turn");
  await page.waitForFunction(() => document.querySelector("abax-board").flipped);
  equal(await shown(), [true, "dark"], "the board after it was turned");
  await page.click("#turn");
  await page.waitForFunction(() => !document.querySelector("abax-board").flipped);
  equal((await shown())[1], null, "the theme after the board was turned back");
}

async function play(browser, out, files, headers = {}) {
  const server = await serve(out, headers);
  const visitor = await visit(browser, `http://127.0.0.1:${server.address().port}/`);
  const { context, page, errors, asked } = visitor;
  try {
    await page.locator("abax-board .b-svg").waitFor();
    equal(await page.locator("abax-board").getAttribute("level"), "1", "the level that was given as a number");
    await move(page);
    await turn(page);
    await page.waitForFunction(() => document.querySelector("#analysis").textContent);
    const said = await page.locator("#analysis").textContent();
    holds(/^[^(]+ \(\S.*\)$/.test(said) && !said.startsWith("failed"), `the analysis answers: ${said}`);
    equal(await page.locator("#known").textContent(), "true", "the events arrive");
    equal(
      asked.some((address) => address.endsWith(".bin")),
      files,
      "networks were fetched",
    );
    equal(errors, [], "errors");
  } catch (error) {
    error.message += `; errors: ${JSON.stringify(errors)}`;
    throw error;
  } finally {
    await context.close();
    server.closeAllConnections();
    server.close();
  }
}

// No path of the machine that made it is in what is published.
function anonymous(out) {
  for (const entry of readdirSync(out, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath ?? entry.path, entry.name);
    if (entry.isFile())
      holds(!readFileSync(file, "latin1").includes(folder), `${file} names the folder of the sources`);
  }
}

const { test, sum } = runner("bundles");
const browser = await launch();
for (const [name, { make, files }] of Object.entries(builds))
  await test(name, async () => {
    const out = join(folder, "made", name.replaceAll(" ", "-"));
    rmSync(out, { recursive: true, force: true });
    mkdirSync(out, { recursive: true });
    make(out);
    anonymous(out);
    await play(browser, out, files);
    // Also cross-origin isolated and under a strict policy, which allows no worker from a Blob.
    if (files) await play(browser, out, files, strict);
  });
await browser.close();
process.exit(sum());
