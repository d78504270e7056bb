// SPDX-License-Identifier: MIT
// The package in Node.
import { readFile } from "node:fs/promises";
import { Worker } from "node:worker_threads";
import { Abax } from "./abax.ts";
import type { Home, Thinking } from "./engine/engine.ts";
import { inThisThread } from "./engine/inline.ts";
import type { Reply } from "./engine/serve.ts";
import type { LoadOptions } from "./index.ts";

export * from "./public.ts";
export type { LoadOptions } from "./index.ts";

// While it waits for work it does not keep the program from ending.
function startWorker(url: URL, hear: (reply: Reply) => void, failed: (why: string) => void): Thinking {
  const worker = new Worker(url);
  let waiting = 0;
  worker.unref();
  worker.on("message", (reply: Reply) => {
    if (!("line" in reply) && --waiting === 0) worker.unref();
    hear(reply);
  });
  worker.on("error", (fault: Error) => failed(`the engine's worker ended: ${fault.message}`));
  return {
    postMessage(message) {
      if ("id" in message && waiting++ === 0) worker.ref();
      worker.postMessage(message);
    },
    terminate: () => worker.terminate(),
  };
}

const orNothing = (file: URL) => readFile(file).catch(() => undefined);

// Loads the engine. Nothing else of the package does anything before.
export async function load(options: LoadOptions = {}): Promise<Abax> {
  const here = (place: string | URL, usual: string) => (place ? new URL(place) : new URL(usual, import.meta.url));
  const base = here(options.base ?? "", "./");
  const inline = options.worker === false;
  const home: Home = {
    flag: new Int32Array(inline ? new ArrayBuffer(4) : new SharedArrayBuffer(4)),
    startWorker: (hear, failed) =>
      inline ? inThisThread(hear) : startWorker(here(options.workerUrl ?? "", "./engine/nodeworker.js"), hear, failed),
    fetchFile: (game, file) => orNothing(new URL(`games/${game}/${file}`, base)),
  };
  const wasm =
    options.wasm instanceof WebAssembly.Module
      ? options.wasm
      : await WebAssembly.compile(await readFile(here(options.wasm ?? "", "./abax.wasm")));
  const abax = await Abax.load(wasm, home, async (language) => {
    const bytes = await orNothing(new URL(`words/${language}.txt`, base));
    return bytes && new TextDecoder().decode(bytes);
  });
  if (options.language) await abax.setLanguage(options.language);
  return abax;
}
