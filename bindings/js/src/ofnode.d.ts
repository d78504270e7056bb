// SPDX-License-Identifier: MIT
// As much of Node as is used here: the package depends on nothing, not even on types.
declare module "node:fs/promises" {
  export function readFile(file: URL): Promise<Uint8Array<ArrayBuffer>>;
}

declare module "node:worker_threads" {
  export class Worker {
    constructor(file: URL);
    postMessage(message: unknown): void;
    terminate(): Promise<number>;
    on(event: string, heard: (value: never) => void): void;
    ref(): void;
    unref(): void;
  }
  export const parentPort: {
    postMessage(message: unknown): void;
    on(event: string, heard: (value: never) => void): void;
  } | null;
}
