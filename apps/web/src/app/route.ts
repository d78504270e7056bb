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

// Maximum number of words after a screen's name in an address.
const TAILS: Partial<Record<string, number>> = { learn: 2, puzzles: 2, online: 2, study: 2, told: 2 };
const BARE = ["account", "watch", "review", "savedgames", "mistakes", "stats", "settings"] as const;

// Addresses that are not the name of their screen: people keep and send them.
const ADDRESSES: Partial<Record<string, string>> = { savedgames: "shelf", notifications: "told" };

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
  const [screen = "", ...tail] = hash.replace(/^#\/?/, "").replace(/\/+$/, "").split("/");
  const [game, more] = tail;
  const bare = BARE.find((name) => (ADDRESSES[name] ?? name) === screen);
  if (tail.length > (bare ? 0 : (TAILS[screen] ?? 1))) return { screen: "start", unknown: true };
  if (bare) return { screen: bare };
  if (screen === "learn" && game && more) return { screen, game, invitation: more };
  if (isWithGame(screen) && game) return { screen, game };
  if (screen === "analyse") return game ? { screen, game } : { screen };
  if (screen === "ratings") return game ? { screen, game } : { screen };
  if (screen === "puzzles") return { screen, ...(game ? { game } : {}), ...(more ? { training: more } : {}) };
  if (screen === "online") return { screen, ...(game ? { id: game } : {}), ...(more ? { secret: more } : {}) };
  if (screen === "study") return { screen, ...(game ? { id: game } : {}), ...(more ? { key: more } : {}) };
  if (screen === "tournaments") return game ? { screen, id: game } : { screen };
  if (screen === "people" && game) return { screen, name: readName(game) };
  if (screen === ADDRESSES["notifications"] && (game === "confirm" || game === "stop") && more)
    return { screen: "notifications", what: game, token: more };
  return screen ? { screen: "start", unknown: true } : { screen: "start" };
}

export function writeRoute(route: Route): string {
  switch (route.screen) {
    case "start":
      return "#/";
    case "shared":
      return `#g=${route.link}`;
    case "analyse":
      return route.game ? `#/analyse/${route.game}` : "#/analyse";
    case "ratings":
      return route.game ? `#/ratings/${route.game}` : "#/ratings";
    case "tournaments":
      return route.id ? `#/tournaments/${route.id}` : "#/tournaments";
    case "study":
      return ["#/study", route.id, route.key].filter((part) => part !== undefined).join("/");
    case "puzzles":
      return ["#/puzzles", route.game, route.training].filter((part) => part !== undefined).join("/");
    case "online":
      return ["#/online", route.id, route.secret].filter((part) => part !== undefined).join("/");
    case "notifications":
      return `#/told/${route.what}/${route.token}`;
    case "people":
      return `#/people/${encodeURIComponent(route.name)}`;
    case "learn":
      return route.invitation ? `#/learn/${route.game}/${route.invitation}` : `#/learn/${route.game}`;
    case "play":
    case "rules":
      return `#/${route.screen}/${route.game}`;
    default:
      return `#/${ADDRESSES[route.screen] ?? route.screen}`;
  }
}

export function go(route: Route): void {
  location.hash = writeRoute(route);
}
