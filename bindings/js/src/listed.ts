// SPDX-License-Identifier: MIT
// Written by build.mjs in the package: each file of words/ and games/ with its address.
export const listed: Readonly<Record<string, () => URL>> = {};
