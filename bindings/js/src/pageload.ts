// SPDX-License-Identifier: MIT
// Loads the engine in a page or a web worker. If an option or a file is wrong, the promise rejects
// with one sentence. Networks and books are optional.
import { Abax } from "./abax.ts";
import type { Home } from "./engine/engine.ts";
import { inThisThread } from "./engine/inline.ts";
import { startWorker, type Starter } from "./engine/webworker.ts";
import type { Files } from "./files.ts";
import { inlinedWasm, inlinedWorker, inlinedWords } from "./inlined.ts";
import type { LoadOptions } from "./options.ts";

// A web worker has no document; relative addresses are relative to its script.
function address(option: string, place: string | URL): URL {
  try {
    return new URL(place, globalThis.document?.baseURI ?? globalThis.location?.href);
  } catch {
    throw new TypeError(`${option} must be an address, not ${JSON.stringify(String(place))}`);
  }
}

function folder(option: string, place: string | URL): URL {
  const url = address(option, place);
  if (!url.pathname.endsWith("/")) url.pathname += "/";
  return url;
}

// Servers of single-page applications answer a page for every file that they do not have.
async function fetchBytes(url: URL): Promise<ArrayBuffer> {
  let answer: Response;
  try {
    answer = await fetch(url);
  } catch (error) {
    throw new Error(`${url.href} cannot be fetched`, { cause: error });
  }
  if (!answer.ok) throw new Error(`${url.href} cannot be fetched: ${answer.status}`);
  if (answer.headers.get("content-type")?.startsWith("text/html"))
    throw new Error(`${url.href} cannot be fetched: the server has a page there`);
  return answer.arrayBuffer();
}

// From bytes: no stream is compiled from a host that does not know the type of .wasm.
async function compile(bytes: ArrayBuffer): Promise<WebAssembly.Module> {
  try {
    return await WebAssembly.compile(bytes);
  } catch (error) {
    throw new Error(`the engine cannot be compiled: ${(error as Error).message}`, { cause: error });
  }
}

async function loadModule(files: Files | undefined, given: LoadOptions["wasm"]): Promise<WebAssembly.Module> {
  if (given instanceof WebAssembly.Module) return given;
  if (given !== undefined) return compile(await fetchBytes(address("wasm", given)));
  let bytes: ArrayBuffer;
  try {
    bytes = files ? await fetchBytes(files.wasm()) : await inlinedWasm();
  } catch (error) {
    bytes = await inlinedWasm().catch(() => {
      throw error;
    });
  }
  return compile(bytes);
}

// A script from another host cannot be a worker; a small one that imports it can.
function workerAt(url: URL): Worker {
  try {
    return new Worker(url, { type: "module" });
  } catch {
    const script = new Blob([`import ${JSON.stringify(url.href)};`], { type: "text/javascript" });
    return new Worker(URL.createObjectURL(script), { type: "module" });
  }
}

function workerStarters(files: Files | undefined, given: LoadOptions["workerUrl"]): Starter[] {
  if (given === undefined) return files ? [files.worker, inlinedWorker] : [inlinedWorker];
  const url = address("workerUrl", given);
  return [() => workerAt(url)];
}

export async function loadFrom(files: Files | undefined, options: LoadOptions): Promise<Abax> {
  const base = options.base === undefined ? undefined : folder("base", options.base);
  const starters = workerStarters(files, options.workerUrl);
  const inline = options.worker === false || typeof Worker === "undefined";
  const shared = typeof SharedArrayBuffer === "function" && globalThis.crossOriginIsolated;
  const read = async (file: string): Promise<ArrayBuffer | undefined> => {
    const url = base ? new URL(file, base) : files?.listed[file]?.();
    return url && fetchBytes(url).catch(() => undefined);
  };
  const home: Home = {
    flag: inline ? new Int32Array(1) : shared ? new Int32Array(new SharedArrayBuffer(4)) : undefined,
    startWorker: (hear, failed) =>
      inline ? inThisThread(hear) : startWorker(starters, hear, () => failed("the engine's worker cannot be started")),
    async fetchFile(game, file) {
      const bytes = await read(`games/${game}/${file}`);
      return bytes && new Uint8Array(bytes);
    },
  };
  const abax = await Abax.load(await loadModule(files, options.wasm), home, async (language) => {
    const bytes = await read(`words/${language}.txt`);
    if (bytes) return new TextDecoder().decode(bytes);
    return base ? undefined : inlinedWords(language);
  });
  if (options.language) await abax.setLanguage(options.language);
  return abax;
}
