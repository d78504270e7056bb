// SPDX-License-Identifier: MIT
// A program for Node, where no types of browsers are.
import { load, type LoadOptions } from "abax";

const options: LoadOptions = { worker: false, base: new URL("./", import.meta.url) };
const abax = await load(options);
console.log(abax.games.length);
