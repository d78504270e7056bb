// SPDX-License-Identifier: MIT
// Runs commands in the WebAssembly module, as a page would.
import { existsSync, readdirSync, readFileSync } from "node:fs";

export async function load(path) {
  const imports = { line() {}, stopped: () => 0, now: () => performance.now() };
  const { instance } = await WebAssembly.instantiate(readFileSync(path), { abax: imports });
  const { memory, abax_input, abax_input_size, abax_output, abax_call, abax_book, abax_lesson } = instance.exports;
  for (const game of readdirSync("games")) {
    for (const [file, place] of [
      ["book.bin", abax_book],
      ["lesson.txt", abax_lesson],
    ]) {
      if (!existsSync(`games/${game}/${file}`)) continue;
      new Uint8Array(memory.buffer).set(new TextEncoder().encode(game + "\0"), abax_input());
      new Uint8Array(memory.buffer).set(readFileSync(`games/${game}/${file}`), place());
    }
  }
  return function call(...words) {
    const bytes = new TextEncoder().encode(words.join("\n") + "\0");
    if (bytes.length > abax_input_size()) throw new Error("command too long");
    new Uint8Array(memory.buffer).set(bytes, abax_input());
    const status = abax_call();
    const all = new Uint8Array(memory.buffer, abax_output());
    const text = new TextDecoder().decode(all.subarray(0, all.indexOf(0)));
    return { status, text };
  };
}
