// SPDX-License-Identifier: MIT
// Without a network after the first visit, and a new version that waits to be asked for.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serve } from "../../tools/serve.mjs";
import { becomes, comes, root, visitor } from "./site.mjs";
import { dice, games, playOn, saved, visit } from "./steps.mjs";

const ready = (page) =>
  page.evaluate(async () => {
    const worker = (await navigator.serviceWorker.ready).active;
    while (worker.state !== "activated")
      await new Promise((done) => worker.addEventListener("statechange", done, { once: true }));
  });

async function offline(site) {
  const { context, page } = await visitor(site, { offline: true });
  await visit(page, site, "#/");
  await ready(page);
  await context.setOffline(true);
  await page.reload();
  await page.waitForSelector(".b-svg");
  for (const game of games) {
    await visit(page, site, `#/play/${game}`);
    await playOn(page, dice(4), 4);
    await comes(async () => (await saved(page, game)).moves > 0, `no move in ${game}`);
  }
  for (const hash of ["#/rules/tiku", "#/learn/masker", "#/analyse/tokan", "#/settings"]) {
    await visit(page, site, hash);
    await becomes(() => page.getByRole("alert").count(), 0, `alerts on ${hash}`);
  }
  await visit(page, site, "#/online");
  await page.getByText("There is no network at the moment.").waitFor();
  await becomes(() => page.evaluate(() => crossOriginIsolated), true, "isolated without a network");
  await context.close();
}

async function update(site) {
  const folder = mkdtempSync(join(tmpdir(), "abax-"));
  cpSync(join(root, "build/web"), folder, { recursive: true });
  const server = await serve(folder, 0);
  const here = { ...site, address: `http://127.0.0.1:${server.address().port}/` };
  const { context, page } = await visitor(here, { offline: true });
  try {
    await visit(page, here, "#/play/tiku");
    await ready(page);
    await page.reload();
    await playOn(page, dice(6), 4);
    let { moves } = await saved(page, "tiku");
    for (let before; before !== moves;) {
      before = moves; // the computer may not have answered yet
      await page.waitForTimeout(1500);
      ({ moves } = await saved(page, "tiku"));
    }
    const worker = join(folder, "sw.js");
    writeFileSync(worker, readFileSync(worker, "utf8").replace(/const VERSION = "\w+"/, 'const VERSION = "next"'));
    await page.reload();
    await page.getByText("A new version is ready.").waitFor();
    await page.evaluate(() => (window.isOld = true));
    await page.getByRole("button", { name: "Reload" }).click();
    await page.waitForFunction(async () => !window.isOld && (await caches.keys()).join() === "abax-next");
    await page.waitForSelector(".b-svg");
    await becomes(async () => (await saved(page, "tiku")).moves, moves, "moves after the new version came");
    await becomes(() => page.getByText("A new version is ready.").count(), 0, "offers after it");
  } finally {
    await context.close();
    server.closeAllConnections?.();
    server.close();
    rmSync(folder, { recursive: true });
  }
}

export const tests = { "every game without a network": offline, "a new version waits": update };
