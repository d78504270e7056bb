// SPDX-License-Identifier: MIT
// Runs commands in the WebAssembly module, as a page would.
import { existsSync, readdirSync, readFileSync } from "node:fs";

export async function load(path) {
  const imports = { line() {}, stopped: () => 0, now: () => performance.now() };
  const { instance } = await WebAssembly.instantiate(readFileSync(path), { abax: imports });
  const { memory, abax_input, abax_output, abax_call, abax_session, abax_file } = instance.exports;
  function write(words) {
    const bytes = new TextEncoder().encode(words.join("\n") + "\0");
    const at = abax_input(bytes.length);
    if (!at) throw new Error("command too long");
    new Uint8Array(memory.buffer).set(bytes, at);
  }
  for (const game of readdirSync("games")) {
    for (const file of ["book.bin", "net.bin", "lesson.txt"]) {
      if (!existsSync(`games/${game}/${file}`)) continue;
      write([game, file]);
      const place = abax_file();
      if (place) new Uint8Array(memory.buffer).set(readFileSync(`games/${game}/${file}`), place);
    }
  }
  function request(words, run) {
    write(words);
    const status = run();
    const all = new Uint8Array(memory.buffer, abax_output());
    const text = new TextDecoder().decode(all.subarray(0, all.indexOf(0)));
    return { status, text: status ? text.slice(0, text.indexOf("\n")) : text }; // after it: the error as JSON
  }
  const call = (...words) => request(words, abax_call);
  call.session = (index, ...words) => request(words, () => abax_session(index));
  return call;
}
