// SPDX-License-Identifier: MIT
// The package in Node: reads files with node:fs and searches in a worker thread.
import { readFile } from "node:fs/promises";
import { Worker } from "node:worker_threads";
import { Abax } from "./abax.ts";
import type { Home, Thinking } from "./engine/engine.ts";
import { inThisThread } from "./engine/inline.ts";
import type { Reply } from "./engine/serve.ts";
import type { LoadOptions } from "./options.ts";

export * from "./public.ts";
export type { LoadOptions } from "./options.ts";

// While it waits for work it does not keep the program from ending.
function startWorker(url: URL, hear: (reply: Reply) => void, failed: (why: string) => void): Thinking {
  const worker = new Worker(url);
  let waiting = 0;
  worker.unref();
  worker.on("message", (reply: Reply) => {
    if (!("line" in reply) && --waiting === 0) worker.unref();
    hear(reply);
  });
  worker.on("error", (error: Error) => failed(`the engine's worker ended: ${error.message}`));
  return {
    postMessage(message) {
      if ("id" in message && waiting++ === 0) worker.ref();
      worker.postMessage(message);
    },
    terminate: () => worker.terminate(),
  };
}

function address(option: string, place: string | URL | undefined, usual: string): URL {
  if (place === undefined) return new URL(usual, import.meta.url);
  try {
    return new URL(place);
  } catch {
    throw new TypeError(`${option} must be an address such as file:///..., not ${JSON.stringify(String(place))}`);
  }
}

async function compile(file: URL): Promise<WebAssembly.Module> {
  try {
    return await WebAssembly.compile(await readFile(file));
  } catch (error) {
    throw new Error(`the engine cannot be loaded from ${file.href}: ${(error as Error).message}`, { cause: error });
  }
}

const orNothing = (file: URL) => readFile(file).catch(() => undefined);

/** Loads the engine. Importing the package does nothing else. */
export async function load(options: LoadOptions = {}): Promise<Abax> {
  const base = address("base", options.base, "./");
  const script = address("workerUrl", options.workerUrl, "./engine/nodeworker.js");
  const inline = options.worker === false;
  const home: Home = {
    flag: new Int32Array(inline ? new ArrayBuffer(4) : new SharedArrayBuffer(4)),
    startWorker: (hear, failed) => (inline ? inThisThread(hear) : startWorker(script, hear, failed)),
    fetchFile: (game, file) => orNothing(new URL(`games/${game}/${file}`, base)),
  };
  const { wasm } = options;
  const compiled = wasm instanceof WebAssembly.Module ? wasm : await compile(address("wasm", wasm, "./abax.wasm"));
  const abax = await Abax.load(compiled, home, async (language) => {
    const bytes = await orNothing(new URL(`words/${language}.txt`, base));
    return bytes && new TextDecoder().decode(bytes);
  });
  if (options.language) await abax.setLanguage(options.language);
  return abax;
}
