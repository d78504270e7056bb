// SPDX-License-Identifier: MIT
// Pictures of every board, in build/shots: node tests/shots-gallery.mjs [GAME...]
import { mkdirSync } from "node:fs";
import { chromium } from "playwright-core";
import { createServer } from "vite";

const games = ["tiku", "yoxii", "kwinty", "turris", "tokan", "masker"];
const chosen = process.argv.length > 2 ? process.argv.slice(2) : games;
const folder = new URL("../../../build/shots/", import.meta.url).pathname;
mkdirSync(folder, { recursive: true });

const server = await createServer({
  root: new URL("..", import.meta.url).pathname,
  server: { port: 0, host: "127.0.0.1" },
  logLevel: "error",
});
await server.listen();
const address = server.resolvedUrls.local[0];
const browser = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  args: ["--no-sandbox", "--use-gl=swiftshader"],
});
let errors = 0;

async function shoot(name, query, size) {
  const page = await browser.newPage({ viewport: size });
  page.on("console", (m) => m.type() === "error" && console.error(name, m.text()));
  page.on("pageerror", (error) => {
    console.error(`${name}: ${error}`);
    errors++;
  });
  await page.goto(`${address}gallery.html?${query}`);
  await page.waitForSelector(".abax-board");
  await page.waitForTimeout(600);
  await page.screenshot({ path: `${folder}${name}.png`, fullPage: true });
  await page.close();
}

for (const game of chosen) {
  await shoot(`${game}-light`, `game=${game}&theme=light`, { width: 1440, height: 900 });
  await shoot(`${game}-dark`, `game=${game}&theme=dark`, { width: 1440, height: 900 });
  await shoot(`${game}-phone`, `game=${game}&theme=light`, { width: 360, height: 740 });
}
if (chosen.length === games.length) await shoot("mini", "mini", { width: 1300, height: 900 });
await browser.close();
await server.close();
process.exit(errors ? 1 : 0);
