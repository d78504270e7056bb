// SPDX-License-Identifier: MIT
// The look of puzzles: what phones show of them without scrolling in each language, and axe.
import { desktop, equal, examine, phone, settled, shot } from "./site.mjs";
import { long, mayMove, puzzled, stage, visitor } from "./puzzlesteps.mjs";
import { visit } from "./steps.mjs";

const [first] = puzzled;

// What a phone shows without scrolling: the board, the task, and the bar.
const sizes = [
  [390, 844],
  [320, 568],
  [568, 320],
];

function look() {
  const seen = (element) => {
    const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
  };
  const all = (selector) => [...document.querySelectorAll(selector)].filter((each) => each.getClientRects().length);
  const prompt = document.querySelector(".status");
  return {
    hidden: [".b-svg", "[data-testid=status]", ".actions button"].filter((selector) => !all(selector).every(seen)),
    missing: [".b-svg", "[data-testid=status]", ".actions button"].filter((selector) => !all(selector).length),
    scrolls: document.documentElement.scrollHeight > innerHeight || document.documentElement.scrollWidth > innerWidth,
    prompt: prompt.scrollHeight > prompt.clientHeight + 1,
    small: all(".table button, .table a, header a")
      .map((each) => [each.textContent.trim(), each.getBoundingClientRect()])
      .filter(([, { width, height }]) => width < 43.5 || height < 43.5)
      .map(([text, { width, height }]) => `${text} ${Math.round(width)}x${Math.round(height)}`),
  };
}

async function phones(site, locale) {
  const { context, page, errors } = await visitor(site, { ...phone, locale });
  const bad = [];
  for (const game of puzzled) {
    await visit(page, site, `#/puzzles/${game}/run`);
    await page.waitForSelector('[data-stage="solving"] .b-svg');
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      await settled(page);
      const { hidden, missing, scrolls, prompt, small } = await page.evaluate(look);
      const name = `${game} ${width}x${height} ${locale}`;
      if (hidden.length) bad.push(`${name}: hidden ${hidden}`);
      if (missing.length) bad.push(`${name}: no ${missing}`);
      if (scrolls) bad.push(`${name}: scrolls`);
      if (prompt) bad.push(`${name}: the prompt is cut`);
      if (small.length) bad.push(`${name}: too small for a finger: ${small}`);
      await shot(page, `puzzle-${game}-${width}x${height}-${locale}`);
    }
  }
  equal(bad, [], "phones");
  equal(errors, [], "errors");
  await context.close();
}

async function examined(site, size, scheme, locale) {
  const { context, page, errors } = await visitor(site, { ...size, colorScheme: scheme, locale, bypassCSP: true });
  const name = `${scheme}-${size === desktop ? "desktop" : "phone"}-${locale}`;
  const number = long(first);
  await visit(page, site, `#/puzzles/${first}`);
  await page.getByTestId("count").waitFor();
  await examine(page, `the list (${name})`);
  await shot(page, `puzzle-list-${name}`);
  await visit(page, site, `#/puzzles/${first}/${number}`);
  await mayMove(page);
  await examine(page, `a puzzle (${name})`);
  await shot(page, `puzzle-asked-${name}`);
  await page.keyboard.press("s");
  await examine(page, `the question before a solution (${name})`);
  await page.keyboard.press("s");
  await stage(page, "done");
  await page.waitForSelector('[data-showing="false"]');
  await examine(page, `a solution (${name})`);
  await shot(page, `puzzle-shown-${name}`);
  await visit(page, site, `#/puzzles/${first}/storm`);
  await stage(page, "ready");
  await examine(page, `a storm (${name})`);
  await shot(page, `puzzle-storm-${name}`);
  await visit(page, site, `#/puzzles/${first}`);
  await page.locator(".past li").first().waitFor();
  await examine(page, `the list with its history (${name})`);
  equal(errors, [], "errors");
  await context.close();
}

export const tests = {
  "phones, English": (site) => phones(site, "en-GB"),
  "phones, German": (site) => phones(site, "de-DE"),
  "phones, French": (site) => phones(site, "fr-FR"),
  "axe, desktop, light": (site) => examined(site, desktop, "light", "en-GB"),
  "axe, phone, dark": (site) => examined(site, phone, "dark", "de-DE"),
};
