// SPDX-License-Identifier: MIT
// Starts the page: shows first what needs nothing else, then fetches the engine, the language and
// the rest.
import { hydrate, mount } from "svelte";
import games from "virtual:abax/games";
import App from "./app/App.svelte";
import { findGame } from "./app/games";
import { nextTask, whenQuiet } from "./app/later";
import type { Deal, Opening, Table } from "./app/opening";
import { readRoute, type Route } from "./app/route";
import { settings } from "./app/settings.svelte";
import type { Engine } from "abax/engine/engine";
import { loadEngine } from "./engine/home";
import { setLanguage } from "./i18n/index.svelte";
import { findServer, server } from "./online/server.svelte";
import { firstState } from "./play/first";
import "abax/board/tokens.css";
import "abax/board/board.css";
import "abax/board/ground.css";
import "abax/board/marks.css";
import "abax/board/tower.css";
import "abax/board/pieces.css";
import "./style/base.css";
import "./style/start.css";

let loading: Promise<Engine> | undefined;
const engine = () => (loading ??= loadEngine());

const withoutC: Route["screen"][] = ["start", "rules", "settings"];

// The deal that first/boot.ts chose; undefined if it cannot be had, and then the engine deals.
async function readDeal(file: string | undefined): Promise<Deal | undefined> {
  const answer = file ? await fetch(file) : undefined;
  return answer?.ok ? ((await answer.json()) as Deal) : undefined;
}

async function readTable(name: string, dealt: string | undefined): Promise<Table | undefined> {
  const game = findGame(games, name);
  const [first, { default: Screen }, deal] = await Promise.all([
    game && firstState(game),
    import("./play/PlayScreen.svelte"),
    readDeal(dealt).catch(() => undefined),
  ]);
  return first && { game: name, first, Screen, deal };
}

// The still picture of this screen is there (first/boot.ts): it comes to life where it is.
// Otherwise it makes room.
function wake(target: HTMLElement, opening: Opening): void {
  const { route, table } = opening;
  const wanted = route.screen === "start" ? "start" : (table?.game ?? "none");
  if (target.dataset["still"] === wanted) hydrate(App, { target, props: { opening } });
  else {
    target.replaceChildren();
    mount(App, { target, props: { opening } });
  }
  delete target.dataset["still"];
  target.hidden = false;
  target.querySelector("main")?.removeAttribute("inert");
}

async function startPage(): Promise<void> {
  const target = document.getElementById("app")!;
  const route = readRoute(location.hash);
  // callers that need the engine report the error
  if (!withoutC.includes(route.screen)) engine().catch(() => {});
  const { still, deal } = target.dataset;
  const table = route.screen === "play" && route.game === still ? readTable(route.game, deal) : undefined;
  const start = route.screen === "start" ? import("./app/StartScreen.svelte") : undefined;
  const speaking = setLanguage(settings.language);
  const [found, screen] = await Promise.all([
    table?.catch(() => undefined),
    start?.catch(() => undefined),
    speaking.catch(() => {}), // in English, if need be
  ]);
  await nextTask();
  wake(target, { route: readRoute(location.hash), engine, table: found, start: screen?.default });
  await whenQuiet();
  await engine().then(findServer, findServer);
  if (server()) (await import("./online/mine")).watchTurns();
}

void startPage();
