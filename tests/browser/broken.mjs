// SPDX-License-Identifier: MIT
// Broken and missing things: one sentence, and nothing is lost. (Damaged saves and full storage:
// savedgames.mjs.)
import { becomes, desktop, equal, holds, visitor } from "./site.mjs";
import { dice, playOn, visit } from "./steps.mjs";

async function brokenLinks(site) {
  const { context, page, errors } = await visitor(site, desktop);
  for (const link of ["", "x", "AYXm0QR0aWt1AAAA", "%%%", "A".repeat(3000), "AYXm0QR0aWt1AAAAAQI?utm=1"]) {
    await visit(page, site, "#/settings");
    await visit(page, site, `#g=${link}`);
    const told = await page.getByRole("alert").textContent();
    holds(told.trim().length > 20 && !/undefined|\[object/.test(told), `'${link.slice(0, 20)}' is told as '${told}'`);
    await page.getByRole("link", { name: "Games", exact: true }).last().waitFor();
  }
  equal(errors, [], "errors");
  await context.close();
}

async function brokenRecords(site) {
  const { context, page, errors } = await visitor(site, desktop);
  await visit(page, site, "#/analyse");
  for (const text of ["nonsense", '[Game "chess"] *', '[Game "tiku"] a2a9 *', '{"tags":{}}', '[Game "tiku"] a2a4']) {
    await page.getByLabel("…or paste it").or(page.locator("textarea")).first().fill(text);
    await page.locator("main button", { hasText: "Open" }).first().click();
    const told = await page.locator("main [role=status]").first().textContent();
    holds(told.trim().length > 10, `'${text}' is told as '${told}'`);
  }
  equal(errors, [], "errors");
  await context.close();
}

// A review or study that cannot be read is as if there were none.
async function brokenKept(site) {
  const { context, page, errors } = await visitor(site, desktop);
  await visit(page, site, "#/settings");
  await page.evaluate(() => {
    for (const key of ["review", "reviewed", "study.tiku", "setup.tiku", "latest", "like.tiku", "still"])
      localStorage.setItem(`abax.${key}`, "{broken");
  });
  for (const hash of ["#/review", "#/analyse/tiku", "#/play/tiku", "#/"]) {
    await page.goto("about:blank");
    await visit(page, site, hash);
  }
  equal(errors, [], "errors");
  await context.close();
}

// No storage at all: everything works, and the page says so once it matters.
async function noStorage(site) {
  const { context, page, errors } = await visitor(site, desktop);
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
    IDBFactory.prototype.open = () => {
      throw new DOMException("no", "SecurityError");
    };
  });
  await visit(page, site, "#/");
  await page.getByRole("link", { name: /^Play/ }).click();
  await page.waitForSelector("[data-turn=person] .target");
  await playOn(page, dice(4), 2);
  await page.getByTestId("keeping").waitFor();
  await becomes(() => page.getByTestId("keeping").count(), 1, "sentences");
  equal(errors, [], "errors");
  await context.close();
}

async function noWebGl(site) {
  const { context, page, errors } = await visitor(site, desktop);
  await page.addInitScript(() => {
    const real = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
      return /webgl/.test(kind) ? null : real.call(this, kind, ...more);
    };
  });
  await visit(page, site, "#/play/turris");
  await page.waitForSelector("[data-turn=person] .target");
  await playOn(page, dice(4), 4);
  await page.getByText("This browser cannot draw the tower in 3D").first().waitFor();
  equal(errors, [], "errors");
  await context.close();
}

export const tests = {
  "broken links": brokenLinks,
  "broken records": brokenRecords,
  "broken notes": brokenKept,
  "no storage": noStorage,
  "no WebGL": noWebGl,
};
