// SPDX-License-Identifier: MIT
// The package for bundlers that copy no files, such as esbuild: module, worker and words are
// scripts. Networks and books need `base`.
import type { Abax } from "./abax.ts";
import type { LoadOptions } from "./options.ts";
import { loadFrom } from "./pageload.ts";

export * from "./public.ts";
export type { LoadOptions } from "./options.ts";

/** Loads the engine. Importing the package does nothing else. */
export const load = (options: LoadOptions = {}): Promise<Abax> => loadFrom(undefined, options);
