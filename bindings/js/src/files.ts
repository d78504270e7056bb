// SPDX-License-Identifier: MIT
// Where the package's files are. Bundlers recognise these expressions only if they stand in one
// piece with literal names: they copy the file and put in its new address.
import { listed } from "./listed.ts";

export interface Files {
  wasm(): URL;
  worker(): Worker;
  listed: Readonly<Record<string, () => URL>>; // words/LANGUAGE.txt, games/NAME/FILE
}

export const files: Files = {
  wasm: () => new URL("./abax.wasm", import.meta.url),
  worker: () => new Worker(new URL("./engine/worker.js", import.meta.url), { type: "module" }),
  listed,
};
