// SPDX-License-Identifier: MIT
// Screens as hash routes, so that the page works from any static host and without a network.

export type Route =
  | { screen: "start"; unknown?: boolean }
  | { screen: "play"; game: string }
  | { screen: "learn"; game: string; invitation?: string } // the game on the server to come back to
  | { screen: "rules"; game: string }
  | { screen: "analyse"; game?: string }
  | { screen: "review" }
  | { screen: "savedgames" }
  | { screen: "mistakes" }
  | { screen: "stats" }
  // training mode, or number of a puzzle; "day" may stand in place of a game
  | { screen: "puzzles"; game?: string; training?: string }
  | { screen: "settings" }
  // The secret of a seat; "sit" is an invitation; "join" takes a seat at once.
  | { screen: "online"; id?: string; secret?: string }
  | { screen: "account" }
  | { screen: "watch" }
  | { screen: "tournaments"; id?: string } // or "new"
  | { screen: "study"; id?: string; key?: string } // the key lets one write
  | { screen: "people"; name: string }
  | { screen: "ratings"; game?: string }
  | { screen: "notifications"; what: string; token: string } // of an email: "confirm" or "stop"
  | { screen: "shared"; link: string };

// What follows a screen's name in its address, and how much of it must be there.
const PARTS: Record<string, readonly [names: readonly string[], needed?: number]> = {
  play: [["game"], 1],
  learn: [["game", "invitation"], 1],
  rules: [["game"], 1],
  analyse: [["game"]],
  puzzles: [["game", "training"]],
  online: [["id", "secret"]],
  tournaments: [["id"]],
  study: [["id", "key"]],
  people: [["name"], 1],
  ratings: [["game"]],
  told: [["what", "token"], 2],
  review: [[]],
  shelf: [[]],
  mistakes: [[]],
  stats: [[]],
  settings: [[]],
  account: [[]],
  watch: [[]],
};

// Addresses that are not the name of their screen: people keep and send them.
const SCREENS: Record<string, string> = { shelf: "savedgames", told: "notifications" };
const ADDRESSES = Object.fromEntries(Object.entries(SCREENS).map(([address, screen]) => [screen, address]));

const withGame = ["play", "learn", "rules"] as const;

export function isWithGame(word: string): word is (typeof withGame)[number] {
  return (withGame as readonly string[]).includes(word);
}

function readName(word: string): string {
  try {
    return decodeURIComponent(word);
  } catch {
    return word;
  }
}

// The route of a hash. An unknown one leads to the start page, which says so.
export function readRoute(hash: string): Route {
  if (hash.startsWith("#g=")) return { screen: "shared", link: hash.slice(3) };
  const [address = "", ...tail] = hash.replace(/^#\/?/, "").replace(/\/+$/, "").split("/");
  if (!address) return { screen: "start" };
  const known = Object.hasOwn(PARTS, address) ? PARTS[address] : undefined;
  const isLink = address !== "told" || tail[0] === "confirm" || tail[0] === "stop";
  const [names, needed = 0] = known ?? [[]];
  if (!known || !isLink || tail.length > names.length || tail.slice(0, needed).filter(Boolean).length < needed)
    return { screen: "start", unknown: true };
  const parts = tail.flatMap((part, i) => (part ? [[names[i], address === "people" ? readName(part) : part]] : []));
  return { screen: SCREENS[address] ?? address, ...Object.fromEntries(parts) } as Route;
}

export function writeRoute(route: Route): string {
  if (route.screen === "start") return "#/";
  if (route.screen === "shared") return `#g=${route.link}`;
  const address = ADDRESSES[route.screen] ?? route.screen;
  const parts = PARTS[address]![0].map((name) => (route as unknown as Record<string, string | undefined>)[name]);
  const tail = parts.filter((part) => part !== undefined);
  return ["#", address, ...(route.screen === "people" ? tail.map(encodeURIComponent) : tail)].join("/");
}

export function go(route: Route): void {
  location.hash = writeRoute(route);
}
