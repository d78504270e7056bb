// SPDX-License-Identifier: MIT
// Written by build.mjs in the package: the files of words/ by language, as gzip in base64.
export const words: Readonly<Record<string, string>> = {};
