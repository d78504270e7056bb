// SPDX-License-Identifier: MIT
// Puzzles on the page: the task, a wrong move and its refutation, ratings that count once, streak,
// storm, the day's, those that come back, offline, and damaged files. The native program says what
// is right and wrong.
import { readFileSync } from "node:fs";
import { becomes, comes, equal, holds, phone, shot } from "./site.mjs";
import {
  ask,
  fileOf,
  isOver,
  long,
  mayMove,
  numberOn,
  opened,
  puzzled,
  rowsOf,
  solution,
  solve,
  stage,
  status,
  visitor,
  wrong,
} from "./puzzlesteps.mjs";
import { facts, type, visit } from "./steps.mjs";

const [first, second] = puzzled;
const OPENS = 200; // milliseconds from the file to the picture

// What this browser has stored.
function kept(page, store) {
  return page.evaluate(
    (name) =>
      new Promise((done) => {
        const request = indexedDB.open("abax-puzzles");
        request.onsuccess = () => {
          const all = request.result.transaction(name).objectStore(name).getAll();
          all.onsuccess = () => {
            request.result.close();
            done(all.result);
          };
        };
      }),
    store,
  );
}

async function until(page, store, test, what) {
  for (let i = 0; i < 100; i++) {
    const all = await kept(page, store);
    if (test(all)) return all;
    await page.waitForTimeout(100);
  }
  throw new Error(what);
}

// A wrong move is answered by its refutation, on the board and in words; then it is solved, and
// nothing counts twice.
async function wrongThenRight(site) {
  const { context, page, errors } = await visitor(site);
  const number = long(first);
  await visit(page, site, `#/puzzles/${first}/${number}`);
  await stage(page, "solving");
  await becomes(() => numberOn(page), number, "the puzzle");
  const [{ puzzle }] = ask(opened(first, number));
  await becomes(() => status(page), puzzle.said.text, "what is asked");
  await becomes(() => page.getByTestId("facts").count(), 0, "what is told before the end");
  holds(!/difficulty/i.test(await page.locator("main").innerText()), "the difficulty is told before the end");
  const before = await page.locator(".b-svg").innerHTML();
  const bad = wrong(first, number);
  await type(page, bad);
  await stage(page, "wrong");
  const [, { puzzle: refuted }] = ask(opened(first, number), ["refute", bad]);
  await page.waitForFunction(
    (lost) => document.querySelector("[data-testid=status]").textContent.includes(lost),
    refuted.lost.text,
  );
  await page.locator("main").getByText("Not enough: ").first().waitFor();
  for (const { said } of refuted.reasons)
    await comes(async () => (await status(page)).includes(said.text.slice(-12)), said.text);
  holds(refuted.refutation.length > 0, "there is no refutation to show");
  await page.waitForFunction((old) => document.querySelector(".b-svg").innerHTML !== old, before);
  await becomes(() => page.locator("[data-showing]").getAttribute("data-showing"), "true", "what is shown");
  await becomes(() => page.locator(".line li").count(), refuted.refutation.length, "moves of the refutation");
  const [failed] = await until(page, "attempts", (all) => all.length === 1, "no attempt is written");
  equal([failed.right, failed.rated, failed.puzzle], [false, true, `${first}/${number}`], "the attempt");
  // No prompt where the refutation ended the game.
  const over = isOver(first, number, [bad, ...refuted.refutation.map(({ text }) => text)]);
  await becomes(() => page.locator(".player.active").count(), over ? 0 : 1, "who is to move after the refutation");
  await shot(page, "puzzle-refuted");
  await page.getByRole("button", { name: "Try again" }).click();
  await solve(page, first, number);
  await stage(page, "done");
  await comes(
    async () => (await status(page)).startsWith("Solved in the end"),
    async () => await status(page),
  );
  holds(/moves to find/.test(await page.getByTestId("facts").innerText()), "the length is not told");
  holds(/Difficulty/.test(await page.getByTestId("facts").innerText()), "the difficulty is not told");
  await becomes(async () => (await kept(page, "attempts")).length, 1, "attempts");
  const [rating] = await kept(page, "solvers");
  holds(rating.rating < 1500, `the rating after a failed one is ${rating.rating}`);
  await shot(page, "puzzle-solved");
  // Once more from the start: nothing is rated.
  await page.reload();
  await stage(page, "solving");
  await solve(page, first, number);
  await stage(page, "done");
  await page.locator("main").getByText("your rating stays").first().waitFor();
  await becomes(async () => (await kept(page, "solvers"))[0].solver, rating.solver, "the rating after the second time");
  equal(errors, [], "errors");
  await context.close();
}

// Where a line ends before the game does, the rest can be played against the computer: from the
// very position, with the solver's seat.
async function playedOn(site) {
  const { context, page, errors } = await visitor(site, phone);
  const game = puzzled.find((name) => !facts.find((each) => each.name === name).hidden);
  const rest = (number) => ask(opened(game, number), ["reveal"])[1];
  const number = rowsOf(game).findIndex((_, each) => rest(each).puzzle.rest);
  const { position, puzzle } = rest(number);
  await visit(page, site, `#/puzzles/${game}/${number}`);
  await stage(page, "solving");
  await page.getByRole("button", { name: "Solution" }).click();
  await page.getByRole("button", { name: "Show it" }).click();
  await stage(page, "done");
  await page.getByRole("button", { name: "Puzzle", exact: true }).click();
  await page.getByRole("button", { name: "Play on from here" }).click();
  await page.waitForSelector("[data-turn]");
  const kept = () =>
    page.evaluate((name) => JSON.parse(localStorage.getItem(`abax.game.${name}`) ?? "null")?.setup, game);
  await becomes(async () => (await kept())?.start, position, "where the game begins");
  const people = (await kept()).seats.flatMap(({ who }, seat) => (who === "person" ? [seat] : []));
  equal(people, [puzzle.solver], "who is the person");
  equal(errors, [], "errors");
  await context.close();
}

// If nothing may be lost before the next turn: the task in the page's language, what a wrong move
// loses, and the path.
async function losesNothing(site) {
  for (const game of puzzled) {
    const [head] = readFileSync(fileOf(game), "utf8").split("\n");
    const number = ask(["puzzles", head, ...rowsOf(game)])[0].puzzles.findIndex(({ goal }) => goal === "keep");
    if (number < 0) continue;
    const [{ puzzle }] = ask(opened(game, number));
    for (const locale of ["en-GB", "de-DE"]) {
      const { context, page, errors } = await visitor(site, { locale });
      await visit(page, site, `#/puzzles/${game}/${number}`);
      await stage(page, "solving");
      const asked = await status(page);
      equal(asked === puzzle.said.text, locale === "en-GB", `what is asked: ${asked}`);
      holds(!/[{}]/.test(asked) && asked.length > puzzle.said.args.keep.text.length, asked);
      holds(locale === "en-GB" || !asked.includes(puzzle.said.args.keep.text), asked);
      if (locale === "en-GB") {
        await type(page, wrong(game, number));
        await stage(page, "wrong");
        await page.waitForFunction(() => /Proven/.test(document.querySelector("[data-testid=status]").textContent));
        await page.getByRole("button", { name: "Try again" }).click();
        await solve(page, game, number);
        await stage(page, "done");
      }
      equal(errors, [], "errors");
      await context.close();
    }
  }
}

// Rated puzzles one after the other: the rating rises, and none comes twice.
async function ratedRun(site) {
  const { context, page, errors } = await visitor(site);
  await visit(page, site, `#/puzzles/${first}/run`);
  const seen = new Set();
  for (let i = 0; i < 3; i++) {
    await stage(page, "solving");
    const number = await numberOn(page);
    holds(!seen.has(number), `puzzle ${number} came twice`);
    seen.add(number);
    await solve(page, first, number);
    await stage(page, "done");
    await page.waitForFunction(() => /Your rating: /.test(document.querySelector("[data-testid=status]").textContent));
    await page.getByRole("button", { name: "Next" }).click();
    await page.waitForFunction((old) => document.querySelector("[data-puzzle]").dataset.puzzle !== old, `${number}`);
  }
  const ratings = (await kept(page, "attempts")).map(({ rating }) => rating);
  holds(ratings[0] < ratings[1] && ratings[1] < ratings[2], `ratings ${ratings}`);
  await visit(page, site, `#/puzzles/${first}`);
  await page.getByText("3 of 3 solved at the first try.").waitFor();
  await page.getByRole("img", { name: /^Rating in puzzles/ }).waitFor();
  await shot(page, "puzzle-history");
  equal(errors, [], "errors");
  await context.close();
}

// From the file to the picture, in the time that the page itself works: others work on this machine
// too.
async function opensSoon(site) {
  const { context, page } = await visitor(site, { ...phone, reducedMotion: "reduce" });
  const work = await context.newCDPSession(page);
  await work.send("Performance.enable", { timeDomain: "threadTicks" });
  const spent = async () => {
    const { metrics } = await work.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "TaskDuration").value * 1000;
  };
  const figures = [];
  for (const game of puzzled) {
    await visit(page, site, `#/puzzles/${game}/run`);
    const times = [];
    for (let i = 0; i < 5; i++) {
      await mayMove(page);
      await page.keyboard.press("s");
      await page.keyboard.press("s"); // it asks first
      await page.waitForSelector('[data-stage="done"][data-showing="false"]');
      const count = await page.evaluate(() => performance.getEntriesByName("puzzle opened").length);
      const before = await spent();
      await page.getByRole("button", { name: "Next" }).click();
      await page.waitForFunction((old) => performance.getEntriesByName("puzzle opened").length > old, count);
      times.push(Math.round((await spent()) - before));
    }
    times.sort((a, b) => a - b);
    figures.push(`${game} ${times[2]}`);
    holds(times[2] < OPENS, `a puzzle of ${game} opens in ${times} ms`);
  }
  console.log(`     puzzles open in ${figures.join(", ")} ms of work (medians)`);
  await context.close();
}

async function streak(site) {
  const { context, page, errors } = await visitor(site);
  await visit(page, site, `#/puzzles/${first}/streak`);
  for (let i = 0; i < 2; i++) {
    await mayMove(page);
    const number = await numberOn(page);
    await solve(page, first, number);
    await page.getByText(`${i + 1} in a row`).waitFor();
    await page.waitForFunction((old) => document.querySelector("[data-puzzle]").dataset.puzzle !== old, `${number}`);
  }
  await mayMove(page);
  await type(page, wrong(first, await numberOn(page)));
  await stage(page, "over");
  await page.waitForFunction(() => /Best: 2/.test(document.querySelector("[data-testid=status]").textContent));
  await comes(
    async () => (await status(page)).startsWith("The streak ends after 2 puzzles."),
    async () => await status(page),
  );
  await becomes(async () => (await kept(page, "solvers")).length, 0, "ratings after a streak");
  await visit(page, site, `#/puzzles/${first}`);
  await page.locator("main").getByText("Best: 2").waitFor();
  equal(errors, [], "errors");
  await context.close();
}

// Three minutes by a clock of our own.
async function storm(site) {
  const { context, page, errors } = await visitor(site);
  await page.clock.install();
  await visit(page, site, `#/puzzles/${first}/storm`);
  await stage(page, "ready");
  await page.getByRole("button", { name: "Begin" }).click();
  for (let i = 0; i < 2; i++) {
    await mayMove(page);
    const number = await numberOn(page);
    await solve(page, first, number);
    await page.getByText(`Solved: ${i + 1}`).waitFor();
  }
  await mayMove(page);
  const failed = await numberOn(page);
  await type(page, wrong(first, failed));
  await page.waitForFunction((old) => document.querySelector("[data-puzzle]").dataset.puzzle !== old, `${failed}`);
  await page.clock.fastForward(100_000);
  await mayMove(page); // there is time left
  await page.clock.fastForward(81_000);
  await stage(page, "over");
  await page.getByText("Time is up: 2 puzzles solved.").first().waitFor();
  await until(page, "bests", ([best]) => best?.score === 2, "the best storm is not kept");
  equal(errors, [], "errors");
  await context.close();
}

// The same puzzle for all users, by the date, as the native program says.
async function ofTheDay(site) {
  const counts = puzzled.flatMap((game) => [game, rowsOf(game).length]);
  const date = "2027-03-01";
  const [{ puzzle }] = ask(["practice", "day", date, ...counts]);
  const { context, page, errors } = await visitor(site);
  await page.clock.install({ time: `${date}T23:00:00Z` });
  await visit(page, site, "#/");
  const link = page.getByRole("link", { name: /^Today’s puzzle/ });
  await becomes(async () => (await link.innerText()).trim(), "Today’s puzzle", "what the start page says before");
  await link.click();
  await mayMove(page);
  await becomes(() => numberOn(page), puzzle.number, "the day's puzzle");
  await comes(
    async () => (await page.locator("h1").textContent()).toLowerCase().includes(puzzle.game),
    "the day's game",
  );
  await solve(page, puzzle.game, puzzle.number);
  await stage(page, "done");
  await until(page, "attempts", (all) => all.length === 1, "the attempt is not written");
  await visit(page, site, "#/");
  await page.getByRole("link", { name: /^Today’s puzzle.*done for today/s }).waitFor();
  // Each game also has its own.
  const other = puzzled.find((game) => game !== puzzle.game) ?? puzzle.game;
  const [{ puzzle: own }] = ask(["practice", "day", date, other, rowsOf(other).length]);
  await visit(page, site, `#/puzzles/${other}`);
  await page.getByRole("link", { name: /: today’s puzzle/ }).click();
  await mayMove(page);
  await becomes(() => numberOn(page), own.number, "the day's puzzle of a game");
  await page.clock.fastForward(3_700_000); // after midnight
  await visit(page, site, "#/");
  await page.reload();
  await page.waitForSelector("#app:not([data-still]) h1");
  await becomes(async () => (await link.innerText()).trim(), "Today’s puzzle", "what the start page says the next day");
  equal(errors, [], "errors");
  await context.close();
}

// A failed puzzle comes back the next day, and again later when it is solved then.
async function comesBack(site) {
  const { context, page, errors } = await visitor(site);
  await page.clock.install({ time: "2027-03-01T12:00:00Z" });
  const number = long(first);
  await visit(page, site, `#/puzzles/${first}/${number}`);
  await mayMove(page);
  await page.getByRole("button", { name: "Solution" }).click();
  await page.getByRole("button", { name: "Show it" }).click();
  await stage(page, "done");
  await until(page, "cards", ([card]) => card?.due === "2027-03-02", "it does not come back on the next day");
  await visit(page, site, `#/puzzles/${first}`);
  await page.getByText("Nothing is due today.").first().waitFor();
  await page.clock.fastForward(86_400_000);
  await page.reload();
  await page.getByText("1 puzzle is due.").waitFor();
  await page.getByRole("link", { name: /^Once more/ }).click();
  await mayMove(page);
  await becomes(() => numberOn(page), number, "the one that came back");
  await solve(page, first, number);
  await stage(page, "done");
  await until(page, "cards", ([card]) => card?.due > "2027-03-04", "it comes back too soon");
  await page.getByRole("button", { name: "Next" }).click();
  await stage(page, "none");
  equal(errors, [], "errors");
  await context.close();
}

// A puzzle whose moves are made on the board alone.
function touchable() {
  for (const game of puzzled) {
    for (const number of rowsOf(game).keys()) {
      const [[action, ...more], [{ scene }, { moves }]] = [
        solution(game, number),
        ask(opened(game, number), ["moves"]),
      ];
      const path = moves.find(({ text }) => text === action).spots;
      if (!more.length && path.every((spot) => scene.spots[spot].use === "place")) return { game, number, path };
    }
  }
  throw new Error("no puzzle is solved on the board alone");
}

// Walks over the board with the arrow keys, towards the spot, step by step.
async function walkTo(page, spot) {
  const at = () => page.evaluate(() => Number(document.activeElement.getAttribute("data-spot")));
  const boxes = await page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll(".abax-board [data-spot]")].map((each) => {
        const { x, y, width, height } = each.getBoundingClientRect();
        return [each.getAttribute("data-spot"), [x + width / 2, y + height / 2]];
      }),
    ),
  );
  for (let steps = 0; (await at()) !== spot; steps++) {
    holds(steps < 40, `the arrows do not lead to spot ${spot}`);
    const [[x, y], [toX, toY]] = [boxes[await at()], boxes[spot]];
    const aside = Math.abs(toX - x) > Math.abs(toY - y);
    await page.keyboard.press(aside ? (toX > x ? "ArrowRight" : "ArrowLeft") : toY > y ? "ArrowDown" : "ArrowUp");
  }
}

// From the list of a game to a solved puzzle and the next one without a pointer.
async function keyboardOnly(site) {
  const { context, page, errors } = await visitor(site);
  const { game, number, path } = touchable();
  await visit(page, site, `#/puzzles/${game}/${number}`);
  await mayMove(page);
  for (let i = 0; i < 60 && !(await page.evaluate(() => document.activeElement.matches(".b-svg [data-spot]"))); i++)
    await page.keyboard.press("Tab");
  for (const spot of path) {
    await walkTo(page, spot);
    await page.keyboard.press("Enter");
  }
  await stage(page, "done");
  const said = await page.getByTestId("announcer").textContent();
  holds(said.startsWith("Solved."), `a screen reader hears '${said}'`);
  // Keys of the screen itself.
  await visit(page, site, `#/puzzles/${first}`);
  const run = page.getByRole("link", { name: /^Rated puzzles/ });
  for (let i = 0; i < 40 && !(await run.evaluate((each) => each === document.activeElement)); i++)
    await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await mayMove(page);
  const old = await numberOn(page);
  // Showing the solution counts as a failure, and is confirmed first.
  await page.keyboard.press("s");
  await page.getByText("Then it counts as failed.").first().waitFor();
  await stage(page, "solving");
  await page.keyboard.press("Escape");
  await becomes(() => page.getByRole("button", { name: "Go on solving" }).count(), 0, "what is asked after Escape");
  await page.keyboard.press("s");
  await page.keyboard.press("s");
  await stage(page, "done");
  await page.keyboard.press("n");
  await page.waitForFunction((was) => document.querySelector("[data-puzzle]").dataset.puzzle !== was, `${old}`);
  equal(errors, [], "errors");
  await context.close();
}

// After one visit of any page: everything, the refutation too.
async function withoutNetwork(site) {
  const { context, page } = await visitor(site, { offline: true });
  await visit(page, site, "#/");
  await page.evaluate(async () => {
    const worker = (await navigator.serviceWorker.ready).active;
    while (worker.state !== "activated")
      await new Promise((done) => worker.addEventListener("statechange", done, { once: true }));
  });
  await context.setOffline(true);
  await page.reload();
  for (const game of puzzled) {
    await visit(page, site, `#/puzzles/${game}/run`);
    await mayMove(page);
    const number = await numberOn(page);
    await type(page, wrong(game, number));
    await stage(page, "wrong");
    await page.getByRole("button", { name: "Why" }).isEnabled();
    await page.waitForFunction(() => /no longer/.test(document.querySelector("[data-testid=status]").textContent));
    await page.getByRole("button", { name: "Try again" }).click();
    await solve(page, game, number);
    await stage(page, "done");
  }
  await context.close();
}

// A file that was changed or cut is refused with a sentence; another game's puzzles, and games, go
// on.
async function damaged(site) {
  const { context, page } = await visitor(site);
  const whole = readFileSync(fileOf(first), "utf8");
  const at = whole.length - 5;
  const forms = {
    changed: whole.slice(0, at) + (whole[at] === "A" ? "B" : "A") + whole.slice(at + 1),
    cut: whole.slice(0, whole.length / 2),
    empty: "",
    "another thing": "<html>not found</html>",
  };
  let body;
  const ours = whole.split("\n")[0];
  await page.route(/puzzles-[^/]*\.txt$/, async (route) => {
    const answer = await route.fetch();
    await route.fulfill((await answer.text()).startsWith(ours) ? { body } : { response: answer });
  });
  for (const [what, text] of Object.entries(forms)) {
    body = text;
    for (const hash of [`#/puzzles/${first}`, `#/puzzles/${first}/run`]) {
      await visit(page, site, hash);
      await page.reload();
      const sentence = await page.getByTestId("trouble").textContent();
      holds(sentence.includes("cannot be used: ") && sentence.length > 60, `${what}: '${sentence}'`);
    }
  }
  await shot(page, "puzzle-damaged");
  if (second) {
    await page.getByRole("navigation", { name: "Game" }).locator(`a[href="#/puzzles/${second}"]`).click();
    await page.getByTestId("count").waitFor();
    await becomes(() => page.getByTestId("trouble").count(), 0, `troubles of ${second}`);
  }
  await visit(page, site, `#/play/${first}`);
  await page.waitForSelector("[data-turn=person] .target");
  body = whole;
  await visit(page, site, `#/puzzles/${first}/run`);
  await stage(page, "solving");
  await context.close();
}

// A puzzle that is open in two tabs counts once.
async function twoTabs(site) {
  const { context, page } = await visitor(site);
  const number = long(first);
  await visit(page, site, `#/puzzles/${first}/${number}`);
  const other = await context.newPage();
  await visit(other, site, `#/puzzles/${first}/${number}`);
  const actions = solution(first, number);
  for (const tab of [page, other])
    for (const action of actions) {
      await mayMove(tab);
      await type(tab, action);
    }
  await stage(page, "done");
  await stage(other, "done");
  const all = await until(page, "attempts", (list) => list.length === 2, "an attempt is missing");
  equal(all.map(({ rated }) => rated).sort(), [false, true], "which of them are rated");
  await context.close();
}

export const tests = {
  "wrong, refuted, right": wrongThenRight,
  "played on": playedOn,
  "to lose nothing": losesNothing,
  "a rated run": ratedRun,
  "opens soon": opensSoon,
  "a streak": streak,
  "a storm": storm,
  "the day's": ofTheDay,
  "failed ones come back": comesBack,
  "by keyboard alone": keyboardOnly,
  "without a network": withoutNetwork,
  "damaged files": damaged,
  "two tabs": twoTabs,
};
