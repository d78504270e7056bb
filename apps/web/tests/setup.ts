// SPDX-License-Identifier: MIT
// What browsers have and Node 18 keeps elsewhere.
import { webcrypto } from "node:crypto";

if (!("crypto" in globalThis)) Object.assign(globalThis, { crypto: webcrypto });
