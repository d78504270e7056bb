// SPDX-License-Identifier: MIT
// A whole game of each kind and a hint in Firefox, where it is installed (Debian: firefox-esr): another engine for the script, the styles, the
// module with its vectors, and the worker.
import { join } from "node:path";
import { equal, holds, shots } from "./house.mjs";
import { findFirefox, Firefox } from "./marionette.mjs";
import { dice, facts, games, judge } from "./steps.mjs";

const TARGETS = "[data-turn=person] .target[data-spot]";
const MOST = 400; // touches

// Touches in the page itself until the game is over: cheaper than by the driver, which does it in one game.
const PLAY = `
  const [game, done] = arguments;
  const end = Date.now() + 60000;
  let next = 7;
  const roll = (below) => (next = (next * 48271) % 2147483647) % below;
  (async () => {
    while (Date.now() < end) {
      const turn = document.querySelector("[data-turn]")?.dataset.turn;
      if (turn === "over") break;
      const targets = document.querySelectorAll(${JSON.stringify(TARGETS)});
      if (turn === "person" && targets.length)
        targets[roll(targets.length)].dispatchEvent(new MouseEvent("click", { bubbles: true }));
      await new Promise((later) => setTimeout(later, 20));
    }
    const said = document.querySelector("[data-testid=status]").innerText;
    done([said, JSON.parse(localStorage.getItem("abax.game." + game)).record]);
  })();
`;

// The other games to their ends, each against its weakest level.
async function others(firefox) {
  for (const game of games.filter((name) => name !== "yoxii")) {
    await firefox.run(
      `localStorage.setItem("abax.setup." + arguments[0], JSON.stringify({ options: {}, seats: [{ who: "person" }, { who: "level:1" }] }));
       location.hash = "#/play/" + arguments[0];`,
      game,
    );
    await firefox.until(
      `return document.title.startsWith(arguments[0]) && document.querySelector("${TARGETS}") !== null`,
      `a square of ${game}`,
      facts.find(({ name }) => name === game).title,
    );
    const [said, record] = await firefox.later(PLAY, game);
    holds(/^(You won|You lost|A draw)/.test(said), `Firefox says at the end of ${game}: ${said}`);
    holds(/ (win|loss|draw)\b/.test(judge(record)), `the program says of ${game}: ${judge(record)}`);
    await firefox.screenshot(join(shots, `firefox-${game}.png`));
  }
}

async function wholeGame(house) {
  const program = findFirefox();
  if (!program) {
    console.log("     skipped: there is no Firefox here (apt install firefox-esr)");
    return;
  }
  const firefox = await Firefox.open(program);
  try {
    await firefox.visit(house.address);
    await firefox.run(`
      localStorage.setItem("abax.settings", JSON.stringify({ motion: false, language: "en" }));
      location.hash = "#/play/yoxii";
      location.reload();
    `);
    await firefox.until(`return document.querySelector("#app:not([data-still]) ${TARGETS}") !== null`, "a square");
    await firefox.run(
      `window.faults = []; addEventListener("error", (event) => faults.push(event.message)); addEventListener("unhandledrejection", (event) => faults.push(String(event.reason)));`,
    );
    await firefox.run(
      `[...document.querySelectorAll(".actions button")].find((each) => /Hint/.test(each.textContent)).click()`,
    );
    await firefox.until(`return document.querySelector(".m-glow, .m-hint, .b-button.hint") !== null`, "a hint");
    const roll = dice(3);
    for (let touches = 0; touches < MOST; touches++) {
      const turn = await firefox.until(
        `const turn = document.querySelector("[data-turn]").dataset.turn; return turn !== "other" && turn`,
        "the computer",
      );
      if (turn === "over") break;
      const targets = await firefox.find(TARGETS);
      holds(targets.length > 0, "nothing can be touched in Firefox");
      await firefox.click(targets[roll(targets.length)]).catch((fault) => {
        if (!/stale/.test(fault)) throw fault; // the board was painted meanwhile
      });
    }
    const said = await firefox.until(
      `return document.querySelector("[data-testid=status] b")?.parentElement.innerText`,
      "the end",
    );
    holds(/^(You won|You lost|A draw)/.test(said), `Firefox says at the end: ${said}`);
    const { record } = JSON.parse(await firefox.run(`return localStorage.getItem("abax.game.yoxii")`));
    holds(/ (win|loss|draw)\b/.test(judge(record)), `the program says: ${judge(record)}`);
    const layout = await firefox.run(
      `const { scrollWidth, clientWidth } = document.documentElement; return scrollWidth - clientWidth;`,
    );
    equal(layout, 0, "pixels that Firefox could scroll sideways");
    await firefox.screenshot(join(shots, "firefox-yoxii.png"));
    await others(firefox);
    equal(await firefox.run("return faults"), [], "faults in Firefox");
  } finally {
    await firefox.close();
  }
}

export const tests = { "a whole game and a hint, and the others": wholeGame };
