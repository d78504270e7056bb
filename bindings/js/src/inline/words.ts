// SPDX-License-Identifier: MIT
// Written by build.mjs in the package: by language what is in words/, by gzip and base64.
export const words: Readonly<Record<string, string>> = {};
