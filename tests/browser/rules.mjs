// SPDX-License-Identifier: MIT
// Rules pages: each diagram of each game and language is there, plays its example step by step, and
// has it in words.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { becomes, desktop, equal, examine, holds, phone, root, settled, shot, visitor } from "./site.mjs";
import { games, visit } from "./steps.mjs";

const named = { en: "rules.md", de: "rules.de.md", fr: "rules.fr.md" };
const next = { en: "One step on", de: "Einen Schritt weiter", fr: "Un pas en avant" };

function quoted(game, file) {
  const page = readFileSync(join(root, "games", game, file), "utf8");
  return [...page.matchAll(/\n\n> ([a-z-]+): /g)].map(([, id]) => id);
}

async function playThrough(figure, language, what) {
  const words = await figure.locator("ol li").allTextContents();
  const on = figure.getByRole("button", { name: next[language] });
  for (const [i, sentence] of words.entries()) {
    holds(sentence.length > 8 && !sentence.includes("{"), `${what}: step ${i + 1} says '${sentence}'`);
    await on.click();
    await becomes(() => figure.locator(".said").textContent(), sentence, `${what}, step ${i + 1}`);
  }
  holds(!words.length || (await on.isDisabled()), `${what} goes on behind its end`);
}

async function all(site, language, size) {
  const { context, page, errors } = await visitor(site, { ...size, locale: language });
  for (const game of games) {
    await visit(page, site, `#/rules/${game}`);
    await page.locator("figure[data-diagram] .b-svg").first().waitFor();
    const figures = page.locator("figure[data-diagram]");
    const ids = await figures.evaluateAll((list) => list.map((figure) => figure.dataset.diagram));
    equal(ids, quoted(game, named[language]), `the diagrams of ${game}`);
    for (const [i, id] of ids.entries()) await playThrough(figures.nth(i), language, `${game} ${language} ${id}`);
  }
  equal(errors, [], "errors");
  await context.close();
}

// A diagram shows all of its board, without keys to move along it: the text speaks of it.
async function shownWhole(site) {
  for (const [width, height] of [
    [1280, 800],
    [640, 400], // the same at 200 %
    [320, 568],
  ]) {
    const { context, page, errors } = await visitor(site, { viewport: { width, height } });
    for (const game of games) {
      await visit(page, site, `#/rules/${game}`);
      await page.locator("figure[data-diagram] .b-svg").first().waitFor();
      await settled(page);
      const bare = await page
        .locator("figure[data-diagram]")
        .evaluateAll((figures) =>
          figures.filter((figure) => figure.querySelector(".b-pan")).map((figure) => figure.dataset.diagram),
        );
      equal(bare, [], `diagrams of ${game} that are not whole at ${width}x${height}`);
    }
    equal(errors, [], "errors");
    await context.close();
  }
}

// A touch of the board plays all of it; at the end it can be seen again. It takes no longer than
// reading does.
async function touched(site) {
  const { context, page, errors } = await visitor(site, { ...phone, reducedMotion: "no-preference" });
  await visit(page, site, "#/rules/tiku");
  const figure = page.locator('figure[data-diagram="slide"]');
  await figure.locator(".board").click();
  await figure.getByRole("button", { name: "Show it again" }).waitFor({ timeout: 8000 });
  await becomes(() => figure.locator(".row span").textContent(), "2 of 2", "how far it is");
  await figure.locator(".board").click();
  await becomes(() => figure.locator(".row span").textContent(), "0 of 2", "at its beginning");
  equal(errors, [], "errors");
  await context.close();
}

async function accessible(site) {
  const { context, page } = await visitor(site, { ...desktop, colorScheme: "dark", bypassCSP: true });
  for (const game of games) {
    await visit(page, site, `#/rules/${game}`);
    await page.locator("figure[data-diagram] .b-svg").first().waitFor();
    await examine(page, `the rules of ${game}`);
    await shot(page, `rules-${game}`);
  }
  await context.close();
}

export const tests = {
  "diagrams in English": (site) => all(site, "en", desktop),
  "diagrams in German": (site) => all(site, "de", phone),
  "diagrams in French": (site) => all(site, "fr", desktop),
  "diagrams are whole": shownWhole,
  "a touch plays": touched,
  "diagrams for everybody": accessible,
};
