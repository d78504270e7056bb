// SPDX-License-Identifier: MIT
// What the build takes from the engine (apps/web/first.ts).

declare module "virtual:abax/games" {
  const games: import("./games").Games;
  export default games;
}

declare module "virtual:abax/pictures" {
  const pictures: Record<string, import("abax/engine/state").Scene>;
  export default pictures;
}

declare module "virtual:abax/loops" {
  const loops: Record<string, import("../first/live.svelte").Loop>;
  export default loops;
}

declare module "virtual:abax/first" {
  const first: Record<string, () => Promise<{ default: import("abax/engine/state").State }>>;
  export default first;
}

declare module "virtual:abax/deals" {
  const deals: Record<string, import("./opening").Deal[]>;
  export default deals;
}
