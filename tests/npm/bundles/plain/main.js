// SPDX-License-Identifier: MIT
// A page without a framework: a board that is made by a script, and the engine beside it.
import { load } from "abax";
import { AbaxBoard } from "abax/board";

const game = new URLSearchParams(location.search).get("game");

const board = document.createElement("abax-board");
board.game = game;
board.level = 1;
board.seed = 5;
document.body.append(board);

const turn = document.querySelector("#turn");
turn.addEventListener("click", () => {
  board.flipped = !board.flipped;
  board.theme = board.flipped ? "dark" : null;
});

async function analyse() {
  const abax = await load();
  const [line] = await abax.analyse({ game }, { nodes: 2000 });
  const german = await abax.speak("de");
  return `${line.actions} (${german.word(game, "seat.1", "")})`;
}

const said = document.querySelector("#analysis");
analyse().then(
  (text) => (said.textContent = text),
  (error) => (said.textContent = `failed: ${error.message}`),
);
document.querySelector("#known").textContent = String(board instanceof AbaxBoard);
