// SPDX-License-Identifier: MIT
// Where the page begins: it shows what needs nothing else first, and fetches the engine, the language and the rest behind it.
import { hydrate, mount } from "svelte";
import games from "virtual:abax/games";
import App from "./app/App.svelte";
import { findGame } from "./app/games";
import { nextTask, whenQuiet } from "./app/later";
import type { Opening, Table } from "./app/opening";
import { readRoute, type Route } from "./app/route";
import { settings } from "./app/settings.svelte";
import { Engine } from "./engine/engine";
import { setLanguage } from "./i18n/index.svelte";
import { findServer, server } from "./online/server.svelte";
import { firstState } from "./play/first";
import "./board/tokens.css";
import "./board/board.css";
import "./board/pieces.css";
import "./style/base.css";

let loading: Promise<Engine> | undefined;
const engine = () => (loading ??= Engine.load());

const withoutC: Route["screen"][] = ["start", "rules", "settings"];

async function readTable(name: string): Promise<Table | undefined> {
  const game = findGame(games, name);
  const [first, { default: Screen }] = await Promise.all([
    game && firstState(game),
    import("./play/PlayScreen.svelte"),
  ]);
  return first && { game: name, first, Screen };
}

// The still picture of this screen is there (first/boot.ts): it comes to life where it is. Otherwise it makes room.
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

async function begin(): Promise<void> {
  const target = document.getElementById("app")!;
  const route = readRoute(location.hash);
  if (!withoutC.includes(route.screen)) engine().catch(() => {}); // a fault is told by whoever needs it
  const table = route.screen === "play" && route.game === target.dataset["still"] ? readTable(route.game) : undefined;
  const speaking = setLanguage(settings.language);
  const [found] = await Promise.all([table?.catch(() => undefined), speaking.catch(() => {})]); // in English, if need be
  await nextTask();
  wake(target, { route: readRoute(location.hash), engine, ...(found ? { table: found } : {}) });
  await whenQuiet();
  await engine().then(findServer, findServer);
  if (server()) (await import("./online/mine")).watchTurns();
}

void begin();
