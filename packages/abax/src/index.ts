// SPDX-License-Identifier: MIT
// The package in a browser: the engine's files lie beside this one, unless whoever loads it says otherwise.
import { Abax } from "./abax.ts";
import type { Reply } from "./engine/serve.ts";
import { inThisThread } from "./engine/inline.ts";
import type { Home } from "./engine/engine.ts";

export * from "./public.ts";

export interface LoadOptions {
  worker?: boolean; // think in a worker, which is usual, or in this thread
  base?: string | URL; // the folder with words/ and games/; usually that of the package
  wasm?: string | URL | WebAssembly.Module; // the engine itself
  workerUrl?: string | URL; // its worker
  language?: string; // "de", "fr" or, usually, "en"
}

// A script from another host may start no worker of its own; a small one that imports it may.
function startWorker(url: URL): Worker {
  try {
    return new Worker(url, { type: "module" });
  } catch {
    const script = new Blob([`import ${JSON.stringify(url.href)};`], { type: "text/javascript" });
    return new Worker(URL.createObjectURL(script), { type: "module" });
  }
}

async function compile(source: URL): Promise<WebAssembly.Module> {
  const answer = await fetch(source);
  if (!answer.ok) throw new Error(`the engine is not at ${source.href}: ${answer.status}`);
  // A host that does not know what .wasm is says so with another type, which no stream is compiled from.
  return WebAssembly.compile(await answer.arrayBuffer());
}

async function fetchBytes(url: URL): Promise<Uint8Array | undefined> {
  try {
    const answer = await fetch(url);
    return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : undefined;
  } catch {
    return undefined; // the engine searches without it
  }
}

// Loads the engine. Nothing else of the package does anything before.
export async function load(options: LoadOptions = {}): Promise<Abax> {
  const here = (place: string | URL) => new URL(place, document.baseURI);
  const base = options.base === undefined ? new URL("./", import.meta.url) : here(options.base);
  const worker =
    options.workerUrl === undefined ? new URL("./engine/worker.js", import.meta.url) : here(options.workerUrl);
  const wasm = options.wasm ?? new URL("./abax.wasm", import.meta.url);
  const shared = typeof SharedArrayBuffer === "function" && globalThis.crossOriginIsolated;
  const inline = options.worker === false;
  const home: Home = {
    flag: inline ? new Int32Array(1) : shared ? new Int32Array(new SharedArrayBuffer(4)) : undefined,
    startWorker(hear, failed) {
      if (inline) return inThisThread(hear);
      const thinking = startWorker(worker);
      thinking.addEventListener("message", (event: MessageEvent<Reply>) => hear(event.data));
      thinking.addEventListener("error", () => failed("the engine's worker cannot be started"));
      return thinking;
    },
    fetchFile: (game, file) => fetchBytes(new URL(`games/${game}/${file}`, base)),
  };
  const abax = await Abax.load(
    wasm instanceof WebAssembly.Module ? wasm : await compile(here(wasm)),
    home,
    async (language) => {
      const bytes = await fetchBytes(new URL(`words/${language}.txt`, base));
      return bytes && new TextDecoder().decode(bytes);
    },
  );
  if (options.language) await abax.setLanguage(options.language);
  return abax;
}
