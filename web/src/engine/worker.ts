// SPDX-License-Identifier: MIT
// The engine's worker: one task at a time, its lines sent as they come. A shared flag stops a long command at
// once; without shared memory the page ends the worker and starts another.
import type { Said } from "../i18n/catalogue";
import { Module, Refusal } from "./module";

export interface Start {
  compiled: WebAssembly.Module;
  flag?: Int32Array;
}

// A command, or calls to the worker's session, of which the last is answered.
export type Work = { words: string[] } | { calls: string[][] };

// A file that the module comes without.
export interface GameFile {
  game: string;
  file: string;
  bytes: Uint8Array;
}

export type Request = ({ id: number } & Work) | GameFile;

export type Reply = { id: number; line: string } | { id: number; done: string } | { id: number; refused: Said };

const SESSION = 0;
let current = 0;
let module: Promise<Module> | undefined;

function start(message: Start): Promise<Module> {
  const flag = message.flag;
  return Module.load(message.compiled, {
    line: (line) => postMessage({ id: current, line } satisfies Reply),
    stopped: () => flag !== undefined && Atomics.load(flag, 0) >= current,
  });
}

function work(engine: Module, request: Work): string {
  if ("words" in request) return engine.call(...request.words);
  let last = "";
  for (const call of request.calls) last = engine.session(SESSION, ...call);
  return last;
}

async function answer(request: Request): Promise<void> {
  const engine = await module!;
  if ("file" in request) {
    engine.setFile(request.game, request.file, request.bytes);
    return;
  }
  current = request.id;
  try {
    postMessage({ id: request.id, done: work(engine, request) } satisfies Reply);
  } catch (fault) {
    if (!(fault instanceof Refusal)) throw fault;
    postMessage({ id: request.id, refused: fault.said } satisfies Reply);
  }
}

addEventListener("message", (event: MessageEvent<Start | Request>) => {
  if ("compiled" in event.data) module = start(event.data);
  else void answer(event.data);
});
