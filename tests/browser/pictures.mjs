// SPDX-License-Identifier: MIT
// The page draws the scene, in every game: colours of pieces, names of columns and rows, owners of
// edges, and the same in words. The unit test `paint` checks SVG, text and terminal against the
// same scenes.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { desktop, equal, holds, root, shot, visitor } from "./site.mjs";
import { facts, type, visit } from "./steps.mjs";

const program = (...words) => execFileSync(join(root, "build/release/abax"), words, { encoding: "utf8" });

function tally(list) {
  return Object.fromEntries(
    [...new Set(list)].sort().map((one) => [one, list.filter((other) => other === one).length]),
  );
}

// What the board shows: the colour of each piece and edge, the names of columns and rows, and the
// labels of spots.
function painted(page) {
  return page
    .locator(".abax-board .b-svg")
    .first()
    .evaluate((svg) => {
      const colour = (node) => [...node.classList].find((name) => name.startsWith("p-"))?.slice(2);
      return {
        pieces: [...svg.querySelectorAll(".piece")].map(colour),
        edges: [...svg.querySelectorAll(".g-owned")].map(colour),
        letters: [...svg.querySelectorAll(".g-letter")].map((node) => node.textContent.trim()),
        spoken: [...svg.querySelectorAll("[data-spot]")].map((node) => node.getAttribute("aria-label")),
      };
    });
}

async function agrees(site, { name, seats }) {
  const { context, page, errors } = await visitor(site, desktop);
  const actions = program("random", name, "--seed", "0").split("\n").slice(0, 6);
  await visit(page, site, `#/analyse/${name}`);
  for (const action of actions) await type(page, action);
  await page.locator(".run .move[aria-current]").getByText(actions.at(-1), { exact: true }).waitFor();
  const scene = JSON.parse(program("scene", name, ...actions));
  const { pieces, edges, letters, spoken } = await painted(page);
  const [board] = scene.panels;
  const placed = scene.pieces.filter(({ spot }) => scene.spots[spot].panel === 0);
  if (board.style === "flat") equal(tally(pieces), tally(placed.map(({ colour }) => colour)), "the colours of pieces");
  holds(
    pieces.length > 0 && pieces.every((colour) => scene.pieces.some((piece) => piece.colour === colour)),
    `colours ${pieces}`,
  );
  equal(
    [...new Set(edges)].sort(),
    [...new Set(scene.edges.map(({ colour }) => colour))].sort(),
    "the colours of edges",
  );
  const labels = scene.labels.filter(({ panel }) => panel === 0).map(({ text }) => text);
  if (["plain", "inlaid"].includes(board.ground)) equal(letters.sort(), labels.sort(), "the names of columns and rows");
  for (const { owner, name: kind, spot } of placed.filter(({ owner }) => owner >= 0 && board.style === "flat")) {
    const said = spoken.find((text) => text.startsWith(`${scene.spots[spot].name},`)) ?? "";
    holds(said.includes(seats[owner]) && said.includes(kind), `${kind} of ${seats[owner]} is said as '${said}'`);
  }
  await shot(page, `picture-${name}`);
  equal(errors, [], "errors");
  await context.close();
}

// The board of a game that is dealt is another one on the page.
export const tests = Object.fromEntries(
  facts
    .filter(({ randomStart }) => !randomStart)
    .map((game) => [`${game.name} is painted as its scene says`, (site) => agrees(site, game)]),
);
