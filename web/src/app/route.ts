// SPDX-License-Identifier: MIT
// Screens as hash routes, so that the page works from any static host and without a network.

export type Route =
  | { screen: "start"; unknown?: boolean }
  | { screen: "play"; game: string }
  | { screen: "learn"; game: string }
  | { screen: "rules"; game: string }
  | { screen: "analyse"; game?: string }
  | { screen: "review" }
  | { screen: "shelf" }
  | { screen: "settings" }
  | { screen: "online"; id?: string; secret?: string } // the secret of a seat, or "sit": whoever opens it sits down
  | { screen: "account" }
  | { screen: "people"; name: string }
  | { screen: "ratings"; game?: string }
  | { screen: "shared"; link: string };

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

// What a hash asks for; anything unknown is the start page, which says so.
export function readRoute(hash: string): Route {
  if (hash.startsWith("#g=")) return { screen: "shared", link: hash.slice(3) };
  const [screen = "", game, more] = hash.replace(/^#\/?/, "").split("/");
  if (isWithGame(screen) && game) return { screen, game };
  if (screen === "analyse") return game ? { screen, game } : { screen };
  if (screen === "ratings") return game ? { screen, game } : { screen };
  if (screen === "online") return { screen, ...(game ? { id: game } : {}), ...(more ? { secret: more } : {}) };
  if (screen === "people" && game) return { screen, name: readName(game) };
  if (screen === "account") return { screen };
  if (screen === "review" || screen === "shelf" || screen === "settings") return { screen };
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
    case "online":
      return ["#/online", route.id, route.secret].filter((part) => part !== undefined).join("/");
    case "people":
      return `#/people/${encodeURIComponent(route.name)}`;
    case "play":
    case "learn":
    case "rules":
      return `#/${route.screen}/${route.game}`;
    default:
      return `#/${route.screen}`;
  }
}

export function go(route: Route): void {
  location.hash = writeRoute(route);
}
