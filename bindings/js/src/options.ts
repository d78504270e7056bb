// SPDX-License-Identifier: MIT
// Options of `load`, in Node and in browsers.

// Programs for Node have no types of WebAssembly; where there are any, this adds nothing.
/* eslint-disable @typescript-eslint/no-namespace, @typescript-eslint/no-empty-object-type */
declare global {
  namespace WebAssembly {
    interface Module {}
  }
}
/* eslint-enable */

export interface LoadOptions {
  /** `true`: think in a worker, as usual. `false`: in this thread, which waits meanwhile. */
  worker?: boolean;
  /** The folder with `words/` and `games/`; usually that of the package. */
  base?: string | URL;
  /** The address of `abax.wasm`, or the compiled module. */
  wasm?: string | URL | WebAssembly.Module;
  /** The address of the worker's script, `dist/engine/worker.js`. */
  workerUrl?: string | URL;
  /** "de", "fr" or, usually, "en". */
  language?: string;
}
