// SPDX-License-Identifier: MIT
// The WebAssembly module (bindings/js/wasm/module.c) behind two functions. Page and worker load one
// each.

import type { Said } from "../messages/catalogue.ts";

/** Thrown when the engine refuses something. `message` is one English sentence; `said` is what `tell` translates. */
export class Refusal extends Error {
  constructor(readonly said: Said) {
    super(said.text);
  }
}

export interface Host {
  line?: (text: string) => void; // receives each complete line of the answer
  stopped?: () => boolean; // whether a long command should stop
}

interface Exports {
  memory: WebAssembly.Memory;
  abax_input(size: number): number;
  abax_output(): number;
  abax_call(): number;
  abax_session(index: number): number;
  abax_file(): number;
}

export class Module {
  private readonly encoder = new TextEncoder();
  private readonly decoder = new TextDecoder();

  private constructor(private readonly exports: Exports) {}

  static async load(compiled: WebAssembly.Module, host: Host = {}): Promise<Module> {
    const decoder = new TextDecoder();
    let exports: Exports | undefined;
    const imports = {
      line(at: number, length: number) {
        if (host.line && exports) host.line(decoder.decode(new Uint8Array(exports.memory.buffer, at, length)));
      },
      stopped: () => (host.stopped?.() ? 1 : 0),
      now: () => performance.now(),
    };
    const instance = await WebAssembly.instantiate(compiled, { abax: imports });
    exports = instance.exports as unknown as Exports;
    return new Module(exports);
  }

  // Runs a command of the table ("abax --help" lists them); an error throws a Refusal with the
  // sentence.
  call(...words: string[]): string {
    return this.run(words, () => this.exports.abax_call());
  }

  // Gives a call to one of five sessions (docs/session.md).
  session(index: number, ...words: string[]): string {
    return this.run(words, () => this.exports.abax_session(index));
  }

  // Sets a file of a game that the module does not contain.
  setFile(game: string, file: string, bytes: Uint8Array): void {
    this.write(`${game}\n${file}`);
    const at = this.exports.abax_file();
    if (at) new Uint8Array(this.exports.memory.buffer).set(bytes, at);
  }

  setLesson(game: string, text: string): void {
    this.setFile(game, "lesson.txt", this.encoder.encode(text));
  }

  private write(text: string): void {
    const bytes = this.encoder.encode(text + "\0");
    const at = this.exports.abax_input(bytes.length);
    if (!at) throw new Refusal({ text: "the words are too long" });
    new Uint8Array(this.exports.memory.buffer).set(bytes, at);
  }

  private run(words: string[], go: () => number): string {
    this.write(words.map((word) => word.replaceAll("\n", " ")).join("\n"));
    const status = go();
    const all = new Uint8Array(this.exports.memory.buffer, this.exports.abax_output());
    const text = this.decoder.decode(all.subarray(0, all.indexOf(0)));
    if (status !== 0) throw new Refusal(JSON.parse(text.slice(text.indexOf("\n") + 1)) as Said);
    return text;
  }
}
