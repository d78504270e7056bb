// SPDX-License-Identifier: MIT
// A page with React: props, also when they change later, and events. No JSX, so that every bundler
// takes it without a setting.
import { load } from "abax";
import { createElement as make, useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import "abax/board";

const game = new URLSearchParams(location.search).get("game");

async function analyse() {
  const abax = await load();
  const [line] = await abax.analyse({ game }, { nodes: 2000 });
  const german = await abax.speak("de");
  return `${line.actions} (${german.word(game, "seat.1", "")})`;
}

function App() {
  const [said, say] = useState("");
  const [flipped, flip] = useState(false);
  const [known, know] = useState(false);
  useEffect(() => {
    analyse().then(say, (error) => say(`failed: ${error.message}`));
  }, []);
  return make(
    "main",
    null,
    make("button", { id: "turn", type: "button", onClick: () => flip(!flipped) }, "Turn the board"),
    make("abax-board", {
      game,
      level: 1,
      seed: 5,
      flipped,
      theme: flipped ? "dark" : undefined,
      "onabax-action": ({ detail }) => know(detail.by !== ""),
    }),
    make("p", { id: "analysis" }, said),
    make("p", { id: "known" }, String(known)),
  );
}

createRoot(document.querySelector("#app")).render(make(App));
