// SPDX-License-Identifier: MIT
// Files of games that the module comes without, such as books and networks: fetched when the engine first thinks about
// such a game.
const files = import.meta.glob<string>("../../../games/*/{book,net}.bin", { query: "?url", import: "default" });

// Nothing when it cannot be had, offline before it was ever kept: the engine then searches without it.
export async function fetchFile(game: string, name: string): Promise<Uint8Array | undefined> {
  const file = files[`../../../games/${game}/${name}`];
  if (!file) return undefined;
  try {
    const answer = await fetch(await file());
    return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : undefined;
  } catch {
    return undefined;
  }
}
