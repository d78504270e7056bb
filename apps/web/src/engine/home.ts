// SPDX-License-Identifier: MIT
// Where the page's engine comes from: files that the build has named. The npm package has another
// home (files.ts).
import { Engine, type Home } from "abax/engine/engine";
import type { Reply } from "abax/engine/serve";
import wasmUrl from "../../../../build/wasm/abax.wasm?url";

// Files of games that are not in the module, such as books and networks: fetched when the engine
// first searches such a game.
const files = import.meta.glob<string>(["../../../../games/*/{book,net}.bin", "!../../../../games/test*/*"], {
  query: "?url",
  import: "default",
});

const home: Omit<Home, "flag"> = {
  startWorker(hear) {
    const worker = new Worker(new URL("../../../../bindings/js/src/engine/worker.ts", import.meta.url), {
      type: "module",
    });
    worker.addEventListener("message", (event: MessageEvent<Reply>) => hear(event.data));
    return worker;
  },

  // Nothing when it cannot be had, offline before it was ever kept: the engine then searches
  // without it.
  async fetchFile(game, name) {
    const file = files[`../../../../games/${game}/${name}`];
    if (!file) return undefined;
    try {
      const answer = await fetch(await file());
      return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : undefined;
    } catch {
      return undefined;
    }
  },
};

// Memory in common with a worker.
function flag(): Int32Array | undefined {
  return typeof SharedArrayBuffer === "function" && globalThis.crossOriginIsolated
    ? new Int32Array(new SharedArrayBuffer(4))
    : undefined;
}

export async function loadEngine(url = wasmUrl): Promise<Engine> {
  return Engine.load(await WebAssembly.compileStreaming(fetch(url)), { ...home, flag: flag() });
}
