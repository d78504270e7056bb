// SPDX-License-Identifier: MIT
// Runs searches: one task at a time, line by line, in a worker or in the same thread (home.ts). A
// shared flag stops a long command at once; without shared memory the worker is ended and another
// started.
import type { Said } from "../messages/catalogue.ts";
import { Module, Refusal } from "./module.ts";

export interface Start {
  compiled: WebAssembly.Module;
  flag?: Int32Array;
}

// A command, or calls to the session here, of which the last is answered.
export type Work = { words: string[] } | { calls: string[][] };

// A file that the module comes without.
export interface GameFile {
  game: string;
  file: string;
  bytes: Uint8Array;
}

export type Request = ({ id: number } & Work) | GameFile;

// After `broken` this worker is of no use any more.
export type Reply =
  | { id: number; line: string }
  | { id: number; done: string }
  | { id: number; refused: Said }
  | { id: number; broken: string };

const SESSION = 0;

function work(engine: Module, request: Work): string {
  if ("words" in request) return engine.call(...request.words);
  let last = "";
  for (const call of request.calls) last = engine.session(SESSION, ...call);
  return last;
}

// Returns the handler of messages; the first message starts it.
export function serve(post: (reply: Reply) => void): (message: Start | Request) => void {
  let current = 0;
  let module: Promise<Module> | undefined;

  const start = ({ compiled, flag }: Start): Promise<Module> =>
    Module.load(compiled, {
      line: (line) => post({ id: current, line }),
      stopped: () => flag !== undefined && Atomics.load(flag, 0) >= current,
    });

  const setFile = async ({ game, file, bytes }: GameFile): Promise<void> => (await module!).setFile(game, file, bytes);

  const answer = async (request: Work & { id: number }): Promise<void> => {
    const { id } = request;
    try {
      const engine = await module!;
      current = id;
      post({ id, done: work(engine, request) });
    } catch (error) {
      if (error instanceof Refusal) post({ id, refused: error.said });
      else post({ id, broken: `the engine has failed: ${(error as Error).message}` });
    }
  };

  return (message) => {
    if ("compiled" in message)
      (module = start(message)).catch(() => {}); // each request reports it
    else if ("file" in message)
      void setFile(message).catch(() => {}); // it is optional
    else void answer(message);
  };
}
