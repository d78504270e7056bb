// SPDX-License-Identifier: MIT
// Globals of browsers that Node 18 keeps elsewhere.
import { webcrypto } from "node:crypto";

if (!("crypto" in globalThis)) Object.assign(globalThis, { crypto: webcrypto });
