// SPDX-License-Identifier: MIT
// Putting positions together on the board, in all games, by pointer, finger and keyboard; and
// threats.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { becomes, comes, desktop, equal, examine, holds, narrow, phone, root, shot, visitor } from "./site.mjs";
import { facts, games, spot, type, visit } from "./steps.mjs";

async function done({ context, errors }) {
  equal(errors, [], "errors");
  await context.close();
}

const text = (page) => page.getByRole("textbox", { name: "Position" }).inputValue();
const tool = (page, name) => page.getByRole("toolbar").getByRole("button", { name, exact: true });
const status = (page) => page.locator(".foot p[role=status]");

async function edit(page, site, game) {
  await visit(page, site, `#/analyse/${game}`);
  await page.waitForSelector(".b-spot");
  await page.keyboard.press("p");
  await page.getByRole("toolbar").waitFor();
}

async function place(page, name, ...spots) {
  await tool(page, name).click();
  for (const at of spots) await spot(page, at).click();
}

// Edits in each game, and the resulting text. Deals are the same each time, so squares are known.
const tasks = {
  tiku: async (page) => {
    await place(page, "take away", "a2");
    await becomes(
      () => status(page).textContent(),
      "Not a position yet. The board has 5 white figures, and there must be 6.",
      "the error",
    );
    await becomes(() => page.getByRole("button", { name: "Use it" }).isDisabled(), true, "it can be used");
    await place(page, "white figure", "c4");
    await place(page, "black disc", "a1", "b1");
    await tool(page, "Black is to move").click();
    return "....../bbbbbb/..w.../....../.wwwww/xx.... b";
  },
  yoxii: async (page) => {
    await place(page, "totem", "d5");
    await place(page, "red 3", "c4", "e4", "e4");
    await place(page, "move a piece", "c4", "c5");
    return ".../...../..cT.../......./......./...../... w";
  },
  kwinty: async (page) => {
    await place(page, "white block", "i1");
    await becomes(() => page.locator(".b-spot[aria-pressed=true]").count(), 1, "squares touched");
    await page.keyboard.press("Escape");
    await becomes(() => page.locator(".b-spot[aria-pressed=true]").count(), 0, "squares touched after Escape");
    await place(page, "white block", "j1", "i1");
    await place(page, "black block", "i3", "i4");
    holds(/not fully supported/.test(await status(page).textContent()), "a block may hang in the air");
    await page.keyboard.press("u");
    await place(page, "black block", "i2", "i3");
    return "wi1h,bi2v w";
  },
  turris: async (page) => {
    await place(page, "white block", "b2", "b2");
    await place(page, "black block", "a2", "a2");
    await place(page, "white block", "a2", "b2");
    await place(page, "mark as placed last", "b2");
    await tool(page, "bonus").click();
    return "ba2v1,wb2v1,wa2e3 w + a2e3 - -";
  },
  tokan: async (page) => {
    const before = await text(page);
    await place(page, "move a piece", "a1", "b1");
    const row = before.split(" ")[0].split("/").at(-1).split(",");
    const moved = ["-", row[1] + row[0], ...row.slice(2)].join(",");
    return before.replace(row.join(","), moved);
  },
  masker: async (page) => {
    const before = await text(page);
    await place(page, "take away", "a1");
    await tool(page, "Second is to move").click();
    const [board, , captures, free, , colours] = before.split(" ");
    const rows = board.split("/");
    rows[5] = `.${rows[5].slice(1)}`;
    return [rows.join("/"), 2, captures, free, "1,0", colours].join(" ");
  },
};

const program = (game, ...words) =>
  execFileSync(join(root, "build/release/abax"), ["edit", game, ...words], { encoding: "utf8", stdio: "pipe" });

// The games that have an editor.
const edited = games.filter((game) => {
  try {
    return program(game);
  } catch {
    return false;
  }
});

// For a game without a task of its own: the first tool and the first square that change the board
// and leave a playable position, then the last seat acts. The program says what the result is.
function anything(game) {
  const { scene, position } = JSON.parse(program(game, "--json"));
  const [squares, hands] = ["place", "hand"].map((wanted) => scene.spots.filter(({ use }) => use === wanted));
  const turn = scene.spots.findLast(({ name }) => name.startsWith("act-"));
  const seat = facts.find(({ name }) => name === game).seats[Number(turn.name.slice(4)) - 1];
  for (const hand of hands) {
    for (const square of squares.slice(0, 12)) {
      const { position: draft, error } = JSON.parse(program(game, "--json", hand.name, square.name));
      if (error || draft === position) continue;
      return async (page) => {
        await place(page, hand.label, square.name);
        await tool(page, `${seat} is to move`).click();
        return JSON.parse(program(game, "--json", "-p", draft, turn.name)).position;
      };
    }
  }
  throw new Error(`no tool of ${game} leaves a position to play from`);
}

async function build(site, game) {
  const person = await visitor(site);
  const { page } = person;
  await edit(page, site, game);
  const before = await text(page);
  const wanted = await (tasks[game] ?? anything(game))(page);
  await becomes(() => text(page), wanted, "the text of the draft");
  await becomes(() => status(page).textContent(), "This is a position to play from.", "the status");
  await shot(page, `editor-${game}`);
  await page.getByRole("button", { name: "Use it" }).click();
  await page.getByRole("tab", { name: "Position" }).click();
  await becomes(() => text(page), wanted, "the position of the analysis");
  await page.getByRole("button", { name: "Put it together on the board" }).click();
  await tool(page, "empty the board").click();
  await page.getByRole("button", { name: "Leave" }).click();
  await page.getByRole("tab", { name: "Position" }).click();
  await becomes(() => text(page), wanted, "the position after leaving the editor");
  holds(before !== wanted, "nothing was edited");
  await done(person);
}

// Without a pointer: a digit chooses the tool, arrows go to the square, Enter puts the piece.
async function keys(site) {
  const person = await visitor(site);
  const { page } = person;
  await edit(page, site, "tiku");
  await page.keyboard.press("6"); // w b o x move erase
  await becomes(() => tool(page, "take away").getAttribute("aria-pressed"), "true", "the sixth tool is chosen");
  await spot(page, "a2").focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("1");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await becomes(() => text(page), "....../bbbbbb/....../.w..../.wwwww/...... w", "after two edits by keys");
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  await becomes(() => text(page), "....../bbbbbb/....../....../wwwwww/...... w", "after taking them back");
  await page.keyboard.press("Control+Shift+Z");
  await becomes(() => text(page), "....../bbbbbb/....../....../.wwwww/...... w", "after doing one again");
  await tool(page, "white figure").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await becomes(
    () => tool(page, "black figure").getAttribute("aria-pressed"),
    "true",
    "an arrow leads to the next tool",
  );
  await page.getByRole("textbox", { name: "Position" }).fill("....../bbbbbb/....../....../wwwwww/...... q");
  await page.locator("[aria-invalid=true]").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("heading", { name: "Position editor for Tiku" }).waitFor({ state: "attached" });
  await page.locator("h1").evaluate(() => document.activeElement.blur());
  await page.keyboard.press("Escape");
  await page.getByRole("heading", { name: "Analysis of Tiku" }).waitFor({ state: "attached" });
  await done(person);
}

// With a finger: a drag moves, the palette stays in reach, and nothing is wider than the window.
async function fingers(site) {
  const person = await visitor(site, phone);
  const { page } = person;
  await visit(page, site, "#/analyse/masker");
  await page.getByRole("button", { name: "Analysis" }).tap();
  await page.getByRole("tab", { name: "Position" }).tap();
  await page.getByLabel(/Crosses side by side/).selectOption("tower");
  await page.getByRole("button", { name: "Put it together on the board" }).tap();
  await page.getByRole("toolbar").waitFor();
  await tool(page, "take away").tap();
  await spot(page, "a1").tap();
  await tool(page, "red cross").tap();
  await spot(page, "a1").tap();
  await page.locator(".foot p[role=status]").waitFor();
  const box = await page.getByRole("toolbar").boundingBox();
  holds(box.y + box.height <= 844, "the palette is below the window");
  await shot(page, "editor-phone");
  await done(person);
}

async function examineAll(site, size, scheme) {
  const { context, page, errors } = await visitor(site, { ...size, colorScheme: scheme, bypassCSP: true });
  for (const game of edited) {
    await edit(page, site, game);
    await examine(page, `the editor of ${game} (${scheme})`);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    holds(wide <= size.viewport.width, `the editor of ${game} is ${wide} pixels wide`);
  }
  equal(errors, [], "errors");
  await context.close();
}

async function threats(site) {
  const person = await visitor(site);
  const { page } = person;
  await visit(page, site, "#/analyse/tiku");
  await page.waitForSelector(".b-spot");
  await page.keyboard.press("t");
  await page.getByText(/^Black threatens /).waitFor();
  await visit(page, site, "#/analyse/kwinty");
  await page.waitForSelector(".b-spot");
  for (const action of ["i1h", "j2v", "h1v"]) await type(page, action);
  if (!(await page.getByText(/threatens/).count())) await page.getByRole("button", { name: "Show threat" }).click();
  await page.getByText(/^White threatens block (lies|stands) on .+ \(\w+\) \(/).waitFor(); // to make five, should Black pass
  await comes(async () => (await page.locator(".b-arrow.threat").count()) > 0, "there is no arrow");
  await shot(page, "threat");
  await page.getByRole("button", { name: "Hide what the engine says" }).click();
  await becomes(() => page.locator(".b-arrow").count(), 0, "arrows after hiding");
  await becomes(() => page.getByText(/threatens/).count(), 0, "words after hiding");
  await page.getByRole("button", { name: "Show what the engine says" }).click();
  await page.getByRole("button", { name: "Show threat" }).click();
  await becomes(() => page.getByText(/threatens/).count(), 0, "words after the threat was put away");
  await visit(page, site, "#/analyse/tokan");
  await page.getByRole("tab", { name: "Position" }).click();
  await page.locator("select").last().selectOption("draft");
  await page.getByRole("tab", { name: "Analysis" }).click();
  await becomes(() => page.getByRole("button", { name: "Show threat" }).isDisabled(), true, "a threat in the draft");
  await page.getByText(/^No threat can be shown here\. .*hands do not fit/).waitFor();
  await visit(page, site, "#/analyse/masker");
  await page.getByRole("button", { name: "Show threat" }).click();
  await page.getByText(/^Second might play/).waitFor();
  await done(person);
}

// Errors and remarks of the engine in another language.
async function german(site) {
  const person = await visitor(site, { ...desktop, locale: "de-DE" });
  const { page } = person;
  await edit(page, site, "tiku");
  await tool(page, "wegnehmen").click();
  await spot(page, "a2").click();
  await becomes(
    () => status(page).textContent(),
    "Noch keine Stellung. Auf dem Brett stehen 5 weiße Figuren, es müssen 6 sein.",
    "the error",
  );
  await spot(page, "a2").click();
  await becomes(() => status(page).textContent(), "Da ist nichts, was man wegnehmen kann.", "the refusal");
  await page.getByRole("textbox", { name: "Stellung" }).fill("x");
  await page.getByText("Reihe 6 des Bretts hat 1 statt 6 Felder.").waitFor();
  await visit(page, site, "#g=AAAA");
  await page.getByText("Dieser Link enthält keine lesbare Partie: der Link ist beschädigt").waitFor();
  await visit(page, site, "#/learn/tiku");
  await page.getByRole("textbox").fill("a2a3");
  await page.getByRole("textbox").press("Enter");
  await page
    .getByRole("status")
    .getByText(/Schwarz antwortet: .+\./)
    .waitFor();
  await done(person);
}

export const tests = {
  ...Object.fromEntries(edited.map((game) => [`${game} is put together`, (site) => build(site, game)])),
  "by keys alone": keys,
  "by finger, a tower": fingers,
  "axe, desktop, light": (site) => examineAll(site, desktop, "light"),
  "axe, narrow, dark": (site) => examineAll(site, narrow, "dark"),
  threats: threats,
  "in German": german,
};
