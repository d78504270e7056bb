// SPDX-License-Identifier: MIT
// Written by build.mjs in the package: abax.wasm by gzip and base64.
export const wasm: string = "";
