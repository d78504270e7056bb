// SPDX-License-Identifier: MIT
// Where the package's files are. Bundlers recognise these expressions only as they stand, in one piece and with literal names: they
// copy what is named and put in its new address.
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
