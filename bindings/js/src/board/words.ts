// SPDX-License-Identifier: MIT
// What a board needs to speak: a function that says texts of the page. English is at hand for whoever paints without
// the rest of the page. What things are called comes with the scene.
import { english, type Key } from "../../../../build/words/english";
import type { Key as Later } from "../../../../build/words/english.tower";
import { fill, type Arguments } from "../words/catalogue";

export { fill } from "../words/catalogue";
export type { Later };
// Whoever says a text that is loaded later gives its English.
export type Words = (key: Key | Later, args?: Arguments, own?: string) => string;

export const inEnglish: Words = (key, args, own = english[key as Key]) => fill(own, args);
