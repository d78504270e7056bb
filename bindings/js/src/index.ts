// SPDX-License-Identifier: MIT
// The package in a page or a web worker. Its other files have addresses, which a bundler may
// change.
import type { Abax } from "./abax.ts";
import { files } from "./files.ts";
import type { LoadOptions } from "./options.ts";
import { loadFrom } from "./pageload.ts";

export * from "./public.ts";
export type { LoadOptions } from "./options.ts";

/** Loads the engine. Importing the package does nothing else. */
export const load = (options: LoadOptions = {}): Promise<Abax> => loadFrom(files, options);
