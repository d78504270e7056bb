// SPDX-License-Identifier: MIT
// Written by build.mjs in the package: the worker's script.
export const worker: string = "";
