// SPDX-License-Identifier: MIT
// The package's files as scripts, for bundlers that copy no files and servers that do not have
// them. Each is loaded on first use.

async function unpack(text: string): Promise<ArrayBuffer> {
  const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(plain).arrayBuffer();
}

export async function inlinedWasm(): Promise<ArrayBuffer> {
  return unpack((await import("./inline/wasm.ts")).wasm);
}

export async function inlinedWords(language: string): Promise<string | undefined> {
  const packed = (await import("./inline/words.ts")).words[language];
  return packed === undefined ? undefined : new TextDecoder().decode(await unpack(packed));
}

// one for all workers: a Blob's address keeps its text in memory
let address: Promise<string> | undefined;

export async function inlinedWorker(): Promise<Worker> {
  address ??= import("./inline/worker.ts").then(({ worker }) =>
    URL.createObjectURL(new Blob([worker], { type: "text/javascript" })),
  );
  return new Worker(await address, { type: "module" });
}
