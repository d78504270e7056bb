// SPDX-License-Identifier: MIT
// Texts of a board: a function that returns texts of the page. English is built in for renderers
// without the page. Names of things come with the scene.
import { english, type Key } from "../../../../build/words/english";
import type { Key as Later } from "../../../../build/words/english.tower";
import { fill, type Arguments } from "../messages/catalogue";

export { fill } from "../messages/catalogue";
export type { Later };
// Callers of texts that are loaded later pass the English.
export type Translate = (key: Key | Later, args?: Arguments, own?: string) => string;

export const inEnglish: Translate = (key, args, own = english[key as Key]) => fill(own, args);
